# Install: program, both libraries, public headers, models, and what finds them again.
include(CMakePackageConfigHelpers)

install(TARGETS pintle_static pintle_shared EXPORT pintleTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES engine/include/pintle.h engine/include/pintle_base.h engine/include/pintle_bushing.h engine/include/pintle_drive.h engine/include/pintle_monotone.h engine/include/pintle_run.h engine/include/pintle_shape.h engine/include/pintle_start.h engine/include/pintle_state.h
        engine/include/pintle_trace.h engine/include/pintle_extend.h engine/include/pintle_type.h engine/include/pintle_joint_type.h engine/include/pintle_law.h engine/include/pintle_summary.h engine/include/pintle_verify.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/pintle FILES_MATCHING PATTERN "*.yaml"
        PATTERN reference EXCLUDE)
if(TARGET pintle)
  install(TARGETS pintle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET pintle_mpi)
  install(TARGETS pintle_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# What goes into functional mock-up units.
if(TARGET pintle_fmu_unit)
  install(TARGETS pintle_fmu_unit LIBRARY DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/pintle)
endif()

# What the program loads to draw PNG and PDF.
if(TARGET pintle_draw)
  install(TARGETS pintle_draw LIBRARY DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/pintle)
endif()
if(TARGET pintle_viewer_program)
  install(TARGETS pintle_viewer_program RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/pintle)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pintle)
install(EXPORT pintleTargets NAMESPACE pintle:: DESTINATION ${package_dir})
configure_package_config_file(cmake/pintleConfig.cmake.in pintleConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(pintleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pintleConfig.cmake
              ${PROJECT_BINARY_DIR}/pintleConfigVersion.cmake cmake/PintleDependencies.cmake
        DESTINATION ${package_dir})

# Names for `pkg-config --static`: the shared libraries serve every linker.
set(pintle_private "")
foreach(library ${pintle_shared_libraries})
  get_filename_component(directory ${library} DIRECTORY)
  get_filename_component(name ${library} NAME_WE)
  string(REGEX REPLACE "^lib" "-l" name ${name})
  string(APPEND pintle_private " -L${directory} ${name}")
endforeach()
configure_file(cmake/pintle.pc.in pintle.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pintle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

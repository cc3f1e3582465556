# Install: program, both libraries, public headers, models, manual, completions, and what finds them again. Each part has the
# name of the Debian package that it goes into (PintlePackages.cmake).
include(CMakePackageConfigHelpers)

install(TARGETS pintle_shared EXPORT pintleTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS pintle_static EXPORT pintleTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(FILES engine/include/pintle.h engine/include/pintle_analysis.h engine/include/pintle_base.h engine/include/pintle_bushing.h engine/include/pintle_drive.h engine/include/pintle_film.h engine/include/pintle_monotone.h engine/include/pintle_run.h engine/include/pintle_shape.h engine/include/pintle_spectrum.h engine/include/pintle_start.h engine/include/pintle_state.h engine/include/pintle_system.h engine/include/pintle_wear.h
        engine/include/pintle_trace.h engine/include/pintle_extend.h engine/include/pintle_type.h engine/include/pintle_joint_type.h engine/include/pintle_law.h engine/include/pintle_summary.h engine/include/pintle_verify.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/pintle COMPONENT program FILES_MATCHING PATTERN "*.yaml"
        PATTERN reference EXCLUDE)
if(TARGET pintle)
  install(TARGETS pintle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
if(TARGET pintle_mpi)
  install(TARGETS pintle_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()

# What goes into functional mock-up units.
if(TARGET pintle_fmu_unit)
  install(TARGETS pintle_fmu_unit LIBRARY DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/pintle COMPONENT program)
endif()

# What the program loads to draw PNG and PDF.
if(TARGET pintle_draw)
  install(TARGETS pintle_draw LIBRARY DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/pintle COMPONENT program)
endif()
if(TARGET pintle_viewer_program)
  install(TARGETS pintle_viewer_program RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/pintle COMPONENT program)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pintle)
install(EXPORT pintleTargets NAMESPACE pintle:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/pintleConfig.cmake.in pintleConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(pintleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pintleConfig.cmake
              ${PROJECT_BINARY_DIR}/pintleConfigVersion.cmake cmake/PintleDependencies.cmake
        DESTINATION ${package_dir} COMPONENT development)

# Names for `pkg-config --static`: the shared libraries serve every linker.
set(pintle_private "")
foreach(library ${pintle_shared_libraries})
  get_filename_component(directory ${library} DIRECTORY)
  get_filename_component(name ${library} NAME_WE)
  string(REGEX REPLACE "^lib" "-l" name ${name})
  string(APPEND pintle_private " -L${directory} ${name}")
endforeach()
file(RELATIVE_PATH pintle_to_prefix /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
configure_file(cmake/pintle.pc.in pintle.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pintle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# Manual pages and completions, made from the program's tables of options.
find_program(PINTLE_BASH bash)
mark_as_advanced(PINTLE_BASH)
if(TARGET pintle AND PINTLE_BASH AND NOT CMAKE_CROSSCOMPILING AND NOT PINTLE_SANITIZE)
  set(manual ${PROJECT_BINARY_DIR}/manual)
  set(manual_needs pintle)
  if(TARGET pintle_viewer_program)
    list(APPEND manual_needs pintle_viewer_program)
  endif()
  add_custom_command(OUTPUT ${manual}/pintle.bash
                     COMMAND ${PINTLE_BASH} ${PROJECT_SOURCE_DIR}/cmake/manual.sh $<TARGET_FILE:pintle> ${manual}
                     DEPENDS cmake/manual.sh ${manual_needs} COMMENT "Manual pages and completions" VERBATIM)
  add_custom_target(pintle_manual ALL DEPENDS ${manual}/pintle.bash)
  install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
  install(FILES ${manual}/pintle.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME pintle
          COMPONENT program)
  install(FILES ${manual}/_pintle DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
  install(FILES ${manual}/pintle.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()

# A film and a report of every model and example as one page. Made on demand only: it takes minutes, ffmpeg and 50 MB.
if(TARGET pintle_viewer_program AND PINTLE_BASH)
  add_custom_target(pintle_gallery
                    COMMAND ${PINTLE_BASH} ${PROJECT_SOURCE_DIR}/docs/models.sh $<TARGET_FILE:pintle> films
                            ${PROJECT_BINARY_DIR}/site/gallery
                    DEPENDS pintle pintle_viewer_program COMMENT "Films and reports of the models" VERBATIM)
endif()

# The documentation as web pages, for any browser and without a network.
if(PINTLE_SITE)
  find_program(PINTLE_SPHINX sphinx-build REQUIRED)
  mark_as_advanced(PINTLE_SPHINX)
  set(site_tags "")
  if(PINTLE_GALLERY)
    set(site_tags -t gallery)
  endif()
  file(GLOB site_pages CONFIGURE_DEPENDS *.md docs/*.md docs/*.png docs/*.svg docs/models/*.png docs/site/*)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/site/README.html
                     COMMAND ${PINTLE_SPHINX} -q -W --keep-going ${site_tags} -c ${PROJECT_SOURCE_DIR}/docs/site
                             -d ${PROJECT_BINARY_DIR}/site-cache -b html ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/site
                     DEPENDS ${site_pages} COMMENT "Documentation" VERBATIM)
  add_custom_target(pintle_site ALL DEPENDS ${PROJECT_BINARY_DIR}/site/README.html)
  if(PINTLE_GALLERY)
    add_dependencies(pintle_site pintle_gallery)
  endif()
  install(DIRECTORY ${PROJECT_BINARY_DIR}/site/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/pintle-doc/html COMPONENT documentation
          PATTERN "*.inv" EXCLUDE PATTERN ".buildinfo" EXCLUDE)
endif()

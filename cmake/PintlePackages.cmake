# Debian packages by CPack: cmake --preset deb && cmake --build --preset deb && cpack --preset deb. The components of
# PintleInstall.cmake become pintle, libpintle0.1, libpintle-dev, python3-pintle and
# pintle-doc.
set(soname ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(packages program pintle library libpintle${soname} development libpintle-dev python python3-pintle
             documentation pintle-doc)

set(CPACK_PACKAGE_NAME pintle)
set(CPACK_PACKAGE_VENDOR "The Pintle authors")
set(PINTLE_MAINTAINER "The Pintle authors <pintle@localhost>" CACHE STRING "Maintainer of the Debian packages")
set(CPACK_PACKAGE_CONTACT "${PINTLE_MAINTAINER}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
if(NOT CMAKE_INSTALL_PREFIX STREQUAL /usr)
  return() # folders of libraries are those of /usr only then
endif()

# Below the project's own line; CPack indents the text and makes " ." of empty lines.
set(about "Pintle simulates planar mechanisms whose joints have clearance:
it integrates the motion through every impact and writes forces,
depths of contacts and events.
")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "${about}
This package holds the program, its viewer, manual pages and models.")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "${about}
This package holds the shared library.")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "${about}
This package holds the headers, the static library and what finds them.")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "${about}
This package holds the module for Python 3.")
set(CPACK_DEBIAN_DOCUMENTATION_DESCRIPTION "${about}
This package holds the documentation as web pages.")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS fonts-liberation)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "ffmpeg, gnuplot-nox")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libpintle${soname} (= ${PROJECT_VERSION}), libsundials-dev, libsuitesparse-dev, liblapacke-dev, libfyaml-dev, libudunits2-dev, libkissfft-dev")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "libpintle${soname} (= ${PROJECT_VERSION}), python3, python3-cffi-backend, python3-numpy")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)

if(TARGET pintle_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(python_folder lib/python3/dist-packages/pintle)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/python/pintle DESTINATION lib/python3/dist-packages COMPONENT python
          FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
  # The loader finds the library of a package by itself.
  install(FILES ${PROJECT_BINARY_DIR}/python/pintle/_engine.abi3.so DESTINATION ${python_folder} COMPONENT python)
  install(CODE "file(RPATH_REMOVE FILE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${python_folder}/_engine.abi3.so\")
  execute_process(COMMAND ${CMAKE_STRIP} --strip-unneeded --remove-section=.comment
                  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${python_folder}/_engine.abi3.so\")" COMPONENT python)
endif()

if(TARGET pintle_site)
  list(APPEND CPACK_COMPONENTS_ALL documentation)
endif()

# What every package has in /usr/share/doc; the changelog gives the versions, CHANGELOG.md what changed.
find_program(PINTLE_GZIP gzip)
mark_as_advanced(PINTLE_GZIP)
set(made ${PROJECT_BINARY_DIR}/packages)
configure_file(cmake/debian/copyright.in ${made}/copyright @ONLY)
while(packages)
  list(POP_FRONT packages component package)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  if((component STREQUAL python AND NOT TARGET pintle_python) OR (component STREQUAL documentation AND NOT TARGET pintle_site))
    continue()
  endif()
  file(WRITE ${made}/${package}/changelog "pintle (${PROJECT_VERSION}) unstable; urgency=medium

  * Version ${PROJECT_VERSION}; CHANGELOG.md of the source says what is new.

 -- ${PINTLE_MAINTAINER}  Thu, 01 Jan 2026 00:00:00 +0000
")
  execute_process(COMMAND ${PINTLE_GZIP} -9nkf ${made}/${package}/changelog)
  install(FILES ${made}/copyright ${made}/${package}/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
  install(FILES cmake/debian/${component}.lintian DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${package}
          COMPONENT ${component} OPTIONAL)
endwhile()
# Manual pages are compressed in a package.
install(CODE "file(GLOB pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/*.1\")
  foreach(page \${pages})
    execute_process(COMMAND ${PINTLE_GZIP} -9nf \${page})
  endforeach()" COMPONENT program)
include(CPack)

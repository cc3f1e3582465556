# Versions of the libraries, for the summary of a run: pintle_version_definitions, a list of
# compile definitions PINTLE_VERSION_NAME="1.2.3" ("unknown" where nothing tells).
# They are read here and not from the headers, which belong to one source file each.

# From a `#define NAME "1.2.3"` in a header.
function(pintle_version_from_header variable header name)
  find_file(pintle_header ${header} PATH_SUFFIXES suitesparse NO_CACHE)
  set(version unknown)
  if(pintle_header)
    file(STRINGS ${pintle_header} line REGEX "define +${name} ")
    string(REGEX MATCH "[0-9]+(\\.[0-9]+)*" found "${line}")
    if(found)
      set(version ${found})
    endif()
  endif()
  set(${variable} ${version} PARENT_SCOPE)
endfunction()

# From the first package of the list that pkg-config knows.
function(pintle_version_from_package variable)
  set(version unknown)
  foreach(package ${ARGN})
    execute_process(COMMAND pkg-config --modversion ${package} OUTPUT_VARIABLE found
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(version ${found})
      break()
    endif()
  endforeach()
  set(${variable} ${version} PARENT_SCOPE)
endfunction()

pintle_version_from_header(version_sundials sundials/sundials_config.h SUNDIALS_VERSION)
set(version_klu "")
foreach(part KLU_MAIN_VERSION KLU_SUB_VERSION KLU_SUBSUB_VERSION)
  pintle_version_from_header(number klu.h ${part})
  list(APPEND version_klu ${number})
endforeach()
list(JOIN version_klu "." version_klu)
if(version_klu MATCHES unknown)
  set(version_klu unknown)
endif()
pintle_version_from_package(version_lapack lapack-netlib lapacke)
pintle_version_from_package(version_libfyaml libfyaml)
pintle_version_from_package(version_udunits udunits udunits2)
pintle_version_from_package(version_muparser muparser)

set(pintle_version_definitions "")
foreach(name sundials klu lapack libfyaml udunits muparser)
  string(TOUPPER ${name} upper)
  list(APPEND pintle_version_definitions "PINTLE_VERSION_${upper}=\"${version_${name}}\"")
endforeach()

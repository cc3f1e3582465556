# Finds what the library links and defines
#   pintle_dependencies         shared libraries
#   pintle_dependencies_static  the same, static archives where they exist: a process that links
#                               a dozen shared libraries starts 5 ms later
# The libraries are looked up one by one: find_package(SUNDIALS) insists on MPI, OpenMP and PETSc.
# LAPACK and BLAS are the reference ones: on matrices of a few dozen rows the threads of OpenBLAS
# cost more than they bring, and its results depend on the processor.

set(pintle_libdir /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})

# pintle_find(NAME): the shared and, if it lies beside that, the static library of that name.
function(pintle_find name)
  string(TOUPPER ${name} upper)
  find_library(PINTLE_${upper} NAMES ${name} HINTS ${ARGN} REQUIRED)
  get_filename_component(folder ${PINTLE_${upper}} DIRECTORY)
  find_library(PINTLE_${upper}_A NAMES lib${name}.a PATHS ${folder} NO_DEFAULT_PATH)
  mark_as_advanced(PINTLE_${upper} PINTLE_${upper}_A)
  list(APPEND pintle_shared_libraries ${PINTLE_${upper}})
  if(PINTLE_${upper}_A)
    list(APPEND pintle_static_libraries ${PINTLE_${upper}_A})
  else()
    list(APPEND pintle_static_libraries ${PINTLE_${upper}})
  endif()
  set(pintle_shared_libraries ${pintle_shared_libraries} PARENT_SCOPE)
  set(pintle_static_libraries ${pintle_static_libraries} PARENT_SCOPE)
endfunction()

# Order matters for static archives: users before what they use.
pintle_find(sundials_ida)
pintle_find(sundials_sunlinsolklu)
pintle_find(sundials_sunmatrixsparse)
pintle_find(sundials_nvecserial)
find_library(PINTLE_SUNDIALS_CORE NAMES sundials_core)
mark_as_advanced(PINTLE_SUNDIALS_CORE)
if(PINTLE_SUNDIALS_CORE) # from version 7 on
  pintle_find(sundials_core)
endif()
pintle_find(klu)
pintle_find(amd)
pintle_find(colamd)
pintle_find(btf)
pintle_find(suitesparseconfig)
pintle_find(lapacke)
pintle_find(lapack ${pintle_libdir}/lapack)
pintle_find(blas ${pintle_libdir}/blas)
pintle_find(fyaml)
pintle_find(udunits2)
pintle_find(kissfft-float)

# HDF5 may be missing; the serial one, as MPI has no use here.
find_path(PINTLE_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(PINTLE_HDF5 NAMES hdf5_serial hdf5 HINTS ${pintle_libdir}/hdf5/serial)
mark_as_advanced(PINTLE_HDF5_INCLUDE PINTLE_HDF5)
set(pintle_hdf5_include "")
if(PINTLE_HDF5_INCLUDE AND PINTLE_HDF5)
  set(pintle_hdf5_include ${PINTLE_HDF5_INCLUDE})
  find_library(PINTLE_HDF5_A NAMES libhdf5_serial.a libhdf5.a HINTS ${pintle_libdir}/hdf5/serial)
  find_library(PINTLE_SZ_A NAMES libsz.a)
  find_library(PINTLE_AEC_A NAMES libaec.a)
  find_library(PINTLE_Z NAMES z REQUIRED)
  find_library(PINTLE_Z_A NAMES libz.a)
  mark_as_advanced(PINTLE_HDF5_A PINTLE_SZ_A PINTLE_AEC_A PINTLE_Z PINTLE_Z_A)
  set(pintle_hdf5_shared ${PINTLE_HDF5} ${PINTLE_Z})
  set(pintle_hdf5_static ${PINTLE_HDF5_A} ${PINTLE_SZ_A} ${PINTLE_AEC_A} ${PINTLE_Z_A})
else()
  message(STATUS "Without HDF5: it is missing (libhdf5-dev)")
endif()

find_path(PINTLE_KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse REQUIRED)
mark_as_advanced(PINTLE_KLU_INCLUDE)

# KissFFT is compiled for one type of numbers; its header has to be told which.
find_path(PINTLE_KISSFFT_INCLUDE kiss_fftr.h PATH_SUFFIXES kissfft REQUIRED)
mark_as_advanced(PINTLE_KISSFFT_INCLUDE)
add_library(pintle_kissfft INTERFACE)
target_include_directories(pintle_kissfft SYSTEM INTERFACE ${PINTLE_KISSFFT_INCLUDE})
target_compile_definitions(pintle_kissfft INTERFACE kiss_fft_scalar=float)

# SUNDIALS 7 that was built with MPI includes its header.
set(pintle_sundials_include "")
find_path(PINTLE_SUNDIALS_INCLUDE sundials/sundials_config.h REQUIRED)
mark_as_advanced(PINTLE_SUNDIALS_INCLUDE)
file(STRINGS ${PINTLE_SUNDIALS_INCLUDE}/sundials/sundials_config.h pintle_with_mpi REGEX "SUNDIALS_MPI_ENABLED +1")
if(PINTLE_SUNDIALS_CORE AND pintle_with_mpi)
  find_package(MPI REQUIRED COMPONENTS C)
  set(pintle_sundials_include ${MPI_C_INCLUDE_DIRS})
  list(APPEND pintle_shared_libraries ${MPI_C_LIBRARIES})
  list(APPEND pintle_static_libraries ${MPI_C_LIBRARIES})
endif()
list(APPEND pintle_sundials_include ${PINTLE_SUNDIALS_INCLUDE})

# Archives that only static linking needs; in version 7 sundials_core has what sundials_generic had.
if(NOT PINTLE_SUNDIALS_CORE)
  find_library(PINTLE_GENERIC_A NAMES libsundials_generic.a)
endif()
find_library(PINTLE_EXPAT_A NAMES libexpat.a expat)
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libgfortran.a
                OUTPUT_VARIABLE pintle_gfortran OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libquadmath.a
                OUTPUT_VARIABLE pintle_quadmath OUTPUT_STRIP_TRAILING_WHITESPACE)
mark_as_advanced(PINTLE_GENERIC_A PINTLE_EXPAT_A)

# Archives may need libraries that are not here (SuiteSparse 7 OpenMP, HDF5 1.14 curl): then the shared ones are taken.
include(CheckCSourceCompiles)
function(pintle_check_archives result function)
  set(CMAKE_REQUIRED_LIBRARIES ${ARGN} ${PINTLE_GENERIC_A} ${pintle_gfortran} ${pintle_quadmath}
      ${CMAKE_DL_LIBS} pthread m)
  check_c_source_compiles("char ${function}(void); int main(void) { return ${function}(); }" ${result})
endfunction()
pintle_check_archives(PINTLE_ARCHIVES_LINK SUNLinSol_KLU ${pintle_static_libraries})
if(NOT PINTLE_ARCHIVES_LINK)
  set(pintle_static_libraries ${pintle_shared_libraries})
  set(PINTLE_GENERIC_A "")
endif()
if(pintle_hdf5_include)
  # The shared library brings forty others along and takes 4 ms to load.
  if(PINTLE_HDF5_A AND PINTLE_SZ_A AND PINTLE_AEC_A AND PINTLE_Z_A)
    pintle_check_archives(PINTLE_HDF5_ARCHIVES_LINK H5Fopen ${pintle_hdf5_static})
  endif()
  list(APPEND pintle_shared_libraries ${pintle_hdf5_shared})
  if(PINTLE_HDF5_ARCHIVES_LINK)
    list(APPEND pintle_static_libraries ${pintle_hdf5_static})
  else()
    list(APPEND pintle_static_libraries ${pintle_hdf5_shared})
  endif()
endif()

add_library(pintle_dependencies INTERFACE)
target_include_directories(pintle_dependencies SYSTEM INTERFACE ${PINTLE_KLU_INCLUDE}
                           ${pintle_sundials_include} ${pintle_hdf5_include})
target_link_libraries(pintle_dependencies INTERFACE ${pintle_shared_libraries} ${CMAKE_DL_LIBS}
                      pthread m)

add_library(pintle_dependencies_static INTERFACE)
target_include_directories(pintle_dependencies_static SYSTEM INTERFACE ${PINTLE_KLU_INCLUDE}
                           ${pintle_sundials_include} ${pintle_hdf5_include})
target_link_libraries(pintle_dependencies_static INTERFACE ${pintle_static_libraries})
if(PINTLE_GENERIC_A)
  target_link_libraries(pintle_dependencies_static INTERFACE ${PINTLE_GENERIC_A})
endif()
if(PINTLE_EXPAT_A)
  target_link_libraries(pintle_dependencies_static INTERFACE ${PINTLE_EXPAT_A})
endif()
if(EXISTS "${pintle_gfortran}" AND EXISTS "${pintle_quadmath}")
  target_link_libraries(pintle_dependencies_static INTERFACE ${pintle_gfortran} ${pintle_quadmath})
else()
  target_link_libraries(pintle_dependencies_static INTERFACE gfortran)
endif()
target_link_libraries(pintle_dependencies_static INTERFACE ${CMAKE_DL_LIBS} pthread m)

# SQLite holds the results of studies; only the program needs it.
find_library(PINTLE_SQLITE NAMES sqlite3 REQUIRED)
find_library(PINTLE_SQLITE_A NAMES libsqlite3.a)
find_path(PINTLE_SQLITE_INCLUDE sqlite3.h REQUIRED)
mark_as_advanced(PINTLE_SQLITE PINTLE_SQLITE_A PINTLE_SQLITE_INCLUDE)
add_library(pintle_sqlite INTERFACE)
target_include_directories(pintle_sqlite SYSTEM INTERFACE ${PINTLE_SQLITE_INCLUDE})
if(PINTLE_STATIC_DEPENDENCIES AND PINTLE_SQLITE_A)
  target_link_libraries(pintle_sqlite INTERFACE ${PINTLE_SQLITE_A} ${CMAKE_DL_LIBS} pthread m)
else()
  target_link_libraries(pintle_sqlite INTERFACE ${PINTLE_SQLITE})
endif()

# NLopt searches for the best numbers of a model (`pintle fit`).
find_library(PINTLE_NLOPT NAMES nlopt REQUIRED)
find_path(PINTLE_NLOPT_INCLUDE nlopt.h REQUIRED)
mark_as_advanced(PINTLE_NLOPT PINTLE_NLOPT_INCLUDE)
add_library(pintle_nlopt INTERFACE)
target_include_directories(pintle_nlopt SYSTEM INTERFACE ${PINTLE_NLOPT_INCLUDE})
target_link_libraries(pintle_nlopt INTERFACE ${PINTLE_NLOPT})

# expat reads the XML of what is imported (`pintle import`); UDUNITS-2 needs it, too.
find_library(PINTLE_EXPAT NAMES expat REQUIRED)
find_path(PINTLE_EXPAT_INCLUDE expat.h REQUIRED)
mark_as_advanced(PINTLE_EXPAT PINTLE_EXPAT_INCLUDE)
add_library(pintle_expat INTERFACE)
target_include_directories(pintle_expat SYSTEM INTERFACE ${PINTLE_EXPAT_INCLUDE})
if(PINTLE_STATIC_DEPENDENCIES AND PINTLE_EXPAT_A)
  target_link_libraries(pintle_expat INTERFACE ${PINTLE_EXPAT_A} m)
else()
  target_link_libraries(pintle_expat INTERFACE ${PINTLE_EXPAT})
endif()

# pintle_sources(TARGET file...): adds files of the current folder to a target of any folder.
function(pintle_sources target)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  target_sources(${target} PRIVATE ${ARGN})
endfunction()

# pintle_room(NAME USES room... SOURCES file...): a folder of the library.
#
# The room's files become the object library pintle_NAME. They see the headers of their own folder and of
# the rooms that they use, and through these of the rooms below; any other include does not compile. What
# other rooms see of it is the interface library pintle_NAME_headers. The library is made of all rooms, in
# the global property PINTLE_ROOMS.
function(pintle_room name)
  cmake_parse_arguments(ROOM "" "" "USES;SOURCES" ${ARGN})
  add_library(pintle_${name}_headers INTERFACE)
  target_include_directories(pintle_${name}_headers INTERFACE ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(used ${ROOM_USES})
    target_link_libraries(pintle_${name}_headers INTERFACE pintle_${used}_headers)
  endforeach()
  if(ROOM_SOURCES)
    add_library(pintle_${name} OBJECT ${ROOM_SOURCES})
    target_link_libraries(pintle_${name} PRIVATE pintle_flags pintle_dependencies
                          pintle_${name}_headers)
    set_property(GLOBAL APPEND PROPERTY PINTLE_ROOMS pintle_${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY PINTLE_ROOM_HEADERS pintle_${name}_headers)
endfunction()

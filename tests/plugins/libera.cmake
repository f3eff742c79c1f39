# Our own host of Libera plug-ins.
if(NOT WIN32 AND NOT CMAKE_CROSSCOMPILING)
  add_library(libera_host STATIC libera_host.cpp)
  target_include_directories(libera_host PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
  target_compile_features(libera_host PUBLIC cxx_std_20)
  target_link_libraries(libera_host PUBLIC Threads::Threads ${CMAKE_DL_LIBS} PRIVATE idn_project_options)

  add_executable(libera_player libera_player.cpp)
  target_include_directories(libera_player PRIVATE ${PROJECT_SOURCE_DIR}/libidn/include)
  target_link_libraries(libera_player PRIVATE libera_host idn_project_options)
  add_dependencies(libera_player idn_libera)

  idn_add_test(libera_test LABEL timing SOURCES libera_test.cpp LIBRARIES libera_host Boost::headers
    PROPERTIES RESOURCE_LOCK live_traffic)
  # A program of its own, since libera_test unloads the plug-in while it plays, so that it stays in memory.
  idn_add_test(libera_cycles_test LABEL timing SOURCES libera_cycles_test.cpp LIBRARIES libera_host Boost::headers
    PROPERTIES RESOURCE_LOCK live_traffic)
  foreach(test libera_test libera_cycles_test)
    target_compile_definitions(${test} PRIVATE IDN_LIBERA_PLUGIN="$<TARGET_FILE:idn_libera>")
    add_dependencies(${test} idn_libera)
  endforeach()
endif()

if((CMAKE_SYSTEM_NAME STREQUAL "Linux" OR WIN32) AND NOT IDN_SANITIZE)
  add_test(NAME "libera: the library exports what hosts look for, and nothing else"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_exports.sh $<TARGET_FILE:idn_libera> ${PROJECT_SOURCE_DIR}/plugins/libera/libera.def)
endif()

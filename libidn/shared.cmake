# The C++ library as a shared library, which exports what the public headers mark with IDN_EXPORT; everything else is hidden.
if(NOT BUILD_SHARED_LIBS)
  add_library(idn_inside ALIAS idn)
  return()
endif()

target_compile_definitions(idn PUBLIC IDN_SHARED)
set_target_properties(idn PROPERTIES
  DEFINE_SYMBOL IDN_BUILDING
  CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON
  VERSION ${PROJECT_VERSION}
  # Before 1.0 every minor version may break the ABI.
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(NOT WIN32 AND NOT APPLE)
  # Hides the symbols of Boost, which its headers declare with default visibility.
  target_link_options(idn PRIVATE LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/shared.map)
  set_target_properties(idn PROPERTIES LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/shared.map)
endif()

# The programs of this tree link the library statically: they add signals, timers and connections of Boost.Asio to its loop, and
# Boost.Asio has its thread-local data once per module (program or shared library). So do the tests, which also use hidden functions.
# Made of the objects of libidn++.so, so that each source is compiled once. The shared library of the C interface contains it, too.
add_library(idn_inside STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:idn>)
set_target_properties(idn_inside PROPERTIES LINKER_LANGUAGE CXX)
target_include_directories(idn_inside PUBLIC include)
target_compile_features(idn_inside PUBLIC cxx_std_20)
target_link_libraries(idn_inside PUBLIC $<TARGET_PROPERTY:idn,INTERFACE_LINK_LIBRARIES>)
target_compile_options(idn_inside PUBLIC ${jthread_option})

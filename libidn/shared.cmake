# The C++ library as a shared library, which exports what the public headers mark with IDN_EXPORT; everything else is hidden.
# Programs and plug-ins link idn_program, which is idn::idn.
if(NOT BUILD_SHARED_LIBS)
  add_library(idn_inside ALIAS idn)
  add_library(idn_program ALIAS idn)
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
if(MSVC)
  # Members and bases of exported classes that are the standard library's, which users of a C++ DLL need to have alike anyway.
  target_compile_options(idn PUBLIC /wd4251 /wd4275)
endif()
if(NOT WIN32 AND NOT APPLE)
  # Hides the symbols of Boost, which its headers declare with default visibility.
  target_link_options(idn PRIVATE LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/shared.map)
  set_target_properties(idn PROPERTIES LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/shared.map)
endif()

# A static copy, made of the objects of libidn++.so, so that each source is compiled once: for the shared library of the C interface, and
# for the tests and benchmarks, which use hidden functions. A folder of them sets IDN_STATIC_COPY, and gets it also behind libraries that
# others link with idn::idn, such as idn_cli.
add_library(idn_inside STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:idn>)
set_target_properties(idn_inside PROPERTIES LINKER_LANGUAGE CXX)
target_include_directories(idn_inside PUBLIC include)
target_compile_features(idn_inside PUBLIC cxx_std_20)
target_link_libraries(idn_inside PUBLIC $<TARGET_PROPERTY:idn,INTERFACE_LINK_LIBRARIES>)

# What programs and the library read TOML files with is in the library, hidden.
add_library(idn_toml STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/toml/limits_table.cpp ${PROJECT_SOURCE_DIR}/toml/toml_table.cpp)
target_include_directories(idn_toml PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(idn_toml PUBLIC idn PRIVATE tomlplusplus::tomlplusplus idn_project_options)
set_target_properties(idn_toml PROPERTIES
  POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)

define_property(TARGET PROPERTY IDN_STATIC_COPY INITIALIZE_FROM_VARIABLE IDN_STATIC_COPY
  BRIEF_DOCS "Link a static copy of the C++ library")
add_library(idn_program INTERFACE)
target_link_libraries(idn_program INTERFACE "$<IF:$<BOOL:$<TARGET_PROPERTY:IDN_STATIC_COPY>>,idn_inside,idn;idn_toml>")

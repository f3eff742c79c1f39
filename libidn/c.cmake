# The C interface, idn/idn.h: libidn.so.1 or idn.dll with the C++ library inside, of which nothing can be seen; and libidn.a, for those
# who link everything statically, libidn++ included.
set(c_sources
  src/c/device.cpp
  src/c/engine.cpp
  src/c/error.cpp
  src/c/handles.cpp
  src/c/output.cpp
  src/c/receiver.cpp)

function(idn_add_c_library name type inside)
  add_library(${name} ${type} ${ARGN} ${c_sources})
  add_library(idn::${name} ALIAS ${name})
  target_include_directories(${name} PRIVATE src)
  target_compile_definitions(${name} PRIVATE IDN_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${name} PRIVATE ${inside} $<BUILD_INTERFACE:idn_project_options>)
  target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES include/idn/idn.h include/idn/shared_ring.h)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME idn POSITION_INDEPENDENT_CODE ON)
endfunction()

# What embeds the project and uses only the C++ library need not wait for it.
if(NOT PROJECT_IS_TOP_LEVEL AND NOT IDN_INSTALL)
  set(c_exclude EXCLUDE_FROM_ALL)
endif()
idn_add_c_library(idn_c SHARED idn_inside ${c_exclude})
set_target_properties(idn_c PROPERTIES
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  # Of the interface, IDN_INTERFACE_MAJOR and _MINOR: they do not change with the version of the project.
  VERSION 1.1.0 SOVERSION 1)
if(WIN32)
  target_sources(idn_c PRIVATE src/c/idn.def)
  set_target_properties(idn_c PROPERTIES PREFIX "" IMPORT_PREFIX lib)
  target_link_options(idn_c PRIVATE -static)  # no other DLL beside it
elseif(APPLE)
  include(CheckLinkerFlag)
  check_linker_flag(CXX LINKER:-exported_symbol,_idn_* IDN_LINKER_HIDES)  # zig's does not: there more than that can be seen
  if(IDN_LINKER_HIDES)
    target_link_options(idn_c PRIVATE LINKER:-exported_symbol,_idn_*)
  endif()
else()
  target_link_options(idn_c PRIVATE LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/src/c/idn.map)
  set_target_properties(idn_c PROPERTIES LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/c/idn.map)
endif()
idn_add_c_library(idn_c_static STATIC idn ${c_exclude})

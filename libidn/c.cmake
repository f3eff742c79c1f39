# The C interface, idn/idn.h: libidn.so.1 or idn.dll, which contains the C++ library with its symbols hidden; and libidn.a for static
# linking, together with libidn++.a.

# Compiled once for both. Hidden, but for what idn.h declares with IDN_API.
add_library(idn_c_objects OBJECT EXCLUDE_FROM_ALL
  src/c/device.cpp
  src/c/engine.cpp
  src/c/error.cpp
  src/c/handles.cpp
  src/c/output.cpp
  src/c/receiver.cpp)
target_include_directories(idn_c_objects PRIVATE include src)
target_compile_definitions(idn_c_objects PRIVATE IDN_VERSION="${PROJECT_VERSION}")
target_link_libraries(idn_c_objects PRIVATE idn_inside idn_project_options)
set_target_properties(idn_c_objects PROPERTIES
  POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)

function(idn_add_c_library name type inside)
  add_library(${name} ${type} ${ARGN} $<TARGET_OBJECTS:idn_c_objects>)
  add_library(idn::${name} ALIAS ${name})
  target_link_libraries(${name} PRIVATE ${inside} $<BUILD_INTERFACE:idn_project_options>)
  target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES include/idn/idn.h include/idn/shared_ring.h)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME idn LINKER_LANGUAGE CXX)
endfunction()

# Projects that embed this one and use only the C++ library need not build the C interface.
if(NOT PROJECT_IS_TOP_LEVEL AND NOT IDN_INSTALL)
  set(c_exclude EXCLUDE_FROM_ALL)
endif()
idn_add_c_library(idn_c SHARED idn_inside ${c_exclude})
set_target_properties(idn_c PROPERTIES
  # Version of the C interface, IDN_INTERFACE_MAJOR and _MINOR in idn.h; independent of the version of the project.
  VERSION 1.0.0 SOVERSION 1)
if(WIN32)
  target_sources(idn_c PRIVATE src/c/idn.def)
  set_target_properties(idn_c PROPERTIES PREFIX "" IMPORT_PREFIX lib)
  if(MINGW)
    target_link_options(idn_c PRIVATE -static)  # so that idn.dll needs no DLLs of the compiler
  endif()
elseif(APPLE)
  include(CheckLinkerFlag)
  check_linker_flag(CXX LINKER:-exported_symbol,_idn_* IDN_LINKER_HIDES)  # zig's linker lacks it, and exports more
  if(IDN_LINKER_HIDES)
    target_link_options(idn_c PRIVATE LINKER:-exported_symbol,_idn_*)
  endif()
else()
  target_link_options(idn_c PRIVATE LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/src/c/idn.map)
  set_target_properties(idn_c PROPERTIES LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/c/idn.map)
endif()
idn_add_c_library(idn_c_static STATIC idn ${c_exclude})

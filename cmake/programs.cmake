# Included by the folders of programs.
if(IDN_PROGRAMS_BY_CLANG)
  include(${CMAKE_CURRENT_LIST_DIR}/by_clang.cmake)
endif()

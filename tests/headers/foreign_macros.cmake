# Included by what compiles public headers after the macros that other libraries define: no name of ours may be one of them. The standard
# library and tl::expected come first, since they are not to be checked.

set(words
  # Qt
  emit forever foreach signals slots
  # X11
  Above Absolute Always Below Bool Button1 ButtonPress Complex ControlMask Convex CurrentTime CursorShape DestroyAll Expose False FocusIn
  FocusOut FontChange GrayScale KeyPress KeyRelease LockMask NoSymbol None Nonconvex Opposite ShiftMask Status Success True TrueColor
  Unmap Unsorted
  # Windows
  CALLBACK CONST CreateDevice CreateEvent CreateFile CreateSemaphore DELETE DIFFERENCE DrawText ERROR FAILED FAR GetClassName GetCurrentTime
  GetFreeSpace GetMessage GetObject GetUserName IGNORE IN INFINITE INPUT LoadImage NEAR NO_ERROR OPTIONAL OUT PlaySound PURE REALTIME
  ReportEvent RELATIVE STRICT SUCCEEDED SendMessage THIS TRANSPARENT VOID Yield cdecl far hyper interface near pascal small
  # macOS
  check check_noerr require require_action verify verify_noerr
  # other systems and libraries
  BIT I linux major makedev minor nil stat64 unix)
set(macros "")
foreach(word IN LISTS words)
  string(APPEND macros "#undef ${word}\n#define ${word} ] a_macro_of_another_library\n")
endforeach()
foreach(function max min)
  string(APPEND macros "#undef ${function}\n#define ${function}(a, b) ] a_macro_of_another_library\n")
endforeach()

# idn_include_after_macros(SOURCE FOLDER HEADER...): writes a source that includes them, by their paths within FOLDER.
function(idn_include_after_macros source folder)
  set(standard "")
  set(public "")
  foreach(header IN LISTS ARGN)
    file(STRINGS ${header} includes REGEX "^#include <")
    list(APPEND standard ${includes})
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${folder} OUTPUT_VARIABLE name)
    string(APPEND public "#include \"${name}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES standard)
  list(TRANSFORM standard REPLACE "^#include (<.*>).*" "#if __has_include(\\1)\n#include \\1\n#endif\n")
  list(JOIN standard "" standard)
  file(CONFIGURE OUTPUT ${source} CONTENT "${standard}${macros}${public}" @ONLY)
endfunction()

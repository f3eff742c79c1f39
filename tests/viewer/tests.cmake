# Tests of the viewer's model; its pictures are compared with those of a slow renderer that shares no code with it.
add_library(idn_viewer_scenes STATIC viewer/scenes.cpp viewer/slow_renderer.cpp)
target_include_directories(idn_viewer_scenes PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(idn_viewer_scenes PUBLIC idn_viewer_model PRIVATE idn_project_options)

add_executable(viewer_references EXCLUDE_FROM_ALL viewer/write_references.cpp)
target_link_libraries(viewer_references PRIVATE idn_viewer_scenes idn_project_options)

idn_add_test(viewer_test SINGLE_THREADED
  SOURCES
    unit/viewer/bad_sources_test.cpp
    unit/viewer/capture_test.cpp
    unit/viewer/colours_test.cpp
    unit/viewer/heat_map_test.cpp
    unit/viewer/hooks_test.cpp
    unit/viewer/hostile_test.cpp
    unit/viewer/ilda_test.cpp
    unit/viewer/instruments_test.cpp
    unit/viewer/light_test.cpp
    unit/viewer/long_capture_test.cpp
    unit/viewer/picture_test.cpp
    unit/viewer/player_test.cpp
    unit/viewer/scanner_test.cpp
    unit/viewer/timeline_test.cpp
    fuzz/inputs.cpp
    support/capture_builder.cpp
  LIBRARIES idn_viewer_core idn_viewer_scenes PNG::PNG)
if(TARGET viewer_test)
  target_compile_definitions(viewer_test PRIVATE
    IDN_FUZZ_CORPUS="${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus"
    IDN_VIEWER_REFERENCES="${CMAKE_CURRENT_SOURCE_DIR}/viewer/references")
endif()

# The parts of the model that use threads.
idn_add_test(viewer_live_test LABEL quick-timing
  SOURCES
    unit/viewer/live_test.cpp
    unit/viewer/offscreen_test.cpp
    unit/viewer/view_session_test.cpp
    support/capture_builder.cpp
  LIBRARIES idn_viewer_core idn_viewer_scenes PNG::PNG)

if(TARGET idn_viewer_window)
  idn_add_test(viewer_window_test LABEL timing
    SOURCES viewer/keys_test.cpp viewer/layout_test.cpp viewer/window_test.cpp
      e2e/process.cpp e2e/process_posix.cpp support/capture_builder.cpp
    LIBRARIES idn_viewer_window Qt6::Test nlohmann_json::nlohmann_json
    PROPERTIES ENVIRONMENT QT_QPA_PLATFORM=offscreen)
  target_compile_definitions(viewer_window_test PRIVATE 
    IDN_SENDER="$<TARGET_FILE:idn_sender>"
    IDN_VIEWER="$<TARGET_FILE:idn_viewer>")
  add_dependencies(viewer_window_test idn_sender idn_viewer)
  # Qt requires position-independent code; the precompiled header of the other tests is not compiled for it.
  set_target_properties(viewer_window_test PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
endif()

# Skipped with a message without desktop-file-utils and shared-mime-info.
if(TARGET idn_viewer_window AND IDN_INSTALL AND UNIX AND NOT APPLE AND NOT CMAKE_CROSSCOMPILING AND NOT IDN_SANITIZE)
  add_test(NAME "package: a desktop opens .ild files and captures with idn_viewer"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/package/desktop.sh ${PROJECT_BINARY_DIR})
  set_tests_properties("package: a desktop opens .ild files and captures with idn_viewer" PROPERTIES SKIP_RETURN_CODE 77)
endif()

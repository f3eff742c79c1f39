# Every package the project uses, and what to install when one is missing.

# idn_find_package(NAME TARGET target DEBIAN package [ARGS ...]): does nothing if the project that embeds this one has the target, for
# example by FetchContent.
function(idn_find_package name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET;DEBIAN" "ARGS")
  if(TARGET ${arg_TARGET})
    return()
  endif()
  find_package(${name} ${arg_ARGS} QUIET GLOBAL)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} is missing. Debian and Ubuntu: apt-get install ${arg_DEBIAN}")
  endif()
endfunction()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED GLOBAL)

if(IDN_HEADERS_OF_HOST)
  include(cmake/host_headers.cmake)
  return()
endif()

idn_find_package(tl-expected TARGET tl::expected DEBIAN libexpected-dev)
idn_find_package(Boost TARGET Boost::headers DEBIAN "libboost1.81-dev (Debian 12) or libboost-dev" ARGS 1.74)
idn_find_package(tomlplusplus TARGET tomlplusplus::tomlplusplus DEBIAN libtomlplusplus-dev)

if(IDN_BUILD_APPS)
  idn_find_package(fmt TARGET fmt::fmt DEBIAN libfmt-dev)
  idn_find_package(CLI11 TARGET CLI11::CLI11 DEBIAN libcli11-dev)

  # Optional: figures as PNG.
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(RSVG QUIET IMPORTED_TARGET GLOBAL librsvg-2.0>=2.46)
    pkg_check_modules(SNDFILE QUIET IMPORTED_TARGET GLOBAL sndfile>=1.0.28)
    pkg_check_modules(PORTAUDIO QUIET IMPORTED_TARGET GLOBAL portaudio-2.0>=19)
    pkg_check_modules(SAMPLERATE QUIET IMPORTED_TARGET GLOBAL samplerate>=0.1.8)
    pkg_check_modules(RTMIDI QUIET IMPORTED_TARGET GLOBAL rtmidi>=4)
  endif()
  if(TARGET PkgConfig::RSVG)
    add_library(idn_rsvg ALIAS PkgConfig::RSVG)
    message(STATUS "idn_parser writes text, JSON, HTML, CSV, samples and PNG")
  else()
    message(STATUS "idn_parser writes text, JSON, HTML, CSV and samples, but no PNG: librsvg is missing. Debian and Ubuntu: apt-get install librsvg2-dev")
  endif()
  # Optional: recordings of light.
  if(TARGET PkgConfig::SNDFILE)
    add_library(idn_sndfile ALIAS PkgConfig::SNDFILE)
    message(STATUS "idn_latency measures, estimates and reads recordings of light")
  else()
    message(STATUS "idn_latency measures and estimates, but reads no recordings of light: libsndfile is missing. Debian and Ubuntu: apt-get install libsndfile1-dev")
  endif()
  # Optional: sound that goes with the light.
  if(TARGET PkgConfig::PORTAUDIO AND TARGET PkgConfig::SAMPLERATE AND TARGET PkgConfig::SNDFILE)
    add_library(idn_audio INTERFACE)
    target_link_libraries(idn_audio INTERFACE PkgConfig::PORTAUDIO PkgConfig::SAMPLERATE PkgConfig::SNDFILE)
    message(STATUS "idn_sender plays sound with the light")
  else()
    message(STATUS "idn_sender plays no sound with the light: PortAudio, libsamplerate or libsndfile is missing. Debian and Ubuntu: apt-get install portaudio19-dev libsamplerate0-dev libsndfile1-dev")
  endif()
  # Optional: triggers by MIDI.
  if(TARGET PkgConfig::RTMIDI)
    add_library(idn_rtmidi ALIAS PkgConfig::RTMIDI)
    message(STATUS "idn_sender takes triggers by OSC, UDP and MIDI")
  else()
    message(STATUS "idn_sender takes triggers by OSC and UDP, but not by MIDI: RtMidi is missing. Debian and Ubuntu: apt-get install librtmidi-dev")
  endif()
endif()

if(IDN_BUILD_APPS AND IDN_BUILD_VIEWER)
  # Optional: without libpng there is no idn_viewer, without Qt it draws into files only. viewer/ prints a message.
  find_package(PNG QUIET GLOBAL)
  if(PNG_FOUND)
    find_package(Qt6 6.2 COMPONENTS Widgets Test QUIET)
  endif()
endif()

if(IDN_BUILD_APPS OR IDN_BUILD_TESTS)
  idn_find_package(nlohmann_json TARGET nlohmann_json::nlohmann_json DEBIAN nlohmann-json3-dev)
endif()

if(IDN_BUILD_TESTS)
  # Version 3 where the system has it, else version 2; tests/support/catch.hpp bridges the two.
  idn_find_package(Catch2 TARGET Catch2::Catch2 DEBIAN catch2)
  idn_find_package(rapidcheck TARGET rapidcheck DEBIAN librapidcheck-dev)
  # Optional: the peer for a test of receiving OSC.
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(LIBLO QUIET IMPORTED_TARGET GLOBAL liblo>=0.28)
  endif()
  if(NOT LIBLO_FOUND)
    message(STATUS "No test of OSC against liblo: it is missing. Debian and Ubuntu: apt-get install liblo-dev")
  endif()
endif()

if(IDN_BUILD_BENCH)
  find_package(benchmark QUIET)
endif()

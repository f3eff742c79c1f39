// SPDX-License-Identifier: MIT
// Threads that can be asked to stop, by the names of the standard: idn::jthread is std::jthread wherever that
// exists.
#pragma once

#include <condition_variable>
#include <thread>
#include <version>

// Not on Windows with GCC's library: up to GCC 12 its semaphore loses a wake-up where the system has no futex
// (it checks its counter before it locks), and a std::stop_callback that is destroyed meanwhile waits for ever.
#if defined(__cpp_lib_jthread) && !(defined(_WIN32) && defined(__GLIBCXX__))
/// The names below are those of the standard.
#define IDN_STANDARD_STOP_TOKEN
#include <stop_token>
#else
#include "idn/detail/stop_token.hpp"
#endif

namespace idn {

#ifdef IDN_STANDARD_STOP_TOKEN
using std::condition_variable_any;
using std::jthread;
using std::stop_callback;
using std::stop_source;
using std::stop_token;
#else
using detail::condition_variable_any;
using detail::jthread;
using detail::stop_callback;
using detail::stop_source;
using detail::stop_token;
#endif

}  // namespace idn

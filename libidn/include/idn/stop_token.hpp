// SPDX-License-Identifier: MIT
// Threads that can be asked to stop, by the names of the standard: idn::jthread is std::jthread wherever that
// exists.
#pragma once

#include <condition_variable>
#include <thread>
#include <version>

#ifdef __cpp_lib_jthread
#include <stop_token>
#else
#include "idn/detail/stop_token.hpp"
#endif

namespace idn {

#ifdef __cpp_lib_jthread
using std::condition_variable_any;
using std::jthread;
using std::stop_callback;
using std::stop_source;
using std::stop_token;
#else  // libc++ before version 20
using detail::condition_variable_any;
using detail::jthread;
using detail::stop_callback;
using detail::stop_source;
using detail::stop_token;
#endif

}  // namespace idn

// SPDX-License-Identifier: MIT
#include "io/platform/thread_setup.hpp"

#include <pthread.h>

#include <csignal>
#include <initializer_list>

namespace idn::io::platform {

void set_up_thread(const char* name) noexcept {
  sigset_t signals;
  sigfillset(&signals);
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF})
    sigdelset(&signals, own);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
#ifdef __APPLE__
  pthread_setname_np(name);
#else
  pthread_setname_np(pthread_self(), name);
#endif
}

}  // namespace idn::io::platform

// SPDX-License-Identifier: MIT
#include "io/platform/affinity.hpp"

#include <sched.h>

#include <cerrno>

#include "idn/io/send/realtime.hpp"

namespace idn::io {

std::vector<unsigned> usable_processors() {
  cpu_set_t allowed;
  std::vector<unsigned> processors;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return processors;
  for (unsigned i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &allowed)) processors.push_back(i);
  return processors;
}

namespace platform {

struct Affinity::State {
  bool is_bound = false;
  cpu_set_t before;
};

Affinity::Affinity() : state_(std::make_unique<State>()) {}

Affinity::~Affinity() {
  if (state_->is_bound) sched_setaffinity(0, sizeof state_->before, &state_->before);
}

std::error_code Affinity::bind(const std::vector<unsigned>& processors) noexcept {
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  // Does nothing for too large a number: the empty set is refused then.
  for (const unsigned processor : processors) CPU_SET(processor, &wanted);
  state_->is_bound = sched_getaffinity(0, sizeof state_->before, &state_->before) == 0 &&
                     sched_setaffinity(0, sizeof wanted, &wanted) == 0;
  return state_->is_bound ? std::error_code{} : std::error_code{errno, std::system_category()};
}

}  // namespace platform
}  // namespace idn::io

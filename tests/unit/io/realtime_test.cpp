// SPDX-License-Identifier: MIT
#include "idn/io/realtime.hpp"

#ifdef __linux__
#include <pthread.h>
#endif

#include <algorithm>
#include <fstream>
#include <string>

#include "support/catch.hpp"

using namespace idn::io;

namespace {

const Grant& grant_of(const std::string& what, const RealtimeScope& scope) {
  const auto found = std::ranges::find(scope.grants(), what, &Grant::what);
  REQUIRE(found != scope.grants().end());
  return *found;
}

}  // namespace

TEST_CASE("a processor that does not exist is refused with those that do", "[io]") {
  const RealtimeScope scope({.priority = false, .processor = 100'000});
  const Grant& grant = grant_of("processor", scope);
  CHECK_FALSE(grant.granted);
  CHECK(grant.detail.starts_with("100000: "));
  const std::string remedy = usable_processors().empty()
                                 ? "cannot bind threads"
                                 : "choose from " + std::to_string(usable_processors().front());
  CHECK(grant.detail.find(remedy) != std::string::npos);
}

TEST_CASE("without a wish there is no word about priority, processors or the memory of the process", "[io]") {
  const RealtimeScope scope({.priority = false});
  CHECK(std::ranges::count(scope.grants(), "real-time priority", &Grant::what) == 0);
  CHECK(std::ranges::count(scope.grants(), "processor", &Grant::what) == 0);
  CHECK(std::ranges::count(scope.grants(), "memory lock", &Grant::what) == 0);
}

#ifdef __linux__
/// In KiB, of the whole process.
long locked_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (long amount = 0; word == "VmLck:" && status >> amount) return amount;
  return -1;
}

#ifndef IDN_SANITIZED  // the runtimes of sanitizers lock nothing: their shadow is larger than any memory
TEST_CASE("the memory of the process is locked where that is asked for, until the last scope ends", "[io]") {
  {
    const RealtimeScope modest({.priority = false});
    CHECK(locked_memory() == 0);
    const RealtimeScope scope({.priority = false, .lock_memory = true});
    if (!grant_of("memory lock", scope).granted) return;
    CHECK(locked_memory() > 0);
  }
  CHECK(locked_memory() == 0);
}
#endif

TEST_CASE("a bound thread runs on its processor until the scope ends", "[io]") {
  const auto before = usable_processors();
  {
    const RealtimeScope scope({.priority = false, .processor = before.back()});
    CHECK(grant_of("processor", scope).granted);
    CHECK(usable_processors() == std::vector{before.back()});
  }
  CHECK(usable_processors() == before);
}

TEST_CASE("priority is given back ahead of the rest", "[io]") {
  const auto policy = [] {
    int value = -1;
    sched_param parameters{};
    pthread_getschedparam(pthread_self(), &value, &parameters);
    return value;
  };
  const int before = policy();
  RealtimeScope scope;
  if (!grant_of("real-time priority", scope).granted) return;
  CHECK(policy() == SCHED_FIFO);
  scope.yield_priority();
  CHECK(policy() == before);
}
#endif

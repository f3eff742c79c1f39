// SPDX-License-Identifier: MIT
#include "idn/io/send/realtime.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sys/mman.h>
#endif

#include <algorithm>
#include <array>
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
  const RealtimeScope scope({.priority = false, .processors = {100'000}});
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
/// KiB of memory that the process has locked.
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

TEST_CASE("memory that comes later is locked as well, and is there once it is touched", "[io][kernel]") {
  constexpr std::size_t kOctets = 256 * 4096;
  const RealtimeScope scope({.priority = false, .lock_memory = true});
  if (!grant_of("memory lock", scope).granted) return;
  const long before = locked_memory();
  void* const memory = ::mmap(nullptr, kOctets, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;  // beyond ulimit -l
  CHECK(locked_memory() >= before + static_cast<long>(kOctets / 1024));
  ::madvise(memory, kOctets, MADV_NOHUGEPAGE);
  std::array<unsigned char, kOctets / 4096> is_there{};
  static_cast<volatile char*>(memory)[0] = 1;
  CHECK(::mincore(memory, kOctets, is_there.data()) == 0);
  CHECK((is_there.front() & 1) == 1);
  CHECK((is_there.back() & 1) == 0);
  ::munmap(memory, kOctets);
}
#endif

TEST_CASE("a bound thread runs on its processor until the scope ends", "[io]") {
  const auto before = usable_processors();
  {
    const RealtimeScope scope({.priority = false, .processors = {before.back()}});
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

// SPDX-License-Identifier: MIT
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/codec/stopwatch.hpp"
#include "idn/wire/sample_codec.hpp"

/// What pack and decode have in common: the samples of one datagram of the usual size, cache-hot, as in a tick.
namespace idn::bench {

inline constexpr std::size_t kSamples = 100;

/// "encode xyrgb": how the functions of a Stopwatch are named.
std::string name_of(const std::string& what, wire::SampleFormat format);

/// Adds a memcpy of `octets` octets, for comparison.
void add_copy(Stopwatch& watch, const std::string& name, std::size_t octets);

/// Keeps the compiler from optimising away what was written there.
template <class T>
void keep(T* written) {
  benchmark::DoNotOptimize(written);
  benchmark::ClobberMemory();
}

}  // namespace idn::bench

// SPDX-License-Identifier: MIT
// Packing and decoding of one datagram's samples, beside a copy of the same octets. Cache-hot, as in a tick.
#include <benchmark/benchmark.h>

#include <cstring>
#include <random>

#include "idn/stream/packer.hpp"
#include "idn/wire/dictionary.hpp"
#include "idn/wire/sample_format.hpp"

namespace {

using namespace idn;
using wire::SampleFormat;

constexpr std::size_t kSamples = 100;

std::vector<LaserSample> random_samples() {
  std::mt19937 random(7255);
  std::vector<LaserSample> samples(kSamples);
  for (auto& s : samples)
    s = {.x = static_cast<std::int16_t>(random()),
         .y = static_cast<std::int16_t>(random()),
         .r = static_cast<std::uint16_t>(random()),
         .g = static_cast<std::uint16_t>(random()),
         .b = static_cast<std::uint16_t>(random()),
         .intensity = 0xFFFF};
  return samples;
}

std::vector<std::byte> encoded(SampleFormat format) {
  std::vector<std::byte> octets(kSamples * wire::sample_size(format));
  wire::encode_samples(format, random_samples(), octets);
  return octets;
}

void count(benchmark::State& state, SampleFormat format) {
  const auto iterations = static_cast<std::int64_t>(state.iterations());
  state.SetItemsProcessed(iterations * static_cast<std::int64_t>(kSamples));
  state.SetBytesProcessed(iterations * static_cast<std::int64_t>(kSamples * wire::sample_size(format)));
}

void copy_of_the_same_octets(benchmark::State& state, SampleFormat format) {
  const auto from = encoded(format);
  std::vector<std::byte> to(from.size());
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  count(state, format);
}

void encode_samples(benchmark::State& state, SampleFormat format) {
  const auto samples = random_samples();
  std::vector<std::byte> to(kSamples * wire::sample_size(format));
  for (auto _ : state) {
    wire::encode_samples(format, samples, to);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  count(state, format);
}

void pack_datagram(benchmark::State& state, SampleFormat format) {
  const auto samples = random_samples();
  // Room for the largest format: what is measured is packing, not the limit of a network.
  auto packer = stream::Packer::create({.format = format, .max_datagram = 4096}).value();
  for (auto _ : state) benchmark::DoNotOptimize(packer.pack(samples, false).data());
  count(state, format);
}

void decode_samples(benchmark::State& state, SampleFormat format) {
  const auto from = encoded(format);
  std::vector<LaserSample> to(kSamples);
  for (auto _ : state) {
    wire::decode_samples(format, from, to);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  count(state, format);
}

void decode_by_dictionary(benchmark::State& state, SampleFormat format) {
  const auto from = encoded(format);
  const auto layout = wire::SampleLayout::from_dictionary(wire::dictionary(format)).value();
  std::vector<LaserSample> to(kSamples);
  for (auto _ : state) {
    layout.decode(from, to);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  count(state, format);
}

#define IDN_BENCH_FORMATS(function)                             \
  BENCHMARK_CAPTURE(function, xyrgb, SampleFormat::Xyrgb);      \
  BENCHMARK_CAPTURE(function, xyrgbi, SampleFormat::Xyrgbi);    \
  BENCHMARK_CAPTURE(function, xyrgb16, SampleFormat::Xyrgb16);  \
  BENCHMARK_CAPTURE(function, isp_db25, SampleFormat::IspDb25); \
  BENCHMARK_CAPTURE(function, extended, SampleFormat::Extended)

IDN_BENCH_FORMATS(copy_of_the_same_octets);
IDN_BENCH_FORMATS(encode_samples);
IDN_BENCH_FORMATS(pack_datagram);
IDN_BENCH_FORMATS(decode_samples);
IDN_BENCH_FORMATS(decode_by_dictionary);

}  // namespace

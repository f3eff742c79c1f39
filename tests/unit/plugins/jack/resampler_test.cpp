// SPDX-License-Identifier: MIT
#include "plugins/jack/resampler.hpp"

#include "support/catch.hpp"

using namespace idn;
using jack::Resampler;

namespace {

std::vector<LaserSample> ramp(std::size_t count) {
  std::vector<LaserSample> samples(count);
  for (std::size_t i = 0; i < count; ++i)
    samples[i] = {.x = static_cast<std::int16_t>(i * 8), .y = -100, .r = 60'000, .intensity = 0xFFFF};
  return samples;
}

std::vector<LaserSample> resampled(SampleRate from, SampleRate to, std::span<const LaserSample> in,
                                   std::size_t piece) {
  Resampler resampler(from, to);
  std::vector<LaserSample> out;
  for (; !in.empty(); in = in.subspan(std::min(piece, in.size())))
    resampler.process(in.first(std::min(piece, in.size())), out);
  return out;
}

std::uint64_t light_of(std::span<const LaserSample> samples) {
  std::uint64_t light = 0;
  for (const auto& sample : samples) light += sample.r;
  return light;
}

}  // namespace

TEST_CASE("jack: nothing is changed where the rates are the same", "[jack]") {
  const auto in = ramp(1'000);
  CHECK(resampled({48'000}, {48'000}, in, 64) == in);
}

TEST_CASE("jack: resampled positions lie on the line, at exact times, however the samples come in", "[jack]") {
  const auto in = ramp(1'601);
  for (const auto& [from, to] : {std::pair{48'000U, 30'000U}, {30'000U, 48'000U}, {44'100U, 30'000U}}) {
    const auto out = resampled({from}, {to}, in, 1'000'000);
    CHECK(out.size() == 1'600U * to / from + 1);
    for (std::size_t n = 0; n < out.size(); ++n) {
      CAPTURE(from, to, n);
      CHECK(std::abs(out[n].x - static_cast<double>(n) * from / to * 8) < 1);
      CHECK(out[n].y == -100);
      CHECK(out[n].r == 60'000);
    }
    CHECK(resampled({from}, {to}, in, 7) == out);
  }
}

TEST_CASE("jack: no light is lost or added, and dark ways stay dark", "[jack]") {
  std::vector<LaserSample> in(4'801);
  for (std::size_t i = 1; i < in.size(); ++i)
    if (i % 48 == 7) in[i].r = 48'000;  // single dots
  const auto out = resampled({48'000}, {30'000}, in, 480);
  CHECK(static_cast<double>(light_of(out)) ==
        Approx(static_cast<double>(light_of(in)) * 30 / 48).epsilon(1e-4));
  for (std::size_t n = 1; n < out.size(); ++n) {
    bool lit = false;  // whether any of the input segments within this output segment is lit
    for (std::size_t i = (n - 1) * 8 / 5 + 1; i <= (n * 8 + 4) / 5; ++i) lit = lit || in[i].r != 0;
    CAPTURE(n);
    CHECK((out[n].r != 0) == lit);
  }
}

TEST_CASE("jack: behind a restart nothing lies between old and new", "[jack]") {
  Resampler resampler({48'000}, {30'000});
  std::vector<LaserSample> out;
  resampler.process(std::vector<LaserSample>(10, {.x = -30'000, .r = 1'000}), out);
  resampler.restart();
  out.clear();
  resampler.process(std::vector<LaserSample>(10, {.x = 30'000}), out);
  for (const auto& sample : out) CHECK(sample == LaserSample{.x = 30'000});
}

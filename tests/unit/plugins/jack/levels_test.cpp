// SPDX-License-Identifier: MIT
#include "plugins/jack/levels.hpp"

#include <limits>

#include "support/catch.hpp"

using namespace idn;
using jack::Levels;
using jack::Signal;

namespace {

/// Buffers with one value for each port.
class OneFrame {
 public:
  OneFrame(std::initializer_list<std::pair<Signal, float>> values) {
    for (const auto& [signal, value] : values) {
      const auto port = static_cast<std::size_t>(signal);
      values_[port] = value;
      levels_[port] = &values_[port];
    }
  }
  LaserSample sample(const LaserSample& before = {}) const { return jack::sample_of(levels_, 0, before); }

 private:
  std::array<float, jack::kSignals> values_{};
  Levels levels_{};
};

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinite = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("jack: levels are those of openlase: positions from -1 to 1, colours from 0 to 1", "[jack]") {
  using enum Signal;
  CHECK(OneFrame{{X, -1.0F}, {Y, 1.0F}, {R, 1.0F}, {G, 0.5F}, {B, 0.0F}}.sample() ==
        LaserSample{.x = -32'767, .y = 32'767, .r = 65'535, .g = 32'768, .b = 0, .intensity = 65'535});
  CHECK(OneFrame{{X, 0.0F}, {Y, 0.5F}, {R, 0.0F}, {G, 0.0F}, {B, 0.0F}}.sample() == LaserSample{.y = 16'384});
}

TEST_CASE("jack: ports that were asked for carry intensity and user colours", "[jack]") {
  using enum Signal;
  const auto sample = OneFrame{{X, 0}, {Y, 0}, {I, 0.5F}, {U1, 1}, {U2, 0.25F}, {U3, 2}}.sample();
  CHECK(sample == LaserSample{.intensity = 32'768, .u1 = 65'535, .u2 = 16'384, .u3 = 65'535});
  CHECK(OneFrame{{X, 0}, {Y, 0}, {I, 1}}.sample() == LaserSample{});
}

TEST_CASE("jack: what no client should send is dark or at the edge", "[jack]") {
  using enum Signal;
  CHECK(OneFrame{{X, 2}, {Y, -1e30F}, {R, 7}, {G, -3}, {B, kNaN}}.sample() ==
        LaserSample{.x = 32'767, .y = -32'767, .r = 65'535, .intensity = 65'535});
  const LaserSample before{.x = 5, .y = 6, .r = 7, .intensity = 8};
  for (const float strange : {kNaN, kInfinite, -kInfinite}) {
    CHECK(OneFrame{{X, strange}, {Y, 0}, {R, 1}}.sample(before) == LaserSample{.x = 5, .y = 6});
    CHECK(OneFrame{{X, 0}, {Y, strange}, {R, 1}}.sample(before) == LaserSample{.x = 5, .y = 6});
  }
}

TEST_CASE("jack: signals go by the names of their ports", "[jack]") {
  for (const std::string_view name : {"x", "y", "r", "g", "b", "i", "u1", "u2", "u3"}) {
    REQUIRE(jack::signal_from(name));
    CHECK(to_string(*jack::signal_from(name)) == name);
  }
  CHECK_FALSE(jack::signal_from("z"));
}

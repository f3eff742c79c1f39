// SPDX-License-Identifier: MIT
// What a device of the client layer plays, in virtual time.
#include "client/content/device_content.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <set>

#include "support/playing_device.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::ContentSource;
using client::DeviceOptions;
using test::device_of_1ms;
using test::green;
using test::line;
using test::PlayingDevice;
using test::samples_of;
using test::WavePacket;

namespace {

std::vector<LaserSample> circle(double radius, std::size_t samples) {
  std::vector<LaserSample> picture;
  for (std::size_t i = 0; i < samples; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(samples);
    picture.push_back(
        green(static_cast<int>(radius * std::cos(angle)), static_cast<int>(radius * std::sin(angle))));
  }
  return picture;
}

}  // namespace

TEST_CASE("by default a sample is 8 octets, with full intensity where it is lit", "[client]") {
  const bool draws = GENERATE(false, true);
  PlayingDevice device = device_of_1ms();
  std::vector<LaserSample> samples = line(1, 60);
  for (std::size_t i = 0; i < samples.size(); i += 3) samples[i] = {.x = samples[i].x, .intensity = 0xFFFF};
  device.run_for(20ms, [&] { draws ? device.show(samples) : void(device.write(samples)); });
  std::size_t lit = 0;
  for (const auto& sent : device.net.sent) {
    const WavePacket packet(sent.octets);
    REQUIRE(packet.samples.size() == 30 * 8);
    for (std::size_t at = 0; at < packet.samples.size(); at += 8) {
      const bool is_lit = packet.samples[at + 5] == std::byte{0xFF};
      CHECK(packet.samples[at + 7] == (is_lit ? std::byte{0xFF} : std::byte{0}));
      lit += is_lit ? 1 : 0;
    }
  }
  CHECK(lit > 200);
}

TEST_CASE("what a device hands over for a preview is what it sends", "[client]") {
  DeviceOptions options{.latency = 20ms};
  options.preview = 100ms;
  options.output.orientation.mirror_x = true;
  PlayingDevice device = device_of_1ms(options);
  std::vector<LaserSample> seen, room(1000);
  const auto look = [&] {
    const std::size_t count = device.content.read_sent(room);
    seen.insert(seen.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
  };
  device.run_for(30ms, [&] {
    device.write(line(4000, 40));
    look();
  });
  device.content.light().arm(false);
  device.run_for(10ms, [&] {
    device.write(line(4000, 40));
    look();
  });
  device.run_for(50ms, look);
  look();
  const auto played = device.played();
  REQUIRE(seen.size() == played.size());
  std::size_t lit = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    lit += seen[i].is_dark() ? 0 : 1;
    CHECK(seen[i].x == played[i].sample.x);
    CHECK(seen[i].is_dark() == played[i].sample.is_dark());
  }
  CHECK(lit > 500);
  // A preview that stands still for longer than its buffer goes on with what is sent from then on.
  device.content.light().arm(true);
  device.run_for(200ms, [&] { device.write(line(5000, 40)); });
  CHECK(device.content.read_sent(room) == 0);
  const std::size_t before = device.net.sent.size();
  device.run_for(5ms, [&] { device.write(line(5000, 40)); });
  const auto fresh = device.played(before);
  REQUIRE(device.content.read_sent(room) == fresh.size());
  for (std::size_t i = 0; i < fresh.size(); ++i) CHECK(room[i].x == fresh[i].sample.x);
}

TEST_CASE("a picture that moves while it plays draws no line on its way", "[client]") {
  DeviceOptions options{.rate = GENERATE(30'000u, 100'000u), .hold = 1h};
  options.output.colour_shift = GENERATE(0us, 150us, -150us);
  if (GENERATE(false, true)) options.output.limits.speed = {400, output::LimitAction::Clamp};
  PlayingDevice device = device_of_1ms(options);
  const std::vector<LaserSample> picture = circle(20'000, options.rate / 100);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> anywhere(-0.5, 0.5);
  const auto change = [&] {
    auto output = options.output;
    output.orientation = {.scale = 0.2, .offset_x = anywhere(random), .offset_y = anywhere(random)};
    device.content.change_output(output);
  };
  constexpr int kChanges = 1000;
  change();
  device.show(picture);
  for (int i = 0; i < kChanges; ++i) {
    device.run_for(7ms);
    change();
  }
  std::size_t flashes = 0, lit = 0, dark = 0, longest_dark = 0;
  LaserSample before{};
  std::size_t fast = 0;
  for (const auto& [sent, sample] : device.played(10)) {
    const double step = std::hypot(sample.x - before.x, sample.y - before.y) / 65536;
    const bool is_lit = !sample.is_dark() && !before.is_dark();
    // A lit line over the width takes 2 ms; the circle, 38 widths per second, is slower than a limited jump.
    if (is_lit && step * options.rate > 1.2 * 500) ++flashes;
    // Two such steps in a row are a small one between two samples, by a colour shift of half a sample.
    fast = is_lit && step * options.rate > 60 ? fast + 1 : 0;
    if (fast > 2) ++flashes;
    before = sample;
    dark = sample.is_dark() ? dark + 1 : 0;
    lit += sample.is_dark() ? 0 : 1;
    longest_dark = std::max(longest_dark, dark);
  }
  CHECK(flashes == 0);
  CHECK(lit > std::size_t{kChanges} * options.rate / 1000);
  CHECK(longest_dark < options.rate * 6 / 1000);
}

TEST_CASE("of a thousand cues none is lit outside its picture and the one before", "[client]") {
  DeviceOptions options{.rate = GENERATE(30'000u, 100'000u), .hold = 1h};
  options.output.colour_shift = GENERATE(0us, 100us, -100us);  // 3 or 10 samples
  PlayingDevice device = device_of_1ms(options);
  constexpr double kRadius = 4000;
  constexpr int kAside = 20'000, kCues = 1000;
  std::vector<LaserSample> left = circle(kRadius, options.rate / 100), right = left;
  for (auto& sample : left) sample.x = static_cast<std::int16_t>(sample.x - kAside);
  for (auto& sample : right) sample.x = static_cast<std::int16_t>(sample.x + kAside);
  for (int i = 0; i < kCues; ++i) {
    device.show(i % 2 == 0 ? left : right);
    device.run_for(7ms);
  }
  const auto is_within = [](const LaserSample& sample, int centre) {
    return std::hypot(sample.x - centre, sample.y) <= kRadius + 2;
  };
  std::size_t outside = 0, lit_left = 0, lit_right = 0, jumps = 0, dark = 0, longest_dark = 0;
  int last_x = 0;
  const auto played = device.played(10);
  const auto shift = std::lround(in_seconds(options.output.colour_shift) * options.rate);
  for (std::size_t i = 20; i + 20 < played.size(); ++i) {
    LaserSample sample = played[i].sample;
    // Where the beam is when these colours come, which are sent that much later.
    const auto& place = played[static_cast<std::size_t>(static_cast<long>(i) - shift)].sample;
    sample.x = place.x, sample.y = place.y;
    if (!sample.is_dark() && dark == 0 && std::abs(sample.x - last_x) > kAside) ++jumps;
    last_x = sample.x;
    dark = sample.is_dark() ? dark + 1 : 0;
    longest_dark = std::max(longest_dark, dark);
    if (sample.is_dark()) continue;
    lit_left += is_within(sample, -kAside) ? 1 : 0;
    lit_right += is_within(sample, kAside) ? 1 : 0;
    outside += is_within(sample, -kAside) || is_within(sample, kAside) ? 0 : 1;
  }
  CAPTURE(options.rate, options.output.colour_shift.count(), longest_dark);
  CHECK(outside == 0);
  CHECK(jumps == 0);
  CHECK(lit_left > std::size_t{kCues} * options.rate / 1000);
  CHECK(lit_right > std::size_t{kCues} * options.rate / 1000);
  CHECK(longest_dark < options.rate * 2 / 1000);
}

TEST_CASE("a fader that moves the picture by small steps makes nothing dark", "[client]") {
  DeviceOptions options;
  PlayingDevice device = device_of_1ms(options);
  device.content.light().arm(true);
  int step = 0;
  device.run_for(1s, [&] {
    auto output = options.output;
    output.orientation.keystone.top_left.x = -1 + 0.0005 * ++step;
    device.content.change_output(output);
    device.write(std::vector(60, green(-20'000, 20'000)));
  });
  CHECK(step > 500);
  std::size_t dark = 0;
  std::set<int> places;
  for (const auto& [sent, sample] : device.played(10)) {
    dark += sample.is_dark() ? 1 : 0;
    places.insert(sample.x);
  }
  CHECK(dark == 0);
  CHECK(places.size() > 500);
}

TEST_CASE("what waits is never more than the latency, at any rate", "[client]") {
  for (const std::uint32_t rate : {10'000u, 30'000u, 100'000u}) {
    CAPTURE(rate);
    const std::size_t packet = std::max<std::size_t>(20, rate / 1000);
    PlayingDevice device({.rate = rate, .latency = 5ms}, packet);
    // written[n]: when sample n was written; the writer fills the ring at each wake-up.
    std::vector<TimePoint> written;
    device.run_for(500ms, [&] {
      std::vector<LaserSample> samples;
      for (std::size_t i = 0; i < 1000; ++i)
        samples.push_back(green(static_cast<int>((written.size() + i) % 30'000) + 1));
      written.insert(written.end(), device.write(samples), device.clock.now());
    });
    std::size_t number = 0;
    Duration longest{0};
    for (const auto& [sent, sample] : device.played())
      if (!sample.is_dark()) {
        REQUIRE(sample.x == static_cast<int>(number % 30'000) + 1);
        longest = std::max(longest, sent - written[number++]);
      }
    CHECK(number > rate / 10 * 4);
    CHECK(device.content.waits().count() == number);
    CHECK(device.content.waits().longest() == longest);
    const Duration tick = Duration(1s) * static_cast<int>(packet) / rate;
    CHECK(longest <= 5ms + tick);
  }
}

TEST_CASE("what waited is told as the datagrams show it, to when they were due", "[client]") {
  // Bursts of 90 samples every 3 ms, and a tick thread that is woken 0.4 ms late.
  PlayingDevice device({.latency = 20ms}, 30, 0ms, 2, [](TimePoint deadline) { return deadline + 400us; });
  std::vector<TimePoint> written;
  int milli = 0;
  device.run_for(300ms, [&] {
    if (milli++ % 3 != 0) return;
    written.insert(written.end(), device.write(line(static_cast<int>(written.size()) + 1, 90)),
                   device.clock.now());
  });
  std::vector<Duration> waits;
  for (const auto& [sent, sample] : device.played())
    if (!sample.is_dark()) waits.push_back(sent - 400us - written.at(waits.size()));
  REQUIRE(waits.size() > 8000);
  std::ranges::sort(waits);
  const DurationHistogram& told = device.content.waits();
  CHECK(told.count() == waits.size());
  CHECK(told.longest() == waits.back());
  for (const double share : {0.01, 0.5, 0.99}) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(waits.size())));
    const Duration exact = std::max<Duration>(waits[rank - 1], 0ns);
    CHECK(told.nearest_rank(share) >= exact);
    CHECK(told.nearest_rank(share) <= exact + exact / 128 + 1us);
  }
}

TEST_CASE("what a blackout discards has not waited", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 20ms});
  CHECK(device.write(line(1, 600)) == 600);
  device.run_for(5ms);
  const auto before = device.content.waits().count();
  device.content.black_out(true);
  device.run_for(30ms);
  CHECK(device.content.waits().count() == before);
  CHECK(device.content.waits().longest() <= 5ms);
}

TEST_CASE("samples that were missing have not waited", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 20ms});
  CHECK(device.write(line(1, 45)) == 45);
  device.run_for(5ms);
  CHECK(device.content.waits().count() == 45);
}

TEST_CASE("a new picture takes over at the end of the pass, without a gap, or at once", "[client]") {
  const auto first_of_new = [](client::SwitchAt switch_at) {
    PlayingDevice device = device_of_1ms({.switch_at = switch_at});
    const auto old_picture = line(1000, 900);  // 30 ms
    device.show(old_picture);
    device.run_for(12ms);
    device.show(line(5000, 300));
    const TimePoint shown = device.clock.now();
    device.run_for(50ms);
    const auto played = device.played();
    std::size_t old_lit = 0;
    for (const auto& [sent, sample] : played) {
      old_lit += !sample.is_dark() && sample.x < 5000;
      if (!sample.is_dark() && sample.x == 5000) return std::pair(sent - shown, old_lit);
    }
    FAIL("never shown");
    return std::pair(Duration{}, std::size_t{});
  };
  const auto [at_end, old_at_end] = first_of_new(client::SwitchAt::EndOfPass);
  CHECK(old_at_end == 900);  // drawn to its end
  CHECK(at_end <= 20ms);     // the rest of the pass and the blanked move
  const auto [at_once, old_at_once] = first_of_new(client::SwitchAt::Now);
  CHECK(old_at_once < 450);
  CHECK(at_once <= 1500us);
}

TEST_CASE("of several pictures that come during a pass the newest is drawn", "[client]") {
  PlayingDevice device = device_of_1ms();
  device.show(line(1000, 900));
  device.run_for(2ms);
  for (const int x : {5000, 6000, 7000}) device.show(line(x, 100));
  device.run_for(60ms);
  for (const auto& [sent, sample] : device.played())
    CHECK_FALSE((!sample.is_dark() && sample.x >= 5000 && sample.x < 7000));
  CHECK(device.content.replaced_pictures() == 2);
}

TEST_CASE("a closed figure is drawn without a dark sample, an open one with a blanked move", "[client]") {
  const auto dark_share = [](std::span<const LaserSample> picture) {
    PlayingDevice device = device_of_1ms();
    device.show(picture);
    device.run_for(50ms, [&] { device.content.light().keep(1s, device.clock.now()); });
    const auto played = device.played(20);
    return static_cast<double>(
               std::ranges::count_if(played, [](const auto& p) { return p.sample.is_dark(); })) /
           static_cast<double>(played.size());
  };
  std::vector<LaserSample> circle;
  for (int i = 0; i < 300; ++i)
    circle.push_back(green(static_cast<int>(20000 * std::cos(i * 2 * std::numbers::pi / 300)),
                           static_cast<int>(20000 * std::sin(i * 2 * std::numbers::pi / 300))));
  CHECK(dark_share(circle) == 0);
  CHECK(dark_share(line(-15'000, 300)) > 0.01);
  const std::array<LaserSample, 3> apart = {green(-20'000), green(0), green(20'000)};
  CHECK(dark_share(apart) > 0.5);
}

TEST_CASE("another rate holds for what is written after it", "[client]") {
  PlayingDevice device = device_of_1ms({.rate = 30'000, .latency = 10ms});
  device.write(line(1, 300));  // 10 ms
  device.content.request_rate({60'000});
  device.run_for(4ms);
  CHECK(device.content.rate() == SampleRate{30'000});
  const std::size_t written = device.write(line(1001, 100));
  CHECK(written == 100);
  device.run_for(20ms, [&] { device.content.light().note_call(device.clock.now()); });
  CHECK(device.content.rate() == SampleRate{60'000});
  std::size_t slow = 0, fast = 0;
  for (const auto& sent : device.net.sent) {
    const WavePacket packet(sent.octets);
    const std::vector<LaserSample> samples = samples_of(packet);
    REQUIRE(packet.chunk->duration_us > 0);
    const auto rate = (samples.size() * 1'000'000 / packet.chunk->duration_us + 50) / 100 * 100;
    for (const LaserSample& sample : samples) {
      if (sample.is_dark()) continue;
      ++(sample.x < 1000 ? slow : fast);
      CHECK(rate == (sample.x < 1000 ? 30'000 : 60'000));
    }
  }
  CHECK(slow == 300);
  CHECK(fast == written);
  // Timestamps are contiguous, apart from the rounding to microseconds.
  for (std::size_t i = 1; i < device.net.sent.size(); ++i) {
    const WavePacket before(device.net.sent[i - 1].octets), after(device.net.sent[i].octets);
    const auto step = static_cast<std::uint32_t>(after.message->header.timestamp) -
                      static_cast<std::uint32_t>(before.message->header.timestamp);
    CHECK(std::abs(static_cast<int>(step) - static_cast<int>(before.chunk->duration_us)) <= 1);
  }
}

TEST_CASE("where samples of one rate end, their datagram does, and the next begins with the other rate",
          "[client]") {
  const auto [before, after] = GENERATE(table<std::uint32_t, std::uint32_t>(
      {{30'000, 60'000}, {60'000, 30'000}, {30'000, 31'001}, {100'000, 17'000}, {20'000, 100'000}}));
  const int more = GENERATE(0, 1, 19, 20, 21, 29, 99);
  CAPTURE(before, after, more);
  PlayingDevice device = device_of_1ms({.rate = before, .latency = 200ms});
  const int first = static_cast<int>(before / 100) + more, second = static_cast<int>(after / 100);
  CHECK(device.write(line(1, first)) == static_cast<std::size_t>(first));
  device.content.request_rate({after});
  device.write(line(10'001, second));
  device.run_for(40ms, [&] { device.content.light().note_call(device.clock.now()); });
  std::size_t lit = 0;
  for (std::size_t i = 0; i < device.net.sent.size(); ++i) {
    const WavePacket packet(device.net.sent[i].octets);
    const std::vector<LaserSample> samples = samples_of(packet);
    CHECK(samples.size() >= 20);
    for (const LaserSample& sample : samples) {
      if (sample.is_dark()) continue;
      ++lit;
      const double rate = sample.x < 10'000 ? before : after;
      const double lasts_us = static_cast<double>(samples.size()) * 1e6 / rate;
      REQUIRE(std::abs(lasts_us - packet.chunk->duration_us) <= 1);
    }
    if (i == 0) continue;
    const WavePacket former(device.net.sent[i - 1].octets);
    const auto step = static_cast<std::uint32_t>(packet.message->header.timestamp) -
                      static_cast<std::uint32_t>(former.message->header.timestamp);
    CHECK(std::abs(static_cast<int>(step) - static_cast<int>(former.chunk->duration_us)) <= 1);
    const auto apart = device.net.sent[i].at - device.net.sent[i - 1].at;
    CHECK(std::abs((apart - std::chrono::microseconds(step)).count()) <= 1001);
  }
  CHECK(lit == static_cast<std::size_t>(first + second));
}

TEST_CASE("a colour shift is as long at another rate, from its first sample on", "[client]") {
  DeviceOptions options{.rate = 30'000, .latency = 200ms, .hold = 1h};
  options.output.colour_shift = 1ms;
  PlayingDevice device = device_of_1ms(options);
  device.write(line(1, 300));
  device.content.request_rate({60'000});
  device.write(line(10'001, 600));
  device.run_for(30ms);
  std::vector<int> slow, fast;
  for (const auto& [sent, sample] : device.played())
    if (!sample.is_dark()) (sample.x < 10'000 ? slow : fast).push_back(sample.x);
  REQUIRE_FALSE(slow.empty());
  CHECK(slow.front() == 1 + 30);
  REQUIRE_FALSE(fast.empty());
  CHECK(fast.front() == 10'001 + 60);
}

TEST_CASE("a picture changes its rate where a pass begins", "[client]") {
  PlayingDevice device = device_of_1ms({.rate = 30'000, .hold = 1h});
  device.show(line(1, 250));
  device.run_for(100ms);
  device.content.request_rate({60'000});
  device.run_for(100ms);
  std::size_t slow = 0, fast = 0;
  for (const auto& sent : device.net.sent) {
    const WavePacket packet(sent.octets);
    const std::vector<LaserSample> samples = samples_of(packet);
    const bool is_fast = samples.size() * 1'000'000 / packet.chunk->duration_us > 45'000;
    const auto lit =
        static_cast<std::size_t>(std::ranges::count_if(samples, [](auto s) { return !s.is_dark(); }));
    (is_fast ? fast : slow) += lit;
  }
  CHECK(slow >= 2750);
  CHECK(slow % 250 == 0);
  CHECK(fast > 2 * 2500);
  // A pass shorter than a datagram: the rate changes without waiting for the end of a pass.
  device.show(line(1, 7));
  device.run_for(100ms);
  device.content.request_rate({10'000});
  device.run_for(10ms);
  CHECK(device.content.rate() == SampleRate{10'000});
}

TEST_CASE("where packets are not whole ticks, another rate brings as many samples as time passes", "[client]") {
  PlayingDevice device({.rate = 30'000, .hold = 1h}, 30, 700us);
  device.show(line(1, 250));
  device.run_for(100ms);
  const std::uint32_t rate = GENERATE(10'000, 60'000, 90'000);
  CAPTURE(rate);
  device.content.request_rate({rate});
  device.run_for(50ms);
  const TimePoint from = device.clock.now();
  const std::size_t before = device.net.sent.size();
  device.run_for(500ms);
  std::int64_t samples = 0;
  for (std::size_t i = before; i < device.net.sent.size(); ++i)
    samples += static_cast<std::int64_t>(WavePacket(device.net.sent[i].octets).samples.size() /
                                         wire::sample_size(wire::kUsualFormat));
  const std::int64_t wanted = (device.clock.now() - from).count() * rate / 1'000'000'000;
  CHECK(std::abs(samples - wanted) <= 2 * rate / 1000);
}

TEST_CASE("one way to bring content at a time, until it says nothing for the hold time", "[client]") {
  PlayingDevice device = device_of_1ms({.hold = 50ms});
  device.show(line(1, 50));
  CHECK_FALSE(device.content.begin_call(ContentSource::Samples, device.clock.now()));
  {
    const auto call = device.content.begin_call(ContentSource::Pictures, device.clock.now());
    CHECK(call);
    CHECK_FALSE(device.content.begin_call(ContentSource::Pictures, device.clock.now()));
  }
  CHECK(device.content.begin_call(ContentSource::Pictures, device.clock.now()));
  device.run_for(52ms);
  CHECK(device.write(line(1, 30)) == 30);
  CHECK_FALSE(device.content.begin_call(ContentSource::Pictures, device.clock.now()));
  device.content.release();
  CHECK(device.content.begin_call(ContentSource::Pictures, device.clock.now()));
}

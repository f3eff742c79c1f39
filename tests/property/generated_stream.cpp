// SPDX-License-Identifier: MIT
#include "property/generated_stream.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "support/wave_packet.hpp"

namespace idn::test {
namespace {

using stream::Packer;
using stream::PackerConfig;

/// The 16-bit value that a receiver makes of the upper octet of `value`.
std::uint16_t octet_wide(std::uint16_t value) {
  return static_cast<std::uint16_t>((value >> 8) * 257);
}

/// What a format carries besides position and 8-bit colours.
struct Carried {
  bool fine_colours = false;  ///< 16 bits
  bool intensity = false;
  bool user_channels = false;
};

Carried carried_by(wire::SampleFormat format) {
  switch (format) {
    case wire::SampleFormat::Xyrgb:
      return {};
    case wire::SampleFormat::Xyrgbi:
      return {.intensity = true};
    case wire::SampleFormat::Xyrgb16:
      return {.fine_colours = true};
    case wire::SampleFormat::IspDb25:
      return {.intensity = true, .user_channels = true};
    case wire::SampleFormat::Extended:
      return {.fine_colours = true, .intensity = true, .user_channels = true};
  }
  throw std::invalid_argument("what does the new format carry?");
}

/// A lit sample after it was encoded in a format and decoded.
LaserSample reduced(LaserSample sample, const Carried& carried) {
  if (!carried.intensity) sample.intensity = 0xFFFF;
  if (!carried.user_channels)
    sample = {.x = sample.x,
              .y = sample.y,
              .r = sample.r,
              .g = sample.g,
              .b = sample.b,
              .intensity = sample.intensity};
  sample.z = 0;  // in none of the named formats
  if (carried.fine_colours) return sample;
  for (auto* value : {&sample.r, &sample.g, &sample.b, &sample.u1, &sample.u2, &sample.u3})
    *value = octet_wide(*value);
  if (carried.intensity) sample.intensity = octet_wide(sample.intensity);
  return sample;
}

PackerConfig any_packer() {
  PackerConfig config;
  config.format = *rc::gen::elementOf(wire::kSampleFormats).as("format");
  // From the headers and the smallest chunk up to the largest UDP payload.
  const std::size_t least = 120 + Packer::kMinSamples * config.format.sample_size();
  config.max_datagram = *rc::gen::weightedOneOf<std::size_t>({{1, rc::gen::just(PackerConfig{}.max_datagram)},
                                                              {2, rc::gen::inRange(least, std::size_t{1500})},
                                                              {1, rc::gen::inRange(least, std::size_t{65507})}})
                             .as("datagram limit");
  const std::size_t most = stream::max_samples_per_packet(config.format, config.max_datagram);
  config.samples_per_packet =
      *rc::gen::weightedOneOf<std::size_t>({{1, rc::gen::just(Packer::kMinSamples)},
                                            {2, rc::gen::inRange(Packer::kMinSamples, most + 1)},
                                            {1, rc::gen::just(most)}})
           .as("samples per packet");
  // Rates at which the duration of a chunk is within its limits.
  const auto samples = static_cast<std::int64_t>(config.samples_per_packet);
  const std::int64_t slowest = (samples * 1'000'000 + Packer::kMaxDurationUs - 1) / Packer::kMaxDurationUs;
  const std::int64_t fastest =
      std::min<std::int64_t>(samples * 1'000'000 / Packer::kMinDurationUs, SampleRate::kMax);
  config.rate.per_second = static_cast<std::uint32_t>(*rc::gen::inRange(slowest, fastest + 1).as("rate"));
  config.first_sequence = *rc::gen::arbitrary<std::uint16_t>().as("first sequence number");
  config.channel = *rc::gen::inRange<std::uint8_t>(0, 64).as("channel");
  return config;
}

Duration any_tick() {
  const int us =
      *rc::gen::oneOf(rc::gen::just(0), rc::gen::inRange(200, 20'000)).as("tick in us, 0: one packet");
  return std::chrono::microseconds(us);
}

/// Mostly on time, sometimes late, rarely so late that the stream re-anchors.
std::uint32_t any_lateness() {
  return *rc::gen::weightedOneOf<std::uint32_t>(
      {{6, rc::gen::just(0u)}, {3, rc::gen::inRange(0u, 30'000u)}, {1, rc::gen::inRange(0u, 300'000u)}});
}

std::vector<WakeUp> any_wake_ups(const PackerConfig& config) {
  const auto packet = static_cast<std::uint32_t>(config.samples_per_packet);
  const auto one = rc::gen::exec([=] { return std::pair(*rc::gen::inRange(0u, 3 * packet), any_lateness()); });
  std::vector<WakeUp> wake_ups;
  for (const auto& [pushed, late_us] :
       *rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(one).as("pushed, late by us"))
    wake_ups.push_back({pushed, late_us});
  return wake_ups;
}

/// A session with its producer; time advances from one deadline to the next.
class Show {
 public:
  Show(const stream::WaveConfig& config, std::uint32_t sample_seed)
      : session_(test::WaveSession::create(config).value()), seed_(sample_seed) {
    made_.config = config;
    session_->start(TimePoint(std::chrono::seconds(1000)));
  }

  void push(std::size_t count) {
    std::vector<LaserSample> offered;
    for (std::size_t i = 0; i < count; ++i)
      offered.push_back(generated_sample(*made_.config.packer.format.format(), seed_,
                                         static_cast<std::uint32_t>(made_.pushed.size() + i)));
    offered.resize(session_->push(offered));
    made_.pushed.insert(made_.pushed.end(), offered.begin(), offered.end());
  }

  void wake_up(std::uint32_t late_us) {
    const TimePoint now = session_->next_deadline() + std::chrono::microseconds(late_us);
    while (const auto datagram = session_->poll_transmit(now)) {
      const bool carries_samples = WavePacket(*datagram).chunk.has_value();
      auto& list = carries_samples ? made_.datagrams : made_.others;
      list.push_back({now, {datagram->begin(), datagram->end()}, session_->stats().reanchors.value()});
    }
  }

  GeneratedStream finish() {
    session_->finish();
    while (!session_->is_done()) wake_up(0);
    made_.reanchors = session_->stats().reanchors.value();
    return std::move(made_);
  }

 private:
  std::unique_ptr<test::WaveSession> session_;
  std::uint32_t seed_;
  GeneratedStream made_;
};

}  // namespace

LaserSample generated_sample(wire::SampleFormat format, std::uint32_t seed, std::uint32_t index) {
  std::minstd_rand random(seed + index);
  const auto any = [&] { return static_cast<std::uint16_t>(random() >> 8); };
  const LaserSample sample{.x = static_cast<std::int16_t>(index & 0xFFFF),
                           .y = static_cast<std::int16_t>(index >> 16),
                           .r = static_cast<std::uint16_t>(any() | 0x0100),  // lit in every format
                           .g = any(),
                           .b = any(),
                           .intensity = any(),
                           .u1 = any(),
                           .u2 = any(),
                           .u3 = any(),
                           .x_prime = static_cast<std::int16_t>(any()),
                           .z = static_cast<std::int16_t>(any())};
  return reduced(sample, carried_by(format));
}

GeneratedStream any_stream() {
  stream::WaveConfig config{.packer = any_packer(), .tick = any_tick()};
  config.idle_after = std::chrono::hours(1);  // never idle: idle streams pause their timeline, tested elsewhere
  config.catch_up_packets = *rc::gen::elementOf(std::vector<std::size_t>{0, 3, 1000}).as("catch-up in packets");
  const auto seed = *rc::gen::arbitrary<std::uint32_t>().as("sample seed");
  const auto wake_ups = any_wake_ups(config.packer);
  Show show(config, seed);
  for (const WakeUp& wake_up : wake_ups) {
    show.push(wake_up.pushed);
    show.wake_up(wake_up.late_us);
  }
  return show.finish();
}

std::vector<LaserSample> samples_of(const SentDatagram& datagram, const wire::SampleCodec& format) {
  const ConstBytes octets = WavePacket(datagram.octets).samples;
  std::vector<LaserSample> samples(octets.size() / format.sample_size());
  format.decode(octets, samples);
  return samples;
}

}  // namespace idn::test

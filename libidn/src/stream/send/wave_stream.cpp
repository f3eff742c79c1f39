// SPDX-License-Identifier: MIT
#include "stream/send/wave_stream.hpp"

#include <algorithm>
#include <utility>

namespace idn::stream {
namespace {

/// Samples with the display time of a packet of `config`, as far as they fit into a datagram.
std::size_t samples_per_packet_at(SampleRate rate, const PackerConfig& config) {
  const std::uint64_t of_same_time =
      (std::uint64_t{config.samples_per_packet} * rate.per_second + config.rate.per_second / 2) /
      config.rate.per_second;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(
      of_same_time, Packer::kMinSamples, max_samples_per_packet(config.format, config.max_datagram)));
}

/// Packets per wake-up after a stall: those of one tick and catch_up_packets more, but no more than fit into an
/// empty receiver buffer of 20 ms, and no less than one tick needs.
std::size_t longest_burst_of(const WaveConfig& config, TickLength tick, std::size_t samples_per_packet) {
  constexpr Duration kShortBuffer = std::chrono::milliseconds(20);
  const auto packet = TickLength::of_samples(samples_per_packet, tick.rate);
  const auto packets_in = [&](std::int64_t nanosamples) {
    return static_cast<std::size_t>(nanosamples / packet.nanosamples);
  };
  const std::size_t of_tick = packets_in(tick.nanosamples + packet.nanosamples - 1);
  const std::size_t fit = packets_in(TickLength::of(kShortBuffer, tick.rate).nanosamples);
  return std::max(of_tick, std::min(config.catch_up_packets + of_tick, fit));
}

}  // namespace

FormatResult<std::unique_ptr<WaveStream>> WaveStream::create(const WaveConfig& config,
                                                             TickSampleSource& supply) {
  auto packer = Packer::create(config.packer);
  if (!packer) return tl::unexpected(packer.error());
  return std::unique_ptr<WaveStream>(new WaveStream(config, *std::move(packer), supply));
}

WaveStream::WaveStream(const WaveConfig& config, Packer packer, TickSampleSource& supply)
    : config_(config),
      packer_(std::move(packer)),
      supply_(supply),
      samples_per_packet_(config.packer.samples_per_packet),
      packets_(length_of_tick()),
      dark_(max_samples_per_packet(config.packer.format, config.packer.max_datagram)) {}

TickLength WaveStream::length_of_tick() const noexcept {
  const SampleRate rate = packer_.config().rate;
  return config_.tick > Duration{0} ? TickLength::of(config_.tick, rate)
                                    : TickLength::of_samples(samples_per_packet_, rate);
}

TickPlan WaveStream::plan() const noexcept {
  constexpr Duration kReferenceBuffer = std::chrono::milliseconds(40);  // hides a stall of that length entirely
  const TickLength tick = length_of_tick();
  return {.tick = tick,
          .longest_stall = kReferenceBuffer,
          .longest_burst = longest_burst_of(config_, tick, samples_per_packet_)};
}

ConstBytes WaveStream::make(PacketKind kind) noexcept {
  switch (kind) {
    case PacketKind::Content:
      return content();
    case PacketKind::Darkness:
      return darkness();
    case PacketKind::Request:
      return packer_.pack_request();
    case PacketKind::ChannelClose:
      break;
  }
  return packer_.pack_channel_close();
}

/// No timestamp may lie in the future of its sending, by the clock that the stream follows.
std::int64_t WaveStream::timestamp(TimePoint at) const noexcept {
  return floor_us(session().media_time(at) -
                  PacketSchedule::lead(session().tick_length(), samples_per_packet_));
}

void WaveStream::anchor(TimePoint now) noexcept {
  packer_.anchor(timestamp(now));
  if (supplied_ == kNever) supplied_ = now;
}

ConstBytes WaveStream::content() noexcept {
  const LaserSample* const first = supply_.prepare(session().tick());
  if (first != nullptr) supplied_ = session().tick();
  if (stays_idle()) return idle_packet();
  if (supply_.rate() != packer_.config().rate) change_rate();
  if (config_.tick == Duration{0}) fit_packet();
  packer_.set_pace(supply_.pace_ppb());
  session().set_pace(supply_.pace_ppb());
  return next_samples(first);
}

void WaveStream::change_rate() noexcept {
  packer_.change_rate(supply_.rate());
  set_packet(samples_per_packet_at(supply_.rate(), config_.packer));
}

/// The last samples of a rate get a datagram of just their length, with a tick of that length, so that the
/// samples of the next rate start a datagram. If they do not fit into one datagram, a shortest one is left for
/// the next tick. If they are fewer than a shortest datagram has, it is filled up with samples of the next
/// rate.
void WaveStream::fit_packet() noexcept {
  const std::size_t whole = samples_per_packet_at(packer_.config().rate, config_.packer);
  const std::size_t shortest = shortest_packet(packer_.config().rate);
  const std::size_t left = supply_.left_at_rate();
  std::size_t samples = whole;
  if (left < whole + shortest) {
    const bool is_one = left <= max_samples_per_packet(config_.packer.format, config_.packer.max_datagram);
    samples = std::max(is_one ? left : left - shortest, shortest);
  }
  if (samples != samples_per_packet_) set_packet(samples);
}

void WaveStream::set_packet(std::size_t samples) noexcept {
  samples_per_packet_ = samples;
  session().change_plan(plan());
  packets_.change_tick(session().tick_length());
}

bool WaveStream::stays_idle() noexcept {
  if (session().tick() - supplied_ < config_.idle_after)
    end_idle();
  else
    idle_ = true;
  return idle_;
}

/// The pause is a gap in the timeline, which is anchored again at the first samples after it.
void WaveStream::end_idle() noexcept {
  if (std::exchange(idle_, false)) packer_.anchor(timestamp(session().tick()));
}

void WaveStream::end_tick() noexcept {
  if (idle_)
    packets_ = PacketSchedule(session().tick_length());
  else
    packets_.end_tick();
}

ConstBytes WaveStream::idle_packet() noexcept {
  const TimePoint tick = session().tick();
  if (tick - kept_alive_ < LinkConfig::kKeepalivePeriod) return {};
  kept_alive_ = tick;
  session().count().keepalives.add();
  const bool ask = session().asks();
  return session().made(packer_.pack_void(timestamp(tick), ask), ask);
}

/// `first`: the first sample that is ready, if there is one.
ConstBytes WaveStream::next_samples(const LaserSample* first) noexcept {
  // Read before take(), so that samples pushed before finish() are not missed.
  const bool finished = session().is_finished();
  LaserSample origin{};
  std::span<const LaserSample> lead_in;
  if (session().takes_beginning()) {
    // The first sample after opening is dark and at the origin (section 2.6).
    if (first == nullptr || *first != LaserSample{}) lead_in = {&origin, 1};
    supply_.begin(origin);
  }
  // A packet is always whole, so that the packets of a stream stay one tick apart to its end.
  const std::size_t wanted = samples_per_packet_ - lead_in.size();
  const SampleSpans samples =
      session().has_played_out() ? SampleSpans{} : supply_.take(wanted, session().tick());
  const std::size_t missing = wanted - samples.size();
  if (!finished) session().count().starved_samples.add(missing);
  if (!lead_in.empty()) last_ = origin;
  if (!samples.first.empty()) last_ = samples.first.back();
  if (!samples.second.empty()) last_ = samples.second.back();
  return pack(lead_in, samples, dark(missing));
}

std::span<const LaserSample> WaveStream::dark(std::size_t count) noexcept {
  const auto samples = std::span(dark_).first(count);
  if (samples.empty()) return samples;
  std::ranges::fill(samples, blanked(last_));
  supply_.extend(samples);
  last_ = samples.back();
  return samples;
}

ConstBytes WaveStream::darkness() noexcept {
  end_idle();
  return pack({}, {}, dark(samples_per_packet_));
}

void WaveStream::look_for_light(const SampleSpans& samples) noexcept {
  const TimePoint tick = session().tick();
  if (tick - lit_at_ < SenderStats::kLightStep) return;
  if (std::ranges::all_of(samples.first, &LaserSample::is_dark) &&
      std::ranges::all_of(samples.second, &LaserSample::is_dark))
    return;
  lit_at_ = tick;
  session().count().lit_at.set(tick);
}

ConstBytes WaveStream::pack(std::span<const LaserSample> lead_in, const SampleSpans& samples,
                            std::span<const LaserSample> rest) noexcept {
  look_for_light(samples);
  const bool ask = session().begin_chunk();
  const ConstBytes datagram = packer_.pack({lead_in, samples.first, samples.second, rest}, ask);
  packets_.sent(samples_per_packet_);
  session().count_datagram();
  session().count().samples.add(samples_per_packet_);
  return session().made(datagram, ask);
}

}  // namespace idn::stream

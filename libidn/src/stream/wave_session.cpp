// SPDX-License-Identifier: MIT
#include "idn/stream/wave_session.hpp"

#include <utility>

namespace idn::stream {
namespace {

/// A receiver with a buffer of one packet is lost in five seconds: until then its clock has to be known.
constexpr Duration kFollowPeriod = std::chrono::milliseconds(200);

Duration acknowledge_period(const WaveConfig& config) {
  return config.follow ? std::min(config.link.acknowledge_period, kFollowPeriod)
                       : config.link.acknowledge_period;
}

TickLength length_of_tick(const WaveConfig& config) {
  const auto& packer = config.packer;
  return config.tick > Duration{0} ? TickLength::of(config.tick, packer.rate)
                                   : TickLength::of_samples(packer.samples_per_packet, packer.rate);
}

/// What a receiver with 20 ms of buffer has room for after it has run empty, and less where that is asked for;
/// but no less than one tick needs.
std::size_t longest_burst_of(const WaveConfig& config, TickLength tick) {
  constexpr Duration kShortBuffer = std::chrono::milliseconds(20);
  const auto packet = TickLength::of_samples(config.packer.samples_per_packet, tick.rate);
  const auto packets_in = [&](std::int64_t nanosamples) {
    return static_cast<std::size_t>(nanosamples / packet.nanosamples);
  };
  const std::size_t of_tick = packets_in(tick.nanosamples + packet.nanosamples - 1);
  const std::size_t fit = packets_in(TickLength::of(kShortBuffer, tick.rate).nanosamples);
  return std::max(of_tick, std::min(config.catch_up_packets + of_tick, fit));
}

}  // namespace

std::string_view to_string(LatePolicy policy) noexcept {
  switch (policy) {
    case LatePolicy::CatchUp:
      return "catch-up";
    case LatePolicy::Skip:
      return "skip";
    case LatePolicy::Stretch:
      return "stretch";
  }
  return "unknown";
}

std::optional<LatePolicy> late_policy_from(std::string_view name) noexcept {
  for (const auto policy : {LatePolicy::CatchUp, LatePolicy::Skip, LatePolicy::Stretch})
    if (name == to_string(policy)) return policy;
  return std::nullopt;
}

Result<std::unique_ptr<WaveSession>> WaveSession::create(const WaveConfig& config) {
  auto packer = Packer::create(config.packer);
  if (!packer) return tl::unexpected(packer.error());
  return std::unique_ptr<WaveSession>(new WaveSession(config, length_of_tick(config), *std::move(packer)));
}

WaveSession::WaveSession(const WaveConfig& config, TickLength tick, Packer packer)
    : SenderSession(config.packer, acknowledge_period(config), tick),
      config_(config),
      packer_(std::move(packer)),
      packets_(tick),
      longest_burst_(longest_burst_of(config, tick)),
      ring_(std::max(config.ring_capacity, 2 * config.packer.samples_per_packet)),
      staging_(config.packer.samples_per_packet) {
  if (config.follow) follow_receiver();
}

/// No timestamp may lie in the future of its sending, by the clock that the stream follows.
std::int64_t WaveSession::timestamp(TimePoint at) const noexcept {
  return floor_us(media_time(at) - PacketSchedule::lead(tick_length(), staging_.size()));
}

void WaveSession::anchor(TimePoint now) noexcept {
  packer_.anchor(timestamp(now));
  if (supplied_ == kNever) supplied_ = now;
}

Duration WaveSession::longest_stall() const noexcept {
  switch (config_.late) {
    case LatePolicy::CatchUp:
      return config_.catch_up_limit;
    case LatePolicy::Skip:
      return Duration::max();
    case LatePolicy::Stretch:
      break;
  }
  return tick_length().duration();
}

/// Receivers may have closed the channel in the gap that is left, so it is opened anew.
void WaveSession::skip_tick() noexcept {
  for (; !idle_ && packets_.is_due(); packets_.sent(staging_.size())) {
    overdue_ += staging_.size();
    packer_.skip(staging_.size());
  }
  drop_overdue();
  on_tick_end();
}

/// A stall can outlast what the ring holds: the rest is dropped as the producer brings it, so that what is
/// shown is in its place again.
void WaveSession::drop_overdue() noexcept {
  while (overdue_ > 0) {
    const auto dropped = ring_.pop(std::span(staging_).first(std::min(overdue_, staging_.size())));
    if (dropped == 0) return;
    overdue_ -= dropped;
    count().skipped_samples.add(dropped);
  }
}

ConstBytes WaveSession::content() noexcept {
  drop_overdue();
  if (ring_.size() > 0) supplied_ = tick();
  if (stays_idle()) return idle_packet();
  return next_samples();
}

/// The pause leaves a gap in the timeline, which begins anew when samples come again; they are not late for
/// anything.
bool WaveSession::stays_idle() noexcept {
  const bool was_idle = std::exchange(idle_, tick() - supplied_ >= config_.idle_after);
  if (idle_) overdue_ = 0;
  if (was_idle && !idle_) packer_.anchor(timestamp(tick()));
  return idle_;
}

void WaveSession::on_tick_end() noexcept {
  if (idle_)
    packets_ = PacketSchedule(tick_length());
  else
    packets_.end_tick();
}

ConstBytes WaveSession::idle_packet() noexcept {
  if (tick() - kept_alive_ < config_.link.keepalive_period) return {};
  kept_alive_ = tick();
  count().keepalives.add();
  const bool ask = asks();
  return made(packer_.pack_void(timestamp(tick()), ask), ask);
}

ConstBytes WaveSession::next_samples() noexcept {
  // Before pop: samples pushed ahead of finish() are then certainly in the ring.
  const bool finished = is_finished();
  std::span<LaserSample> room = staging_;
  const LaserSample* first = ring_.front();
  if (takes_beginning() && (first == nullptr || *first != LaserSample{})) {
    // The first sample after opening is dark and at the origin (section 2.6).
    room.front() = LaserSample{};
    room = room.subspan(1);
  }
  // A packet is always whole, so that the packets of a stream stay one tick apart to its end.
  const std::size_t missing = room.size() - ring_.pop(room);
  const std::size_t filled = staging_.size() - missing;
  if (!finished) count().starved_samples.add(missing);
  if (overdue_ > 0) overdue_ += missing;
  std::ranges::fill(std::span(staging_).subspan(filled), blanked(filled > 0 ? staging_[filled - 1] : last_));
  return pack();
}

ConstBytes WaveSession::darkness() noexcept {
  std::ranges::fill(staging_, blanked(last_));
  return pack();
}

ConstBytes WaveSession::pack() noexcept {
  const bool ask = begin_chunk();
  const ConstBytes datagram = packer_.pack(staging_, ask);
  last_ = staging_.back();
  packets_.sent(staging_.size());
  count().datagrams.add();
  count().samples.add(staging_.size());
  return made(datagram, ask);
}

}  // namespace idn::stream

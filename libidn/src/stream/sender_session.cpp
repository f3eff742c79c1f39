// SPDX-License-Identifier: MIT
#include "idn/stream/sender_session.hpp"

#include <algorithm>

#include "stream/frame_session.hpp"
#include "stream/wave_session.hpp"

namespace idn::stream {
namespace {

/// A receiver with a buffer of one packet is lost in five seconds: until then its clock has to be known.
constexpr Duration kFollowPeriod = std::chrono::milliseconds(200);

bool follows(const SenderConfig& config) {
  return config.follow && config.mode == SenderMode::Wave;
}
Duration acknowledge_period(const SenderConfig& config) {
  return follows(config) ? std::min(config.acknowledge_period, kFollowPeriod) : config.acknowledge_period;
}

}  // namespace

std::string_view to_string(SenderMode mode) noexcept {
  return mode == SenderMode::Wave ? "wave" : "frame";
}

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

Result<std::unique_ptr<SenderSession>> SenderSession::create(const SenderConfig& config) {
  return config.mode == SenderMode::Wave ? WaveSession::create(config) : FrameSession::create(config);
}

SenderSession::SenderSession(const SenderConfig& config, TickLength tick)
    : config_(config), tick_(tick), ticks_(tick), watch_(acknowledge_period(config)) {
  if (follows(config)) follower_.emplace();
}

void SenderSession::start(TimePoint now) noexcept {
  ticks_.start(now);
  anchor(now);
}

TimePoint SenderSession::next_deadline() const noexcept {
  return is_done() ? kNever : std::max(ticks_.deadline(), resume_at_);
}

std::optional<ConstBytes> SenderSession::poll_transmit(TimePoint now) noexcept {
  now_ = now;
  while (!is_done() && now >= next_deadline()) {
    if (!tick_begun_) begin_tick();
    if (burst_is_over()) {
      resume_at_ = now + tick_.duration();
      break;
    }
    if (wants_packet()) {
      const ConstBytes datagram = next_packet();
      if (!datagram.empty()) {
        ++burst_;
        stats_.bytes.add(datagram.size());
        return datagram;
      }
    }
    end_tick();
  }
  burst_ = 0;
  return std::nullopt;
}

void SenderSession::begin_tick() noexcept {
  tick_begun_ = true;
  const Duration late = now_ - ticks_.deadline();
  stats_.worst_lateness_ns.raise_to(static_cast<std::uint64_t>(late.count()));
  if (late.count() > SenderStats::kLateNs) stats_.late_ticks.add();
  if (late > longest_stall()) {
    stats_.reanchors.add();
    if (follower_) follower_->restart();
    start(now_);
  }
  while (drops_overdue() && is_overdue()) {
    skip_tick();
    ticks_.advance();
  }
}

void SenderSession::end_tick() noexcept {
  on_tick_end();
  if (follower_) follow();
  ticks_.advance();
  tick_begun_ = false;
}

void SenderSession::follow() noexcept {
  const std::int64_t ppb = follower_->correction_ppb(ticks_.deadline());
  ticks_.correct(ppb);
  stats_.correction.set(static_cast<std::uint64_t>(ppb));
}

ConstBytes SenderSession::next_packet() noexcept {
  if (phase_ == Phase::Streaming) {
    const bool closing = closing_.load(std::memory_order_acquire);
    // Finished before content: what was pushed ahead of finish() is then certainly seen.
    const bool over = is_finished() && !has_content();
    if (!closing && !over) return content();
    phase_ = Phase::Blanking;
  }
  if (phase_ == Phase::Blanking) {
    phase_ = Phase::ChannelClose;
    return darkness();
  }
  if (phase_ == Phase::ChannelClose) {
    phase_ = Phase::SessionClose;
    return channel_close();
  }
  phase_ = Phase::Done;
  return session_close();
}

ConstBytes SenderSession::made(ConstBytes datagram, bool asked) noexcept {
  if (asked) {
    watch_.asked(last_sequence(), now_);
    stats_.acks_requested.add();
    stats_.receiver_state.set(static_cast<std::uint64_t>(watch_.state()));
  }
  return datagram;
}

void SenderSession::on_datagram(ConstBytes datagram, TimePoint now) noexcept {
  ByteReader in(datagram);
  const auto header = wire::PacketHeader::decode(in);
  if (!header || header->command != wire::Command::RtAcknowledge) return;
  const auto ack = wire::Acknowledge::decode(in);
  if (!ack) return;
  const auto answer = watch_.answered(header->sequence, *ack, now);
  if (!answer) return;
  stats_.acks_received.add();
  stats_.answered_at_ns.set(static_cast<std::uint64_t>(now.time_since_epoch().count()));
  stats_.last_ack.set(
      AckSummary{ack->result, ack->input_events, ack->pipeline_events, ack->status, ack->link_quality}.pack());
  stats_.receiver_latency_us.set(ack->latency_us);
  stats_.round_trip_ns.set(static_cast<std::uint64_t>(answer->round_trip.count()));
  stats_.receiver_state.set(static_cast<std::uint64_t>(watch_.state()));
  if (follower_ && watch_.state() == ReceiverState::Playing)
    follower_->observe(now - answer->round_trip, std::chrono::microseconds(ack->latency_us));
  if (!answer->reconnected) return;
  stats_.reconnects.add();
  reopen();
}

void SenderSession::on_retarget(TimePoint now) noexcept {
  watch_ = ReceiverWatch(acknowledge_period(config_));
  if (follower_) follower_->restart();
  begins_ = true;
  reopen();
  for (Counter* said :
       {&stats_.receiver_state, &stats_.last_ack, &stats_.receiver_latency_us, &stats_.round_trip_ns})
    said->set(0);
  stats_.retargets.add();
  stats_.retargeted_at_ns.set(static_cast<std::uint64_t>(now.time_since_epoch().count()));
}

}  // namespace idn::stream

// SPDX-License-Identifier: MIT
#include "stream/send/sender_session.hpp"

#include <algorithm>
#include <utility>

#include "idn/wire/acknowledge.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::stream {

namespace {

/// At 200 ppm the clocks drift apart by 1 ms in 5 s, which is the whole buffer of a receiver that holds a
/// single packet of 1 ms. The clock must have been measured by then (docs/following.md).
constexpr Duration kFollowPeriod = std::chrono::milliseconds(200);

Duration acknowledge_period(const LinkConfig& link) {
  return link.follow ? std::min(link.acknowledge_period, kFollowPeriod) : link.acknowledge_period;
}

}  // namespace

SenderSession::SenderSession(std::unique_ptr<PacketSource> source, const LinkConfig& link)
    : link_(link),
      source_(std::move(source)),
      channel_(source_->channel()),
      plan_(source_->plan()),
      ticks_(plan_.tick),
      watch_(acknowledge_period(link)) {
  source_->session_ = this;
  if (link.follow) follower_.emplace();
}

void SenderSession::start(TimePoint now) noexcept {
  ticks_.start(now);
  source_->anchor(now);
}

bool SenderSession::end_unstarted() noexcept {
  const bool ends = closing_.load(std::memory_order_acquire) ||
                    (is_finished() && drops_queue_.load(std::memory_order_relaxed));
  if (!ends) return false;
  phase_ = Phase::Done;
  done_.store(true, std::memory_order_release);
  return true;
}

TimePoint SenderSession::next_deadline() const noexcept {
  if (phase_ == Phase::Done || phase_ == Phase::Left) return kNever;
  const TimePoint packet = tick_begun_ ? source_->next_packet() : kNever;
  return std::max(packet == kNever ? ticks_.deadline() : packet, resume_at_);
}

std::optional<ConstBytes> SenderSession::poll_transmit(TimePoint now) noexcept {
  now_ = now;
  while (phase_ != Phase::Done && phase_ != Phase::Left && now >= next_deadline()) {
    if (!std::exchange(tick_begun_, true)) {
      begin_tick();
      continue;
    }
    if (burst_is_over()) {
      resume_at_ = now + tick_duration();
      break;
    }
    if (source_->next_packet() != kNever) {
      departure_ = next_deadline();
      const ConstBytes datagram = next_packet();
      if (!datagram.empty()) {
        ++burst_;
        has_sent_ = true;
        stats_.bytes.add(datagram.size());
        return datagram;
      }
    }
    const ConstBytes request = request_beside();
    if (!request.empty()) {
      stats_.bytes.add(request.size());
      return request;
    }
    end_tick();
  }
  burst_ = 0;
  return std::nullopt;
}

void SenderSession::begin_tick() noexcept {
  const Duration late = now_ - ticks_.deadline();
  stats_.worst_lateness.observe(late);
  is_late_ = late.count() > SenderStats::kLateNs;
  if (late > plan_.longest_stall) {
    stats_.reanchors.add();
    if (follower_) follower_->restart();
    start(now_);
  }
}

void SenderSession::end_tick() noexcept {
  source_->end_tick();
  watch_.on_time(now_);
  stats_.receiver.set(watch_.state());
  if (follower_) follow();
  ticks_.advance();
  tick_begun_ = false;
}

void SenderSession::follow() noexcept {
  const std::int64_t ppb = follower_->correction_ppb(ticks_.deadline());
  ticks_.correct(ppb);
  stats_.correction_ppb.set(ppb);
}

ConstBytes SenderSession::next_packet() noexcept {
  if (aborting_.load(std::memory_order_acquire)) {
    aborting_.store(false, std::memory_order_relaxed);
    begins_ = true;
    reopen();
    return channel_.session_abort();
  }
  const bool closing = closing_.load(std::memory_order_acquire);
  if (phase_ <= Phase::PlayedOut) {
    if (!is_over(closing)) return source_->make(PacketKind::Content);
    phase_ = Phase::Blanking;
  }
  if (phase_ == Phase::Blanking) {
    phase_ = Phase::ChannelClose;
    return source_->make(PacketKind::Darkness);
  }
  if (phase_ == Phase::ChannelClose) {
    phase_ = Phase::SessionClose;
    return source_->make(PacketKind::ChannelClose);
  }
  if (leaving_ && !closing) {
    phase_ = Phase::Left;
    return channel_.session_close();
  }
  phase_ = Phase::Done;
  done_.store(true, std::memory_order_release);
  return channel_.session_close();
}

/// Whether the stream closes with this packet.
bool SenderSession::is_over(bool closing) noexcept {
  if (closing || leaving_) return true;
  // is_finished() is read before the content, so that samples pushed before finish() are not missed.
  if (phase_ == Phase::Streaming && is_finished() &&
      (drops_queue_.load(std::memory_order_relaxed) || !source_->has_content())) {
    phase_ = Phase::PlayedOut;
    played_out_at_ = tick();
  }
  if (phase_ == Phase::Streaming) return false;
  if (link_.dark_before_close == Duration{0}) return true;
  constexpr Duration kLongest = std::chrono::seconds(5);  // whatever the receiver reports
  const Duration latency = stats_.receiver_latency.value();
  return tick() - played_out_at_ >= std::max(link_.dark_before_close, std::min(latency, kLongest));
}

ConstBytes SenderSession::request_beside() noexcept {
  const bool follows_packet = std::exchange(has_sent_, false);
  if (!follows_packet || phase_ != Phase::Streaming || !watch_.asks_beside(now_)) return {};
  const ConstBytes packet = source_->make(PacketKind::Request);
  return packet.empty() ? packet : made(packet, true);
}

void SenderSession::count_datagram() noexcept {
  stats_.datagrams.add();
  if (std::exchange(is_late_, false)) stats_.late_ticks.add();
}

ConstBytes SenderSession::made(ConstBytes datagram, bool asked) noexcept {
  if (asked) {
    watch_.asked(channel_.last_sequence(), now_);
    stats_.acks_requested.add();
    stats_.receiver.set(watch_.state());
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
  stats_.answered_at.set(now);
  stats_.last_answer.set({.result = ack->result,
                          .status = ack->status,
                          .input_events = ack->input_events,
                          .pipeline_events = ack->pipeline_events,
                          .link_quality = ack->link_quality});
  stats_.receiver_latency.set(std::chrono::microseconds(ack->latency_us));
  stats_.round_trip.set(answer->round_trip);
  stats_.receiver.set(watch_.state());
  stats_.refusals.set(watch_.refusals());
  if (follower_ && watch_.state() == ReceiverState::Playing)
    follower_->observe(now - answer->round_trip, std::chrono::microseconds(ack->latency_us));
  if (!answer->reconnected) return;
  stats_.reconnects.add();
  reopen();
}

void SenderSession::on_retarget(TimePoint now, std::optional<std::uint8_t> service) noexcept {
  const bool moved = !std::exchange(leaving_, false);
  if (moved && link_.on_moved)
    link_.on_moved();
  else if (!moved && phase_ != Phase::Done)
    phase_ = Phase::Streaming;
  watch_.restart();
  if (follower_) follower_->restart();
  begins_ = true;
  if (service) channel_.change_service(*service);
  reopen();
  stats_.receiver.set(ReceiverState::Unknown);
  stats_.last_answer.set({});
  stats_.refusals.set({});
  stats_.receiver_latency.set({});
  stats_.round_trip.set({});
  stats_.retargets.add();
  stats_.retargeted_at.set(now);
}

void SenderSession::reopen() noexcept {
  channel_.reopen();
  source_->on_reopen();
}

}  // namespace idn::stream

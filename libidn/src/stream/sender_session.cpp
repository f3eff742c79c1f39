// SPDX-License-Identifier: MIT
#include "idn/stream/sender_session.hpp"

namespace idn::stream {
namespace {

TickLength tick_length(const SenderConfig& config) {
  const auto& packer = config.packer;
  return config.tick > Duration{0} ? TickLength::of(config.tick, packer.rate)
                                   : TickLength::of_samples(packer.samples_per_packet, packer.rate);
}

std::int64_t floor_us(TimePoint time) {
  return std::chrono::floor<std::chrono::microseconds>(time.time_since_epoch()).count();
}

}  // namespace

Result<std::unique_ptr<SenderSession>> SenderSession::create(const SenderConfig& config) {
  auto packer = Packer::create(config.packer);
  if (!packer) return tl::unexpected(packer.error());
  return std::unique_ptr<SenderSession>(new SenderSession(config, *std::move(packer)));
}

SenderSession::SenderSession(const SenderConfig& config, Packer packer)
    : config_(config),
      packer_(std::move(packer)),
      tick_(tick_length(config)),
      ticks_(tick_),
      packets_(tick_),
      ring_(std::max(config.ring_capacity, 2 * config.packer.samples_per_packet)),
      staging_(config.packer.samples_per_packet) {}

void SenderSession::start(TimePoint now) noexcept {
  anchor(now);
}

void SenderSession::anchor(TimePoint now) noexcept {
  ticks_.start(now);
  packer_.anchor(floor_us(now - PacketSchedule::lead(tick_, staging_.size())));
}

TimePoint SenderSession::next_deadline() const noexcept {
  return is_done() ? kNever : ticks_.deadline();
}

std::optional<ConstBytes> SenderSession::poll_transmit(TimePoint now) noexcept {
  while (!is_done() && now >= ticks_.deadline()) {
    if (!tick_begun_) begin_tick(now);
    if (packets_.is_due()) return counted(next_packet());
    end_tick();
  }
  return std::nullopt;
}

void SenderSession::begin_tick(TimePoint now) noexcept {
  tick_begun_ = true;
  const Duration late = now - ticks_.deadline();
  stats_.worst_lateness_ns.raise_to(static_cast<std::uint64_t>(late.count()));
  if (late.count() > SenderStats::kLateNs) stats_.late_ticks.add();
  if (late <= config_.catch_up) return;
  stats_.reanchors.add();
  anchor(now);
}

void SenderSession::end_tick() noexcept {
  packets_.end_tick();
  ticks_.advance();
  tick_begun_ = false;
}

ConstBytes SenderSession::next_packet() noexcept {
  if (phase_ == Phase::Streaming) {
    const bool closing = closing_.load(std::memory_order_acquire);
    const bool finished = finished_.load(std::memory_order_acquire) && ring_.size() == 0;
    if (!closing && !finished) return next_samples();
    phase_ = Phase::Blanking;
  }
  if (phase_ == Phase::Blanking) {
    phase_ = Phase::ChannelClose;
    return blanked_chunk();
  }
  if (phase_ == Phase::ChannelClose) {
    phase_ = Phase::SessionClose;
    return packer_.pack_channel_close();
  }
  phase_ = Phase::Done;
  return packer_.pack_session_close();
}

ConstBytes SenderSession::next_samples() noexcept {
  // Before pop: samples pushed ahead of finish() are then certainly in the ring.
  const bool finished = finished_.load(std::memory_order_acquire);
  std::span<LaserSample> room = staging_;
  const LaserSample* first = ring_.front();
  if (stats_.samples.value() == 0 && (first == nullptr || *first != LaserSample{})) {
    // The first sample after opening is dark and at the origin (section 2.6).
    room.front() = LaserSample{};
    room = room.subspan(1);
  }
  // A packet is always whole, so that the packets of a stream stay one tick apart to its end.
  const std::size_t missing = room.size() - ring_.pop(room);
  const std::size_t filled = staging_.size() - missing;
  if (!finished) stats_.starved_samples.add(missing);
  std::ranges::fill(std::span(staging_).subspan(filled), blanked(filled > 0 ? staging_[filled - 1] : last_));
  return pack();
}

ConstBytes SenderSession::blanked_chunk() noexcept {
  std::ranges::fill(staging_, blanked(last_));
  return pack();
}

bool SenderSession::acknowledge_is_due() const noexcept {
  if (config_.acknowledge_period <= Duration{0}) return false;
  const std::int64_t period_us =
      std::chrono::floor<std::chrono::microseconds>(config_.acknowledge_period).count();
  return stats_.acks_requested.value() == 0 || packer_.next_timestamp_us() >= asked_us_ + period_us;
}

ConstBytes SenderSession::pack() noexcept {
  const bool ask = acknowledge_is_due();
  if (ask) asked_us_ = packer_.next_timestamp_us();
  const ConstBytes datagram = packer_.pack(staging_, ask);
  if (ask) {
    asked_sequence_ = packer_.last_sequence();
    awaits_answer_ = true;
    stats_.acks_requested.add();
  }
  last_ = staging_.back();
  packets_.sent(staging_.size());
  stats_.datagrams.add();
  stats_.samples.add(staging_.size());
  return datagram;
}

ConstBytes SenderSession::counted(ConstBytes datagram) noexcept {
  stats_.bytes.add(datagram.size());
  return datagram;
}

void SenderSession::on_datagram(ConstBytes datagram, TimePoint) noexcept {
  ByteReader in(datagram);
  const auto header = wire::PacketHeader::decode(in);
  if (!header || header->command != wire::Command::RtAcknowledge || header->sequence != asked_sequence_) return;
  const auto ack = wire::Acknowledge::decode(in);
  if (!ack) return;
  awaits_answer_ = false;
  stats_.acks_received.add();
  stats_.last_ack.set(AckSummary{ack->result, ack->input_events, ack->pipeline_events}.pack());
}

}  // namespace idn::stream

// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "idn/stream/packer.hpp"
#include "idn/stream/sample_ring.hpp"
#include "idn/stream/schedule.hpp"
#include "idn/stream/sender_stats.hpp"

namespace idn::stream {

struct SenderConfig {
  PackerConfig packer{};
  /// Time between two wake-ups; zero: the display time of one packet.
  Duration tick{0};
  /// After a stall up to this long, all that is overdue leaves at once and the timeline stays as it was; it
  /// only refills what receivers have played meanwhile. After a longer one the stream restarts from now. The
  /// default is the buffer of the reference receiver, which hides a stall of that length entirely.
  Duration catch_up{std::chrono::milliseconds(40)};
  /// How often a packet asks for an acknowledge; zero: never. The first packet always asks.
  Duration acknowledge_period{std::chrono::milliseconds(500)};
  /// Samples between producer and tick thread; at least two packets.
  std::size_t ring_capacity = 8192;
};

/// One stream to one service, as a pure engine: samples in, datagrams out, time is an argument.
///
/// Threads: push(), buffered() and finish() belong to one producer thread; stats() and close() to any;
/// everything else to the tick thread. Real-time: all of the tick side.
///
/// Dark by default: samples that are missing when they are due are replaced by dark ones at the last position,
/// and every end, whatever its reason, sends a blanked chunk, the channel close and the session close.
class SenderSession {
 public:
  /// Errors as Packer::create.
  static Result<std::unique_ptr<SenderSession>> create(const SenderConfig& config);

  /// Returns how many samples, from the front, were taken; the rest has to be offered again.
  std::size_t push(std::span<const LaserSample> samples) noexcept { return ring_.push(samples); }
  std::size_t buffered() const noexcept { return ring_.size(); }
  std::size_t capacity() const noexcept { return ring_.capacity(); }
  /// No samples will follow: play what is there, then close.
  void finish() noexcept { finished_.store(true, std::memory_order_release); }
  /// Close at the next tick; what is still buffered stays dark.
  void close() noexcept { closing_.store(true, std::memory_order_release); }

  /// The first packet is due at `now`.
  void start(TimePoint now) noexcept;
  /// When to call poll_transmit() next; kNever once everything is sent.
  TimePoint next_deadline() const noexcept;
  /// The next datagram that is due; call again until there is none. Valid until the next call.
  std::optional<ConstBytes> poll_transmit(TimePoint now) noexcept;
  void on_datagram(ConstBytes datagram, TimePoint now) noexcept;
  /// True once the session close has been handed out.
  bool is_done() const noexcept { return phase_ == Phase::Done; }
  /// An acknowledge has been asked for and has not come.
  bool awaits_answer() const noexcept { return awaits_answer_; }

  const SenderStats& stats() const noexcept { return stats_; }
  const SenderConfig& config() const noexcept { return config_; }

 private:
  enum class Phase : std::uint8_t { Streaming, Blanking, ChannelClose, SessionClose, Done };

  SenderSession(const SenderConfig& config, Packer packer);
  void anchor(TimePoint now) noexcept;
  void begin_tick(TimePoint now) noexcept;
  void end_tick() noexcept;
  ConstBytes next_packet() noexcept;
  ConstBytes next_samples() noexcept;
  ConstBytes blanked_chunk() noexcept;
  ConstBytes pack() noexcept;
  ConstBytes counted(ConstBytes datagram) noexcept;
  bool acknowledge_is_due() const noexcept;

  SenderConfig config_;
  Packer packer_;
  TickLength tick_;
  TickSchedule ticks_;
  PacketSchedule packets_;
  SampleRing ring_;
  std::vector<LaserSample> staging_;
  LaserSample last_;
  Phase phase_ = Phase::Streaming;
  bool tick_begun_ = false;
  bool awaits_answer_ = false;
  std::uint16_t asked_sequence_ = 0;
  std::int64_t asked_us_ = 0;
  std::atomic<bool> finished_{false};
  std::atomic<bool> closing_{false};
  SenderStats stats_;
};

}  // namespace idn::stream

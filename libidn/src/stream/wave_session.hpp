// SPDX-License-Identifier: MIT
#pragma once

#include "idn/stream/sample_ring.hpp"
#include "idn/stream/sender_session.hpp"

namespace idn::stream {

/// A gapless stream of samples. A producer that is late costs light; one that is away for long lets the stream
/// fall idle, which costs no traffic either.
class WaveSession final : public SenderSession {
 public:
  static Result<std::unique_ptr<SenderSession>> create(const SenderConfig& config);

  std::size_t push(std::span<const LaserSample> samples) noexcept override { return ring_.push(samples); }
  bool push_frame(std::span<const LaserSample>, bool) override { return false; }
  std::size_t buffered() const noexcept override { return ring_.size(); }
  std::size_t capacity() const noexcept override { return ring_.capacity(); }

 private:
  WaveSession(const SenderConfig& config, TickLength tick, Packer packer);

  void anchor(TimePoint now) noexcept override;
  Duration longest_stall() const noexcept override;
  bool drops_overdue() const noexcept override { return config().late == LatePolicy::Skip; }
  void skip_tick() noexcept override;
  std::size_t longest_burst() const noexcept override { return longest_burst_; }
  bool has_content() const noexcept override { return ring_.size() > 0; }
  bool wants_packet() const noexcept override { return packets_.is_due(); }
  ConstBytes content() noexcept override;
  ConstBytes darkness() noexcept override;
  ConstBytes channel_close() noexcept override { return packer_.pack_channel_close(); }
  ConstBytes session_close() noexcept override { return packer_.pack_session_close(); }
  void reopen() noexcept override { packer_.reopen(); }
  std::uint16_t last_sequence() const noexcept override { return packer_.last_sequence(); }
  void on_tick_end() noexcept override;

  void drop_overdue() noexcept;
  std::int64_t timestamp(TimePoint at) const noexcept;
  bool stays_idle() noexcept;
  ConstBytes idle_packet() noexcept;
  ConstBytes next_samples() noexcept;
  ConstBytes pack() noexcept;

  Packer packer_;
  PacketSchedule packets_;
  std::size_t longest_burst_;
  SampleRing ring_;
  std::vector<LaserSample> staging_;
  std::size_t overdue_ = 0;  ///< samples to be dropped, since their time has passed
  LaserSample last_;
  TimePoint supplied_ = kNever;  ///< the last tick that had samples, or the start
  TimePoint kept_alive_{};
  bool idle_ = false;
};

}  // namespace idn::stream

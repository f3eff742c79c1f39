// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "stream/send/sender_session.hpp"
#include "stream/send/tick_sample_source.hpp"

namespace idn::stream {

/// How a wave is sent.
struct WaveConfig {
  PackerConfig packer{};  ///< how samples become datagrams
  LinkTiming link{};      ///< periods of acknowledge requests and keepalives
  /// Time between two wake-ups; zero: the display time of one packet.
  Duration tick{0};
  /// After a stall: how many overdue packets may leave at one wake-up in addition to those of one tick; fewer
  /// if all of them together would last longer than 20 ms. The others leave with the next ticks.
  std::size_t catch_up_packets = 3;
  /// After being without samples for this long, the stream sends only keepalives until there are some again.
  Duration idle_after{std::chrono::seconds(1)};
  /// Follow the clock of a receiver that reports its latency in acknowledges, see ClockFollower; these are
  /// requested every 200 ms at least, unless acknowledge_period is zero. Packets keep their samples and display
  /// time, and leave slightly more or less often. The timestamps then follow the receiver's clock instead of
  /// ours, like those of a disciplined clock: chunks still join exactly, and the receiver sees a constant
  /// difference between arrival and timestamp. Against our clock, or a third one, the timestamps drift by the
  /// correction, up to 200 us per second; a receiver that plays them by a clock synchronized with ours shows
  /// the stream earlier or later by that. All other times, such as idle_after, remain those of our clock.
  bool follow = false;
};

/// A gapless stream of the samples of a TickSampleSource (section 2.6). Where the source has none in time, the
/// stream is dark; after WaveConfig::idle_after without any it sends keepalives only. Threads: config() from
/// any; all else as SenderSession. Real-time: all but create() (no heap, lock, log).
class WaveStream : public SenderSession {
 public:
  /// `supply` must outlive the stream. Its first samples have the rate of `config`; at other rates, datagrams
  /// have about the same display time, and Packer::kMinSamples at least. Errors: Errc::InvalidRate (rate
  /// outside 1..1'000'000), Errc::InvalidPacketSize (samples per packet outside what format, max_datagram and a
  /// duration of 200 us to 100 ms allow).
  static FormatResult<std::unique_ptr<WaveStream>> create(const WaveConfig& config, TickSampleSource& supply);

 protected:
  WaveStream(const WaveConfig& config, Packer packer, TickSampleSource& supply);

 private:
  void anchor(TimePoint now) noexcept override;
  /// The buffer of the reference receiver, which hides a stall of that length entirely.
  Duration longest_stall() const noexcept override { return std::chrono::milliseconds(40); }
  std::size_t longest_burst() const noexcept override { return longest_burst_; }
  bool has_content() noexcept override { return supply_.front(tick()) != nullptr; }
  bool wants_packet() const noexcept override { return packets_.is_due(); }
  TimePoint packet_due() const noexcept override { return tick(); }
  ConstBytes content() noexcept override;
  ConstBytes darkness() noexcept override;
  ConstBytes request() noexcept override { return packer_.pack_request(); }
  ConstBytes channel_close() noexcept override { return packer_.pack_channel_close(); }
  ConstBytes session_close() noexcept override { return packer_.pack_session_close(); }
  ConstBytes session_abort() noexcept override { return packer_.pack_session_abort(); }
  void reopen() noexcept override { packer_.reopen(); }
  void change_service(std::uint8_t service) noexcept override { packer_.change_service(service); }
  std::uint16_t last_sequence() const noexcept override { return packer_.last_sequence(); }
  void on_tick_end() noexcept override;
  void on_moved() noexcept override { supply_.on_moved(); }

  void change_rate() noexcept;
  void fit_packet() noexcept;
  void set_packet(std::size_t samples) noexcept;
  std::int64_t timestamp(TimePoint at) const noexcept;
  bool stays_idle() noexcept;
  void end_idle() noexcept;
  ConstBytes idle_packet() noexcept;
  ConstBytes next_samples() noexcept;
  std::span<const LaserSample> dark(std::size_t count) noexcept;
  ConstBytes pack(std::span<const LaserSample> lead_in, const SampleSpans& samples,
                  std::span<const LaserSample> rest) noexcept;

  WaveConfig config_;
  Packer packer_;
  TickSampleSource& supply_;
  std::size_t samples_per_packet_;
  PacketSchedule packets_;
  std::size_t longest_burst_;
  std::vector<LaserSample> dark_;
  LaserSample last_;
  TimePoint supplied_ = kNever;  ///< the last tick that had samples, or the start
  TimePoint kept_alive_{};
  bool idle_ = false;
};

}  // namespace idn::stream

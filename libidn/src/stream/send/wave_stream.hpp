// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "stream/send/packer.hpp"
#include "stream/send/sender_session.hpp"
#include "stream/send/tick_sample_source.hpp"

namespace idn::stream {

/// How a wave is sent.
struct WaveConfig {
  PackerConfig packer{};  ///< how samples become datagrams
  /// Time between two wake-ups; zero: the display time of one packet.
  Duration tick{0};
  /// After a stall: how many overdue packets may leave at one wake-up in addition to those of one tick; fewer
  /// if all of them together would last longer than 20 ms. The others leave with the next ticks.
  std::size_t catch_up_packets = 3;
  /// After being without samples for this long, the stream sends only keepalives until there are some again.
  Duration idle_after{std::chrono::seconds(1)};
};

/// A gapless stream of the samples of a TickSampleSource (section 2.6). Where the source has none in time, the
/// stream is dark; after WaveConfig::idle_after without any it sends keepalives only.
/// Threads: one owner. Real-time: all but create() (no heap, lock, log).
class WaveStream final : public PacketSource {
 public:
  /// `supply` must outlive the stream. Its first samples have the rate of `config`; at other rates, datagrams
  /// have about the same display time, and Packer::kMinSamples at least. Errors: Errc::InvalidRate (rate
  /// outside 1..1'000'000), Errc::InvalidPacketSize (samples per packet outside what format, max_datagram and a
  /// duration of 200 us to 100 ms allow).
  static FormatResult<std::unique_ptr<WaveStream>> create(const WaveConfig& config, TickSampleSource& supply);

  TickPlan plan() const noexcept override;
  ChannelWriter& channel() noexcept override { return packer_.channel(); }
  void anchor(TimePoint now) noexcept override;
  bool has_content() noexcept override { return supply_.prepare(session().tick()) != nullptr; }
  TimePoint next_packet() const noexcept override { return packets_.is_due() ? session().tick() : kNever; }
  ConstBytes make(PacketKind kind) noexcept override;
  void end_tick() noexcept override;

 private:
  WaveStream(const WaveConfig& config, Packer packer, TickSampleSource& supply);

  ConstBytes content() noexcept;
  ConstBytes darkness() noexcept;
  void change_rate() noexcept;
  void fit_packet() noexcept;
  void set_packet(std::size_t samples) noexcept;
  TickLength length_of_tick() const noexcept;
  std::int64_t timestamp(TimePoint at) const noexcept;
  bool stays_idle() noexcept;
  void end_idle() noexcept;
  ConstBytes idle_packet() noexcept;
  ConstBytes next_samples(const LaserSample* first) noexcept;
  std::span<const LaserSample> dark(std::size_t count) noexcept;
  ConstBytes pack(std::span<const LaserSample> lead_in, const SampleSpans& samples,
                  std::span<const LaserSample> rest) noexcept;
  void look_for_light(const SampleSpans& samples) noexcept;

  WaveConfig config_;
  Packer packer_;
  TickSampleSource& supply_;
  std::size_t samples_per_packet_;
  PacketSchedule packets_;
  std::vector<LaserSample> dark_;
  LaserSample last_;
  TimePoint supplied_ = kNever;  ///< the last tick that had samples, or the start
  TimePoint kept_alive_{};
  TimePoint lit_at_{};  ///< as in SenderStats
  bool idle_ = false;
};

}  // namespace idn::stream

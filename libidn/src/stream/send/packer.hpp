// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>

#include "idn/bytes.hpp"
#include "idn/result.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"
#include "stream/send/channel_writer.hpp"
#include "stream/send/schedule.hpp"

/// Samples in, wave-mode datagrams out (section 4.1). Knows the timeline of the stream, not the time of day.
namespace idn::stream {

/// How samples become datagrams.
struct PackerConfig {
  /// A UDP payload that crosses Ethernet and common tunnels in one piece; what other senders use.
  static constexpr std::size_t kDefaultMaxDatagram = 1454;

  SampleRate rate{100'000};                        ///< 1 to 1'000'000
  std::size_t samples_per_packet = 100;            ///< in each datagram, as far as they fit
  wire::SampleCodec format = wire::kUsualFormat;   ///< what each octet of a sample means
  std::size_t max_datagram = kDefaultMaxDatagram;  ///< octets of UDP payload
  std::uint8_t service_id = 0;                     ///< 0: the unit's default laser projector
  std::uint8_t channel = 0;                        ///< 0..63
  std::uint8_t client_group = 0;                   ///< 0..15
  std::uint16_t first_sequence = 0;                ///< arbitrary
};

/// The setup of a channel for the datagrams of a packer.
ChannelDestination channel_setup(const PackerConfig& config, wire::ServiceMode mode);

/// The most samples that fit into one datagram together with a configuration.
std::size_t max_samples_per_packet(const wire::SampleCodec& format, std::size_t max_datagram) noexcept;

/// Samples of the shortest packet that receivers take at this rate (Packer::kMinSamples, kMinDurationUs).
std::size_t shortest_packet(SampleRate rate) noexcept;

/// PackerConfig::kDefaultMaxDatagram, but no less than the shortest packet needs: at the highest rates IP
/// divides it.
std::size_t usual_max_datagram(SampleRate rate, const wire::SampleCodec& format) noexcept;

/// As many samples as last `time`, but at least Packer::kMinSamples, and no more than fit into one datagram.
std::size_t samples_per_packet(SampleRate rate, Duration time, const wire::SampleCodec& format,
                               std::size_t max_datagram) noexcept;

/// Makes the messages of a wave. Threads: one owner. Real-time: all but create() (no heap, lock, log).
class Packer {
 public:
  /// The specification's lower limit for a wave chunk (section 2.6).
  static constexpr std::size_t kMinSamples = 20;
  /// A receiver in the field refuses shorter chunks (section 5.1).
  static constexpr std::int64_t kMinDurationUs = 200;
  /// Longer chunks would outlast the buffers of receivers.
  static constexpr std::int64_t kMaxDurationUs = 100'000;

  /// Errors: Errc::InvalidRate (rate outside 1..1'000'000), Errc::InvalidPacketSize (samples per packet outside
  /// what format, max_datagram and a duration of 200 us to 100 ms allow).
  static FormatResult<Packer> create(const PackerConfig& config);

  /// The next sample gets this 64-bit timestamp. To be called before the first pack(), and again when the
  /// stream leaves a gap, after which the channel is opened anew, as receivers may have closed it meanwhile.
  /// Time never runs backwards, an earlier timestamp is ignored.
  void anchor(std::int64_t timestamp_us) noexcept;
  /// Writes the datagrams, which all have its sequence numbers.
  ChannelWriter& channel() noexcept { return writer_; }

  /// Changes the rate from the next sample on, whose place on the timeline is rounded down to a microsecond.
  /// `rate` must be valid.
  void change_rate(SampleRate rate) noexcept;

  /// Samples from the next pack() on last this much shorter than their rate says, or longer: up to 1'000'000
  /// parts per billion. The sum is exact, whatever changes come.
  void set_pace(std::int64_t ppb) noexcept { pace_.ppb = ppb; }

  /// One wave message with the samples of all pieces in order: kMinSamples to max_samples_per_packet() in all.
  /// @return valid until the next call of any member
  ConstBytes pack(std::initializer_list<std::span<const LaserSample>> pieces,
                  bool request_acknowledge) noexcept;
  ConstBytes pack(std::span<const LaserSample> samples, bool request_acknowledge) noexcept {
    return pack({samples}, request_acknowledge);
  }

  /// Keeps an idle channel alive; the next sample does not come before `timestamp_us`.
  ConstBytes pack_void(std::int64_t timestamp_us, bool request_acknowledge) noexcept;
  /// A request for an acknowledge without samples, stamped with the end of the last chunk.
  ConstBytes pack_request() noexcept { return writer_.void_message(next_timestamp_us(), true); }
  /// The void message that closes the channel, stamped with the end of the last chunk.
  ConstBytes pack_channel_close() noexcept { return writer_.channel_close(next_timestamp_us()); }
  /// Timestamp of the next sample on the 64-bit timeline.
  std::int64_t next_timestamp_us() const noexcept;
  /// The configuration in force, with the present rate.
  const PackerConfig& config() const noexcept { return config_; }

 private:
  explicit Packer(const PackerConfig& config);
  void begin_at(std::int64_t timestamp_us) noexcept;

  PackerConfig config_;
  std::size_t max_samples_;
  ChannelWriter writer_;
  std::int64_t anchor_us_ = 0;
  std::uint64_t samples_since_anchor_ = 0;
  BillionthsOf pace_;
  Duration paced_{0};  ///< by which the samples since the anchor were shorter
  bool started_ = false;
};

}  // namespace idn::stream

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/bytes.hpp"
#include "idn/result.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"
#include "idn/wire/packet_header.hpp"
#include "idn/wire/sample_codec.hpp"

/// Samples in, wave-mode datagrams out (section 4.1). Knows the timeline of the stream, not the time of day.
namespace idn::stream {

struct PackerConfig {
  /// A UDP payload that crosses Ethernet and common tunnels in one piece; what other senders use.
  static constexpr std::size_t kDefaultMaxDatagram = 1454;

  SampleRate rate{100'000};
  std::size_t samples_per_packet = 100;
  wire::SampleCodec format = wire::SampleFormat::Xyrgb;
  std::size_t max_datagram = kDefaultMaxDatagram;  ///< octets of UDP payload
  std::uint8_t service_id = 0;                     ///< 0: the unit's default laser projector
  std::uint8_t channel = 0;                        ///< 0..63
  std::uint8_t client_group = 0;                   ///< 0..15
  std::uint16_t first_sequence = 0;                ///< arbitrary
};

/// The most samples that fit into one datagram together with a configuration.
std::size_t max_samples_per_packet(const wire::SampleCodec& format, std::size_t max_datagram) noexcept;

/// Not thread-safe; one owner. Real-time: all but create() (no heap, lock, log).
class Packer {
 public:
  /// The specification's lower limit for a wave chunk (section 2.6).
  static constexpr std::size_t kMinSamples = 20;
  /// A receiver in the field refuses shorter chunks (section 5.1).
  static constexpr std::int64_t kMinDurationUs = 200;
  /// Longer chunks would outlast the buffers of receivers.
  static constexpr std::int64_t kMaxDurationUs = 100'000;
  /// A receiver in the field drops its decoder right after the first chunk and stays dark until the next
  /// configuration: so it is in every datagram at first, then repeated (section 2.4, rule 6).
  static constexpr std::int64_t kOpeningConfigUs = 20'000;
  static constexpr std::int64_t kConfigPeriodUs = 200'000;

  /// Errc::InvalidRate, Errc::InvalidPacketSize.
  static Result<Packer> create(const PackerConfig& config);

  /// The next sample gets this 64-bit timestamp. To be called before the first pack(), and again when the
  /// stream leaves a gap; time never runs backwards, an earlier one is ignored.
  void anchor(std::int64_t timestamp_us) noexcept;

  /// One wave message. `samples`: kMinSamples to samples_per_packet.
  /// @return valid until the next call of any member.
  ConstBytes pack(std::span<const LaserSample> samples, bool request_acknowledge) noexcept;

  /// The void message that closes the channel, stamped with the end of the last chunk.
  ConstBytes pack_channel_close() noexcept;
  /// The empty packet that ends the session.
  ConstBytes pack_session_close() noexcept;

  /// Of the packet handed out last.
  std::uint16_t last_sequence() const noexcept { return static_cast<std::uint16_t>(sequence_ - 1); }
  /// Where the next sample lies on the 64-bit timeline.
  std::int64_t next_timestamp_us() const noexcept;
  const PackerConfig& config() const noexcept { return config_; }

 private:
  explicit Packer(const PackerConfig& config);
  ByteWriter begin_packet(wire::Command command) noexcept;
  bool configuration_is_due(std::int64_t timestamp_us) const noexcept;

  PackerConfig config_;
  std::vector<std::byte> datagram_;
  std::int64_t anchor_us_ = 0;
  std::uint64_t samples_since_anchor_ = 0;
  std::int64_t opened_us_ = 0;
  std::int64_t configured_us_ = 0;
  bool opened_ = false;
  std::uint16_t sequence_;
};

}  // namespace idn::stream

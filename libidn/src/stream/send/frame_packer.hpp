// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/result.hpp"
#include "idn/sample.hpp"
#include "stream/send/frame_queue.hpp"
#include "stream/send/packer.hpp"

/// Pictures in, frame-mode datagrams out (sections 2.7 and 4.2).
namespace idn::stream {

/// Limits of frames and of their datagrams. A datagram may be longer than the MTU: then IP fragments it.
struct FrameLimits {
  /// One message as long as the protocol allows; a longer frame takes several.
  static constexpr std::size_t kLongestDatagram =
      wire::PacketHeader::kSize + wire::ChannelMessageHeader::kMaxTotalSize;
  static constexpr std::size_t kShortestDatagram = 576;  ///< octets: the lowest valid max_datagram
  /// Limit of sample data per frame, in octets: what the reference receiver, OpenIDN, can hold.
  static constexpr std::size_t kMaxOctets = 200'000;

  std::size_t max_datagram = kLongestDatagram;  ///< octets of UDP payload
};

/// Samples of the longest frame that is sent.
std::size_t max_frame_samples(const wire::SampleCodec& format) noexcept;

/// Makes the datagrams of frames, and those that keep their channel alive and close it. Threads: one owner.
/// Real-time: all but create() (no heap, lock, log).
class FramePacker {
 public:
  /// A receiver in the field refuses shorter frames (section 5.1).
  static constexpr std::uint32_t kMinDurationUs = 200;

  /// `config.samples_per_packet` and `config.max_datagram` are ignored.
  /// Errors: Errc::InvalidRate (rate outside 1..1'000'000), Errc::InvalidPacketSize (`limits.max_datagram`
  /// out of range, or too small for the configuration of that format).
  static FormatResult<FramePacker> create(const PackerConfig& config, const FrameLimits& limits);

  /// Starts a frame; what has not been sent of the one before is discarded. Sample 0 is only the position where
  /// the beam starts: receivers ignore its colour. Fewer than two samples become a dark frame of two, at the
  /// position of the first or at the origin, since receivers in the field refuse the empty frame; those beyond
  /// max_frame_samples() are cut off. Timestamps never decrease: an earlier one is replaced by the last.
  /// @return how many samples go out
  std::size_t begin(std::span<const LaserSample> frame, std::int64_t timestamp_us, FrameRepeat repeat) noexcept;
  /// Whether something of the frame is still to be sent.
  bool has_more() const noexcept { return handed_out_ < frame_octets_; }
  /// Octets of sample data of the frame that is being sent.
  std::size_t frame_octets() const noexcept { return frame_octets_; }
  /// How many of them have been handed out.
  std::size_t sent_octets() const noexcept { return handed_out_; }
  /// Whether the next datagram is the first of its frame.
  bool is_at_start() const noexcept { return fragment_ == 0; }
  /// The next datagram of the frame. Only the first one can ask for an acknowledge.
  /// @return valid until the next call of any member
  ConstBytes next(bool request_acknowledge) noexcept;

  /// The keepalive, a datagram without samples; valid until the next call.
  ConstBytes pack_void(std::int64_t timestamp_us, bool request_acknowledge) noexcept;
  /// Valid until the next call.
  ConstBytes pack_channel_close() noexcept { return writer_.channel_close(last_us_); }
  /// Writes the datagrams, which all have its sequence numbers.
  ChannelWriter& channel() noexcept { return writer_; }

 private:
  FramePacker(const PackerConfig& config, const FrameLimits& limits);
  std::size_t room(std::size_t overhead) const noexcept { return limits_.max_datagram - overhead; }
  std::int64_t raised(std::int64_t timestamp_us) noexcept;
  ConstBytes first(bool request_acknowledge) noexcept;
  ConstBytes sequel() noexcept;
  ConstBytes take(std::size_t octets) noexcept;

  PackerConfig config_;
  FrameLimits limits_;
  ChannelWriter writer_;
  std::vector<std::byte> octets_;  ///< of the frame being sent
  std::size_t frame_octets_ = 0;
  std::size_t handed_out_ = 0;  ///< of frame_octets_
  std::uint32_t fragment_ = 0;  ///< index of the next one
  std::uint32_t duration_us_ = 0;
  FrameRepeat repeat_ = FrameRepeat::UntilNext;
  std::int64_t last_us_ = 0;
};

}  // namespace idn::stream

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"

/// The audio dictionary: 16-bit tags that describe each octet of an audio sample (section 3.3). A sample has
/// one value of every channel ("frame" in other audio interfaces).
namespace idn::wire {

/// Coding of a value: signed, big endian. The enumerators equal the format nibble of the tags.
enum class AudioFormat : std::uint8_t {
  Int8 = 0,   ///< one octet
  Int16 = 1,  ///< two octets
  Int24 = 2,  ///< three octets
};

/// Octets per value.
constexpr std::size_t octets_of(AudioFormat format) noexcept {
  return static_cast<std::size_t>(format) + 1;
}

/// Position of the loudspeaker of an audio channel.
enum class Speaker : std::uint8_t {
  Unassigned,          ///< no position defined
  FrontLeft,           ///< left of the screen
  FrontRight,          ///< right of the screen
  FrontCentre,         ///< in the middle of the screen
  LowFrequency,        ///< LFE, the subwoofer
  BackLeft,            ///< behind, to the left
  BackRight,           ///< behind, to the right
  SideLeft,            ///< to the left
  SideRight,           ///< to the right
  FrontLeftOfCentre,   ///< between left and centre
  FrontRightOfCentre,  ///< between right and centre
};

/// The loudspeakers of a common layout (stereo, 5.1 ...) in the order of the values in a sample.
/// @param layout, channels the two low nibbles of the tag
/// @return an empty span for a combination that the specification does not define. Storage is static.
IDN_EXPORT std::span<const Speaker> speakers(std::uint8_t layout, std::uint8_t channels) noexcept;

/// Decoder and encoder for the samples of an audio stream: built once per configuration, used for every chunk.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class IDN_EXPORT AudioLayout {
 public:
  /// More descriptors than any real stream has; a dictionary with more is rejected.
  static constexpr std::size_t kMaxGroups = 32;

  /// The channels that one descriptor tag describes.
  struct Group {
    AudioFormat format = AudioFormat::Int16;  ///< of each channel
    std::uint8_t layout = 0;                  ///< if has_layout: number of the common layout, see speakers()
    std::uint8_t channels = 0;                ///< 0: a NOP, one octet that is ignored
    bool has_layout = false;                  ///< false: all are Speaker::Unassigned

    /// Octets of one sample of all channels of the group.
    std::size_t octets() const noexcept { return channels == 0 ? 1 : channels * octets_of(format); }
    friend constexpr bool operator==(const Group&, const Group&) = default;
  };

  /// @param tags octets of the service configuration, big endian.
  /// @return UnknownTag for a category, format or layout that the specification does not define; BadDictionary
  ///         when there is no channel at all, too many descriptors, or a void tag skips past the end.
  static Result<AudioLayout> from_dictionary(ConstBytes tags) noexcept;
  /// A stream of one common layout. (Int16, 0, 2) is stereo, which every audio service supports.
  /// Errors: Errc::UnknownTag for a layout that the specification does not define.
  static Result<AudioLayout> common(AudioFormat format, std::uint8_t layout, std::uint8_t channels) noexcept;

  /// Octets per sample, all channels together; at least 1.
  std::size_t sample_size() const noexcept { return sample_size_; }
  /// Channels of all groups; at least 1.
  std::size_t channel_count() const noexcept { return channel_count_; }
  /// In the order of the octets; valid as long as this object.
  std::span<const Group> groups() const noexcept { return {groups_.data(), group_count_}; }
  /// Position of a channel. `channel`: 0 to channel_count() - 1, counted over all groups.
  Speaker speaker(std::size_t channel) const noexcept;

  /// Writes the service configuration in whole 32-bit words.
  void encode(ByteWriter& out) const noexcept;

  /// Decodes as many whole samples as `octets` has and `values` has room for. Values are interleaved, and left
  /// aligned in 32 bits: the lower bits are zero. @return how many samples
  std::size_t decode(ConstBytes octets, std::span<std::int32_t> values) const noexcept;
  /// Encodes interleaved 32-bit values, of which each format keeps its most significant octets; NOP octets are
  /// zero. @return how many samples: as many whole ones as `values` has and `out` has room for
  std::size_t encode_values(std::span<const std::int32_t> values, MutableBytes out) const noexcept;

  friend bool operator==(const AudioLayout&, const AudioLayout&) = default;

 private:
  Result<void> add_tag(std::uint16_t tag) noexcept;
  Result<void> add(Group group) noexcept;

  std::array<Group, kMaxGroups> groups_{};
  std::size_t group_count_ = 0;
  std::size_t sample_size_ = 0;
  std::size_t channel_count_ = 0;
};

}  // namespace idn::wire

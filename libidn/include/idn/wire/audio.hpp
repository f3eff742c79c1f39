// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// The audio dictionary: 16-bit tags that say what each octet of an audio sample means (section 3.3). A sample
/// is one moment with the values of all channels.
namespace idn::wire {

/// Signed, big endian. The values are those of the tags' format nibble.
enum class AudioFormat : std::uint8_t {
  Int8 = 0,   ///< one octet
  Int16 = 1,  ///< two octets
  Int24 = 2,  ///< three octets
};

/// Octets per value.
constexpr std::size_t octets_of(AudioFormat format) noexcept {
  return static_cast<std::size_t>(format) + 1;
}

/// What a channel of audio is for.
enum class Speaker : std::uint8_t {
  Unassigned,          ///< a channel without a place
  FrontLeft,           ///< left of the screen
  FrontRight,          ///< right of the screen
  FrontCentre,         ///< in the middle of the screen
  LowFrequency,        ///< deep tones only
  BackLeft,            ///< behind, to the left
  BackRight,           ///< behind, to the right
  SideLeft,            ///< to the left
  SideRight,           ///< to the right
  FrontLeftOfCentre,   ///< between left and centre
  FrontRightOfCentre,  ///< between right and centre
};

/// The channels of a common layout in the order of their values.
/// @return nothing for a combination that the specification does not define.
std::span<const Speaker> speakers(std::uint8_t layout, std::uint8_t channels) noexcept;

/// How to read the samples of an audio channel: built once per configuration, used for every chunk.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class AudioLayout {
 public:
  /// More descriptors than any real stream has; a dictionary that asks for more is refused.
  static constexpr std::size_t kMaxGroups = 32;

  /// What one descriptor tag describes.
  struct Group {
    AudioFormat format = AudioFormat::Int16;  ///< of each channel
    std::uint8_t layout = 0;                  ///< of a common layout; see speakers()
    std::uint8_t channels = 0;                ///< zero: one octet without meaning
    bool is_placed = false;                   ///< has a common layout; otherwise the channels have no place

    /// On the wire, of one sample of all its channels.
    std::size_t octets() const noexcept { return channels == 0 ? 1 : channels * octets_of(format); }
    friend constexpr bool operator==(const Group&, const Group&) = default;
  };

  /// @param tags octets of the service configuration, big endian.
  /// @return UnknownTag for a category, format or layout that the specification does not define; BadDictionary
  ///         when there is no channel at all, too many descriptors, or a void tag skips past the end.
  static Result<AudioLayout> from_dictionary(ConstBytes tags) noexcept;
  /// A stream of one common layout, which has to be defined; (Int16, 0, 2) is the stereo that all support.
  /// Errors: Errc::UnknownTag for a layout or format that the specification does not define.
  static Result<AudioLayout> common(AudioFormat format, std::uint8_t layout, std::uint8_t channels) noexcept;

  /// Octets, at least 1.
  std::size_t sample_size() const noexcept { return sample_size_; }
  /// At least 1.
  std::size_t channel_count() const noexcept { return channel_count_; }
  /// In the order of the octets.
  std::span<const Group> groups() const noexcept { return {groups_.data(), group_count_}; }
  /// `channel` below channel_count(), counted over all groups.
  Speaker speaker(std::size_t channel) const noexcept;

  /// The service configuration in whole 32-bit words.
  void encode(ByteWriter& out) const noexcept;

  /// Whole samples that both sides hold, as values of full 32-bit scale, one channel after the other; returns
  /// how many samples. Real-time: yes.
  std::size_t decode(ConstBytes octets, std::span<std::int32_t> values) const noexcept;
  /// The reverse; lower octets than the format has are cut off, octets without meaning are zero.
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

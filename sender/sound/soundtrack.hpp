// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "idn/time.hpp"

namespace idn::sender {

/// A sound file that goes with the light.
struct SoundOptions {
  std::string file{};  ///< empty: none
  Duration offset{0};  ///< heard later than the light by this; negative: earlier
};

/// "20ms", "-20ms". Nothing for other text.
std::optional<Duration> parse_sound_offset(std::string_view text);

/// What was played.
struct SoundFacts {
  std::string device{};
  int rate = 0;               ///< of the device, in samples per second
  Duration block{0};          ///< the longest that the device has asked for
  Duration worst{0};          ///< furthest from the light, behind the first ten seconds
  std::uint64_t jumps = 0;    ///< behind the beginning
  std::uint64_t starved = 0;  ///< blocks for which the file was read too late
};

/// Plays a sound file in step with the light, at the sound device that the system prefers; ends with its
/// destruction. Threads: one owner, but where said.
class Soundtrack {
 public:
  /// How much later light is seen than sent, until a receiver has told.
  static constexpr Duration kUsualLightDelay{std::chrono::milliseconds(40)};

  virtual ~Soundtrack() = default;
  Soundtrack(const Soundtrack&) = delete;
  Soundtrack& operator=(const Soundtrack&) = delete;

  /// The file begins with the light that is sent at that time. Silent before.
  virtual void start_at(TimePoint time) noexcept = 0;
  /// How much later light is seen than sent: the buffer of the receiver. Threads: any.
  virtual void set_light_delay(Duration delay) noexcept = 0;
  virtual SoundFacts facts() const = 0;

 protected:
  Soundtrack() = default;
};

/// Opens the file and the device. Throws cli::Failure, also if this program was built without what it takes.
std::unique_ptr<Soundtrack> open_soundtrack(const SoundOptions& options);

}  // namespace idn::sender

// SPDX-License-Identifier: MIT
#include "sender/osc/picture_reader.hpp"

#include <array>
#include <cmath>

#include "idn/wire/sample_codec.hpp"

namespace idn::sender::osc {
namespace {

constexpr std::size_t kNumbersPerSample = 5;  // x, y, red, green, blue

const ConstBytes* only_blob(const Message& message) {
  return message.arguments.size() == 1 ? std::get_if<ConstBytes>(&message.arguments.front()) : nullptr;
}

/// Nothing if an argument is not a number.
std::optional<LaserSample> sample_of(std::span<const Argument> arguments) {
  std::array<double, kNumbersPerSample> numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double* const number = std::get_if<double>(&arguments[i]);
    if (number == nullptr || std::isnan(*number)) return std::nullopt;
    numbers[i] = *number;
  }
  return sample_at(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
}

}  // namespace

PictureReader::Meaning PictureReader::read(const Message& message) {
  const bool is_zero = message.number() == 0.0;
  if (message.address == "/LSX_0/Frame") return read_lsx(message);
  if (message.address == "/arm") return is_zero ? Meaning::Dark : Meaning::Arm;
  if (message.address == "/dark") return is_zero ? Meaning::Nothing : Meaning::Dark;
  if (message.address == "/point")
    return message.arguments.size() == kNumbersPerSample ? read_numbers(message) : Meaning::Unknown;
  if (message.address != "/frame") return Meaning::Unknown;
  if (const ConstBytes* const blob = only_blob(message)) return read_samples(*blob);
  return read_numbers(message);
}

PictureReader::Meaning PictureReader::read_lsx(const Message& message) {
  const ConstBytes* const blob = only_blob(message);
  const auto part = blob != nullptr ? decode_lsx_part(*blob) : std::nullopt;
  if (!part) return Meaning::Unknown;
  if (!lsx_.add(*part)) return Meaning::Nothing;
  picture_ = lsx_.frame();
  return Meaning::Picture;
}

PictureReader::Meaning PictureReader::read_numbers(const Message& message) {
  const std::span<const Argument> arguments(message.arguments);
  if (arguments.size() % kNumbersPerSample != 0) return Meaning::Unknown;
  picture_.clear();
  for (std::size_t i = 0; i < arguments.size(); i += kNumbersPerSample) {
    const auto sample = sample_of(arguments.subspan(i, kNumbersPerSample));
    if (!sample) return Meaning::Unknown;
    picture_.push_back(*sample);
  }
  return Meaning::Picture;
}

PictureReader::Meaning PictureReader::read_samples(ConstBytes blob) {
  const wire::SampleCodec layout{wire::SampleFormat::Xyrgb16};
  if (blob.size() % layout.sample_size() != 0) return Meaning::Unknown;
  picture_.resize(blob.size() / layout.sample_size());
  layout.decode(blob, picture_);
  return Meaning::Picture;
}

}  // namespace idn::sender::osc

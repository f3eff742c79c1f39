// SPDX-License-Identifier: MIT
#include "idn/wire/channel_message.hpp"

namespace idn::wire {

std::string to_string(ServiceMode mode) {
  switch (mode) {
    case ServiceMode::Void:
      return "void";
    case ServiceMode::GraphicContinuous:
      return "wave";
    case ServiceMode::GraphicDiscrete:
      return "frame";
    case ServiceMode::EffectsContinuous:
      return "effects, continuous";
    case ServiceMode::EffectsDiscrete:
      return "effects, discrete";
    case ServiceMode::Dmx512Continuous:
      return "DMX512, continuous";
    case ServiceMode::Dmx512Discrete:
      return "DMX512, discrete";
    case ServiceMode::AudioContinuous:
      return "audio";
  }
  constexpr char kDigits[] = "0123456789ABCDEF";
  const auto code = static_cast<unsigned>(mode);
  return std::string("mode 0x") + kDigits[code >> 4] + kDigits[code & 0xF];
}

}  // namespace idn::wire

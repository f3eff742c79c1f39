// SPDX-License-Identifier: MIT
#include "idn_server/report/reporter.hpp"

namespace idn::server {

StreamTotals total_of(const StreamTable& streams) {
  StreamTotals total = streams.merged();
  for (const auto& stream : streams.finished()) total.add(stream);
  for (const auto& stream : streams.live()) total.add(stream);
  return total;
}

std::string_view name_of(wire::ServiceMode mode) noexcept {
  switch (mode) {
    case wire::ServiceMode::GraphicContinuous:
      return "wave";
    case wire::ServiceMode::GraphicDiscrete:
      return "frame";
    case wire::ServiceMode::EffectsContinuous:
    case wire::ServiceMode::EffectsDiscrete:
      return "effects";
    case wire::ServiceMode::Dmx512Continuous:
    case wire::ServiceMode::Dmx512Discrete:
      return "DMX512";
    case wire::ServiceMode::AudioContinuous:
      return "audio";
    case wire::ServiceMode::Void:
      break;
  }
  return "void";
}

}  // namespace idn::server

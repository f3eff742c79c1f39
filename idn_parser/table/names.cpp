// SPDX-License-Identifier: MIT
#include "idn_parser/table/names.hpp"

#include <fmt/format.h>

namespace idn::parser {
namespace {

constexpr std::uint16_t wavelength(std::uint16_t colour_tag) {
  return colour_tag & 0x3FF;
}

std::string colour_name(std::uint16_t nm) {
  if (nm == wavelength(wire::tag::kRed)) return "R";
  if (nm == wavelength(wire::tag::kGreen)) return "G";
  if (nm == wavelength(wire::tag::kBlue)) return "B";
  return fmt::format("{}nm", nm);
}

std::string field_name(const wire::SampleField& field) {
  using enum wire::FieldKind;
  switch (field.kind) {
    case X:
      return "X";
    case Y:
      return "Y";
    case Z:
      return "Z";
    case XPrime:
      return "X'";
    case DeepBlue:
    case Yellow:
    case Cyan:
    case Colour:
      return colour_name(field.wavelength_nm);
    case ColourFromPrefix:
      return "C";
    case WavelengthPrefix:
      return "nm";
    case Intensity:
      return "I";
    case Hint:
    case HintWithShutter:
      return "hint";
    case Ignored:
      break;
  }
  return "-";
}

}  // namespace

std::string name_of(wire::Command command) {
  using enum wire::Command;
  switch (command) {
    case Void:
      return "void";
    case PingRequest:
      return "ping request";
    case PingResponse:
      return "ping response";
    case GroupRequest:
      return "client group request";
    case GroupResponse:
      return "client group response";
    case ScanRequest:
      return "scan request";
    case ScanResponse:
      return "scan response";
    case ServiceMapRequest:
      return "service map request";
    case ServiceMapResponse:
      return "service map response";
    case RtMessage:
      return "channel message";
    case RtMessageAckRequest:
      return "channel message with acknowledge request";
    case RtClose:
      return "close";
    case RtCloseAckRequest:
      return "close with acknowledge request";
    case RtAbort:
      return "abort";
    case RtAcknowledge:
      return "acknowledge";
  }
  return fmt::format("command 0x{:02X}", static_cast<unsigned>(command));
}

std::string_view mode_of(wire::ChunkType type) noexcept {
  using enum wire::ChunkType;
  switch (type) {
    case Wave:
      return "wave";
    case Frame:
    case FrameFirst:
    case FrameSequel:
      return "frame";
    case OctetSegment:
      return "continuous octets";
    case OctetString:
    case DimmerLevels:
      return "discrete octets";
    case AudioWave:
      return "audio";
    case Void:
      break;
  }
  return "unknown";
}

std::string describe(const wire::SampleLayout& layout) {
  std::string text;
  for (const wire::SampleField& field : layout.fields()) {
    if (field.width == 0) continue;
    if (!text.empty()) text += ' ';
    text += fmt::format("{}{}", field_name(field), field.width * 8);
  }
  return text;
}

}  // namespace idn::parser

// SPDX-License-Identifier: MIT
// The functions that hosts of OpenLaserShowController call, version 1 of its interface.
#include <algorithm>

#include "plugins/common/host_limits.hpp"
#include "plugins/common/never_destroyed.hpp"
#include "plugins/common/platform/module.hpp"
#include "plugins/compat/cards.hpp"
#include "plugins/compat/dac_call.hpp"
#include "plugins/compat/olsc_status.hpp"
#include "plugins/compat/text.hpp"

namespace {

using namespace idn::plugins::compat;

#pragma pack(push, 1)
struct OlscCapabilities {
  char name[1024];
  int version_major, version_minor;
  int min_speed, max_speed;            ///< points per second
  int min_frame_size, max_frame_size;  ///< points
  bool has_dmx_in, has_dmx_out, has_ttl_in, has_ttl_out;
  int xy_resolution, color_resolution;  ///< bits
  bool uses_callbacks;
};
struct OlscFrame {
  int rate, count;
  const OlscPoint* points;
};
#pragma pack(pop)
static_assert(sizeof(OlscCapabilities) == 1061);
static_assert(sizeof(OlscFrame) == 8 + sizeof(void*));

constexpr int kOlscVersion = 1;
constexpr char kOlscName[] = "IDN";
constexpr int kHighestOlscRate = 100'000;

struct OlscCards : CardSet {};
CardSet& olsc() {
  return idn::plugins::never_destroyed<OlscCards>();
}

OlscReturnStyle return_style_of_module() {
  static const OlscReturnStyle style = olsc_return_style(idn::plugins::platform::module_path());
  return style;
}

OlscUnits units_of_module() {
  static const OlscUnits units = olsc_units(idn::plugins::platform::module_path());
  return units;
}

int device_count(const Cards& cards) {
  return std::min(cards.count(), idn::plugins::kMostOlscDevices);
}

template <class Body>
int with_device(int device, Body body) noexcept {
  return guarded<int>(kOlscFailed, [&]() -> int {
    const auto cards = olsc().cards();
    if (!cards) return kOlscFailed;
    Card* const card = cards->at(device);
    return card != nullptr ? body(*card) : kOlscInvalid;
  });
}

int as_result(CallResult outcome) noexcept {
  if (outcome == CallResult::Invalid) return kOlscInvalid;
  return outcome == CallResult::Done ? kOlscSuccess : kOlscFailed;
}

int not_supported(int device) noexcept {
  return with_device(device, [](Card&) { return kOlscFailed; });
}

bool can_be_played(int rate, int count, const OlscPoint* points) noexcept {
  return rate >= 0 && rate <= kHighestOlscRate && count >= 0 && count <= kMostPoints &&
         (points != nullptr || count == 0);
}

/// May block while another frame waits: hosts write each frame from a thread of its own.
int write_olsc(int device, int rate, int count, const OlscPoint* points) noexcept {
  return with_device(device, [&](Card& card) {
    if (!can_be_played(rate, count, points)) return as_result(card.record(CallResult::Invalid));
    const auto samples = to_samples(std::span(points, static_cast<std::size_t>(count)), units_of_module());
    return as_result(card.write(samples, rate, 0, WhileBusy::Wait));
  });
}

}  // namespace

extern "C" {

int IDN_DAC_CALL OLSC_GetAPIVersion() {
  return kOlscVersion;
}
/// @param name 64 octets at least
int IDN_DAC_CALL OLSC_GetInterfaceName(char* name) {
  if (name == nullptr) return kOlscInvalid;
  copy_text(kOlscName, name, 64);
  return kOlscSuccess;
}
/// @return the number of devices, which hosts use as such: kOlscSuccess and kOlscNone are the numbers 1 and 0.
/// kOlscFailed if the settings are wrong
int IDN_DAC_CALL OLSC_Initialize() {
  return guarded<int>(kOlscFailed, [] {
    const auto cards = olsc().open();
    return cards->problem().empty() ? device_count(*cards) : kOlscFailed;
  });
}
int IDN_DAC_CALL OLSC_Shutdown() {
  return guarded<int>(kOlscFailed, [] { return olsc().close() ? kOlscSuccess : kOlscNone; });
}

int IDN_DAC_CALL OLSC_GetDeviceCount() {
  return guarded(0, [] {
    const auto cards = olsc().cards();
    return cards ? device_count(*cards) : 0;
  });
}
int IDN_DAC_CALL OLSC_GetDeviceCapabilities(int device, OlscCapabilities* capabilities) {
  return with_device(device, [&](Card& card) {
    if (capabilities == nullptr) return kOlscInvalid;
    *capabilities = {};
    copy_text(card.name(), capabilities->name, sizeof(capabilities->name));
    capabilities->version_major = kOlscVersion;
    capabilities->min_speed = kLowestRate;
    capabilities->max_speed = kHighestOlscRate;
    capabilities->min_frame_size = 1;
    capabilities->max_frame_size = kMostPoints;
    capabilities->xy_resolution = 16;
    capabilities->color_resolution = 8;
    return kOlscSuccess;
  });
}
/// If there is a problem: kOlscFailed as number, and a text with cause and remedy. Else the Outcome of the last
/// call, 0 if it succeeded, and an empty text.
int IDN_DAC_CALL OLSC_GetLastErrorNumber(int device, int* number, char* text, int room) {
  return with_device(device, [&](Card& card) {
    const std::string problem = card.problem();
    if (number != nullptr) *number = problem.empty() ? static_cast<int>(card.last_outcome()) : kOlscFailed;
    if (text != nullptr && room > 0) copy_text(problem, text, room);
    return kOlscSuccess;
  });
}

/// Nothing to do: a frame plays as soon as it is written.
int IDN_DAC_CALL OLSC_Play(int device) {
  return with_device(device, [](Card&) { return kOlscSuccess; });
}
/// Dark until the next frame.
int IDN_DAC_CALL OLSC_Pause(int device) {
  return with_device(device, [](Card& card) { return as_result(card.stop()); });
}
/// @param state 0: open; else closed, dark until it is opened
int IDN_DAC_CALL OLSC_Shutter(int device, int state) {
  return with_device(device, [&](Card& card) { return as_result(card.set_shutter(state == 0)); });
}
int IDN_DAC_CALL OLSC_WriteFrame(int device, OlscFrame frame) {
  return write_olsc(device, frame.rate, frame.count, frame.points);
}
int IDN_DAC_CALL OLSC_WriteFrameEx(int device, int rate, int count, OlscPoint* points) {
  return write_olsc(device, rate, count, points);
}
int IDN_DAC_CALL OLSC_GetStatus(int device, std::uint32_t* status) {
  OlscAnswer answer = olsc_answer(CardState::Missing, return_style_of_module());
  const int result = with_device(device, [&](Card& card) {
    answer = olsc_answer(card.state(), return_style_of_module());
    return kOlscSuccess;
  });
  if (status != nullptr) *status = answer.status;
  return result == kOlscInvalid ? result : answer.result;
}

int IDN_DAC_CALL OLSC_SetCallback(int device, void* /*window*/, std::uint32_t /*message*/) {
  return not_supported(device);
}
int IDN_DAC_CALL OLSC_WriteDMX(int device, int, std::uint8_t*, int) {
  return not_supported(device);
}
int IDN_DAC_CALL OLSC_ReadDMX(int device, int, std::uint8_t*, int) {
  return not_supported(device);
}
int IDN_DAC_CALL OLSC_WriteTTL(int device, std::uint32_t) {
  return not_supported(device);
}
int IDN_DAC_CALL OLSC_ReadTTL(int device, std::uint32_t*) {
  return not_supported(device);
}

}  // extern "C"

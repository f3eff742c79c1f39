// SPDX-License-Identifier: MIT
// The functions of the DLL of the Ether Dream. Its hosts open each device before they write to it.
#include "plugins/compat/audio_frame.hpp"
#include "plugins/compat/text.hpp"

namespace {

using namespace idn::plugins::compat;

/// Result of EtherDreamGetVersion(), the version of the firmware.
constexpr int kVersion = 2;
/// Result of the DMX functions, which this plug-in does not have.
constexpr int kNoDmx = 0;

struct EtherDreamCards : CardSet {};
CardSet& etherdream() {
  return idn::plugins::never_destroyed<EtherDreamCards>();
}

}  // namespace

extern "C" {

int IDN_DAC_CALL EtherDreamGetCardNum() {
  return open_cards(etherdream(), kMostCards);
}
int IDN_DAC_CALL EtherDreamClose() {
  return close_cards(etherdream());
}
/// An empty name if there is no such card.
void IDN_DAC_CALL EtherDreamGetDeviceName(const int* card, char* name, int room) {
  if (name == nullptr || room < 1) return;
  name[0] = '\0';
  with_card(etherdream(), card, 0, [&](Card& found) {
    copy_text(found.name(), name, room);
    return 1;
  });
}
int IDN_DAC_CALL EtherDreamOpenDevice(const int* card) {
  return with_card(etherdream(), card, 0, [](Card& found) { return found.open() ? 1 : 0; });
}
int IDN_DAC_CALL EtherDreamCloseDevice(const int* card) {
  return with_card(etherdream(), card, 0, [](Card& found) {
    found.close();
    return 1;
  });
}

int IDN_DAC_CALL EtherDreamGetStatus(const int* card) {
  return with_card(etherdream(), card, kAudioFault, [](Card& found) {
    return found.is_open() ? audio_status(found) : static_cast<int>(kAudioFault);
  });
}
int IDN_DAC_CALL EtherDreamWriteFrame(const int* card, const AudioPoint* points, int octets, std::uint16_t rate,
                                      std::uint16_t repeats) {
  return with_card(etherdream(), card, 0, [&](Card& found) {
    if (!found.is_open()) return as_bool(found.record(CallResult::Missing));
    const PlaybackRequest request{.rate = rate, .passes = passes_of(repeats)};
    return as_bool(write_octets(found, points, octets, request, [](std::span<const AudioPoint> frame) {
      return to_samples(frame, idn::EzAudDacRange::Bits16);
    }));
  });
}
int IDN_DAC_CALL EtherDreamStop(const int* card) {
  return stop_card(etherdream(), card);
}

int IDN_DAC_CALL EtherDreamGetVersion(const int* card) {
  return with_card(etherdream(), card, 0, [](Card&) { return kVersion; });
}
int IDN_DAC_CALL EtherDreamWriteDMX(const int*, int, const std::uint8_t*) {
  return kNoDmx;
}
int IDN_DAC_CALL EtherDreamReadDMX(const int*, int, std::uint8_t*) {
  return kNoDmx;
}

}  // extern "C"

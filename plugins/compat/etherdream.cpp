// SPDX-License-Identifier: MIT
// The functions that hosts of the Ether Dream's own library call, which opens each device by itself.
#include "plugins/compat/audio_frame.hpp"
#include "plugins/compat/text.hpp"

namespace {

using namespace idn::plugins::compat;

/// For hosts that ask which firmware there is.
constexpr int kVersion = 2;
/// There is no DMX at the other end.
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
/// Empty for no such card.
void IDN_DAC_CALL EtherDreamGetDeviceName(const int* card, char* name, int room) {
  if (name == nullptr || room < 1) return;
  name[0] = '\0';
  with_card(etherdream(), card, 0, [&](Card& known) {
    copy_text(known.name(), name, room);
    return 1;
  });
}
int IDN_DAC_CALL EtherDreamOpenDevice(const int* card) {
  return with_card(etherdream(), card, 0, [](Card& known) { return known.open() ? 1 : 0; });
}
int IDN_DAC_CALL EtherDreamCloseDevice(const int* card) {
  return with_card(etherdream(), card, 0, [](Card& known) {
    known.close();
    return 1;
  });
}

int IDN_DAC_CALL EtherDreamGetStatus(const int* card) {
  return with_card(etherdream(), card, kAudioFault, [](Card& known) {
    return known.is_open() ? audio_status(known) : static_cast<int>(kAudioFault);
  });
}
int IDN_DAC_CALL EtherDreamWriteFrame(const int* card, const AudioPoint* points, int octets, std::uint16_t rate,
                                      std::uint16_t repeats) {
  return with_card(etherdream(), card, 0, [&](Card& known) {
    if (!known.is_open()) return as_bool(known.note(Outcome::NotThere));
    const Timing timing{.rate = rate, .passes = passes_of(repeats)};
    return as_bool(write_octets(known, points, octets, timing, [](std::span<const AudioPoint> frame) {
      return to_samples(frame, idn::plugins::EzAudDacRange::Bits16);
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

// SPDX-License-Identifier: MIT
// The functions that hosts of EzAudDac call.
#include "plugins/compat/audio_frame.hpp"

namespace {

using namespace idn::plugins::compat;

struct EzAudDacCards : CardSet {};
CardSet& ezauddac() {
  return idn::plugins::lasting<EzAudDacCards>();
}

/// The public implementations of this interface disagree on the range of its points.
int write_ezauddac(const int* number, const AudioPoint* points, int octets, Timing timing) noexcept {
  return with_card(ezauddac(), number, 0, [&](Card& card) {
    return as_bool(write_octets(card, points, octets, timing, [&](std::span<const AudioPoint> frame) {
      return to_samples(frame, card.range_of(frame));
    }));
  });
}

}  // namespace

extern "C" {

int IDN_DAC_CALL EzAudDacGetCardNum() {
  return open_cards(ezauddac(), kMostCards);
}
int IDN_DAC_CALL EzAudDacClose() {
  return close_cards(ezauddac());
}

int IDN_DAC_CALL EzAudDacGetStatus(const int* card) {
  return with_card(ezauddac(), card, kAudioFault, audio_status);
}
int IDN_DAC_CALL EzAudDacWriteFrame(const int* card, const AudioPoint* points, int octets, std::uint16_t rate) {
  return write_ezauddac(card, points, octets, {.rate = rate, .passes = 0});
}
int IDN_DAC_CALL EzAudDacWriteFrameNR(const int* card, const AudioPoint* points, int octets, std::uint16_t rate,
                                      std::uint16_t repeats) {
  return write_ezauddac(card, points, octets, {.rate = rate, .passes = passes_of(repeats)});
}
int IDN_DAC_CALL EzAudDacStop(const int* card) {
  return stop_card(ezauddac(), card);
}
/// Of a host's bool only the lowest octet is known to be set.
int IDN_DAC_CALL EzAudDacSetShutter(const int* card, std::uint8_t is_open) {
  return with_card(ezauddac(), card, 0, [&](Card& open) { return as_bool(open.set_shutter(is_open != 0)); });
}

}  // extern "C"

// SPDX-License-Identifier: MIT
// The functions that hosts of EzAudDac call. A device is given by a pointer to its number, the length of a
// frame in octets. For true and false they return the int 1 and 0, since hosts read either one octet or four.
#include "plugins/common/ezauddac.hpp"

#include "plugins/common/dac_call.hpp"

namespace {

using idn::plugins::AudioPoint;
using idn::plugins::ezauddac_devices;
using idn::plugins::guarded;

int number_of(const int* card) noexcept {
  return card == nullptr ? -1 : *card;
}

int write_ezauddac(const int* card, const AudioPoint* points, int octets, std::uint16_t rate,
                   std::uint32_t passes) noexcept {
  if (octets < 0) return 0;
  const std::size_t count = static_cast<std::size_t>(octets) / sizeof(AudioPoint);
  if (points == nullptr && count > 0) return 0;
  return guarded(0, [&] {
    return ezauddac_devices().write(number_of(card), std::span(points, count), rate, passes) ? 1 : 0;
  });
}

}  // namespace

extern "C" {

int IDN_DAC_CALL EzAudDacGetCardNum() {
  return guarded(0, [] { return ezauddac_devices().open(); });
}
int IDN_DAC_CALL EzAudDacClose() {
  return guarded(0, [] { return ezauddac_devices().close() ? 1 : 0; });
}
int IDN_DAC_CALL EzAudDacGetStatus(const int* card) {
  return guarded(ezauddac_devices().fault(), [&] { return ezauddac_devices().status(number_of(card)); });
}
int IDN_DAC_CALL EzAudDacWriteFrame(const int* card, const AudioPoint* points, int octets, std::uint16_t rate) {
  return write_ezauddac(card, points, octets, rate, 0);
}
int IDN_DAC_CALL EzAudDacWriteFrameNR(const int* card, const AudioPoint* points, int octets, std::uint16_t rate,
                                      std::uint16_t repeats) {
  return write_ezauddac(card, points, octets, rate, idn::plugins::passes_of(repeats));
}
int IDN_DAC_CALL EzAudDacStop(const int* card) {
  return guarded(0, [&] { return ezauddac_devices().stop(number_of(card)) ? 1 : 0; });
}
/// A host's bool may be one octet, with the others undefined.
int IDN_DAC_CALL EzAudDacSetShutter(const int* card, std::uint8_t is_open) {
  return guarded(0, [&] { return ezauddac_devices().set_shutter(number_of(card), is_open != 0) ? 1 : 0; });
}

}  // extern "C"

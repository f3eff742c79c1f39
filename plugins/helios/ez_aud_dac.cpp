// SPDX-License-Identifier: MIT
// The same devices for hosts of EzAudDac. Results are 1 and 0, those of the status 1, 0 and negative.
#include "plugins/helios/call.hpp"

namespace {

using namespace idn::plugins::helios;

int write(const int* card, const HeliosEadPoint* points, int octets, std::uint16_t pps,
          std::uint16_t repeats) noexcept {
  if (card == nullptr || *card < 0) return 0;
  const int count = octets / static_cast<int>(sizeof(HeliosEadPoint));
  return write_frame(static_cast<unsigned>(*card), pps, {.passes = repeats}, true, points, count) == HELIOS_OK;
}

}  // namespace

extern "C" {

int IDN_EAD_CALL EzAudDacGetCardNum() {
  return OpenDevices();
}
int IDN_EAD_CALL EzAudDacGetStatus(const int* card) {
  return card == nullptr || *card < 0 ? static_cast<int>(HELIOS_NO_SUCH_DEVICE)
                                      : GetStatus(static_cast<unsigned>(*card));
}
int IDN_EAD_CALL EzAudDacStop(const int* card) {
  return card != nullptr && *card >= 0 && Stop(static_cast<unsigned>(*card)) == HELIOS_OK;
}
int IDN_EAD_CALL EzAudDacClose() {
  return CloseDevices() == HELIOS_OK;
}
int IDN_EAD_CALL EzAudDacWriteFrame(const int* card, const HeliosEadPoint* points, int octets, uint16_t pps) {
  return write(card, points, octets, pps, 0);
}
int IDN_EAD_CALL EzAudDacWriteFrameNR(const int* card, const HeliosEadPoint* points, int octets, uint16_t pps,
                                      uint16_t repeats) {
  return write(card, points, octets, pps, repeats == 0 ? 1 : repeats);
}
int IDN_EAD_CALL EzAudDacSetShutter(const int* card, bool open) {
  return card != nullptr && *card >= 0 && SetShutter(static_cast<unsigned>(*card), open) == HELIOS_OK;
}

}  // extern "C"

// SPDX-License-Identifier: MIT
// Implements EzAudDacDevices by the cards of this module.
#include "plugins/common/ezauddac.hpp"

#include "plugins/compat/audio_frame.hpp"

namespace idn::plugins {
namespace {

using namespace compat;

class CompatEzAudDac : public EzAudDacDevices {
 public:
  int open() override { return cards_.open()->count(); }
  bool close() override { return cards_.close(); }
  int status(int device) override { return with_card(cards_, &device, fault(), audio_status); }
  int fault() const noexcept override { return kAudioFault; }
  /// The value range is detected, since the public implementations of this interface disagree on it. So they do
  /// on the status while busy, 2 or 0: a host that waits for the other one is paced by blocking here.
  bool write(int device, std::span<const AudioPoint> points, std::uint16_t rate,
             std::uint32_t passes) override {
    return with_card(cards_, &device, 0, [&](Card& card) {
             return as_bool(write_points(
                 card, points, {.rate = rate, .passes = passes, .while_busy = WhileBusy::Wait},
                 [&](std::span<const AudioPoint> frame) { return to_samples(frame, card.range_of(frame)); }));
           }) != 0;
  }
  bool stop(int device) override { return stop_card(cards_, &device) != 0; }
  bool set_shutter(int device, bool is_open) override {
    return with_card(cards_, &device, 0, [&](Card& card) { return as_bool(card.set_shutter(is_open)); }) != 0;
  }

 private:
  CardSet cards_;
};

}  // namespace

EzAudDacDevices& ezauddac_devices() {
  return never_destroyed<CompatEzAudDac>();
}

}  // namespace idn::plugins

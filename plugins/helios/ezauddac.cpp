// SPDX-License-Identifier: MIT
// The EzAudDac functions of this library: they use the devices of the Helios session.
#include "plugins/common/ezauddac.hpp"

#include "plugins/common/never_destroyed.hpp"
#include "plugins/helios/call.hpp"

namespace idn::plugins {
namespace {

using namespace helios;

class HeliosEzAudDac : public EzAudDacDevices {
 public:
  int open() override { return OpenDevices(); }
  bool close() override { return CloseDevices() == HELIOS_OK; }
  int status(int device) override { return device < 0 ? fault() : GetStatus(static_cast<unsigned>(device)); }
  int fault() const noexcept override { return HELIOS_NO_SUCH_DEVICE; }
  bool write(int device, std::span<const AudioPoint> points, std::uint16_t rate,
             std::uint32_t passes) override {
    return device >= 0 && write_frame(static_cast<unsigned>(device), rate, {.passes = passes}, points.data(),
                                      static_cast<int>(points.size())) == HELIOS_OK;
  }
  bool stop(int device) override { return device >= 0 && Stop(static_cast<unsigned>(device)) == HELIOS_OK; }
  bool set_shutter(int device, bool is_open) override {
    return device >= 0 && SetShutter(static_cast<unsigned>(device), is_open) == HELIOS_OK;
  }
};

}  // namespace

EzAudDacDevices& ezauddac_devices() {
  return never_destroyed<HeliosEzAudDac>();
}

}  // namespace idn::plugins

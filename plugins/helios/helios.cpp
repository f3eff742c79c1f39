// SPDX-License-Identifier: MIT
// The functions that hosts of Helios DACs call.
#include "plugins/helios/call.hpp"

namespace {

using namespace idn::plugins::helios;

/// How long GetStatus() blocks while a device is busy. Hosts poll it in a tight loop, and some write anyway
/// after 512 calls: long enough for those, short enough for hosts with many devices.
constexpr idn::Duration kBusyPause = std::chrono::microseconds(200);

template <class Point>
int write(unsigned device, int pps, std::uint8_t flags, const Point* points, int count) noexcept {
  return write_frame(
      device, pps,
      {.passes = (flags & HELIOS_FLAG_SINGLE) != 0 ? 1U : 0U, .at_once = (flags & HELIOS_FLAG_START_NOW) != 0},
      points, count);
}

int not_supported(unsigned device) noexcept {
  return with_session([&](HeliosSession& session) {
    return static_cast<int>(session.has(device) ? HELIOS_NOT_SUPPORTED : HELIOS_NO_SUCH_DEVICE);
  });
}

int of_device(unsigned device, int value) noexcept {
  return with_session([&](HeliosSession& session) {
    return session.has(device) ? value : static_cast<int>(HELIOS_NO_SUCH_DEVICE);
  });
}

}  // namespace

extern "C" {

int OpenDevices() {
  return guarded([] { return HeliosSession::open(); });
}
/// Hosts that have an IDN client of their own call this one, to use the library for USB devices only.
int OpenDevicesOnlyUsb() {
  return guarded([] { return HeliosSession::count(); });
}
int OpenDevicesOnlyNetwork() {
  return OpenDevices();
}
int ReScanDevices() {
  return guarded([] { return HeliosSession::scan_again(true); });
}
int ReScanDevicesOnlyUsb() {
  return guarded([] { return HeliosSession::scan_again(false); });
}
int ReScanDevicesOnlyNetwork() {
  return ReScanDevices();
}
int CloseDevices() {
  return guarded([] { return HeliosSession::close(); });
}

int GetStatus(unsigned int device) {
  return with_session([&](HeliosSession& session) { return session.status(device, kBusyPause); });
}
int GetIsClosed(unsigned int device) {
  return with_session([&](HeliosSession& session) { return session.is_closed(device); });
}

int WriteFrame(unsigned int device, int pps, uint8_t flags, HeliosPoint* points, int count) {
  return write(device, pps, flags, points, count);
}
int WriteFrameHighResolution(unsigned int device, int pps, uint8_t flags, HeliosPointHighRes* points,
                             int count) {
  return write(device, pps, flags, points, count);
}
int WriteFrameExtended(unsigned int device, int pps, uint8_t flags, HeliosPointExt* points, int count) {
  return write(device, pps, flags, points, count);
}

int SetShutter(unsigned int device, bool open) {
  return with_session([&](HeliosSession& session) { return session.set_shutter(device, open); });
}
int Stop(unsigned int device) {
  return with_session([&](HeliosSession& session) { return session.stop(device); });
}

int GetName(unsigned int device, char* name) {
  return with_session([&](HeliosSession& session) {
    return name == nullptr ? static_cast<int>(HELIOS_NULL_POINTS) : session.name(device, name);
  });
}
int SetName(unsigned int device, char* /*name*/) {
  return not_supported(device);
}
int GetIsUsb(unsigned int device) {
  return of_device(device, 0);
}
/// Known of Helios DACs only, as in the original library.
int GetFirmwareVersion(unsigned int device) {
  return not_supported(device);
}
int GetSupportsHigherResolutions(unsigned int device) {
  return of_device(device, 1);
}
int SetLibusbDebugLogLevel(int /*level*/) {
  return with_session([](HeliosSession&) { return HELIOS_OK; });
}
int EraseFirmware(unsigned int device) {
  return not_supported(device);
}

}  // extern "C"

// SPDX-License-Identifier: MIT
// Calls every function of the library for Helios DACs, also with invalid arguments. IDN_VENUE names settings with
// one device, which need not answer. Usage: helios_calls LIBRARY NAME-OF-THE-DEVICE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "plugins/helios/helios_api.h"

/* For EzAudDac's functions, which this library has too. */
typedef struct {
  int16_t X, Y, R, G, B, I, AL, AR;
} HeliosEadPoint;

static int failures;

static void check(int got, int expected, const char* what, int line) {
  if (got == expected) return;
  fprintf(stderr, "line %d: %s is %d, not %d\n", line, what, got, expected);
  ++failures;
}

#define CHECK(call, expected) check(my_##call, expected, #call, __LINE__)

/* Polls before it writes, as hosts must. */
#define CHECK_WRITE(call)                  \
  do {                                     \
    while (my_GetStatus(0) == 0) continue; \
    CHECK(call, 1);                        \
  } while (0)

#define FIND(name, ...)                          \
  int (*my_##name)(__VA_ARGS__) = NULL;          \
  *(void**)(&my_##name) = dlsym(library, #name); \
  if (my_##name == NULL) return fprintf(stderr, "%s\n", dlerror()), 2

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 2;
  FIND(OpenDevices, void);
  FIND(OpenDevicesOnlyUsb, void);
  FIND(OpenDevicesOnlyNetwork, void);
  FIND(ReScanDevices, void);
  FIND(ReScanDevicesOnlyUsb, void);
  FIND(ReScanDevicesOnlyNetwork, void);
  FIND(CloseDevices, void);
  FIND(GetStatus, unsigned);
  FIND(GetIsClosed, unsigned);
  FIND(WriteFrame, unsigned, int, uint8_t, HeliosPoint*, int);
  FIND(WriteFrameHighResolution, unsigned, int, uint8_t, HeliosPointHighRes*, int);
  FIND(WriteFrameExtended, unsigned, int, uint8_t, HeliosPointExt*, int);
  FIND(SetShutter, unsigned, bool);
  FIND(Stop, unsigned);
  FIND(GetName, unsigned, char*);
  FIND(SetName, unsigned, char*);
  FIND(GetIsUsb, unsigned);
  FIND(GetFirmwareVersion, unsigned);
  FIND(GetSupportsHigherResolutions, unsigned);
  FIND(SetLibusbDebugLogLevel, int);
  FIND(EraseFirmware, unsigned);
  FIND(EzAudDacGetCardNum, void);
  FIND(EzAudDacGetStatus, const int*);
  FIND(EzAudDacStop, const int*);
  FIND(EzAudDacClose, void);
  FIND(EzAudDacWriteFrame, const int*, const HeliosEadPoint*, int, uint16_t);
  FIND(EzAudDacWriteFrameNR, const int*, const HeliosEadPoint*, int, uint16_t, uint16_t);
  FIND(EzAudDacSetShutter, const int*, bool);

  static HeliosPoint points[20493];
  static HeliosPointHighRes fine[10];
  static HeliosPointExt extended[10];
  static HeliosEadPoint ead[10];
  char name[32];
  const int first = 0, second = 1, negative = -1;

  // Before it is opened.
  CHECK(GetStatus(0), -1);
  CHECK(GetIsClosed(0), -1);
  CHECK(WriteFrame(0, 30000, 0, points, 10), -1);
  CHECK(Stop(0), -1);
  CHECK(SetShutter(0, true), -1);
  CHECK(GetName(0, name), -1);
  CHECK(SetLibusbDebugLogLevel(3), -1);
  CHECK(CloseDevices(), -1);
  CHECK(EzAudDacGetStatus(&first), -1);
  CHECK(EzAudDacWriteFrame(&first, ead, 160, 30000), 0);
  CHECK(EzAudDacStop(&first), 0);
  CHECK(EzAudDacClose(), 0);

  // Hosts with an IDN client of their own; and a scan without opening.
  CHECK(OpenDevicesOnlyUsb(), 0);
  CHECK(GetStatus(0), -1);
  CHECK(ReScanDevicesOnlyUsb(), 0);
  CHECK(GetStatus(0), -2);
  CHECK(ReScanDevices(), 1);
  CHECK(GetStatus(0), 1);
  CHECK(CloseDevices(), 1);

  // Properties of the device.
  CHECK(OpenDevicesOnlyNetwork(), 1);
  CHECK(OpenDevices(), 1);
  CHECK(OpenDevicesOnlyUsb(), 1);
  CHECK(GetIsUsb(0), 0);
  CHECK(ReScanDevices(), 1);
  CHECK(ReScanDevicesOnlyUsb(), 1);
  CHECK(ReScanDevicesOnlyNetwork(), 1);
  CHECK(GetIsClosed(0), 0);
  CHECK(GetStatus(0), 1);
  memset(name, 'x', sizeof name);
  CHECK(GetName(0, name), 1);
  if (strcmp(name, argv[2]) != 0) return fprintf(stderr, "it is called \"%s\"\n", name), 1;
  CHECK(SetName(0, name), -1006);
  CHECK(EraseFirmware(0), -1006);
  CHECK(GetFirmwareVersion(0), -1006);
  CHECK(GetSupportsHigherResolutions(0), 1);
  CHECK(SetLibusbDebugLogLevel(3), 1);

  // Devices that do not exist, and invalid arguments.
  CHECK(GetStatus(1), -2);
  CHECK(GetIsClosed(1), -2);
  CHECK(WriteFrame(1, 30000, 0, points, 10), -2);
  CHECK(Stop(1), -2);
  CHECK(SetShutter(1, true), -2);
  CHECK(GetName(1, name), -2);
  CHECK(GetIsUsb(1), -2);
  CHECK(SetName(1, name), -2);
  CHECK(GetName(0, NULL), -3);
  CHECK(WriteFrame(0, 30000, 0, NULL, 10), -3);
  CHECK(WriteFrame(1, 30000, 0, points, 0), -3);
  CHECK(WriteFrame(0, 30000, 0, points, 0), -3);
  CHECK(WriteFrame(0, 30000, 0, points, -1), -4);
  CHECK(WriteFrame(0, 0, 0, points, 300), -6);
  CHECK(WriteFrame(0, -1, 0, points, 300), -6);
  CHECK(WriteFrame(0, 1, 0, points, 4000), -6);
  CHECK(WriteFrame(0, 100000, 0, points, 10), -7);
  CHECK(WriteFrame(0, 10, 0, points, 10000000), -4);
  CHECK(EzAudDacWriteFrame(NULL, ead, 160, 30000), 0);
  CHECK(EzAudDacWriteFrame(&negative, ead, 160, 30000), 0);
  CHECK(EzAudDacWriteFrame(&second, ead, 160, 30000), 0);
  CHECK(EzAudDacWriteFrame(&first, ead, 15, 30000), 0);
  CHECK(EzAudDacGetStatus(NULL), -2);
  CHECK(EzAudDacStop(&negative), 0);
  CHECK(EzAudDacSetShutter(NULL, true), 0);

  // Frames of every kind.
  CHECK_WRITE(WriteFrame(0, 100000, 0, points, 100));
  CHECK_WRITE(WriteFrameHighResolution(0, 30000, 0, fine, 10));
  CHECK_WRITE(WriteFrameExtended(0, 30000, 2, extended, 10));
  CHECK(EzAudDacGetCardNum(), 1);
  CHECK_WRITE(EzAudDacWriteFrame(&first, ead, 160, 30000));
  CHECK_WRITE(EzAudDacWriteFrameNR(&first, ead, 160, 30000, 3));
  // Beyond the limits: reduced, or with points repeated.
  CHECK_WRITE(WriteFrame(0, 100001, 0, points, 100));
  CHECK_WRITE(WriteFrame(0, 6, 2, points, 30));
  CHECK(WriteFrame(0, 30000, 0, points, 0), -3);
  CHECK_WRITE(WriteFrame(0, 30000, 0, points, 20493));
  CHECK(Stop(0), 1);
  CHECK(EzAudDacSetShutter(&first, false), 1);
  CHECK(SetShutter(0, true), 1);
  CHECK(EzAudDacStop(&first), 1);
  CHECK(EzAudDacGetStatus(&first), 1);

  // The device is busy while one frame plays and one waits. The first takes 8 s, longer than the calls that follow.
  CHECK_WRITE(WriteFrame(0, 1000, 0, points, 8192));
  CHECK_WRITE(WriteFrame(0, 30000, 0, points, 10));
  CHECK(GetStatus(0), 0);
  CHECK(WriteFrame(0, 30000, 0, points, 10), -1001);
  CHECK(WriteFrame(0, 30000, 4, points, 10), -1001);
  CHECK(WriteFrame(0, 30000, 1, points, 10), -1001);
  CHECK(WriteFrame(0, 0, 0, points, 10), -1001);
  CHECK(EzAudDacWriteFrame(&first, ead, 160, 30000), 0);
  // An empty frame is refused too, but makes dark.
  CHECK(WriteFrame(0, 30000, 0, points, 0), -3);
  CHECK(GetStatus(0), 1);
  CHECK(WriteFrame(0, 1000, 0, points, 8192), 1);
  while (my_GetStatus(0) != 1) continue;
  CHECK(WriteFrame(0, 30000, 1, points, 300), 1);
  CHECK(Stop(0), 1);

  // Closed, and opened again.
  CHECK(CloseDevices(), 1);
  CHECK(CloseDevices(), -1);
  CHECK(GetStatus(0), -1);
  CHECK(WriteFrame(0, 30000, 0, points, 10), -1);
  CHECK(OpenDevices(), 1);
  CHECK(WriteFrame(0, 30000, 0, points, 10), 1);
  CHECK(EzAudDacClose(), 1);
  return failures != 0;
}

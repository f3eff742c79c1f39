/* SPDX-License-Identifier: MIT */
/* The interface of the shared library for Helios DACs, as hosts call it: names, signatures, constants. */
#ifndef IDN_PLUGINS_HELIOS_API_H
#define IDN_PLUGINS_HELIOS_API_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 8 octets: x and y of 0 to 4095, colours of 0 to 255. */
typedef struct {
  uint16_t x, y;
  uint8_t r, g, b, i;
} HeliosPoint;

/* 10 octets, all values from 0 to 65535. */
typedef struct {
  uint16_t x, y, r, g, b;
} HeliosPointHighRes;

/* 20 octets, all values from 0 to 65535: user1 is deep blue, user2 yellow, user3 cyan, user4 X-prime. */
typedef struct {
  uint16_t x, y, r, g, b, i, user1, user2, user3, user4;
} HeliosPointExt;

enum {
  HELIOS_FLAG_START_NOW = 1,  /* replaces the current frame, without waiting for its end */
  HELIOS_FLAG_SINGLE = 2,     /* played once instead of repeated until the next frame */
  HELIOS_FLAG_DONT_BLOCK = 4, /* for USB transfers; no call waits here */

  HELIOS_OK = 1,
  HELIOS_NOT_INITIALIZED = -1,
  HELIOS_NO_SUCH_DEVICE = -2,
  HELIOS_NULL_POINTS = -3,     /* also: no points */
  HELIOS_TOO_MANY_POINTS = -4, /* also: a negative number of points */
  HELIOS_RATE_TOO_LOW = -6,
  HELIOS_TOO_FEW_POINTS = -7,
  HELIOS_DEVICE_CLOSED = -1000,
  HELIOS_FRAME_WAITS = -1001,
  HELIOS_NOT_SUPPORTED = -1006,
  HELIOS_NETWORK = -1007,

  /* Frames beyond these are adapted: points.hpp */
  HELIOS_FEWEST_POINTS = 20,
  HELIOS_LOWEST_RATE = 7,
  HELIOS_HIGHEST_RATE = 100000,
  HELIOS_NAME_SIZE = 32, /* with the zero at its end */
};

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default)
#endif

int OpenDevices(void);
int OpenDevicesOnlyUsb(void);
int OpenDevicesOnlyNetwork(void);
int ReScanDevices(void);
int ReScanDevicesOnlyUsb(void);
int ReScanDevicesOnlyNetwork(void);
int CloseDevices(void);

int GetStatus(unsigned int device);
int GetIsClosed(unsigned int device);
int WriteFrame(unsigned int device, int pps, uint8_t flags, HeliosPoint* points, int count);
int WriteFrameHighResolution(unsigned int device, int pps, uint8_t flags, HeliosPointHighRes* points,
                             int count);
int WriteFrameExtended(unsigned int device, int pps, uint8_t flags, HeliosPointExt* points, int count);
int SetShutter(unsigned int device, bool open);
int Stop(unsigned int device);

int GetName(unsigned int device, char* name);
int SetName(unsigned int device, char* name);
int GetIsUsb(unsigned int device);
int GetFirmwareVersion(unsigned int device);
int GetSupportsHigherResolutions(unsigned int device);
int SetLibusbDebugLogLevel(int level);
int EraseFirmware(unsigned int device);

/* The library also exports the functions of EzAudDac: ../common/ezauddac.cpp. */

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif

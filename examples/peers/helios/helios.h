// SPDX-License-Identifier: MIT
// The functions that the shared library of the Helios SDK exports, as far as these programs call them: declared
// from public facts, to compile the programs. Nothing here is that library.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Coordinates 0 to 4095, colours and intensity 0 to 255.
typedef struct HeliosPoint {
  uint16_t x, y;
  uint8_t r, g, b, i;
} HeliosPoint;

enum { HELIOS_SINGLE = 2 };  ///< drawn once; else repeated until the next one

int OpenDevices(void);                     ///< number of devices found
int GetStatus(unsigned device);            ///< 1: ready for a frame; less than 0: error
int GetName(unsigned device, char* name);  ///< 32 octets
/// Less than 0: error.
int WriteFrame(unsigned device, int pps, uint8_t flags, const HeliosPoint* points, int count);
int SetShutter(unsigned device, bool open);
int Stop(unsigned device);
int CloseDevices(void);

#ifdef __cplusplus
}
#endif

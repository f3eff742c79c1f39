// SPDX-License-Identifier: MIT
// The functions of EtherDream.dll, as far as these programs call them: declared from public facts, to compile
// the programs. Nothing here is that library.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Coordinates -32768 to 32767, colours 0 to 32767.
typedef struct EAD_Pnt {
  int16_t X, Y, R, G, B, I, AL, AR;
} EAD_Pnt;

int EtherDreamGetCardNum(void);  ///< searches for a second; number of devices found
bool EtherDreamOpenDevice(const int* card);
/// `bytes`: size of the points. Drawn `repeats` times; 0xFFFF: until the next frame.
bool EtherDreamWriteFrame(const int* card, const EAD_Pnt* points, int bytes, uint16_t pps, uint16_t repeats);
int EtherDreamGetStatus(const int* card);  ///< 1: ready, 2: busy
bool EtherDreamStop(const int* card);
bool EtherDreamClose(void);

#ifdef __cplusplus
}
#endif

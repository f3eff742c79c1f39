/* SPDX-License-Identifier: MIT */
/* OLSC, version 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dac_host.h"

#pragma pack(push, 1)
struct capabilities {
  char name[1024];
  int version_major, version_minor, min_speed, max_speed, min_frame_size, max_frame_size;
  _Bool has_dmx_in, has_dmx_out, has_ttl_in, has_ttl_out;
  int xy_resolution, color_resolution;
  _Bool uses_callbacks;
};
struct olsc_point {
  uint16_t x, y, r, g, b, i;
};
struct frame {
  int display_speed, point_count;
  struct olsc_point *points;
};
#pragma pack(pop)

static int(DAC_CALL *OLSC_GetAPIVersion)(void);
static int(DAC_CALL *OLSC_GetInterfaceName)(char *);
static int(DAC_CALL *OLSC_Initialize)(void);
static int(DAC_CALL *OLSC_Shutdown)(void);
static int(DAC_CALL *OLSC_GetDeviceCount)(void);
static int(DAC_CALL *OLSC_GetDeviceCapabilities)(int, struct capabilities *);
static int(DAC_CALL *OLSC_GetLastErrorNumber)(int, int *, char *, int);
static int(DAC_CALL *OLSC_Play)(int);
static int(DAC_CALL *OLSC_Pause)(int);
static int(DAC_CALL *OLSC_Shutter)(int, int);
static int(DAC_CALL *OLSC_WriteFrame)(int, struct frame);
static int(DAC_CALL *OLSC_WriteFrameEx)(int, int, int, struct olsc_point *);
static int(DAC_CALL *OLSC_GetStatus)(int, uint32_t *);
static int(DAC_CALL *OLSC_SetCallback)(int, void *, uint32_t);
static int(DAC_CALL *OLSC_WriteDMX)(int, int, uint8_t *, int);
static int(DAC_CALL *OLSC_ReadDMX)(int, int, uint8_t *, int);
static int(DAC_CALL *OLSC_WriteTTL)(int, uint32_t);
static int(DAC_CALL *OLSC_ReadTTL)(int, uint32_t *);

static void olsc_load(void *library) {
  LOAD_FUNCTION(OLSC_GetAPIVersion);
  LOAD_FUNCTION(OLSC_GetInterfaceName);
  LOAD_FUNCTION(OLSC_Initialize);
  LOAD_FUNCTION(OLSC_Shutdown);
  LOAD_FUNCTION(OLSC_GetDeviceCount);
  LOAD_FUNCTION(OLSC_GetDeviceCapabilities);
  LOAD_FUNCTION(OLSC_GetLastErrorNumber);
  LOAD_FUNCTION(OLSC_Play);
  LOAD_FUNCTION(OLSC_Pause);
  LOAD_FUNCTION(OLSC_Shutter);
  LOAD_FUNCTION(OLSC_WriteFrame);
  LOAD_FUNCTION(OLSC_WriteFrameEx);
  LOAD_FUNCTION(OLSC_GetStatus);
  LOAD_FUNCTION(OLSC_SetCallback);
  LOAD_FUNCTION(OLSC_WriteDMX);
  LOAD_FUNCTION(OLSC_ReadDMX);
  LOAD_FUNCTION(OLSC_WriteTTL);
  LOAD_FUNCTION(OLSC_ReadTTL);
}

/* The number of devices, as LaserShowGen takes it. */
static int olsc_open(void) { return OLSC_Initialize(); }
static int olsc_status(void) {
  uint32_t status = 0;
  OLSC_GetStatus(0, &status);
  return (int)status;
}
static int olsc_is_ready(int status) { return status == 2; }
/* Allocates the points for each call, since threads write at the same time. */
static int olsc_write(const struct point *points, int count, int rate) {
  struct olsc_point *own = calloc((size_t)count + 1, sizeof *own);
  for (int i = 0; i < count; ++i)
    own[i] = (struct olsc_point){(uint16_t)(points[i].x * 16), (uint16_t)(points[i].y * 16), (uint16_t)points[i].r,
                                 (uint16_t)points[i].g,        (uint16_t)points[i].b,        255};
  const int result = count % 2 == 0 ? OLSC_WriteFrameEx(0, rate, count, own)
                                    : OLSC_WriteFrame(0, (struct frame){rate, count, own});
  free(own);
  return result;
}
/* By the arithmetic of LaserShowGen. */
static int olsc_write_signed(const struct point *points, int count, int rate) {
  struct olsc_point *own = calloc((size_t)count + 1, sizeof *own);
  for (int i = 0; i < count; ++i)
    own[i] = (struct olsc_point){(uint16_t)(points[i].x * 16 - 0x8000),
                                 (uint16_t)(points[i].y * 16 - 0x8000),
                                 (uint16_t)(points[i].r << 7),
                                 (uint16_t)(points[i].g << 7),
                                 (uint16_t)(points[i].b << 7),
                                 255 << 7};
  const int result = OLSC_WriteFrame(0, (struct frame){rate, count, own});
  free(own);
  return result;
}
static int olsc_stop(void) { return OLSC_Pause(0); }
static int olsc_close(void) { return OLSC_Shutdown(); }

static void olsc_print_all(const char *when) {
  struct olsc_point point = {0, 0, 0, 0, 0, 0};
  struct capabilities capabilities = {.max_frame_size = -1};
  uint8_t levels[512] = {0};
  char name[64] = "?", text[200] = "?";
  int number = -100;
  uint32_t status = 0, ttl = 0;
  printf("%s", when);
  show(": GetAPIVersion", OLSC_GetAPIVersion());
  const int named = OLSC_GetInterfaceName(name);
  printf(" GetInterfaceName %d", named);
  printf(" %s", name);
  show(" GetDeviceCount", OLSC_GetDeviceCount());
  const int result = OLSC_GetDeviceCapabilities(0, &capabilities);
  printf(" GetDeviceCapabilities %d %d points %d bits of %d octets", result, capabilities.max_frame_size,
         capabilities.xy_resolution, (int)sizeof capabilities);

  show("", OLSC_GetDeviceCapabilities(7, &capabilities));
  show("", OLSC_GetDeviceCapabilities(0, NULL));
  show(" WriteFrameEx", OLSC_WriteFrameEx(0, 30000, 1, &point));
  show("", OLSC_WriteFrameEx(7, 30000, 1, &point));
  show("", OLSC_WriteFrameEx(0, 30000, 1, NULL));
  show("", OLSC_WriteFrameEx(0, 30000, 16001, &point));
  show(" WriteFrame", OLSC_WriteFrame(0, (struct frame){30000, -1, &point}));
  show("", OLSC_WriteFrame(0, (struct frame){-1, 1, &point}));
  const int polled = OLSC_GetStatus(7, &status);
  printf(" GetStatus %d %x", polled, (unsigned)status);

  const int asked = OLSC_GetLastErrorNumber(0, &number, text, (int)sizeof text);
  printf(" GetLastErrorNumber %d %d <%s>", asked, number, text);

  show(" Play", OLSC_Play(0));
  show("", OLSC_Play(7));
  show(" Shutter", OLSC_Shutter(0, 1));
  show("", OLSC_Shutter(0, 0));
  show(" Pause", OLSC_Pause(0));
  show("", OLSC_Pause(7));
  show(" SetCallback", OLSC_SetCallback(0, NULL, 0));
  show(" DMX", OLSC_WriteDMX(0, 0, levels, 512));
  show("", OLSC_ReadDMX(0, 0, levels, 512));
  show(" TTL", OLSC_WriteTTL(0, 1));
  show("", OLSC_ReadTTL(0, &ttl));
  printf("\n");
}

int olsc_waits_for_even_result(void) {
  uint32_t status = 0;
  for (int i = 0; i < 1000; ++i)
    if (OLSC_GetStatus(0, &status) % 2 == 0) return 1;
  return 0;
}

int olsc_waits_for_success_with_bit_clear(void) {
  uint32_t status = 0;
  for (int i = 0; i < 1000; ++i)
    if (OLSC_GetStatus(0, &status) == 1 && (status & 1) == 0) return 1;
  return 0;
}

const struct dac olsc = {"OLSC",     olsc_load, olsc_open, olsc_status, olsc_is_ready,
                         olsc_write, NULL,      olsc_stop, olsc_close,  olsc_print_all};
const struct dac olsc_signed = {"OLSC signed",     olsc_load, olsc_open, olsc_status, olsc_is_ready,
                                olsc_write_signed, NULL,      olsc_stop, olsc_close,  olsc_print_all};

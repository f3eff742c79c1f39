/* SPDX-License-Identifier: MIT */
/* EasyLase, EzAudDac and EtherDream, whose functions take a pointer to the number of the card. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dac_host.h"

static const int first = 0;
static const int none = 15;

/* EasyLase */

struct easylase_point {
  uint16_t x, y;
  uint8_t r, g, b, i;
};

static int(DAC_CALL *EasyLaseGetCardNum)(void);
static int(DAC_CALL *EasyLaseWriteFrame)(const int *, const struct easylase_point *, int, uint16_t);
static int(DAC_CALL *EasyLaseWriteFrameNR)(const int *, const struct easylase_point *, int, uint16_t, uint16_t);
static int(DAC_CALL *EasyLaseGetStatus)(const int *);
static int(DAC_CALL *EasyLaseGetLastError)(const int *);
static int(DAC_CALL *EasyLaseStop)(const int *);
static int(DAC_CALL *EasyLaseClose)(void);
static int(DAC_CALL *EasyLaseReConnect)(void);
static int(DAC_CALL *EasyLaseSend)(const int *, const struct easylase_point *, int, uint16_t);
static int(DAC_CALL *EasyLaseWriteFrameUncompressed)(const int *, const struct easylase_point *, int, uint16_t);
static int(DAC_CALL *EasyLaseWriteDMX)(const int *, uint8_t *);
static int(DAC_CALL *EasyLaseGetDMX)(const int *, uint8_t *);
static int(DAC_CALL *EasyLaseDMXOut)(const int *, uint8_t *, uint16_t, uint16_t);
static int(DAC_CALL *EasyLaseDMXIn)(const int *, uint8_t *, uint16_t, uint16_t);
static int(DAC_CALL *EasyLaseWriteTTL)(const int *, uint16_t);
static int(DAC_CALL *EasyLaseGetDebugInfo)(const int *, void *, uint16_t);

static void easylase_load(void *library) {
  LOAD_FUNCTION(EasyLaseGetCardNum);
  LOAD_FUNCTION(EasyLaseWriteFrame);
  LOAD_FUNCTION(EasyLaseWriteFrameNR);
  LOAD_FUNCTION(EasyLaseGetStatus);
  LOAD_FUNCTION(EasyLaseGetLastError);
  LOAD_FUNCTION(EasyLaseStop);
  LOAD_FUNCTION(EasyLaseClose);
  LOAD_FUNCTION(EasyLaseReConnect);
  LOAD_FUNCTION(EasyLaseSend);
  LOAD_FUNCTION(EasyLaseWriteFrameUncompressed);
  LOAD_FUNCTION(EasyLaseWriteDMX);
  LOAD_FUNCTION(EasyLaseGetDMX);
  LOAD_FUNCTION(EasyLaseDMXOut);
  LOAD_FUNCTION(EasyLaseDMXIn);
  LOAD_FUNCTION(EasyLaseWriteTTL);
  LOAD_FUNCTION(EasyLaseGetDebugInfo);
}

static _Thread_local struct easylase_point easylase_points[16001];
static int easylase_octets(const struct point *points, int count) {
  for (int i = 0; i < count; ++i)
    easylase_points[i] = (struct easylase_point){(uint16_t)points[i].x, (uint16_t)points[i].y, (uint8_t)points[i].r,
                                                 (uint8_t)points[i].g, (uint8_t)points[i].b,   255};
  return count * 8;
}

static int easylase_open(void) { return EasyLaseGetCardNum(); }
static int easylase_status(void) { return EasyLaseGetStatus(&first); }
static int easylase_is_ready(int status) { return status == 1; }
static int easylase_write(const struct point *points, int count, int rate) {
  return EasyLaseWriteFrame(&first, easylase_points, easylase_octets(points, count), (uint16_t)rate);
}
static int easylase_write_once(const struct point *points, int count, int rate) {
  return EasyLaseWriteFrameNR(&first, easylase_points, easylase_octets(points, count), (uint16_t)rate, 1);
}
static int easylase_stop(void) { return EasyLaseStop(&first); }
static int easylase_close(void) { return EasyLaseClose(); }

static void easylase_print_all(const char *when) {
  uint8_t levels[512] = {0};
  const struct easylase_point point = {2048, 2048, 0, 0, 0, 0};
  printf("%s:", when);

  show(" WriteFrame", EasyLaseWriteFrame(&first, &point, 8, 30000));
  show("", EasyLaseWriteFrame(&none, &point, 8, 30000));
  show("", EasyLaseWriteFrame(NULL, &point, 8, 30000));
  show("", EasyLaseWriteFrame(&first, NULL, 8, 30000));
  show("", EasyLaseWriteFrame(&first, easylase_points, 16001 * 8, 30000));
  show(" GetLastError", EasyLaseGetLastError(&first));
  show("", EasyLaseGetLastError(&none));
  show(" GetStatus", EasyLaseGetStatus(&none));
  show(" DMX", EasyLaseWriteDMX(&first, levels));
  show("", EasyLaseGetDMX(&first, levels));
  show("", EasyLaseDMXOut(&first, levels, 0, 512));
  show("", EasyLaseDMXIn(&first, levels, 0, 512));
  show(" TTL", EasyLaseWriteTTL(&first, 1));
  show(" debug", EasyLaseGetDebugInfo(&first, levels, 1));
  show(" Stop", EasyLaseStop(&first));
  show("", EasyLaseStop(&none));
  show(" Send", EasyLaseSend(&first, &point, 8, 30));
  show(" Stop", EasyLaseStop(&first));
  show(" WriteFrameUncompressed", EasyLaseWriteFrameUncompressed(&first, &point, 8, 30000));
  show(" ReConnect", EasyLaseReConnect());
  printf("\n");
}

const struct dac easylase = {"EasyLase",     easylase_load,       easylase_open, easylase_status, easylase_is_ready,
                             easylase_write, easylase_write_once, easylase_stop, easylase_close,  easylase_print_all};

/* EzAudDac, with its 12-bit range, and EtherDream, with its 16-bit range */

struct audio_point {
  int16_t x, y, r, g, b, i, al, ar;
};
static _Thread_local struct audio_point audio_points[16001];

static int narrow_octets(const struct point *points, int count) {
  for (int i = 0; i < count; ++i)
    audio_points[i] = (struct audio_point){(int16_t)points[i].x, (int16_t)points[i].y, (int16_t)points[i].r,
                                           (int16_t)points[i].g, (int16_t)points[i].b, 255, 0, 0};
  return count * 16;
}
/* 0 to 255 as 0 to 32767. */
static int16_t wide_colour(int level) { return (int16_t)(level * 0x0101 >> 1); }
static int16_t wide_position(int position) { return (int16_t)(position * 16 - 32768); }
static int wide_octets(const struct point *points, int count) {
  for (int i = 0; i < count; ++i)
    audio_points[i] =
        (struct audio_point){wide_position(points[i].x), wide_position(points[i].y), wide_colour(points[i].r),
                             wide_colour(points[i].g),   wide_colour(points[i].b),   32767, 0, 0};
  return count * 16;
}

static int(DAC_CALL *EzAudDacGetCardNum)(void);
static int(DAC_CALL *EzAudDacGetStatus)(const int *);
static int(DAC_CALL *EzAudDacStop)(const int *);
static int(DAC_CALL *EzAudDacClose)(void);
static int(DAC_CALL *EzAudDacWriteFrame)(const int *, const struct audio_point *, int, uint16_t);
static int(DAC_CALL *EzAudDacWriteFrameNR)(const int *, const struct audio_point *, int, uint16_t, uint16_t);
static int(DAC_CALL *EzAudDacSetShutter)(const int *, _Bool);

static void ezauddac_load(void *library) {
  LOAD_FUNCTION(EzAudDacGetCardNum);
  LOAD_FUNCTION(EzAudDacGetStatus);
  LOAD_FUNCTION(EzAudDacStop);
  LOAD_FUNCTION(EzAudDacClose);
  LOAD_FUNCTION(EzAudDacWriteFrame);
  LOAD_FUNCTION(EzAudDacWriteFrameNR);
  LOAD_FUNCTION(EzAudDacSetShutter);
}

static int ezauddac_open(void) { return EzAudDacGetCardNum(); }
static int ezauddac_status(void) { return EzAudDacGetStatus(&first); }
static int ezauddac_write(const struct point *points, int count, int rate) {
  return EzAudDacWriteFrame(&first, audio_points, narrow_octets(points, count), (uint16_t)rate);
}
static int ezauddac_write_once(const struct point *points, int count, int rate) {
  return EzAudDacWriteFrameNR(&first, audio_points, narrow_octets(points, count), (uint16_t)rate, 1);
}
static int ezauddac_stop(void) { return EzAudDacStop(&first); }
static int ezauddac_close(void) { return EzAudDacClose(); }

static void ezauddac_print_all(const char *when) {
  const struct audio_point point = {0, 0, 0, 0, 0, 0, 0, 0};
  printf("%s:", when);

  show(" WriteFrame", EzAudDacWriteFrame(&first, &point, 16, 30000));
  show("", EzAudDacWriteFrame(&none, &point, 16, 30000));
  show("", EzAudDacWriteFrame(NULL, &point, 16, 30000));
  show("", EzAudDacWriteFrame(&first, NULL, 16, 30000));
  show("", EzAudDacWriteFrame(&first, audio_points, 16001 * 16, 30000));
  show(" GetStatus", EzAudDacGetStatus(&none));
  show(" SetShutter", EzAudDacSetShutter(&first, 0));
  show("", EzAudDacSetShutter(&first, 1));
  show("", EzAudDacSetShutter(&none, 1));
  show(" Stop", EzAudDacStop(&first));
  show("", EzAudDacStop(&none));
  printf("\n");
}

int ezauddac_waits_while_zero(void) {
  while (EzAudDacGetStatus(&first) == 0) continue;
  return 1;
}

const struct dac ezauddac = {"EzAudDac",     ezauddac_load,       ezauddac_open, ezauddac_status, easylase_is_ready,
                             ezauddac_write, ezauddac_write_once, ezauddac_stop, ezauddac_close,  ezauddac_print_all};

static int(DAC_CALL *EtherDreamGetCardNum)(void);
static void(DAC_CALL *EtherDreamGetDeviceName)(const int *, char *, int);
static int(DAC_CALL *EtherDreamOpenDevice)(const int *);
static int(DAC_CALL *EtherDreamCloseDevice)(const int *);
static int(DAC_CALL *EtherDreamClose)(void);
static int(DAC_CALL *EtherDreamWriteFrame)(const int *, const struct audio_point *, int, uint16_t, uint16_t);
static int(DAC_CALL *EtherDreamGetStatus)(const int *);
static int(DAC_CALL *EtherDreamStop)(const int *);
static int(DAC_CALL *EtherDreamGetVersion)(const int *);
static int(DAC_CALL *EtherDreamWriteDMX)(const int *, int, const uint8_t *);
static int(DAC_CALL *EtherDreamReadDMX)(const int *, int, uint8_t *);

static void etherdream_load(void *library) {
  LOAD_FUNCTION(EtherDreamGetCardNum);
  LOAD_FUNCTION(EtherDreamGetDeviceName);
  LOAD_FUNCTION(EtherDreamOpenDevice);
  LOAD_FUNCTION(EtherDreamCloseDevice);
  LOAD_FUNCTION(EtherDreamClose);
  LOAD_FUNCTION(EtherDreamWriteFrame);
  LOAD_FUNCTION(EtherDreamGetStatus);
  LOAD_FUNCTION(EtherDreamStop);
  LOAD_FUNCTION(EtherDreamGetVersion);
  LOAD_FUNCTION(EtherDreamWriteDMX);
  LOAD_FUNCTION(EtherDreamReadDMX);
}

static int etherdream_open(void) {
  const int cards = EtherDreamGetCardNum();
  return EtherDreamOpenDevice(&first) ? cards : 0;
}
static int etherdream_status(void) { return EtherDreamGetStatus(&first); }
static int etherdream_write(const struct point *points, int count, int rate) {
  return EtherDreamWriteFrame(&first, audio_points, wide_octets(points, count), (uint16_t)rate, 0xFFFF);
}
static int etherdream_write_once(const struct point *points, int count, int rate) {
  return EtherDreamWriteFrame(&first, audio_points, wide_octets(points, count), (uint16_t)rate, 1);
}
static int etherdream_stop(void) { return EtherDreamStop(&first); }
static int etherdream_close(void) { return EtherDreamClose(); }

static void etherdream_print_all(const char *when) {
  const struct audio_point point = {0, 0, 0, 0, 0, 0, 0, 0};
  uint8_t levels[512] = {0};
  char name[8] = "?", other[8] = "?";
  printf("%s:", when);

  EtherDreamGetDeviceName(&first, name, (int)sizeof name);
  EtherDreamGetDeviceName(&none, other, (int)sizeof other);
  EtherDreamGetDeviceName(&first, NULL, 8);
  printf(" GetDeviceName <%s", name);
  printf("> <%s", other);
  show("> GetVersion", EtherDreamGetVersion(&first));
  show("", EtherDreamGetVersion(&none));
  show(" WriteFrame", EtherDreamWriteFrame(&first, &point, 16, 30000, 1));
  show("", EtherDreamWriteFrame(&none, &point, 16, 30000, 1));
  show("", EtherDreamWriteFrame(NULL, &point, 16, 30000, 1));
  show("", EtherDreamWriteFrame(&first, NULL, 16, 30000, 1));
  show("", EtherDreamWriteFrame(&first, audio_points, 16001 * 16, 30000, 1));
  show(" GetStatus", EtherDreamGetStatus(&none));
  show(" DMX", EtherDreamWriteDMX(&first, 1, levels));
  show("", EtherDreamReadDMX(&first, 1, levels));
  show(" Stop", EtherDreamStop(&first));
  show("", EtherDreamStop(&none));
  show(" CloseDevice", EtherDreamCloseDevice(&first));
  show("", EtherDreamCloseDevice(&none));
  show(" GetStatus", EtherDreamGetStatus(&first));
  show(" WriteFrame", EtherDreamWriteFrame(&first, &point, 16, 30000, 1));
  printf("\n");
}

const struct dac etherdream = {"EtherDream",      etherdream_load,  etherdream_open,       etherdream_status,
                               easylase_is_ready, etherdream_write, etherdream_write_once, etherdream_stop,
                               etherdream_close,  etherdream_print_all};

// SPDX-License-Identifier: MIT
// The C interface of libidn, which streams laser shows to projectors by IDN: for C11, C++ and every language
// that can call C.
//
// An engine sends on time from a thread of its own. A device is one projector: dark until armed, dark again
// after the hold time without a call, on close, and when the process ends by exit() or by a return from main.
//
//   idn_engine_t* engine = NULL;
//   idn_device_t* device = NULL;
//   if (idn_engine_create(NULL, &engine) < 0 || idn_device_open(engine, "Left", NULL, &device) < 0)
//     puts(idn_last_error());
//   idn_device_arm(device, 1);
//   idn_device_write(device, samples, count, IDN_SECONDS(1));
//   idn_device_close(device, IDN_SECONDS(1));
//   idn_engine_destroy(engine);
//
// Errors. Functions that can fail return a negative IDN_ERR_..., otherwise IDN_OK or a count. Each can return
// IDN_ERR_ARGUMENT, IDN_ERR_MEMORY, IDN_ERR_INTERNAL and, while the library ends, IDN_ERR_CLOSED; all others
// are listed at the function, without IDN_ERR_. No function throws, or reports by errno.
//
// Threads. Any function may be called from any thread, at the same time as any other, except those that
// destroy or close a handle: they must be the last call with it. Callbacks run on threads of the library;
// functions that they must not call fail with IDN_ERR_IN_CALLBACK.
//
// Structs begin with their size, for libraries older or newer than this header. In options zero means the
// default, and NULL instead of options means all defaults: set struct_size, leave the rest zero, change what
// you want. A library that is too old to know an option that is not zero returns IDN_ERR_STRUCT_SIZE.
//
// Enumerations have names for generators of bindings. Structs and parameters hold their values as integers of
// fixed size, so that the memory layout is the same for every compiler.
//
// Times are in nanoseconds: durations, and points in time by the clock of idn_now(). Text is UTF-8.
#ifndef IDN_IDN_H
#define IDN_IDN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(_WIN32)
#define IDN_API __attribute__((visibility("default")))
#else
#define IDN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A program compiled with this header runs with every libidn.so.1 that has at least this interface.
#define IDN_INTERFACE_MAJOR 1
#define IDN_INTERFACE_MINOR 0

/// A duration in nanoseconds, the unit of this interface; likewise the next two.
#define IDN_MICROSECONDS(n) ((int64_t)(n) * 1000)
#define IDN_MILLISECONDS(n) ((int64_t)(n) * 1000000)
#define IDN_SECONDS(n) ((int64_t)(n) * 1000000000)

/// What functions return: IDN_OK or one of these, unless it is a count.
typedef enum idn_result_t {
  IDN_OK = 0,                 ///< no error
  IDN_ERR_BAD_TARGET = -1,    ///< not a target, or not the address of one receiver
  IDN_ERR_NOT_FOUND = -2,     ///< no such unit, host or service answers
  IDN_ERR_AMBIGUOUS = -3,     ///< several units have this name, or answer at the address
  IDN_ERR_BAD_OPTION = -4,    ///< an option outside its range
  IDN_ERR_NETWORK = -5,       ///< an error of the operating system in a network call
  IDN_ERR_BUSY = -6,          ///< in use: the device by another call or kind of content, or the service
  IDN_ERR_CLOSED = -7,        ///< the device or its engine has been closed
  IDN_ERR_IN_CALLBACK = -8,   ///< not allowed from within a callback
  IDN_ERR_CALLBACK = -9,      ///< a callback has failed; in idn_status_t and idn_event_t only
  IDN_ERR_TOO_MANY = -10,     ///< more devices than an engine takes
  IDN_ERR_ARGUMENT = -11,     ///< NULL or a negative time where that is not allowed
  IDN_ERR_STRUCT_SIZE = -12,  ///< struct_size is not set, or an option is unknown to this library
  IDN_ERR_MEMORY = -13,       ///< out of memory
  IDN_ERR_INTERNAL = -14,     ///< a bug in the library: please report it with idn_last_error()
  IDN_ERR_LIMITS = -15,       ///< the administrator's file of output limits cannot be used
  IDN_ERR_FULL = -16          ///< idn_device_write(): no room for all samples within the time
} idn_result_t;

/// One beam position with its colours: 22 octets, no padding. Coordinates: -32768 (left, bottom, far) to 32767
/// (right, top, near), front projection. Colours: 0 (off) to 65535 (full), on the way *to* this position.
typedef struct idn_sample_t {
  int16_t x;           ///< -32768 (left) to 32767 (right)
  int16_t y;           ///< -32768 (bottom) to 32767 (top)
  uint16_t r;          ///< 0 (off) to 65535 (full), as all colours
  uint16_t g;          ///< green
  uint16_t b;          ///< blue
  uint16_t intensity;  ///< legacy signal: full for a lit sample; the colours already carry the brightness
  uint16_t u1;         ///< deep blue
  uint16_t u2;         ///< yellow
  uint16_t u3;         ///< cyan
  int16_t x_prime;     ///< horizontal position for the right eye
  int16_t z;           ///< -32768 (far) to 32767 (near)
} idn_sample_t;

// ---- the library ----

/// Version of the library in use (not of this header): "0.1.0". A static string.
IDN_API const char* idn_version(void);

/// Short text for a code: "bad target", "not found" ... A static string, never NULL.
IDN_API const char* idn_strerror(int code);

/// Cause and remedy of the last failed call on this thread, in one line for people. Valid until the next
/// failure on this thread, never NULL. If calls can move between threads (Go, asynchronous runtimes), read it
/// at once on the same thread, or use idn_strerror().
IDN_API const char* idn_last_error(void);

/// The monotonic clock of all times of this interface; CLOCK_MONOTONIC on Linux.
IDN_API int64_t idn_now(void);

// ---- engine and search ----

/// The tick threads, which send the streams of devices on time, and a search for projectors in the background.
/// One engine is enough for an application; devices can be opened and closed while others stream.
typedef struct idn_engine idn_engine_t;

/// How a tick thread waits for its deadlines.
typedef enum idn_wait_t {
  /// As HYBRID, with a guard as long as the latest wake-ups need, up to an eighth of a core, and a standby
  /// thread on another processor that serves the wake-ups for which the tick thread is late. HYBRID with
  /// `no_realtime`, with one processor, on battery, and where threads cannot be bound to processors (macOS)
  IDN_WAIT_AUTO = 0,
  IDN_WAIT_HYBRID = 1,  ///< sleeps until a calibrated guard before each deadline, then spins
  IDN_WAIT_SLEEP = 2,   ///< leaves the processor until the deadline; wakes some tens of microseconds late
  IDN_WAIT_SPIN = 3     ///< never sleeps: less late than SLEEP, at the price of a whole core
} idn_wait_t;

/// For idn_engine_create(); 0 is the default of each.
typedef struct idn_engine_options_t {
  uint32_t struct_size;  ///< sizeof(idn_engine_options_t)
  uint32_t threads;      ///< tick threads that share the devices, 1 (default) to 64; more are 64
  uint32_t wait;         ///< IDN_WAIT_...
  uint32_t no_realtime;  ///< 1: requests neither real-time priority nor fine timers
  uint32_t lock_memory;  ///< 1: no memory of the process is swapped out; not with `no_realtime`
  /// 1: the engine has no threads, the application calls idn_engine_drive(). Its devices are opened by address
  /// or host name only.
  uint32_t manual;
  /// Bit n: processor n. Each tick thread is pinned to one of these, in turn; not with `no_realtime`. 0: none
  /// is, but with IDN_WAIT_AUTO each tick thread and its standby thread have half of the processors.
  uint64_t processors;
} idn_engine_options_t;

/// All defaults, in C and C++: IDN_ENGINE_OPTIONS_INIT.
#define IDN_ENGINE_OPTIONS_INIT {sizeof(idn_engine_options_t), 0, 0, 0, 0, 0, 0}

/// Starts the tick threads, which sleep until there is a device, and the search.
/// Errors: STRUCT_SIZE, BAD_OPTION (`wait`).
IDN_API int idn_engine_create(const idn_engine_options_t* options, idn_engine_t** engine);

/// Blanks all devices of the engine with their next tick, closes them, and waits for that. Calls with their
/// handles then return IDN_ERR_CLOSED; idn_device_close() must still free them. NULL is allowed.
/// Errors: IN_CALLBACK (then the engine continues). Threads: the last call with this engine.
IDN_API int idn_engine_destroy(idn_engine_t* engine);

/// With `manual`: does what is due, without waiting: sends, receives, calls the callbacks of idn_device_fill().
/// `next`: when to call again, INT64_MAX while no device is open; may be NULL.
/// Errors: ARGUMENT (the engine is not manual), BUSY (another thread is in this function), IN_CALLBACK.
IDN_API int idn_engine_drive(idn_engine_t* engine, int64_t* next);

/// A projector that was found: one service of one unit. Names are untrusted, and not unique.
typedef struct idn_device_info_t {
  char target[64];        ///< for idn_device_open(): "01-123456789ABC/1"; independent of the address
  char unit_name[64];     ///< as the unit reports it
  char service_name[64];  ///< likewise
  char address[64];       ///< "192.168.1.10:7255"
  uint32_t is_default;    ///< 1: the service that the unit uses if a client names none
  uint32_t shares_id;     ///< 1: units of other names have its ID, a conflict that their owner has to end
} idn_device_info_t;

/// The result of the last search, one entry for each laser projector of each unit. Waits until the first search
/// has ended, 1 s at most. `infos` is an array of `capacity` elements of `info_size` octets, which is
/// sizeof(idn_device_info_t); NULL with a capacity of 0 only counts.
/// @return how many were found, which may be more than `capacity`. Errors: STRUCT_SIZE.
IDN_API int idn_engine_list(idn_engine_t* engine, idn_device_info_t* infos, size_t info_size, size_t capacity);

/// A search begins, at the end of one in progress, instead of up to 3 s later: for a user who has just switched
/// a projector on. idn_engine_list() and idn_device_open() wait until a search has ended, 1 s at most. Errors:
/// those of every function.
IDN_API int idn_engine_search_now(idn_engine_t* engine);

// ---- orientation, colours and limits ----

/// What happens to a sample that is beyond a limit. A limit is in force if any of its values or its action is
/// not zero. docs/output.md describes each limit. A software aid, not a safety device.
typedef enum idn_action_t {
  IDN_ACTION_DEFAULT = 0,  ///< IDN_ACTION_BLANK for dwell and zones, IDN_ACTION_CLAMP for the others
  IDN_ACTION_COUNT = 1,    ///< the sample is counted, but not changed
  IDN_ACTION_BLANK = 2,    ///< the sample is blanked, and counted
  IDN_ACTION_CLAMP = 3     ///< changed to the nearest position or brightness that the limit allows, and counted
} idn_action_t;

/// A place in the picture: -1 (left, bottom) to 1 (right, top). Will never grow.
typedef struct idn_point_t {
  double x;  ///< -1 (left) to 1 (right)
  double y;  ///< -1 (bottom) to 1 (top)
} idn_point_t;

/// 3 to 64 corners, clockwise or counterclockwise; an edge joins the last to the first. Will never grow.
typedef struct idn_polygon_t {
  const idn_point_t* corners;  ///< read while the device opens
  size_t count;                ///< number of corners
} idn_polygon_t;

/// A share of full scale for each colour, 0 to 1. Will never grow.
typedef struct idn_colours_t {
  double r;   ///< red
  double g;   ///< green
  double b;   ///< blue
  double u1;  ///< deep blue
  double u2;  ///< yellow
  double u3;  ///< cyan
} idn_colours_t;

/// Limit of the brightness of lines that touch the polygon, with an end or in between. A line leads from one
/// sample to the next.
typedef struct idn_zone_t {
  uint32_t struct_size;   ///< sizeof(idn_zone_t), the same for all elements of an array
  uint32_t action;        ///< IDN_ACTION_...
  idn_polygon_t polygon;  ///< of the zone; 64 polygons at most, including those of allowed zones
  idn_colours_t most;     ///< default 0: dark
} idn_zone_t;

/// A zone without light, whose corners are still to be set, in C and C++: IDN_ZONE_INIT.
#define IDN_ZONE_INIT {sizeof(idn_zone_t), 0, {NULL, 0}, {0, 0, 0, 0, 0, 0}}

/// Applied in this order: orientation, colour balance, colour shift, limits. If the administrator's file
/// /etc/idn/limits.toml has a stricter limit, that one applies. Lengths are in picture widths, from -1 to 1.
typedef struct idn_output_options_t {
  uint32_t struct_size;          ///< sizeof(idn_output_options_t)
  uint32_t mirror_x;             ///< 1: swaps left and right
  uint32_t mirror_y;             ///< 1: swaps top and bottom
  uint32_t speed_action;         ///< IDN_ACTION_..., of `speed`
  uint32_t acceleration_action;  ///< of `acceleration`
  uint32_t picture_action;       ///< of `left` to `top`
  uint32_t brightness_action;    ///< of `brightness`
  uint32_t dwell_action;         ///< of `dwell_size`, `dwell_longest` and `dwell_share`
  uint32_t allowed_action;       ///< of `allowed`: IDN_ACTION_COUNT or _BLANK
  uint32_t reserved;             ///< 0
  double rotate_degrees;         ///< counterclockwise, as the audience sees it
  double scale;                  ///< 0.001 to 100; default 1
  double offset_x;               ///< -2 to 2, where 2 is the width of the picture
  double offset_y;               ///< likewise, upwards
  idn_colours_t balance;         ///< factor of each colour; all 0, the default: no change
  /// Positive: delays the colours; negative: delays the positions. At most 2 ms in either direction.
  int64_t colour_shift;
  double scanner_kpps;       ///< class of the scanners, to estimate their load, 1 to 200; default: no estimate
  double speed;              ///< limit of each scanner, also for dark samples: picture widths per second
  double acceleration;       ///< likewise: picture widths per second squared
  double left;               ///< edge that the beam must not cross; all four 0, the default: -1 to 1
  double right;              ///< likewise; more than `left`, up to 1
  double bottom;             ///< likewise; -1 or more
  double top;                ///< likewise; more than `bottom`, up to 1
  idn_colours_t brightness;  ///< limit of each colour; 0 is dark, but no limit if all and the action are 0
  /// In any interval of length t, any square with this side gets at most `dwell_longest` + `dwell_share` * t of
  /// light at full brightness. 0.01 to 0.5 picture widths; default 0.02.
  double dwell_size;
  double dwell_share;            ///< 0.001 to 1; default 0.1
  int64_t dwell_longest;         ///< 1 us to 10 s; default 10 ms
  const idn_zone_t* zones;       ///< read while the device opens; may be NULL
  size_t zone_count;             ///< elements of `zones`
  const idn_polygon_t* allowed;  ///< each lit line must lie within one of these
  size_t allowed_count;          ///< elements of `allowed`; 0: light may be anywhere
  /// Where the corners of the picture are shown, x and y of the bottom left, the bottom right, the top right
  /// and the top left one, -2 to 2: a convex quadrilateral. All 0, the default: no change.
  double keystone[8];
} idn_output_options_t;

// clang-format off
/// Samples are not changed; no limits but those of the administrator. In C and C++: IDN_OUTPUT_OPTIONS_INIT.
#define IDN_OUTPUT_OPTIONS_INIT \
  {sizeof(idn_output_options_t), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, \
   {0, 0, 0, 0, 0, 0}, 0, 0, 0, NULL, 0, NULL, 0, {0, 0, 0, 0, 0, 0, 0, 0}}
// clang-format on

// ---- devices ----

/// One projector: a stream to one service of one unit. Dark until armed. There are four kinds of content:
/// pictures by idn_device_show(), samples by idn_device_write(), samples from a callback by idn_device_fill(),
/// and shared memory of another process by idn_device_play_shared(). The kind of the first call is in force
/// until idn_device_stop(), or until nothing came for the hold time; meanwhile other kinds fail with
/// IDN_ERR_BUSY.
/// No code of the application runs on the tick thread, and no function here blocks it.
typedef struct idn_device idn_device_t;

/// When a new picture begins.
typedef enum idn_switch_t {
  IDN_SWITCH_AT_END_OF_PASS = 0,  ///< a new picture begins at the end of the current pass
  IDN_SWITCH_NOW = 1              ///< with the next datagram, after a blanked move
} idn_switch_t;

/// Format of the samples on the wire.
typedef enum idn_format_t {
  IDN_FORMAT_DEFAULT = 0,  ///< IDN_FORMAT_XYRGBI
  /// 8 octets: 16-bit coordinates, 8-bit colours and intensity, which is 0 where no colour is lit, and full
  /// where a lit sample has none; every known receiver shows it right
  IDN_FORMAT_XYRGBI = 1,
  IDN_FORMAT_XYRGB16 = 2,   ///< 10 octets: 16-bit coordinates and colours
  IDN_FORMAT_ISP_DB25 = 3,  ///< 14 octets: every signal of the ISP-DB25 connector; 8-bit colours
  IDN_FORMAT_EXTENDED = 4,  ///< 20 octets: the same signals without the shutter, all in 16 bits
  IDN_FORMAT_XYRGB = 5      ///< 7 octets: 16-bit coordinates, 8-bit colours
} idn_format_t;

/// `kind` of idn_unit_event_t.
typedef enum idn_unit_kind_t {
  IDN_UNIT_MOVED = 0,      ///< the unit is at `to`: the stream switches there
  IDN_UNIT_DISPLACED = 1,  ///< another unit has the address: nothing is sent until this one is found
  IDN_UNIT_AMBIGUOUS = 2   ///< another unit with the same ID seems to be at `to`: the stream stays
} idn_unit_kind_t;

/// What the searches for the unit of a device have found; valid during the call.
typedef struct idn_unit_event_t {
  uint32_t struct_size;  ///< size of the struct in this library
  uint32_t kind;         ///< IDN_UNIT_...
  int64_t last_seen;     ///< when the unit was last known to be at `from`, by idn_now()
  int64_t dark;          ///< MOVED: from `last_seen` to the switch of the stream
  char from[64];         ///< the address of the stream until now
  char to[64];           ///< MOVED, AMBIGUOUS: the other address
  char other[64];        ///< DISPLACED: the unit that answers at `from`, as idn_device_open() accepts it
} idn_unit_event_t;

/// Callback `on_unit` of idn_device_options_t.
typedef void (*idn_unit_fn)(void* user, const idn_unit_event_t* event);

/// For idn_device_open(); 0 is the default of each.
typedef struct idn_device_options_t {
  uint32_t struct_size;  ///< sizeof(idn_device_options_t)
  uint32_t rate;         ///< samples per second, 1 to 1000000; default 30000
  /// Length of the queue between write or fill and the socket, 1 ms to 2 s; default 40 ms. The light is delayed
  /// by it and by the buffer of the receiver.
  int64_t latency;
  int64_t hold;           ///< after this long without a call the device is dark, 1 ms or more; default 100 ms
  int64_t datagram_time;  ///< display time of a datagram, 0.2 ms to 100 ms; default 1 ms
  uint32_t switch_at;     ///< IDN_SWITCH_...
  uint32_t format;        ///< IDN_FORMAT_...
  uint32_t max_datagram;  ///< octets of UDP payload; default 1454
  uint32_t client_group;  ///< 0 to 15
  uint32_t follow_clock;  ///< 1: adjusts the sample rate to the clock of the receiver, as far as known
  uint32_t rearm;         ///< 1: stays armed when its unit moves to another address
  uint32_t abort_on_blackout;  ///< 1: a blackout also makes the receiver drop what it has buffered
  /// Orientation, colours and limits; read while the device opens.
  const idn_output_options_t* output;
  /// Duration of the blanked moves between pictures: by the full width, 0.01 ms to 30 ms; default: what
  /// scanners of the class `output->scanner_kpps` need, of 30 kpps 1 ms.
  int64_t move_across;
  int64_t dwell_before;  ///< dark rest at their start, up to 30 ms; default likewise, of 30 kpps 0.1 ms
  int64_t dwell_after;   ///< dark rest at their end, up to 30 ms; default likewise, of 30 kpps 0.4 ms
  /// 1: pictures are sent as IDN frames, which the receiver redraws until the next one comes: less traffic, but
  /// the receiver decides when it switches. No write and no fill then; the next three are for this mode.
  uint32_t frames;
  uint32_t frames_once;      ///< 1: the receiver draws each picture one time only, then it waits dark
  uint32_t frames_keep_all;  ///< 1: all pictures are sent in order; they come from idn_device_fill_pictures()
  uint32_t shares_service;   ///< 1: several devices of the engine may play to one service
  int64_t frame_period;      ///< minimum time between two frames, 1 ms to 10 s; default 40 ms
  int64_t frame_spread;      ///< time over which the longest frame is sent, up to 5 s; default 20 ms
  /// Before the channel is closed in good order: dark for this long, or for the latency that the receiver
  /// reports if that is longer, since there are receivers that drop what they have buffered; up to 5 s,
  /// -1: not at all; default 200 ms.
  int64_t dark_before_close;
  /// Adapts the length of the queue to the lateness of the application, so that at most this share of datagrams
  /// underruns, 1e-6 to 0.1; `latency` is then the maximum. Default: always `latency`.
  double underrun_probability;
  /// Nothing is sent before; the first sample of content leaves in the datagram that is due at this moment, by
  /// idn_now(). Devices with the same moment start together. The hold time counts from then on. Default, and if
  /// the moment has passed: starts when it is opened.
  int64_t start_at;
  /// Likewise, nanoseconds since 1970 by the wall clock, as it is set shortly before: for a start at one moment
  /// on several machines. Not with `start_at`.
  int64_t start_at_wall;
  /// Called, for a device that follows its unit, when the unit has moved or was displaced, with `on_unit_user`
  /// on a thread of the engine, until idn_device_close() has returned. From within it idn_device_stop(),
  /// idn_device_close() and idn_engine_destroy() fail with IDN_ERR_IN_CALLBACK. NULL: events alone report it.
  idn_unit_fn on_unit;
  void* on_unit_user;  ///< passed to `on_unit`
  /// How much of what is sent waits for idn_device_read_sent(), up to 2 s at this rate. Default: nothing.
  int64_t preview;
  /// 1: for idn_device_write() by an application that is paced by another clock than this machine's, such as
  /// that of a sound card: samples last as long as the application takes for them, so that the queue stays half
  /// full, for clocks that are up to 1000 ppm apart. Playing begins when the queue is half full, also after it
  /// ran dry. `source_ppm` of idn_status_t has the difference. Not with `underrun_probability`.
  uint32_t follow_source;
  /// The mark of the datagrams for switches, routers and access points, 0 to 63: 46 is EF; 0: not marked. On
  /// Linux those from 32 on also get the socket priority 6. Without effect on Windows.
  uint32_t dscp;
} idn_device_options_t;

// clang-format off
/// All defaults, in C and C++.
#define IDN_DEVICE_OPTIONS_INIT \
  {sizeof(idn_device_options_t), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, \
   NULL, 0, 0, 0}
// clang-format on

/// `target`: a unit ID, a unit's or service's name, or a host: "01-123456789ABC/1", "Left", "10.0.0.11",
/// "host:port/service". Without a service it is the unit's default laser projector. Only one device of an
/// engine can play to a service: a second one fails with BUSY. May block for a name lookup, and until the first
/// search has ended, 1 s at most. `device` is NULL after an error. Errors: STRUCT_SIZE, BAD_OPTION, BAD_TARGET,
/// NOT_FOUND, AMBIGUOUS, NETWORK, BUSY, TOO_MANY, CLOSED, LIMITS.
IDN_API int idn_device_open(idn_engine_t* engine, const char* target, const idn_device_options_t* options,
                            idn_device_t** device);

/// 0: dark with the next datagram; content continues to play, blanked. 1: light is on again from the next
/// datagram. Never waits.
IDN_API int idn_device_arm(idn_device_t* device, int armed);

/// 1: dark with the next datagram, and the queue is discarded; new content is still accepted and plays,
/// blanked. 0: light is on again; a shown picture reappears if its hold time has not ended. Never waits.
IDN_API int idn_device_blackout(idn_device_t* device, int dark);

/// A dimmer: colours are multiplied by `share`, 0 to 1, before the limits, from the next datagram on (frame
/// mode: from the next picture that is shown). 1 at first. Values beyond are brought to 0 or 1, NaN to 0. Never
/// waits.
IDN_API int idn_device_set_brightness(idn_device_t* device, double share);

/// Replaces the output options while the device plays, from the next datagram on (frame mode: from the next
/// picture that is shown): orientation, keystone, balance, zones, allowed areas and the limit of brightness.
/// All else has to be as the device was opened with: IDN_ERR_BAD_OPTION, and nothing changes. Where the picture
/// moves far, the beam is dark until it is there. Reads the administrator's file.
IDN_API int idn_device_set_output(idn_device_t* device, const idn_output_options_t* output);

/// Session abort: the receiver drops what it has buffered. Never waits.
IDN_API int idn_device_abort(idn_device_t* device);

/// Draws the picture repeatedly, with a blanked move from its last sample to its first, until another picture
/// replaces it or the hold time ends. Of several pictures that wait, only the newest is drawn. The samples are
/// copied. 0 samples: dark. Errors: BUSY, CLOSED.
IDN_API int idn_device_show(idn_device_t* device, const idn_sample_t* picture, size_t count);

/// Replaces the hold time by `duration`, from now until the next call that supplies content; INT64_MAX: for
/// ever.
IDN_API int idn_device_keep(idn_device_t* device, int64_t duration);

/// Appends all samples to the queue; each is played once. Waits for room, for up to `timeout`; 0: does not
/// wait; INT64_MAX: for as long as it takes. The samples are copied. Errors: FULL (the time was over;
/// idn_last_error() says how many were queued, counted from the first), BUSY, CLOSED.
IDN_API int idn_device_write(idn_device_t* device, const idn_sample_t* samples, size_t count, int64_t timeout);

/// As idn_device_write(), but what is not queued when the time is over is no error.
/// @return how many samples were queued, counted from the first. Errors: BUSY, CLOSED.
IDN_API int64_t idn_device_write_some(idn_device_t* device, const idn_sample_t* samples, size_t count,
                                      int64_t timeout);

/// @return how many samples idn_device_write() would accept without waiting.
IDN_API int64_t idn_device_writable(idn_device_t* device);

/// Argument of a fill callback.
typedef struct idn_request_t {
  uint32_t struct_size;  ///< size of the struct in this library
  uint32_t rate;         ///< samples per second
  uint64_t index;        ///< of the first sample; counts samples since idn_device_fill() was called
  int64_t sent_at;       ///< estimated departure time of that sample, by idn_now()
  /// Estimated time at which it is shown: `sent_at` plus the latency that the receiver reported last; `sent_at`
  /// until it has reported one.
  int64_t shown_at;
} idn_request_t;

/// Writes samples into `room` from the front.
/// @return how many, 1 to `capacity`; 0: ends the fill, and the queue is played out. Less than 0 or more than
///         `capacity` is an error, which ends the fill dark at once; idn_status_t reports IDN_ERR_CALLBACK.
typedef int64_t (*idn_fill_fn)(void* user, const idn_request_t* request, idn_sample_t* room, size_t capacity);

/// Registers a callback that supplies samples. It is called with `user` on a thread of the device (of a manual
/// engine: within idn_engine_drive()), earlier than the samples are sent by up to the latency; samples that it
/// supplies too late are replaced by darkness. `user` must stay valid until idn_device_stop() or
/// idn_device_close() has returned. The callback must not call these two, idn_engine_drive() or
/// idn_engine_destroy(). Errors: BUSY, CLOSED.
IDN_API int idn_device_fill(idn_device_t* device, idn_fill_fn fill, void* user);

/// Writes one picture into `room` from the front; sample 0 is dark at the receiver.
/// @return how many samples, 0 (a dark picture) to `capacity`; less than 0 ends the fill. More than `capacity`
/// is an
///         error, which ends it, too; idn_status_t reports IDN_ERR_CALLBACK.
typedef int64_t (*idn_fill_picture_fn)(void* user, idn_sample_t* room, size_t capacity);

/// As idn_device_fill(), for `frames_keep_all`: each call of `fill` writes one picture, which is sent as it is.
/// Errors: BUSY, CLOSED, BAD_OPTION (opened without `frames_keep_all`).
IDN_API int idn_device_fill_pictures(idn_device_t* device, idn_fill_picture_fn fill, void* user);

/// Plays what other programs write into shared memory, one program at a time, until idn_device_stop(); they use
/// idn/shared_ring.h, and docs/shared.md describes it. They get the memory through the Unix socket `name`, a
/// path or a name in $XDG_RUNTIME_DIR (Windows: the file mapping "Local\\idn-" and `name`). Dark with the next
/// datagram when the system reports that the program has ended, or when its data violates the format.
/// Errors: BUSY, CLOSED, BAD_OPTION (opened with `frames`, or the socket cannot be created).
IDN_API int idn_device_play_shared(idn_device_t* device, const char* name);

/// Discards all content: dark with the next datagram. Ends a fill, and waits until its callback has returned.
/// Errors: IN_CALLBACK.
IDN_API int idn_device_stop(idn_device_t* device);

/// The sample rate, 1 to 1000000 per second, from the next sample of write or fill on, or from the next pass of
/// a picture. Errors: BAD_OPTION, CLOSED.
IDN_API int idn_device_set_rate(idn_device_t* device, uint32_t rate);

/// Switches to another receiver or service, named as for idn_device_open(), while playing: the old one is
/// blanked and closed, the new one gets the stream within two ticks. May block for a name lookup.
/// Errors: BAD_TARGET, NOT_FOUND, AMBIGUOUS, NETWORK, BUSY (another device plays to it), CLOSED; then nothing
/// has changed.
IDN_API int idn_device_retarget(idn_device_t* device, const char* target);

/// State of the receiver, by its answers.
typedef enum idn_link_t {
  IDN_LINK_OPENING = 0,  ///< no answer yet; some receivers never give one
  IDN_LINK_PLAYING = 1,  ///< it plays what it gets, lit or dark
  IDN_LINK_MUTED = 2,    ///< another client uses the service
  IDN_LINK_REFUSED = 3,  ///< it does not play the stream for another reason, or drops more than a tenth of it
  IDN_LINK_SILENT = 4,   ///< it answered before and no longer does
  IDN_LINK_MISSING = 5,  ///< the unit is no longer found, at its address or elsewhere
  IDN_LINK_CLOSED = 6    ///< the device is closed
} idn_link_t;

/// Snapshot of a device. Each value is correct, but they need not be of the same instant.
typedef struct idn_status_t {
  uint32_t struct_size;        ///< sizeof(idn_status_t), set by the caller
  uint32_t link;               ///< IDN_LINK_...
  uint32_t armed;              ///< 1: see idn_device_arm()
  uint32_t blackout;           ///< 1: see idn_device_blackout()
  uint32_t rate;               ///< of the samples that are sent now, per second
  int32_t fault;               ///< IDN_ERR_... of the latest error outside of any call, or 0
  int64_t latency;             ///< current length of the queue between the call and the socket
  int64_t buffered;            ///< display time of the samples in that queue
  int64_t receiver_latency;    ///< delay in the receiver, as it reports it; 0: not reported
  int64_t round_trip;          ///< 0: not known
  uint64_t datagrams;          ///< with samples
  uint64_t samples;            ///< sent, including added dark ones
  uint64_t starved_samples;    ///< added dark ones because content was missing (underruns)
  uint64_t replaced_pictures;  ///< by newer ones before they were drawn
  uint64_t holds_expired;      ///< times that no call came for the hold time
  uint64_t late_ticks;         ///< wake-ups more than 100 us late, of those that had samples to send
  uint64_t reanchors;          ///< restarts of the timeline after a long stall
  uint64_t send_errors;        ///< datagrams that the system or the network rejected
  uint64_t reconnects;         ///< times that the receiver lost the stream
  uint64_t retargets;          ///< times that the stream switched to another receiver or address
  char remote[64];             ///< where the datagrams go: "192.168.1.10:7255"
  char fault_text[256];        ///< of `fault`, for people; "" without one
  /// Samples outside of the picture. Here and below: how many samples the limit changed or, with
  /// IDN_ACTION_COUNT, would have changed.
  uint64_t limited_picture;
  uint64_t limited_speed;         ///< further from the last one than the speed limit allows
  uint64_t limited_acceleration;  ///< changed the speed more than the acceleration limit allows
  uint64_t limited_zones;         ///< brighter than their zone allows
  uint64_t limited_allowed;       ///< lit outside of the allowed zones
  uint64_t limited_brightness;    ///< brighter than the limit in the whole picture
  uint64_t limited_dwell;         ///< more light at their place than the dwell limit allows
  double scanner_load;            ///< 0 to 1, see docs/output.md; 0 without `scanner_kpps`
  /// Queued samples that idn_device_blackout(), idn_device_stop() or the hold time kept from being sent.
  uint64_t discarded_samples;
  uint64_t moves;             ///< of the retargets, because the unit had moved
  uint64_t faults;            ///< errors outside of any call
  uint64_t bytes;             ///< UDP payload of all datagrams
  uint64_t frames;            ///< in frame mode, those sent again included
  uint64_t socket_full;       ///< of the send errors, because the send buffer was full
  uint64_t acks_requested;    ///< datagrams that request an acknowledge
  uint64_t acks_received;     ///< acknowledges that answer one of these
  int64_t worst_lateness;     ///< of a wake-up
  double refused_share;       ///< of the stream the receiver does not show, 0 to 1
  double correction_ppm;      ///< with `follow_clock`: how much faster than by its own clock the device sends
  uint32_t limits_tightened;  ///< 1: the administrator's file is stricter than the options of the device
  uint32_t link_quality;      ///< as the receiver reports it, 1 (very poor) to 255; 0: unknown
  int64_t answered_ago;       ///< since the last acknowledge; -1: none yet
  int64_t lit_ago;            ///< since the last datagram with a lit sample, to within 10 ms; -1: none yet
  char local[64];             ///< where the datagrams come from
  char
      receiver[64];  ///< what its acknowledges say, for people: "playing", "refused, all sessions are occupied"
  double source_ppm;  ///< with `follow_source`: how much faster the application writes than the rate says
} idn_status_t;

// clang-format off
/// An empty struct for idn_device_status().
#define IDN_STATUS_INIT \
  {sizeof(idn_status_t), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, 0}
// clang-format on

/// Fills in the members that both this library and the caller's struct have; the rest of a larger struct is
/// zero. Errors: STRUCT_SIZE (not set).
IDN_API int idn_device_status(idn_device_t* device, idn_status_t* status);

/// What was sent since the last call, as it was sent: after output options, limits, arming and blackout, dark
/// samples between content too. For a preview without a network; frame mode: each picture once, when it is
/// shown, lit even if the device is dark. Of more than `preview` nothing older than what was lost. Never waits.
/// @return how many samples were written to `room`, oldest first. Errors: BUSY (another thread is in this
/// function).
IDN_API int64_t idn_device_read_sent(idn_device_t* device, idn_sample_t* room, size_t capacity);

/// Ends after what is queued: it is played, without regard to the hold time; then the device is dark for
/// `dark_before_close`, and closed, which idn_status_t reports as IDN_LINK_CLOSED. Does not wait; callbacks may
/// call it. The handle is still to be freed by idn_device_close().
IDN_API int idn_device_finish(idn_device_t* device);

/// As idn_device_finish(), but dark at once, without playing out; also after that.
IDN_API int idn_device_end(idn_device_t* device);

/// Plays what is queued, for `play_out` at most (INT64_MAX: however long it takes); then a blanked chunk,
/// channel close, session close. Waits for that, and frees the handle. NULL is allowed. Errors: IN_CALLBACK (of
/// this device, which then continues). Threads: the last call with this device.
IDN_API int idn_device_close(idn_device_t* device, int64_t play_out);

// ---- events and tick threads ----

/// `kind` of idn_event_t.
typedef enum idn_event_kind_t {
  IDN_EVENT_LINK = 0,              ///< the link state has changed to `link`
  IDN_EVENT_RECONNECTED = 1,       ///< the receiver lost the stream, which was started again
  IDN_EVENT_MOVED = 2,             ///< the unit was found at a new address, `remote`; the stream now goes there
  IDN_EVENT_HOLD_EXPIRED = 3,      ///< no call of the application for the hold time: dark
  IDN_EVENT_LIMITED = 4,           ///< samples exceeded `limit`; at most once per second for each limit
  IDN_EVENT_LIMITS_TIGHTENED = 5,  ///< the administrator's file has stricter limits than the options
  IDN_EVENT_FAULT = 6,             ///< `fault` occurred outside of any call
  IDN_EVENT_UNIT_FOUND = 7,        ///< a search has found this unit, at `remote`
  IDN_EVENT_UNIT_GONE = 8,         ///< searches no longer find this unit
  IDN_EVENT_SCANNER_LOAD = 9,      ///< the load of the scanners reached 0.7, see docs/output.md
  IDN_EVENT_UNIT_CHANGED = 10      ///< a unit has another name, other services or another address than before
} idn_event_kind_t;

/// A limit of the output.
typedef enum idn_limit_t {
  IDN_LIMIT_PICTURE = 0,       ///< outside of the largest picture
  IDN_LIMIT_SPEED = 1,         ///< further from the last sample than allowed
  IDN_LIMIT_ACCELERATION = 2,  ///< changed the speed more than allowed
  IDN_LIMIT_ZONES = 3,         ///< brighter than the zone allows
  IDN_LIMIT_ALLOWED = 4,       ///< lit outside of the allowed zones
  IDN_LIMIT_BRIGHTNESS = 5,    ///< brighter than allowed everywhere
  IDN_LIMIT_DWELL = 6          ///< resting longer than allowed
} idn_limit_t;

/// A change of a device, or in the network.
typedef struct idn_event_t {
  uint32_t struct_size;  ///< sizeof(idn_event_t), set by the caller
  uint32_t kind;         ///< IDN_EVENT_...
  uint32_t link;         ///< IDN_LINK_... of the device; IDN_LINK_CLOSED: its last event
  uint32_t limit;        ///< IDN_LIMIT_... of LIMITED
  /// LIMITED: number of samples; RECONNECTED, MOVED, HOLD_EXPIRED, FAULT: number of occurrences; both since the
  /// previous event of this kind. SCANNER_LOAD: the load in per cent. Others: 0.
  uint64_t count;
  int64_t noticed;    ///< time of the poll, by idn_now()
  int32_t fault;      ///< IDN_ERR_..., or 0
  uint32_t reserved;  ///< 0
  char target[64];    ///< of the device; UNIT_FOUND, _GONE, _CHANGED: the unit, as idn_device_open() accepts it
  char remote[64];    ///< where the datagrams of the device go, or where the unit answers
  char text[256];     ///< the event in one line for people
} idn_event_t;

/// An empty struct for idn_engine_poll_event().
#define IDN_EVENT_INIT {sizeof(idn_event_t), 0, 0, 0, 0, 0, 0, 0, {0}, {0}, {0}}

/// The next event of the devices of the engine, or of the units that its search finds. Changes are only
/// detected by this call, which compares the current states with those seen before: a state that comes and goes
/// in between is not reported, but occurrences that are counted are. At most 4096 events are queued; then the
/// oldest are dropped. Does not block.
/// @return 1: `event` was filled in; 0: there is none. Errors: STRUCT_SIZE (not set).
IDN_API int idn_engine_poll_event(idn_engine_t* engine, idn_event_t* event);

/// What became of a request to the operating system.
typedef enum idn_grant_t {
  IDN_GRANT_NOT_ASKED = 0,  ///< not requested, by the options
  IDN_GRANT_GIVEN = 1,      ///< granted
  IDN_GRANT_REFUSED = 2     ///< refused by the operating system; `grants` has the cause
} idn_grant_t;

/// A tick thread: what the system granted it, and what it has used.
typedef struct idn_engine_status_t {
  uint32_t struct_size;    ///< sizeof(idn_engine_status_t), set by the caller
  uint32_t threads;        ///< tick threads of the engine
  uint32_t devices;        ///< that this one serves now
  uint32_t wait;           ///< IDN_WAIT_..., what the one of the options came to; of AUTO `grants` tells why
  uint32_t priority;       ///< IDN_GRANT_...: real-time priority
  uint32_t processor;      ///< IDN_GRANT_...: bound to one or some processors
  uint32_t memory_lock;    ///< IDN_GRANT_...: memory that is not swapped out
  uint32_t stepped_down;   ///< 1: gave up real-time priority because it was overloaded
  int64_t guard;           ///< how long before each deadline it spins; updated when its last device ends
  int64_t processor_time;  ///< processor time used; updated when its last device ends
  char grants[512];        ///< all requests, a line each: "real-time priority: refused: ..."
} idn_engine_status_t;

/// An empty struct for idn_engine_status().
#define IDN_ENGINE_STATUS_INIT {sizeof(idn_engine_status_t), 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}}

/// `thread`: 0 to `threads` - 1. A thread makes its requests when it starts, shortly after idn_engine_create().
/// Errors: ARGUMENT (no such thread), STRUCT_SIZE (not set).
IDN_API int idn_engine_status(idn_engine_t* engine, uint32_t thread, idn_engine_status_t* status);

// ---- receivers ----

/// An IDN unit with one laser projector, whose samples go to a callback. Searches find it, and senders stream
/// to it.
typedef struct idn_receiver idn_receiver_t;

/// For idn_receiver_options_t: the system chooses a free port.
#define IDN_ANY_PORT 65536

/// For idn_receiver_open(); 0 is the default of each.
typedef struct idn_receiver_options_t {
  uint32_t struct_size;  ///< sizeof(idn_receiver_options_t)
  uint32_t port;         ///< default 7255; IDN_ANY_PORT: any free one
  uint32_t address;      ///< IPv4 in host byte order; 0: every interface
  uint32_t reserved;     ///< 0
  /// Target latency of the playout, up to 10 s; acknowledges report it; default 40 ms. Chunks that arrive after
  /// their time at the output are not passed on: to get those too, give more than any delay of the network and
  /// of both computers.
  int64_t latency;
  const char* name;  ///< shown by searches, truncated to 20 octets; default "libidn"
} idn_receiver_options_t;

/// All defaults, in C and C++: IDN_RECEIVER_OPTIONS_INIT.
#define IDN_RECEIVER_OPTIONS_INIT {sizeof(idn_receiver_options_t), 0, 0, 0, 0, 0}

/// One wave chunk or one frame; valid during the call.
typedef struct idn_chunk_t {
  uint32_t struct_size;         ///< size of the struct in this library
  uint32_t rate;                ///< samples per second
  const idn_sample_t* samples;  ///< `count` samples; the first one of a frame is dark
  size_t count;                 ///< number of samples
  int64_t arrival;              ///< by idn_now(), from the kernel's time stamp if there is one
  int64_t shown_at;             ///< when the first sample is due at the output
  uint32_t is_frame;            ///< 1: a frame, drawn until the next; 0: a wave chunk, played once
  uint32_t from_address;        ///< IPv4 of the sender in host byte order
  uint32_t from_port;           ///< UDP port of the sender
  uint32_t reserved;            ///< 0
} idn_chunk_t;

/// Callback of idn_receiver_open() for each chunk.
typedef void (*idn_samples_fn)(void* user, const idn_chunk_t* chunk);

/// `on_samples` is called with `user` on a thread of the receiver, in the order of arrival.
/// Errors: STRUCT_SIZE, BAD_OPTION, NETWORK (the port is in use).
IDN_API int idn_receiver_open(const idn_receiver_options_t* options, idn_samples_fn on_samples, void* user,
                              idn_receiver_t** receiver);

/// @return the port that it listens on.
IDN_API int idn_receiver_port(idn_receiver_t* receiver);

/// Waits until the last call of `on_samples` has returned, and frees the handle. NULL is allowed.
/// Errors: IN_CALLBACK (then the receiver continues). Threads: the last call with this receiver.
IDN_API int idn_receiver_close(idn_receiver_t* receiver);

#ifdef __cplusplus
}
#endif

#endif

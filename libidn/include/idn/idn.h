// SPDX-License-Identifier: MIT
// The C interface of libidn: laser shows to projectors by IDN, for C11, C++ and everything that calls C.
//
// An engine keeps the time on a thread of its own. A device is one projector: dark until armed, dark again
// after the hold time without a call, on close, and where the process ends by exit or by a return from main.
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
// Errors. Functions that can fail return a negative IDN_ERR_..., and IDN_OK or a count else. Each can return
// IDN_ERR_ARGUMENT, IDN_ERR_MEMORY, IDN_ERR_INTERNAL and, while the library ends, IDN_ERR_CLOSED; the others
// stand at each function. Nothing throws, and no function looks at errno.
//
// Threads. Any function may be called from any thread, at the same time as any other, but for those that
// destroy or close a handle: they come last. Callbacks run on threads of the library; what they may not call
// says so.
//
// Structs begin with their size, for libraries older or newer than this header. In options zero stands for the
// default, and NULL instead of options for all defaults: set struct_size, leave the rest zero, change what you
// want. A library that is too old for an option that is not zero answers IDN_ERR_STRUCT_SIZE.
//
// Times are nanoseconds: durations, and moments by idn_now(). Text is UTF-8.
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
#define IDN_INTERFACE_MINOR 1

/// A duration in the unit of this interface, nanoseconds; likewise the next two.
#define IDN_MICROSECONDS(n) ((int64_t)(n) * 1000)
#define IDN_MILLISECONDS(n) ((int64_t)(n) * 1000000)
#define IDN_SECONDS(n) ((int64_t)(n) * 1000000000)

enum {
  IDN_OK = 0,                 ///< it worked
  IDN_ERR_BAD_TARGET = -1,    ///< the text names no receiver
  IDN_ERR_NOT_FOUND = -2,     ///< no such unit, host or service answers
  IDN_ERR_AMBIGUOUS = -3,     ///< several units go by that name
  IDN_ERR_BAD_OPTION = -4,    ///< a value outside its range
  IDN_ERR_NETWORK = -5,       ///< the operating system refuses
  IDN_ERR_BUSY = -6,          ///< another call owns the device, or another device the service
  IDN_ERR_CLOSED = -7,        ///< the device or its engine has been closed
  IDN_ERR_IN_CALLBACK = -8,   ///< not to be called from within a callback
  IDN_ERR_CALLBACK = -9,      ///< a callback has failed; in idn_status_t only
  IDN_ERR_TOO_MANY = -10,     ///< more devices than an engine takes
  IDN_ERR_ARGUMENT = -11,     ///< NULL, or a negative time, where that makes no sense
  IDN_ERR_STRUCT_SIZE = -12,  ///< struct_size is not set, or asks for what this library does not know
  IDN_ERR_MEMORY = -13,       ///< out of memory
  IDN_ERR_INTERNAL = -14,     ///< a mistake in the library: please report it with idn_last_error()
  IDN_ERR_LIMITS = -15        ///< the administrator's file of output limits cannot be used
};

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

/// "0.1.0": of the library that runs, not of this header. Lives for ever.
IDN_API const char* idn_version(void);

/// "bad target", "not found" ... for a code. Lives for ever, never NULL.
IDN_API const char* idn_strerror(int code);

/// What went wrong in the last call of this thread that failed, in one line for people: the cause, and what to
/// do about it. Valid until the next failure on this thread, never NULL. Where calls wander between threads
/// (Go, asynchronous runtimes), ask on the same thread at once, or be content with idn_strerror().
IDN_API const char* idn_last_error(void);

/// The monotonic clock by which this library tells times; CLOCK_MONOTONIC on Linux.
IDN_API int64_t idn_now(void);

// ---- engine and search ----

/// The threads that keep the time, and the search for projectors in the background. One is enough for an
/// application; devices come and go while others stream.
typedef struct idn_engine idn_engine_t;

enum {
  IDN_WAIT_HYBRID = 0,  ///< sleeps until a calibrated guard before each deadline, then spins
  IDN_WAIT_SLEEP = 1,   ///< leaves the processor until the deadline; wakes some tens of microseconds late
  IDN_WAIT_SPIN = 2     ///< never sleeps: the most exact, at the price of a whole core
};

/// For idn_engine_create(); 0 is the default of each.
typedef struct idn_engine_options_t {
  uint32_t struct_size;  ///< sizeof(idn_engine_options_t)
  uint32_t threads;      ///< tick threads that share the devices, 1 (default) to 64; more are 64
  uint32_t wait;         ///< IDN_WAIT_...
  uint32_t no_realtime;  ///< 1: does not ask for real-time priority and finest timers
  uint32_t lock_memory;  ///< 1: keeps all memory of the process from being swapped out
  /// 1: no thread of the engine's own, the application calls idn_engine_drive(). Its devices are opened by
  /// address or host name only.
  uint32_t manual;
  uint64_t processors;  ///< bit n: a tick thread may be bound to processor n; 0: they run on any
} idn_engine_options_t;

/// All defaults, in C and C++: IDN_ENGINE_OPTIONS_INIT.
#define IDN_ENGINE_OPTIONS_INIT {sizeof(idn_engine_options_t), 0, 0, 0, 0, 0, 0}

/// Starts the tick threads, which sleep until there is a device, and the search.
/// Errors: STRUCT_SIZE, BAD_OPTION (`wait`).
IDN_API int idn_engine_create(const idn_engine_options_t* options, idn_engine_t** engine);

/// All its devices are dark with their next tick, then closed; their handles answer IDN_ERR_CLOSED and still
/// want idn_device_close(). Waits for that. NULL: nothing. Errors: IN_CALLBACK (the engine goes on then).
/// Threads: the last call with this engine.
IDN_API int idn_engine_destroy(idn_engine_t* engine);

/// With `manual`: does what is due, without waiting: sends, receives, calls what idn_device_fill() was given.
/// `next`: when to call again, INT64_MAX while no device is open; may be NULL.
/// Errors: ARGUMENT (the engine is not manual), BUSY (another thread is in it), IN_CALLBACK.
IDN_API int idn_engine_drive(idn_engine_t* engine, int64_t* next);

/// A projector that was found: one service of one unit. Names are untrusted, and not unique.
typedef struct idn_device_info_t {
  char target[64];        ///< for idn_device_open(), wherever the unit is plugged in: "01-123456789ABC/1"
  char unit_name[64];     ///< as the unit tells it
  char service_name[64];  ///< likewise
  char address[64];       ///< "192.168.1.10:7255"
  uint32_t is_default;    ///< 1: what the unit plays to who names no service
} idn_device_info_t;

/// The projectors of the network, as the last search has found them, by unit and service. Waits for the first
/// search to end, a second at most. `infos` is an array of `capacity` elements of `info_size` octets,
/// sizeof(idn_device_info_t); NULL with 0 only counts.
/// @return how many were found, which may be more than `capacity`. Errors: STRUCT_SIZE.
IDN_API int idn_engine_list(idn_engine_t* engine, idn_device_info_t* infos, size_t info_size, size_t capacity);

// ---- between content and wire ----

/// What happens to a sample that is beyond a limit. A limit is there where its values or its action are set.
/// docs/output.md describes each. A software aid, not a safety device.
enum {
  IDN_ACTION_DEFAULT = 0,  ///< IDN_ACTION_BLANK of dwell and zones, IDN_ACTION_CLAMP of the others
  IDN_ACTION_COUNT = 1,    ///< it leaves as it is, and is counted
  IDN_ACTION_BLANK = 2,    ///< its light is switched off
  IDN_ACTION_CLAMP = 3  ///< it goes as far as the limit allows: the position that is nearest, the light dimmed
};

/// A place in the picture: -1 (left, bottom) to 1 (right, top). Will never grow.
typedef struct idn_point_t {
  double x;  ///< -1 (left) to 1 (right)
  double y;  ///< -1 (bottom) to 1 (top)
} idn_point_t;

/// 3 to 64 corners in their order, either way around; the last one is joined to the first. Will never grow.
typedef struct idn_polygon_t {
  const idn_point_t* corners;  ///< read while the device opens
  size_t count;                ///< of the corners
} idn_polygon_t;

/// A part of full scale for each colour, 0 to 1. Will never grow.
typedef struct idn_colours_t {
  double r;   ///< red
  double g;   ///< green
  double b;   ///< blue
  double u1;  ///< deep blue
  double u2;  ///< yellow
  double u3;  ///< cyan
} idn_colours_t;

/// Lit lines that touch the polygon, by an end or on their way, are at most so bright.
typedef struct idn_zone_t {
  uint32_t struct_size;   ///< sizeof(idn_zone_t), the same for all of an array
  uint32_t action;        ///< IDN_ACTION_...
  idn_polygon_t polygon;  ///< 64 polygons in all, allowed ones included
  idn_colours_t most;     ///< default 0: dark
} idn_zone_t;

/// Dark, without corners yet, in C and C++: IDN_ZONE_INIT.
#define IDN_ZONE_INIT {sizeof(idn_zone_t), 0, {NULL, 0}, {0, 0, 0, 0, 0, 0}}

/// Orientation, colour balance, colour shift, then the limits, of which the stricter one holds where the
/// administrator's file /etc/idn/limits.toml has one too. Lengths are in picture widths, from -1 to 1.
typedef struct idn_output_options_t {
  uint32_t struct_size;          ///< sizeof(idn_output_options_t)
  uint32_t mirror_x;             ///< 1: left and right change places
  uint32_t mirror_y;             ///< 1: top and bottom change places
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
  idn_colours_t balance;         ///< factors; all 0, the default: as they are
  /// Positive: colours later than positions; negative: positions later. 2 ms at most, either way.
  int64_t colour_shift;
  double scanner_kpps;       ///< class of the scanners whose load is estimated, 1 to 200; default: none
  double speed;              ///< the most of each scanner, lit or dark: picture widths per second
  double acceleration;       ///< likewise: picture widths per second squared
  double left;               ///< the beam stays within; all four 0, the default: -1 to 1
  double right;              ///< more than `left`, up to 1
  double bottom;             ///< -1 or more
  double top;                ///< more than `bottom`, up to 1
  idn_colours_t brightness;  ///< the most of each colour; where one or the action is set, 0 is dark
  /// In any time t, a square of this side anywhere gets at most `dwell_longest` + `dwell_share` * t of light.
  double dwell_size;             ///< 0.01 to 0.5 picture widths; default 0.02
  double dwell_share;            ///< 0.001 to 1; default 0.1
  int64_t dwell_longest;         ///< 1 us to 10 s; default 10 ms
  const idn_zone_t* zones;       ///< read while the device opens; may be NULL
  size_t zone_count;             ///< of `zones`
  const idn_polygon_t* allowed;  ///< lit lines lie within one of these
  size_t allowed_count;          ///< of `allowed`; 0: light may be anywhere
} idn_output_options_t;

// clang-format off
/// Nothing changed, no limits but those of the administrator, in C and C++: IDN_OUTPUT_OPTIONS_INIT.
#define IDN_OUTPUT_OPTIONS_INIT \
  {sizeof(idn_output_options_t), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, \
   {0, 0, 0, 0, 0, 0}, 0, 0, 0, NULL, 0, NULL, 0}
// clang-format on

// ---- devices ----

/// One projector: a stream to one service of one unit. Dark until armed. Three ways to bring content, one at a
/// time: show pictures, write samples, or let fill ask for them. The first call owns the device until
/// idn_device_stop(), or until nothing came for the hold time; others get IDN_ERR_BUSY.
/// Nothing of the application runs on the tick thread, and no call ever makes that wait.
typedef struct idn_device idn_device_t;

enum {
  IDN_SWITCH_AT_END_OF_PASS = 0,  ///< a new picture begins when the old one has been drawn to its end
  IDN_SWITCH_NOW = 1              ///< with the next datagram, by a blanked move
};

enum {
  IDN_FORMAT_XYRGB = 0,     ///< 7 octets: 16-bit coordinates, 8-bit colours; understood by every receiver
  IDN_FORMAT_XYRGBI = 1,    ///< 8 octets: the same and intensity
  IDN_FORMAT_XYRGB16 = 2,   ///< 10 octets: 16-bit coordinates and colours
  IDN_FORMAT_ISP_DB25 = 3,  ///< 14 octets: every signal of that connector; 8-bit colours
  IDN_FORMAT_EXTENDED = 4   ///< 20 octets: the same signals without the shutter, all in 16 bits
};

/// What becomes of datagrams that a stall of the machine has made late.
enum {
  IDN_LATE_CATCH_UP = 0,  ///< sent, a few at each wake-up: nothing is lost, and the show is on time again
  IDN_LATE_SKIP = 1,      ///< dropped: the show is on time at once, receivers see a gap
  IDN_LATE_STRETCH = 2    ///< sent as if nothing were: nothing is lost, the show ends later by the stall
};

/// For idn_device_open(); 0 is the default of each.
typedef struct idn_device_options_t {
  uint32_t struct_size;  ///< sizeof(idn_device_options_t)
  uint32_t rate;         ///< samples per second, 1 to 1000000; default 30000
  /// The most that may wait between write or fill and the wire, 1 ms to 2 s; default 40 ms. The light is later
  /// by that and by what the receiver buffers.
  int64_t latency;
  int64_t hold;           ///< after this long without a call the device is dark, 1 ms or more; default 100 ms
  int64_t datagram_time;  ///< display time of a datagram, 0.2 ms to 100 ms; default 1 ms
  uint32_t switch_at;     ///< IDN_SWITCH_...
  uint32_t format;        ///< IDN_FORMAT_...
  uint32_t late;          ///< IDN_LATE_...
  uint32_t max_datagram;  ///< octets of UDP payload; default 1454
  uint32_t client_group;  ///< 0 to 15
  uint32_t follow_clock;  ///< 1: follows the clock of a receiver that tells it
  uint32_t rearm;         ///< 1: stays armed when its unit turns up at another address
  uint32_t abort_on_blackout;  ///< 1: a blackout drops what the receiver has buffered as well
  /// Orientation, colours and limits; read while the device opens. Since interface 1.1.
  const idn_output_options_t* output;
  /// Dark rest at the start and the end of the blanked moves between pictures, up to 30 ms; default: what
  /// scanners of the class `output->scanner_kpps` need, of 30 kpps 0.1 ms and 0.4 ms. Since 1.1.
  int64_t dwell_before;
  int64_t dwell_after;  ///< likewise
} idn_device_options_t;

/// All defaults, in C and C++: IDN_DEVICE_OPTIONS_INIT.
#define IDN_DEVICE_OPTIONS_INIT {sizeof(idn_device_options_t), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0}

/// `target`: a unit ID, a unit's or service's name, or a host: "01-123456789ABC/1", "Left", "10.0.0.11",
/// "host:port/service". Without a service it is the unit's default laser projector. A service takes one device
/// of an engine, others get BUSY. May block while a name is looked up. `device` is NULL after an error.
/// Errors: STRUCT_SIZE, BAD_OPTION, BAD_TARGET, NOT_FOUND, AMBIGUOUS, NETWORK, BUSY, TOO_MANY, CLOSED, LIMITS.
IDN_API int idn_device_open(idn_engine_t* engine, const char* target, const idn_device_options_t* options,
                            idn_device_t** device);

/// 0: dark with the next datagram, while content goes on in the dark. 1: what comes from then on is lit.
/// Never waits.
IDN_API int idn_device_arm(idn_device_t* device, int armed);

/// 1: dark with the next datagram; what waits is discarded, and so is what comes meanwhile. A picture that was
/// shown comes back with 0. Never waits.
IDN_API int idn_device_blackout(idn_device_t* device, int dark);

/// The receiver is told to drop what it has buffered. Never waits.
IDN_API int idn_device_abort(idn_device_t* device);

/// A picture, drawn from its first sample to its last again and again, with a blanked move between, until the
/// next one takes over or the hold time ends. The newest wins. It is copied. 0 samples: dark.
/// Errors: BUSY, CLOSED.
IDN_API int idn_device_show(idn_device_t* device, const idn_sample_t* picture, size_t count);

/// The picture stays for up to `duration` from now, whatever the hold time.
IDN_API int idn_device_keep(idn_device_t* device, int64_t duration);

/// Samples to be played one after the other. Waits until all have found room, for `timeout` at most, 0: not at
/// all. They are copied. @return how many were taken, from the front. Errors: BUSY, CLOSED.
IDN_API int64_t idn_device_write(idn_device_t* device, const idn_sample_t* samples, size_t count,
                                 int64_t timeout);

/// @return how many samples idn_device_write() would take at once.
IDN_API int64_t idn_device_writable(idn_device_t* device);

/// What a fill function is asked for.
typedef struct idn_request_t {
  uint32_t struct_size;  ///< what this library knows of the struct
  uint32_t rate;         ///< samples per second
  uint64_t index;        ///< of the first sample, from 0 upwards since idn_device_fill()
  int64_t sent_at;       ///< when that sample is to leave, by idn_now(); an estimate
} idn_request_t;

/// Writes samples into `room` from the front. @return how many, 1 to `capacity`; 0: this was all. Less than 0
/// or more than `capacity` is a mistake, which ends it dark at once and is in idn_status_t as IDN_ERR_CALLBACK.
typedef int64_t (*idn_fill_fn)(void* user, const idn_request_t* request, idn_sample_t* room, size_t capacity);

/// `fill` is called on a thread of the device, ahead of the wire by the latency, with `user` as it is; what it
/// does not bring in time is dark. `user` has to live until idn_device_stop() or idn_device_close() has
/// returned. From within it neither stop, close, idn_engine_drive() nor idn_engine_destroy() can be called.
/// Errors: BUSY, CLOSED.
IDN_API int idn_device_fill(idn_device_t* device, idn_fill_fn fill, void* user);

/// What was written or shown is over: dark with the next datagram. Ends a fill, and waits for its last call.
/// Errors: IN_CALLBACK.
IDN_API int idn_device_stop(idn_device_t* device);

/// From the next sample on that write or fill brings, or from the next pass of a picture. 1 to 1000000.
/// Errors: BAD_OPTION, CLOSED.
IDN_API int idn_device_set_rate(idn_device_t* device, uint32_t rate);

/// To another receiver or service, named as for idn_device_open(), while playing: the old one gets dark and
/// close, the new one the stream within two ticks. May block while a name is looked up.
/// Errors: BAD_TARGET, NOT_FOUND, AMBIGUOUS, NETWORK, BUSY (another device plays to it), CLOSED; it plays on
/// where it was then.
IDN_API int idn_device_retarget(idn_device_t* device, const char* target);

/// What is known of the receiver.
enum {
  IDN_LINK_OPENING = 0,  ///< no answer yet; some receivers never give one
  IDN_LINK_PLAYING = 1,  ///< it plays what it gets, lit or dark
  IDN_LINK_MUTED = 2,    ///< another client uses the service
  IDN_LINK_REFUSED = 3,  ///< it does not play the stream for another reason, or drops more than a tenth of it
  IDN_LINK_SILENT = 4,   ///< it answered before and no longer does
  IDN_LINK_MISSING = 5,  ///< the unit is not found any more where it was, nor elsewhere
  IDN_LINK_CLOSED = 6    ///< the device is closed
};

/// Values are right each, not all of the same moment.
typedef struct idn_status_t {
  uint32_t struct_size;        ///< sizeof(idn_status_t), set by the caller
  uint32_t link;               ///< IDN_LINK_...
  uint32_t armed;              ///< 1: see idn_device_arm()
  uint32_t blackout;           ///< 1: see idn_device_blackout()
  uint32_t rate;               ///< of what is sent now, samples per second
  int32_t fault;               ///< IDN_ERR_... of the last thing that went wrong beside the calls, or 0
  int64_t latency;             ///< the most that may wait between the call and the wire
  int64_t buffered;            ///< what waits now
  int64_t receiver_latency;    ///< as the receiver tells it: light is later by that; 0: not told
  int64_t round_trip;          ///< 0: not known
  uint64_t datagrams;          ///< with samples
  uint64_t samples;            ///< dark ones that were added included
  uint64_t starved_samples;    ///< dark since the application brought nothing in time
  uint64_t replaced_pictures;  ///< by newer ones before they were drawn
  uint64_t holds_expired;      ///< how often the application said nothing for the hold time
  uint64_t late_ticks;         ///< woken more than 100 us late
  uint64_t reanchors;          ///< stalls after which the stream went on from then
  uint64_t send_errors;        ///< datagrams that the system or the network refused
  uint64_t reconnects;         ///< how often the receiver lost the stream
  uint64_t retargets;          ///< how often the stream went over to another address
  char remote[64];             ///< where the datagrams go: "192.168.1.10:7255"
  char fault_text[256];        ///< of `fault`, for people; "" without one
  /// Samples that this limit changed, or would have changed where it only counts; so the following. Since 1.1.
  uint64_t limited_picture;
  uint64_t limited_speed;         ///< of the scanners
  uint64_t limited_acceleration;  ///< of the scanners
  uint64_t limited_zones;         ///< forbidden or dimmed ones
  uint64_t limited_allowed;       ///< light outside of what is allowed
  uint64_t limited_brightness;    ///< of a colour
  uint64_t limited_dwell;         ///< light per area and time
  double scanner_load;            ///< 0 to 1, see docs/output.md; 0 without `scanner_kpps`
} idn_status_t;

// clang-format off
/// An empty one to be filled in by idn_device_status().
#define IDN_STATUS_INIT \
  {sizeof(idn_status_t), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, 0, 0, 0, 0, 0, 0, 0, 0}
// clang-format on

/// Fills in as much as both sides know; the rest of a larger struct is zero. Errors: STRUCT_SIZE (not set).
IDN_API int idn_device_status(idn_device_t* device, idn_status_t* status);

/// Plays out what was written, for `play_out` at most; then dark, channel close, session close. Waits for that,
/// and frees the handle. NULL: nothing.
/// Errors: IN_CALLBACK of this device (it goes on then). Threads: the last call with this device.
IDN_API int idn_device_close(idn_device_t* device, int64_t play_out);

// ---- what happens beside the calls ----

enum {
  IDN_EVENT_LINK = 0,              ///< what is known of the receiver has changed: to `link`
  IDN_EVENT_RECONNECTED = 1,       ///< the receiver lost the stream, and has it again
  IDN_EVENT_MOVED = 2,             ///< the unit has turned up at `remote`, and the stream with it
  IDN_EVENT_HOLD_EXPIRED = 3,      ///< the application said nothing for the hold time: dark
  IDN_EVENT_LIMITED = 4,           ///< samples were beyond `limit`; of each limit once a second at most
  IDN_EVENT_LIMITS_TIGHTENED = 5,  ///< the administrator's file of limits is tighter than the device's own
  IDN_EVENT_FAULT = 6,             ///< `fault` went wrong beside the calls
  IDN_EVENT_UNIT_FOUND = 7,        ///< a search has found this unit, at `remote`
  IDN_EVENT_UNIT_GONE = 8,         ///< searches do not find it any more
  IDN_EVENT_SCANNER_LOAD = 9       ///< scanners get warm, see docs/output.md
};

enum {
  IDN_LIMIT_PICTURE = 0,       ///< outside of the largest picture
  IDN_LIMIT_SPEED = 1,         ///< further from the last sample than allowed
  IDN_LIMIT_ACCELERATION = 2,  ///< turned faster than allowed
  IDN_LIMIT_ZONES = 3,         ///< brighter than the zone allows
  IDN_LIMIT_ALLOWED = 4,       ///< lit outside of the allowed zones
  IDN_LIMIT_BRIGHTNESS = 5,    ///< brighter than allowed everywhere
  IDN_LIMIT_DWELL = 6          ///< resting longer than allowed
};

/// Since 1.1.
typedef struct idn_event_t {
  uint32_t struct_size;  ///< sizeof(idn_event_t), set by the caller
  uint32_t kind;         ///< IDN_EVENT_...
  uint32_t link;         ///< IDN_LINK_... of the device; IDN_LINK_CLOSED is the last that comes of it
  uint32_t limit;        ///< IDN_LIMIT_...
  uint64_t count;  ///< LIMITED: samples, SCANNER_LOAD: per cent, else how often; since the event before of this
                   ///< kind. LINK, UNIT: 0
  int64_t noticed;    ///< by idn_now()
  int32_t fault;      ///< IDN_ERR_..., or 0
  uint32_t reserved;  ///< 0
  char target[64];    ///< of the device, as it was opened or retargeted; of the unit, for idn_device_open()
  char remote[64];    ///< where the datagrams of the device go, or where the unit answers
  char text[256];     ///< all of this in one line for people
} idn_event_t;

/// An empty one to be filled in by idn_engine_poll_event().
#define IDN_EVENT_INIT {sizeof(idn_event_t), 0, 0, 0, 0, 0, 0, 0, {0}, {0}, {0}}

/// The next of what has changed on devices of the engine, and among the units that its search finds. Events
/// tell what differs from the call before: a state that comes and goes in between is not told, what is counted
/// is. Of what nobody asks for, 4096 wait. Does not wait. Since 1.1.
/// @return 1: `event` is the next one; 0: nothing has changed. Errors: STRUCT_SIZE (not set).
IDN_API int idn_engine_poll_event(idn_engine_t* engine, idn_event_t* event);

enum {
  IDN_GRANT_NOT_ASKED = 0,  ///< the options did not want it
  IDN_GRANT_GIVEN = 1,      ///< it is in force
  IDN_GRANT_REFUSED = 2     ///< the operating system refuses: `grants` says why
};

/// What a tick thread was granted, and what it does. Since 1.1.
typedef struct idn_engine_status_t {
  uint32_t struct_size;    ///< sizeof(idn_engine_status_t), set by the caller
  uint32_t threads;        ///< tick threads of the engine
  uint32_t devices;        ///< on this one
  uint32_t wait;           ///< IDN_WAIT_...
  uint32_t priority;       ///< IDN_GRANT_...: real-time priority
  uint32_t processor;      ///< IDN_GRANT_...: to run on one processor only
  uint32_t memory_lock;    ///< IDN_GRANT_...: memory that is not swapped out
  uint32_t stepped_down;   ///< 1: gave real-time priority back, as there was too much to do for it
  int64_t guard;           ///< how long before each deadline it began to spin when it started
  int64_t processor_time;  ///< used until it had no device last
  char grants[512];        ///< all that was asked for, a line each: "real-time priority: refused: ..."
} idn_engine_status_t;

/// An empty one to be filled in by idn_engine_status().
#define IDN_ENGINE_STATUS_INIT {sizeof(idn_engine_status_t), 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}}

/// `thread`: 0 to `threads` - 1. Rights are asked for when the thread starts, shortly after
/// idn_engine_create(). Errors: ARGUMENT (no such thread), STRUCT_SIZE (not set). Since 1.1.
IDN_API int idn_engine_status(idn_engine_t* engine, uint32_t thread, idn_engine_status_t* status);

// ---- the other end ----

/// A laser projector on the network whose light is a function of yours: what searches find, and senders stream
/// to.
typedef struct idn_receiver idn_receiver_t;

/// For idn_receiver_options_t: a port that is free.
#define IDN_ANY_PORT 65536

/// For idn_receiver_open(); 0 is the default of each.
typedef struct idn_receiver_options_t {
  uint32_t struct_size;  ///< sizeof(idn_receiver_options_t)
  uint32_t port;         ///< default 7255; IDN_ANY_PORT: any that is free
  uint32_t address;      ///< IPv4 in host byte order; 0: every interface
  uint32_t reserved;     ///< 0
  int64_t latency;       ///< how long samples are kept back, as acknowledges tell; default 40 ms
  const char* name;      ///< as searches find it, cut to 20 octets; default "libidn"
} idn_receiver_options_t;

/// All defaults, in C and C++: IDN_RECEIVER_OPTIONS_INIT.
#define IDN_RECEIVER_OPTIONS_INIT {sizeof(idn_receiver_options_t), 0, 0, 0, 0, 0}

/// One wave chunk or one frame; valid during the call.
typedef struct idn_chunk_t {
  uint32_t struct_size;         ///< what this library knows of the struct
  uint32_t rate;                ///< samples per second
  const idn_sample_t* samples;  ///< of the chunk, `count` of them
  size_t count;                 ///< how many samples
  int64_t arrival;              ///< by idn_now(), stamped by the kernel where it can
  int64_t shown_at;             ///< when the first sample is due at the output
  uint32_t is_frame;            ///< 0: wave
  uint32_t from_address;        ///< IPv4 of the sender in host byte order
  uint32_t from_port;           ///< and the UDP port of it
  uint32_t reserved;            ///< 0
} idn_chunk_t;

/// What idn_receiver_open() calls with each chunk.
typedef void (*idn_samples_fn)(void* user, const idn_chunk_t* chunk);

/// `on_samples` is called on a thread of the receiver, in the order of arrival, with `user` as it is.
/// Errors: STRUCT_SIZE, BAD_OPTION, NETWORK (the port is in use).
IDN_API int idn_receiver_open(const idn_receiver_options_t* options, idn_samples_fn on_samples, void* user,
                              idn_receiver_t** receiver);

/// @return the port that it listens on.
IDN_API int idn_receiver_port(idn_receiver_t* receiver);

/// Waits for the last call of `on_samples`, and frees the handle. NULL: nothing.
/// Errors: IN_CALLBACK (it goes on then). Threads: the last call with this receiver.
IDN_API int idn_receiver_close(idn_receiver_t* receiver);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "c/sized.hpp"
#include "idn/io/now.hpp"

namespace idn::c {
namespace {

std::optional<io::WaitMode> wait_mode(std::uint32_t wait) noexcept {
  switch (wait) {
    case IDN_WAIT_HYBRID:
      return io::WaitMode::Hybrid;
    case IDN_WAIT_SLEEP:
      return io::WaitMode::Sleep;
    case IDN_WAIT_SPIN:
      return io::WaitMode::Spin;
    case IDN_WAIT_AUTO:
      return io::WaitMode::Auto;
    default:
      return std::nullopt;
  }
}

std::uint32_t wait_number(io::WaitMode wait) noexcept {
  switch (wait) {
    case io::WaitMode::Auto:
      break;
    case io::WaitMode::Hybrid:
      return IDN_WAIT_HYBRID;
    case io::WaitMode::Sleep:
      return IDN_WAIT_SLEEP;
    case io::WaitMode::Spin:
      return IDN_WAIT_SPIN;
  }
  return IDN_WAIT_AUTO;
}

std::vector<unsigned> processors_in(std::uint64_t mask) {
  std::vector<unsigned> processors;
  for (; mask != 0; mask &= mask - 1) processors.push_back(static_cast<unsigned>(std::countr_zero(mask)));
  return processors;
}

int create(const idn_engine_options_t* given, idn_engine_t** out) {
  const auto known = read_options(given);
  if (!known) return IDN_ERR_STRUCT_SIZE;
  const auto wait = wait_mode(known->wait);
  if (!wait) return fail(IDN_ERR_BAD_OPTION, "wait; give IDN_WAIT_...");
  client::EngineOptions options{
      .wait = *wait,
      .realtime = known->no_realtime == 0,
      .manual = known->manual != 0,
      .expert = {.lock_memory = known->lock_memory != 0, .processors = processors_in(known->processors)}};
  if (known->threads != 0) options.threads = known->threads;
  *out = Handles::all().add(std::make_unique<idn_engine>(options));
  return IDN_OK;
}

idn_device_info_t info_of(const client::DeviceInfo& device) {
  idn_device_info_t info{};
  copy_text(device.target, info.target);
  copy_text(device.unit_name, info.unit_name);
  copy_text(device.service_name, info.service_name);
  copy_text(to_string(device.address), info.address);
  info.is_default = device.is_default ? 1 : 0;
  info.shares_id = device.shares_id ? 1 : 0;
  return info;
}

/// Fills an array whose elements have `size` octets; their struct may be older or newer than that of this
/// library.
int list(idn_engine_t& engine, idn_device_info_t* infos, std::size_t size, std::size_t capacity) {
  if (capacity > 0 && (size == 0 || size > kLongestStruct))
    return fail(IDN_ERR_STRUCT_SIZE, "info_size; give sizeof(idn_device_info_t)");
  const auto devices = engine.devices.list();
  auto* out = reinterpret_cast<unsigned char*>(infos);
  for (std::size_t i = 0; i < std::min(capacity, devices.size()); ++i, out += size) {
    const idn_device_info_t info = info_of(devices[i]);
    const std::size_t common = std::min(size, sizeof(info));
    std::memcpy(out, &info, common);
    std::memset(out + common, 0, size - common);
  }
  return static_cast<int>(devices.size());
}

int drive(idn_engine_t& engine, std::int64_t* next) {
  if (!engine.is_manual)
    return fail(IDN_ERR_ARGUMENT, "the engine has threads of its own; create it with manual = 1 to drive it");
  if (InCallback::is_any()) return fail(IDN_ERR_IN_CALLBACK, "idn_engine_drive from within a callback");
  if (engine.driving.test_and_set()) return fail(IDN_ERR_BUSY, "another thread drives the engine");
  const TimePoint due = engine.engine.drive();
  engine.driving.clear();
  if (next != nullptr) *next = due.time_since_epoch().count();
  return IDN_OK;
}

idn_event_t event_of(const client::Event& event) {
  idn_event_t out{};
  out.kind = static_cast<std::uint32_t>(event.kind);
  out.link = link_of(event.link);
  out.limit = static_cast<std::uint32_t>(event.limit);
  out.count = event.count;
  out.noticed = event.noticed.time_since_epoch().count();
  if (event.fault) out.fault = code_of(event.fault->code);
  copy_text(event.target, out.target);
  copy_text(to_string(event.remote), out.remote);
  copy_text(to_string(event), out.text);
  return out;
}

static_assert(static_cast<int>(client::EventKind::Reconnected) == IDN_EVENT_RECONNECTED);
static_assert(static_cast<int>(client::EventKind::Moved) == IDN_EVENT_MOVED);
static_assert(static_cast<int>(client::EventKind::HoldExpired) == IDN_EVENT_HOLD_EXPIRED);
static_assert(static_cast<int>(client::EventKind::Limited) == IDN_EVENT_LIMITED);
static_assert(static_cast<int>(client::EventKind::LimitsTightened) == IDN_EVENT_LIMITS_TIGHTENED);
static_assert(static_cast<int>(client::EventKind::Fault) == IDN_EVENT_FAULT);
static_assert(static_cast<int>(client::EventKind::UnitFound) == IDN_EVENT_UNIT_FOUND);
static_assert(static_cast<int>(client::EventKind::UnitGone) == IDN_EVENT_UNIT_GONE);
static_assert(static_cast<int>(client::EventKind::UnitChanged) == IDN_EVENT_UNIT_CHANGED);
static_assert(static_cast<int>(client::EventKind::ScannerLoad) == IDN_EVENT_SCANNER_LOAD);
static_assert(static_cast<int>(client::Limit::Speed) == IDN_LIMIT_SPEED);
static_assert(static_cast<int>(client::Limit::Acceleration) == IDN_LIMIT_ACCELERATION);
static_assert(static_cast<int>(client::Limit::Zones) == IDN_LIMIT_ZONES);
static_assert(static_cast<int>(client::Limit::Allowed) == IDN_LIMIT_ALLOWED);
static_assert(static_cast<int>(client::Limit::Brightness) == IDN_LIMIT_BRIGHTNESS);
static_assert(static_cast<int>(client::Limit::Dwell) == IDN_LIMIT_DWELL);

int poll_event(client::Engine& engine, idn_event_t* out) {
  if (!size_of(out)) return IDN_ERR_STRUCT_SIZE;  // checked before an event is removed from the queue
  const auto event = engine.poll_event();
  if (!event) return 0;
  write_struct(event_of(*event), out);
  return 1;
}

std::uint32_t grant_of(const std::vector<io::Grant>& grants, std::string_view what) {
  const auto found = std::ranges::find(grants, what, &io::Grant::what);
  if (found == grants.end()) return IDN_GRANT_NOT_ASKED;
  return found->granted ? IDN_GRANT_GIVEN : IDN_GRANT_REFUSED;
}

idn_engine_status_t status_of(const client::TickThreadStatus& thread) {
  idn_engine_status_t out{};
  out.devices = static_cast<std::uint32_t>(thread.devices);
  out.wait = wait_number(thread.wait);
  out.priority = grant_of(thread.grants, "real-time priority");
  out.processor = grant_of(thread.grants, "processor");
  out.memory_lock = grant_of(thread.grants, "memory lock");
  out.stepped_down = thread.stepped_down ? 1 : 0;
  out.guard = thread.guard.count();
  out.processor_time = thread.processor_time.count();
  std::string lines;
  for (const io::Grant& grant : thread.grants)
    lines +=
        (lines.empty() ? "" : "\n") + grant.what + (grant.granted ? ": given: " : ": refused: ") + grant.detail;
  copy_text(lines, out.grants);
  return out;
}

int status(const client::Engine& engine, std::uint32_t thread, idn_engine_status_t* out) {
  const auto threads = engine.status();
  if (thread >= threads.size()) return fail(IDN_ERR_ARGUMENT, "no such thread; give 0 to threads - 1");
  idn_engine_status_t known = status_of(threads[thread]);
  known.threads = static_cast<std::uint32_t>(threads.size());
  return write_struct(known, out);
}

}  // namespace
}  // namespace idn::c

using namespace idn::c;

std::int64_t idn_now() {
  return idn::io::monotonic_now().time_since_epoch().count();
}

int idn_engine_create(const idn_engine_options_t* options, idn_engine_t** engine) {
  if (engine == nullptr) return null_argument();
  *engine = nullptr;
  return guarded([&] { return create(options, engine); });
}

int idn_engine_destroy(idn_engine_t* engine) {
  return guarded([&]() -> int {
    if (InCallback::is_any()) return fail(IDN_ERR_IN_CALLBACK, "idn_engine_destroy from within a callback");
    if (engine != nullptr) Handles::all().remove(engine);
    return IDN_OK;
  });
}

int idn_engine_drive(idn_engine_t* engine, std::int64_t* next) {
  if (engine == nullptr) return null_argument();
  return guarded([&] { return drive(*engine, next); });
}

int idn_engine_list(idn_engine_t* engine, idn_device_info_t* infos, std::size_t info_size,
                    std::size_t capacity) {
  if (engine == nullptr || (infos == nullptr && capacity > 0)) return null_argument();
  return guarded([&] { return list(*engine, infos, info_size, capacity); });
}

int idn_engine_search_now(idn_engine_t* engine) {
  if (engine == nullptr) return null_argument();
  return guarded([&] {
    engine->devices.search_now();
    return IDN_OK;
  });
}

int idn_engine_poll_event(idn_engine_t* engine, idn_event_t* event) {
  if (engine == nullptr || event == nullptr) return null_argument();
  return guarded([&] { return poll_event(engine->engine, event); });
}

int idn_engine_status(idn_engine_t* engine, std::uint32_t thread, idn_engine_status_t* status) {
  if (engine == nullptr || status == nullptr) return null_argument();
  return guarded([&] { return idn::c::status(engine->engine, thread, status); });
}

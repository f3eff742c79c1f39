// SPDX-License-Identifier: MIT
#include "load/flood.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "idn/io/send/clock.hpp"
#include "idn/io/send/realtime.hpp"
#include "load/flood_source.hpp"
#include "load/server_under_load.hpp"

namespace idn::load {
namespace {

using namespace std::chrono_literals;

/// With an authentication code, since without one the flood could exclude all client groups.
constexpr char kUnit[] =
    "auth_code = \"not to guess\"\n"
    "[[unit.service]]\nid = 1\ntype = \"laser\"\n"
    "[[unit.service]]\nid = 2\ntype = \"laser\"\n"
    "[[unit.service]]\nid = 5\ntype = \"dmx\"\n"
    "[[unit.service]]\nid = 9\ntype = \"audio\"\n";

/// A stream of idn_sender, which ends 2 s after the flood.
class GoodStream {
 public:
  GoodStream(const ServerUnderLoad& server, Duration flood)
      : process_({IDN_SENDER, "pattern", "circle", "--json", "--target", server.target(), "--duration",
                  fmt::format("{}ms", (flood + 2s) / 1ms)}) {
    if (!test::eventually([&] { return !server.events("stream_started").empty(); }))
      throw std::runtime_error("the good stream does not start: " + process_.errors());
  }

  /// Waits for its end. @return its summary
  Json finish() {
    process_.wait();
    const std::string output = process_.output();
    return Json::parse(output.substr(output.rfind("{\"event\"")));
  }
  std::string client() const {
    const std::string output = process_.output();
    return Json::parse(output.substr(0, output.find('\n')))["local"].get<std::string>();
  }

 private:
  test::Process process_;
};

struct Flood {
  std::uint64_t datagrams = 0;
  Duration elapsed{};
};

/// Sends at options.rate, in bursts every millisecond; after a stall all that is overdue at once.
template <class Watch>
Flood flood(FloodSockets& sockets, const FloodOptions& options, Watch watch) {
  io::MonotonicClock clock(io::WaitMode::Sleep);
  const TimePoint begun = clock.now();
  Flood sent;
  for (TimePoint next = begun; sent.elapsed < options.duration; next += 1ms) {
    clock.wait_until(next);
    sent.elapsed = clock.now() - begun;
    const auto due = static_cast<std::uint64_t>(in_seconds(sent.elapsed) * static_cast<double>(options.rate));
    while (sent.datagrams < due && clock.now() - begun < options.duration)
      sent.datagrams += sockets.send(due - sent.datagrams);
    watch(sent.elapsed);
  }
  return sent;
}

Json stream_of(const std::string& client, const Json& summary) {
  for (const auto& stream : summary["streams"])
    if (stream["client"] == client) return stream;
  return Json{{"samples", 0}, {"datagrams", 0}, {"lost", 0}, {"dark_events", 0}};
}

void compare(const Json& sent, const Json& received, Report& report) {
  const auto row = [&](const char* what, const char* name) {
    report.tell(fmt::format("{} of the good stream", what), sent[name].dump());
    report.judge("  received", received[name].dump(), received[name] == sent[name]);
  };
  row("datagrams", "datagrams");
  row("samples", "samples");
  report.judge("  lost", received["lost"].dump(), received["lost"] == 0);
  report.judge("  dark, its end included", received["dark_events"].dump(), received["dark_events"] == 1);
}

void tell_traffic(const Json& traffic, Report& report) {
  for (const auto* name : {"requests", "refused", "malformed", "too_short", "ignored", "with_surplus_octets"})
    report.tell(fmt::format("  {}", name), traffic[name].dump());
}

/// Limit of the lines that the server may print: in each second 20 events, and one line for each of four
/// services.
std::size_t most_lines(Duration elapsed) {
  constexpr std::size_t kPerSecond = 20 + 4;
  return kPerSecond * static_cast<std::size_t>(elapsed / 1s + 2);
}

}  // namespace

int run_flood(const FloodOptions& options) {
  ServerUnderLoad server(kUnit);
  const TimePoint started(std::chrono::steady_clock::now().time_since_epoch());
  GoodStream good(server, options.duration);
  FloodSockets sockets(static_cast<std::uint16_t>(std::stoi(server.port())), options.seed);
  MemoryWatch memory(options.duration);
  Report report;
  const Duration cpu_before = server.cpu_time();
  const io::RealtimeScope as_fast_as_machines_of_their_own({.lock_memory = true});
  const Flood sent = flood(sockets, options, [&](Duration now) { memory.look(server, now); });
  const Duration cpu = server.cpu_time() - cpu_before;
  report.tell("seed", std::to_string(options.seed));
  report.tell("hostile datagrams", fmt::format("{} from {} ports", sent.datagrams, FloodSockets::kPorts));
  report.tell("  per second",
              fmt::format("{:.0f}", static_cast<double>(sent.datagrams) / in_seconds(sent.elapsed)));
  memory.tell(server, report);
  report.tell("processor used by the server", share_of_processor(cpu, sent.elapsed));

  const Json sent_well = good.finish();
  const Json summary = server.finish();
  const Duration elapsed = TimePoint(std::chrono::steady_clock::now().time_since_epoch()) - started;
  const auto& traffic = summary["traffic"];
  report.judge("datagrams dropped by the kernel", traffic["dropped_by_kernel"].dump(),
               traffic["dropped_by_kernel"] == 0);
  report.tell("datagrams received", traffic["datagrams"].dump());
  tell_traffic(traffic, report);
  compare(sent_well, stream_of(good.client(), summary), report);
  report.judge("lines that the server printed", std::to_string(server.lines()),
               server.lines() <= most_lines(elapsed));
  report.tell("events that it held back", summary["unreported_events"].dump());
  return report.finish();
}

}  // namespace idn::load

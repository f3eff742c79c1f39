// SPDX-License-Identifier: MIT
#include "bench/pacing/contender.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <iterator>

namespace idn::bench {
namespace {

using Seconds = std::chrono::duration<double>;

/// Runnable: exists and may be executed.
bool is_program(const std::string& path) {
  return access(path.c_str(), X_OK) == 0;
}

std::string missing_unless(const std::string& program, const std::string& remedy) {
  return is_program(program) ? "" : fmt::format("no program {}; {}", program, remedy);
}

std::string milliseconds(Duration duration) {
  return fmt::format("{}ms", std::chrono::round<std::chrono::milliseconds>(duration).count());
}

void append(Words& command, const Words& words) {
  command.insert(command.end(), words.begin(), words.end());
}

Contender ours(const Programs& programs, const StreamShape& shape, const std::string& key, Words options) {
  return {.key = key,
          .title = fmt::format("idn_sender {}", fmt::join(options.begin() + 1, options.end(), " ")),
          .family = Family::Ours,
          .command =
              [=](const MeasuringUnit& unit) {
                return sender_command(programs.sender, unit.address(), shape, options);
              },
          .missing = missing_unless(programs.sender, "build it, or name it with --sender")};
}

Contender control(const StreamShape& shape, const std::string& key, const std::string& title, Words options) {
  return {.key = key,
          .title = "control: " + title,
          .family = Family::Control,
          .command = [=](const MeasuringUnit& unit) {
            Words words{"/proc/self/exe", "control",
                        "--target",       unit.address(),
                        "--rate",         std::to_string(shape.rate),
                        "--samples",      std::to_string(shape.samples),
                        "--duration",     milliseconds(shape.duration),
                        "--wait"};
            append(words, options);
            return words;
          }};
}

/// An application that uses the client layer, like those in examples/.
Contender device(const StreamShape& shape) {
  return {.key = "device",
          .title = "libidn, a device that is written to",
          .family = Family::Ours,
          .command = [=](const MeasuringUnit& unit) {
            return Words{"/proc/self/exe", "device-sender",
                         "--port",         std::to_string(unit.port()),
                         "--rate",         std::to_string(shape.rate),
                         "--samples",      std::to_string(shape.samples),
                         "--duration",     milliseconds(shape.duration)};
          }};
}

/// A host of Libera plug-ins from this project's tests, with the plug-in of this project.
Contender libera(const Programs& programs, const StreamShape& shape, const std::string& key,
                 const std::string& title, const Words& options) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(shape.duration).count();
  return {.key = key,
          .title = title,
          .family = Family::Ours,
          .command =
              [=](const MeasuringUnit& unit) {
                Words words{programs.libera_host,       programs.libera_plugin,
                            std::to_string(shape.rate), "seconds",
                            std::to_string(seconds),    unit.address()};
                append(words, options);
                return words;
              },
          .missing = missing_unless(programs.libera_host, "build libera_player, which the tests have")};
}

/// The sending thread of laser-dac requests an acknowledge every 500 ms, with the next chunk, and blocks until
/// it comes.
constexpr Duration kPeerPause = std::chrono::milliseconds(495);

Contender peer(const Programs& programs, const StreamShape& shape, const std::string& key,
               const std::string& title, const std::string& chunk) {
  return {.key = key,
          .title = "laser-dac 0.13.1, " + title,
          .family = Family::Peer,
          .answers = {.pause = kPeerPause},
          .command =
              [=](const MeasuringUnit& unit) {
                return Words{programs.peer,
                             "pace",
                             unit.address(),
                             std::to_string(shape.rate),
                             fmt::format("{:.3f}", Seconds(shape.duration).count()),
                             chunk,
                             "stream"};
              },
          .missing = missing_unless(programs.peer, "lab/bench builds it where there is cargo")};
}

}  // namespace

Words sender_command(const std::string& program, const std::string& target, const StreamShape& shape,
                     const Words& options) {
  Words words{program,
              "pattern",
              "circle",
              "--json",
              "--target",
              target,
              "--rate",
              std::to_string(shape.rate),
              "--samples-per-packet",
              std::to_string(shape.samples),
              "--duration",
              milliseconds(shape.duration)};
  append(words, options);
  return words;
}

std::vector<Contender> contenders(const Programs& programs, const StreamShape& shape) {
  const std::string samples = std::to_string(shape.samples);
  return {
      ours(programs, shape, "hybrid", {"--wait", "hybrid"}),
      ours(programs, shape, "hybrid-plain", {"--wait", "hybrid", "--no-realtime"}),
      ours(programs, shape, "sleep", {"--wait", "sleep"}),
      ours(programs, shape, "sleep-plain", {"--wait", "sleep", "--no-realtime"}),
      ours(programs, shape, "spin", {"--wait", "spin"}),
      ours(programs, shape, "auto", {"--wait", "auto"}),
      ours(programs, shape, "kernel", {"--wait", "sleep", "--pace", "kernel"}),
      device(shape),
      libera(programs, shape, "libera", "libidn_libera in a host", {}),
      libera(programs, shape, "libera-search", "libidn_libera in a host, while it searches", {"search"}),
      control(shape, "control-sleep-for", "sleep_for, the paper's loop", {"sleep-for"}),
      control(shape, "control-absolute", "absolute sleep", {"absolute"}),
      control(shape, "control-spin", "full spin", {"spin"}),
      control(shape, "control-spin-fifo", "full spin, real-time priority", {"spin", "--realtime"}),
      peer(programs, shape, "laser-dac", "as shipped", "shipped"),
      peer(programs, shape, "laser-dac-capped", "capped at " + samples + " samples", samples),
  };
}

std::string contender_keys() {
  std::vector<std::string> keys;
  for (const auto& each : contenders({}, {})) keys.push_back(each.key);
  return fmt::format("{}", fmt::join(keys, ", "));
}

}  // namespace idn::bench

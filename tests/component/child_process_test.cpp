// SPDX-License-Identifier: MIT
// What programs inherit that are started by an application of the library.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "idn/client/sample_receiver.hpp"
#include "io/find/search_sockets.hpp"
#include "io/receive/broadcast_listener.hpp"
#include "io/send/stream_socket.hpp"
#include "support/counting_projector.hpp"
#include "support/temporary_folder.hpp"

namespace idn::client {
namespace {

using test::CountingProjector;

constexpr std::uint32_t kLoopback = 0x7F000001;

std::set<int> open_descriptors() {
  std::set<int> numbers;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    numbers.insert(std::stoi(entry.path().filename().string()));
  return numbers;
}

TEST_CASE("programs that the application starts inherit no descriptor of the library", "[client]") {
  const auto before = open_descriptors();
  const test::TemporaryFolder folder;
  const CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target());
  auto ring = devices.open(projector.target(), {.shares_service = true});
  REQUIRE(device);
  REQUIRE(ring);
  REQUIRE(ring->play_shared(folder / "ring"));
  const auto socket = io::StreamSocket::open(Endpoint::ipv4(kLoopback, kIdnPort));
  io::SearchSockets search([](ConstBytes, std::size_t, const Endpoint&) {});
  REQUIRE_FALSE(search.add({.name = "lo", .address = kLoopback, .netmask = 0xFF000000}));
  boost::asio::io_context context;
  const io::BroadcastListener listener(context, {1, {kLoopback}}, Endpoint::ipv4(kLoopback, 0));
  REQUIRE(listener.problem().empty());

  std::size_t seen = 0;
  for (const int number : open_descriptors()) {
    const int flags = ::fcntl(number, F_GETFD);
    if (before.contains(number) || flags < 0)
      continue;  // one of the search in the background may be closed again
    ++seen;
    std::error_code unknown;
    CAPTURE(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(number), unknown));
    CHECK((flags & FD_CLOEXEC) != 0);
  }
  CHECK(seen >= 8);  // six sockets, and what wakes the threads
}

/// Name and blocked signals of each thread of this process.
std::map<std::string, std::uint64_t> threads_of_library() {
  std::map<std::string, std::uint64_t> found;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream status(thread.path() / "status");
    std::string name, blocked;
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Name:")) name = line.substr(line.find_first_not_of(" \t", 5));
      if (line.starts_with("SigBlk:")) blocked = line.substr(line.find_first_not_of(" \t", 7));
    }
    if (name.starts_with("idn ")) found[name] = std::stoull(blocked, nullptr, 16);
  }
  return found;
}

TEST_CASE("threads of the library have names, and leave signals to the application", "[client]") {
  const CountingProjector projector;
  Engine engine({.wait = io::WaitMode::Auto, .on_event = [](const Event&) {}});
  Devices devices(engine);
  auto device = devices.open(projector.target());
  REQUIRE(device);
  REQUIRE(device->fill([](const FillRequest&, std::span<LaserSample> room) { return room.size(); }));
  const auto receiver = SampleReceiver::open({.port = 0}, [](const auto&) {});
  REQUIRE(receiver);
  for (const char* name : {"idn tick", "idn events", "idn fill", "idn receiver", "idn search"}) {
    CAPTURE(name);
    std::map<std::string, std::uint64_t> threads;
    REQUIRE(test::eventually([&] { return (threads = threads_of_library()).contains(name); }));
    const auto is_blocked = [&](int signal) { return (threads.at(name) >> (signal - 1) & 1) != 0; };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR1, SIGALRM}) CHECK(is_blocked(signal));
    for (const int signal : {SIGSEGV, SIGFPE, SIGABRT}) CHECK_FALSE(is_blocked(signal));
  }
}

/// Whether the process ends with exit code 0 within 10 s.
bool ends_well(pid_t process) {
  int status = -1;
  const bool has_ended = test::eventually([&] { return ::waitpid(process, &status, WNOHANG) == process; });
  if (!has_ended) ::kill(process, SIGKILL);
  return has_ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_CASE("a child of fork() destroys its copies at once, and the parent plays on", "[client]") {
  const bool calls_back = GENERATE(false, true);  // in a thread of the device
  const CountingProjector projector;
  auto engine = std::make_unique<Engine>(EngineOptions{.realtime = false});
  auto devices = std::make_unique<Devices>(*engine);
  auto opened = devices->open(projector.target());
  REQUIRE(opened);
  auto device = std::make_unique<Device>(*std::move(opened));
  device->arm(true);
  if (calls_back)
    REQUIRE(device->fill([](const auto&, std::span<LaserSample> room) {
      std::ranges::copy(test::lit_samples(room.size()), room.begin());
      return room.size();
    }));
  else
    REQUIRE(device->show(test::lit_samples(100)));
  const pid_t child = ::fork();
  if (child == 0) {
    const bool refuses = !device->show(std::vector<LaserSample>(100));
    (void)device->close(1h);
    device.reset();
    devices.reset();
    engine.reset();
    ::_exit(refuses ? 0 : 1);
  }
  CHECK(ends_well(child));
  const auto before = projector.lit.load();
  CHECK(test::eventually([&] { return projector.lit.load() > before + 1000; }));
}

}  // namespace
}  // namespace idn::client

// SPDX-License-Identifier: MIT
// Rings in shared memory between processes: writers that are killed or violate the format, the Python example.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "e2e/dark_end.hpp"
#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "idn/shared_ring.h"
#include "io/send/shared_ring.hpp"

using namespace idn;
using namespace idn::test;
using namespace std::chrono_literals;

namespace {

const std::string kWriter = IDN_SHARED_WRITER;

/// A shared ring that is read by ticks in virtual time, so that the result does not depend on the writer's
/// timing.
struct RingWatch {
  TemporaryFolder folder{};
  std::string path = folder / "ring";
  std::unique_ptr<io::SharedRing> ring =
      io::SharedRing::open({.name = path, .rate = {30'000}, .limit = 600}).value();
  TimePoint due{1s};
  LaserSample beam{};

  std::vector<LaserSample> tick() {
    due += 1ms;
    std::vector<LaserSample> out(30);
    out.resize(ring->take(out, beam, {30'000}, due));
    return out;
  }
  bool is_lit() {
    return std::ranges::any_of(tick(), [](const auto& sample) { return !sample.is_dark(); });
  }
  /// Runs another writer to its end. @return the number of its lit samples
  std::size_t lit_by_next() {
    Process writer({kWriter, path, "samples", "3000", "100"});
    std::size_t lit = 0;
    CHECK(eventually([&] {
      for (const LaserSample& sample : tick()) lit += !sample.is_dark();
      return !writer.is_running();
    }));
    return lit;
  }
};

/// Connects to a ring as its writer, by the functions of the C header.
idn_shared_t open_shared(const std::string& path) {
  idn_shared_t shared;
  REQUIRE(idn_shared_open(&shared, path.c_str()) == 0);
  return shared;
}

std::size_t lit_in(const UdpSink& sink) {
  std::size_t lit = 0;
  for (const auto& datagram : sink.datagrams) {
    for (const LaserSample& sample : samples_of(datagram)) lit += !sample.is_dark();
  }
  return lit;
}

/// Whether the last datagram with samples is dark.
bool is_dark_now(const UdpSink& sink) {
  for (auto datagram = sink.datagrams.rbegin(); datagram != sink.datagrams.rend(); ++datagram)
    if (const auto samples = samples_of(*datagram); !samples.empty())
      return std::ranges::all_of(samples, &LaserSample::is_dark);
  return true;
}

}  // namespace

TEST_CASE("a writer of a shared ring that is killed at any step is dark by the next tick", "[e2e]") {
  const int step = GENERATE(range(0, 10));
  CAPTURE(step);
  RingWatch watch;
  Process writer({kWriter, watch.path, "die", std::to_string(step)});
  // The ticks go on meanwhile, since the writer waits for them.
  REQUIRE(eventually([&] {
    watch.tick();
    return !writer.is_running();
  }));
  CHECK(writer.wait() == 128 + SIGKILL);
  REQUIRE(eventually(
      [&] { return !watch.ring->writers().is_connected && watch.ring->writers().connections == (step > 0); }));
  CHECK_FALSE(watch.ring->has_content(watch.due));
  CHECK(watch.tick().empty());
  CHECK(watch.lit_by_next() == 3000);
  CHECK(watch.ring->writers().rejected == 0);
}

TEST_CASE("a writer that is killed while its picture is drawn is dark by the next tick", "[e2e]") {
  RingWatch watch;
  Process writer({kWriter, watch.path, "pictures", "50", "1000000"});
  REQUIRE(eventually([&] { return watch.is_lit(); }));
  writer.kill();
  REQUIRE(eventually([&] { return !watch.ring->writers().is_connected; }));
  CHECK(watch.tick().empty());
  CHECK(watch.lit_by_next() == 3000);
}

TEST_CASE("nobody can cut off, or add to, the memory of a shared ring", "[e2e]") {
  RingWatch watch;
  idn_shared_t shared = open_shared(watch.path);
  CHECK(shared.octets == stream::SharedRingGeometry{}.octets());
#ifdef F_GET_SEALS
  // The functions of the header have closed their descriptor, so look for the one of the server in this
  // process.
  int memory = -1;
  for (int number = 3; number < 256 && memory < 0; ++number)
    if (fcntl(number, F_GET_SEALS) == (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) memory = number;
  REQUIRE(memory >= 0);
  CHECK(ftruncate(memory, 0) != 0);
  CHECK(ftruncate(memory, static_cast<off_t>(2 * shared.octets)) != 0);
  CHECK(fcntl(memory, F_ADD_SEALS, F_SEAL_WRITE) != 0);
#endif
  idn_shared_close(&shared);
}

TEST_CASE("a writer that breaks the rules of a shared ring is sent away, and the next one is served", "[e2e]") {
  RingWatch watch;
  idn_shared_t shared = open_shared(watch.path);
  idn_shared_begin(&shared);
  idn_shared_publish(&shared, 0xFFFF, IDN_SHARED_PICTURE);
  CHECK(watch.tick().empty());
  char octet;
  CHECK(recv(shared.connection, &octet, 1, 0) <= 0);  // blocks until the connection is closed
  idn_shared_close(&shared);
  CHECK(watch.lit_by_next() == 3000);
  CHECK(watch.ring->writers().rejected == 1);
}

TEST_CASE("a second writer of a shared ring waits until the first one goes", "[e2e]") {
  RingWatch watch;
  idn_shared_t first = open_shared(watch.path);
  Process second({kWriter, watch.path, "samples", "3000", "100"});
  idn_shared_begin(&first);
  idn_shared_publish(&first, 0, IDN_SHARED_PICTURE);
  watch.tick();
  CHECK(watch.ring->writers().connections == 1);
  idn_shared_close(&first);
  std::size_t lit = 0;
  CHECK(eventually([&] {
    for (const LaserSample& sample : watch.tick()) lit += !sample.is_dark();
    return !second.is_running();
  }));
  CHECK(lit == 3000);
}

TEST_CASE("a shared ring has a name of its own, and takes over one that was left behind", "[e2e]") {
  RingWatch watch;
  const auto again = io::SharedRing::open({.name = watch.path, .rate = {30'000}, .limit = 600});
  REQUIRE_FALSE(again.has_value());
  CHECK(again.error().message().find(" exists already; ") != std::string::npos);
  const std::string other = watch.folder / "left";
  {
    UdpSink sink;
    Process sender({kSender, "live", "--shared", other, "--target", sink.address()});
    REQUIRE(eventually([&] { return access(other.c_str(), F_OK) == 0; }));
    sender.kill();
    sender.wait();
  }
  REQUIRE(access(other.c_str(), F_OK) == 0);
  CHECK(io::SharedRing::open({.name = other, .rate = {30'000}, .limit = 600}).has_value());
  CHECK(access(other.c_str(), F_OK) != 0);
}

TEST_CASE("idn_sender streams what one writer after the other brings, and is dark between and behind them",
          "[e2e]") {
  const TemporaryFolder folder;
  const std::string path = folder / "ring";
  UdpSink sink;
  Process sender({kSender, "live", "--shared", path, "--rate", "30k", "-n", "30", "--target", sink.address()});
  REQUIRE(sink.receives(1));
  for (int i = 0; i < 2; ++i) {
    const auto done = run({kWriter, path, "samples", "3000", "100"});
    INFO(done.errors);
    CHECK(done.code == 0);
  }
  Process killed({kWriter, path, "pictures", "50", "1000000"});
  REQUIRE(eventually([&] {
    sink.drain();
    return lit_in(sink) > 6000;
  }));
  killed.kill();
  killed.wait();
  // After the first dark datagram none may be lit.
  REQUIRE(eventually([&] {
    sink.drain();
    return is_dark_now(sink);
  }));
  const std::size_t lit = lit_in(sink);
  REQUIRE(sink.receives(sink.datagrams.size() + 2));
  CHECK(lit_in(sink) == lit);
  sender.interrupt();
  CHECK(sender.wait() == 0);
  CHECK(sender.errors().empty());
  sink.drain();
  check_dark_end(sink);
}

TEST_CASE("a show takes pictures for several projectors from shared memory, and ends after its duration",
          "[e2e]") {
  const TemporaryFolder folder;
  UdpSink left, right;
  std::ofstream(folder / "show") << "live --rate 30k -n 30 -d 2s --shared " << folder / "left" << " --target "
                                 << left.address() << "\nlive --rate 30k -n 30 -d 2s --shared "
                                 << folder / "right" << " --target " << right.address() << "\n";
  Process sender({kSender, "show", folder / "show"});
  REQUIRE(left.receives(1));
  const auto done = run({kWriter, folder / "right", "samples", "2400", "240"});
  CHECK(done.code == 0);
  CHECK(sender.wait() == 0);
  left.drain();
  right.drain();
  check_dark_end(left);
  check_dark_end(right);
  CHECK(lit_in(left) == 0);
  CHECK(lit_in(right) == 2400);
}

#ifdef IDN_PYTHON
TEST_CASE("the example in Python lights its circle by a shared ring, and nothing else", "[e2e]") {
  const TemporaryFolder folder;
  const std::string path = folder / "ring";
  UdpSink sink;
  Process sender({kSender, "live", "--shared", path, "--rate", "30k", "-n", "30", "--target", sink.address()});
  REQUIRE(sink.receives(1));
  const auto done = run({IDN_PYTHON, IDN_SOURCE_DIR "/examples/shared_circle.py", path, "1"});
  INFO(done.errors);
  CHECK(done.code == 0);
  sender.interrupt();
  CHECK(sender.wait() == 0);
  sink.drain();
  check_dark_end(sink);
  CHECK(lit_in(sink) > 500);  // at least one circle
  for (const auto& datagram : sink.datagrams)
    for (const LaserSample& sample : samples_of(datagram)) {
      if (sample.is_dark()) continue;
      const double radius = std::hypot(sample.x, sample.y);
      CHECKED_ELSE((radius > 7990 && radius < 24010 && sample.r == 0 && sample.g != 0 && sample.b == 0)) {
        FAIL("lit at " << sample.x << ", " << sample.y);
      }
    }
}
#endif

TEST_CASE("what does not go with a shared ring is refused in one line", "[e2e]") {
  const auto refused = [](std::vector<std::string> options) {
    options.insert(options.begin(), {kSender, "live", "--shared"});
    const auto done = run(options);
    CHECK(done.code != 0);
    CHECK(std::ranges::count(done.errors, '\n') == 1);
    return done.errors;
  };
  CHECK(refused({"/tmp/none", "--mode", "frame"}).find("--mode frame") != std::string::npos);
  CHECK(refused({"/tmp/none", "--layout", "xyrgb"}).find("--layout is for standard input") !=
        std::string::npos);
  CHECK(refused({"/nowhere/ring"}).find("/nowhere/ring: give the path of a socket") != std::string::npos);
  CHECK(refused({std::string(200, 'x') + "/"}).find("choose a shorter one") != std::string::npos);
}

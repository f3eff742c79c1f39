// SPDX-License-Identifier: MIT
#include "cli/recorder/recorder.hpp"

#ifdef __unix__
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>

#include "idn/capture/pcap_writer.hpp"
#include "idn/stop_token.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/test_timeout.hpp"

namespace idn::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

const Endpoint kClient = Endpoint::ipv4(0xC0A8010A, 40000);
const Endpoint kUnit = Endpoint::ipv4(0xC0A80132, 7255);
constexpr Duration kNoon = 1'700'000'000s;

/// A folder for the test, removed at its end.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("idn_recorder_test_" + std::to_string(std::random_device{}()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file() const { return (path / "x.pcap").string(); }
};

/// Waits for the thread that writes.
bool eventually(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + test::kTestTimeout;
  while (!condition())
    if (std::chrono::steady_clock::now() > end) return false;
  return true;
}

struct Captured {
  Duration at;
  std::vector<std::byte> packet;
};

std::uint32_t word(const std::vector<std::byte>& octets, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, &octets.at(at), sizeof value);
  return value;
}

/// Reads the file by its published format, in the byte order of this machine.
std::vector<Captured> read(const std::string& path) {
  const auto octets = test::binary_file(path);
  REQUIRE(octets.size() >= 24);
  CHECK(word(octets, 0) == 0xA1B23C4D);  // nanoseconds
  CHECK(word(octets, 20) == 101);        // LINKTYPE_RAW
  std::vector<Captured> all;
  for (std::size_t at = 24; at < octets.size();) {
    REQUIRE(at + 16 <= octets.size());
    const std::size_t size = word(octets, at + 8);
    REQUIRE(at + 16 + size <= octets.size());
    CHECK(word(octets, at + 12) == size);
    const auto* first = octets.data() + at + 16;
    all.push_back({std::chrono::seconds(word(octets, at)) + std::chrono::nanoseconds(word(octets, at + 4)),
                   {first, first + size}});
    at += 16 + size;
  }
  return all;
}

io::ReceivedDatagram arrived(ConstBytes bytes, Duration at) {
  return {.bytes = bytes,
          .from = kClient,
          .to = kUnit,
          .local = kUnit,
          .arrival = TimePoint(at),
          .kernel_time = true};
}

std::vector<std::byte> wire(const Endpoint& from, const Endpoint& to, ConstBytes payload) {
  std::vector<std::byte> octets(capture::kUdpPacketHeaders + payload.size());
  capture::encode_udp_packet(from, to, payload, octets);
  return octets;
}

TEST_CASE("both directions are recorded to the nanosecond with their addresses", "[server]") {
  const Folder folder;
  const auto request = test::from_hex("10 00 00 01");
  const auto answer = test::from_hex("11 00 00 01");
  {
    Recorder recorder({.path = folder.file()});
    recorder.received(arrived(request, kNoon + 123'456'789ns));
    recorder.sent(answer, kUnit, kClient, kNoon + 123'500'000ns);
    recorder.close();
    CHECK(recorder.facts().packets == 2);
    CHECK(recorder.facts().missing == 0);
    CHECK(recorder.facts().octets == fs::file_size(folder.file()));
  }
  const auto packets = read(folder.file());
  REQUIRE(packets.size() == 2);
  CHECK(packets[0].at == kNoon + 123'456'789ns);
  CHECK(packets[0].packet == wire(kClient, kUnit, request));
  CHECK(packets[1].at == kNoon + 123'500'000ns);
  CHECK(packets[1].packet == wire(kUnit, kClient, answer));
}

TEST_CASE("an answer waits for what arrived before it", "[server]") {
  const Folder folder;
  const auto octets = test::from_hex("40 00 00 01");
  Recorder recorder({.path = folder.file()});
  recorder.received(arrived(octets, kNoon));
  recorder.sent(octets, kUnit, kClient, kNoon + 30us);
  recorder.received(arrived(octets, kNoon + 20us));
  recorder.received(arrived(octets, kNoon + 40us));
  recorder.sent(octets, kUnit, kClient, kNoon + 50us);
  recorder.close();
  const auto packets = read(folder.file());
  REQUIRE(packets.size() == 5);
  CHECK(std::ranges::is_sorted(packets, {}, &Captured::at));
}

TEST_CASE("what was recorded is in the file a moment later, while the recording goes on", "[server]") {
  const Folder folder;
  const auto octets = test::from_hex("40 00 00 01");
  Recorder recorder({.path = folder.file()});
  recorder.received(arrived(octets, kNoon));
  CHECK(eventually([&] { return fs::file_size(folder.file()) > 24; }));
  CHECK(read(folder.file()).size() == 1);
}

TEST_CASE("a recording rotates by size, and no packet is lost in between", "[server]") {
  const Folder folder;
  const std::vector<std::byte> payload(1000, std::byte{0x5A});
  constexpr std::size_t kRecord = 16 + capture::kUdpPacketHeaders + 1000;
  {
    Recorder recorder({.path = folder.file(), .rotate_size = 24 + 10 * kRecord});
    for (int i = 0; i < 35; ++i) recorder.received(arrived(payload, kNoon + i * 1ms));
    recorder.close();
    const RecordingFacts facts = recorder.facts();
    CHECK(facts.files == 4);
    CHECK(facts.packets == 35);
    CHECK(facts.missing == 0);
    CHECK(facts.octets == 4 * 24 + 35 * kRecord);
  }
  std::vector<Captured> all;
  for (const auto* name : {"x-0001.pcap", "x-0002.pcap", "x-0003.pcap", "x-0004.pcap"}) {
    const auto file = (folder.path / name).string();
    CHECK(fs::file_size(file) <= 24 + 10 * kRecord);
    for (auto& captured : read(file)) all.push_back(std::move(captured));
  }
  REQUIRE(all.size() == 35);
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i].at == kNoon + i * 1ms);
}

TEST_CASE("a recording rotates by the times of its packets", "[server]") {
  const Folder folder;
  RecordingFiles files({.path = folder.file(), .rotate_every = 10s, .sync = SyncPolicy::Rotate});
  const std::vector<std::byte> packet(40);
  for (const Duration at : {0ms, 9999ms, 10000ms, 25000ms}) files.write(kNoon + at, packet);
  files.close();
  CHECK(files.files() == 3);
  CHECK(read((folder.path / "x-0001.pcap").string()).size() == 2);
  CHECK(read((folder.path / "x-0002.pcap").string()).size() == 1);
  CHECK(read((folder.path / "x-0003.pcap").string()).size() == 1);
}

TEST_CASE("where the next file cannot be created the recording ends and says why", "[server]") {
  const Folder folder;
  fs::create_directory(folder.path / "x-0002.pcap");
  RecordingFiles files({.path = folder.file(), .rotate_every = 1s});
  const std::vector<std::byte> packet(40);
  files.write(kNoon, packet);
  files.write(kNoon + 1s, packet);
  files.write(kNoon + 2s, packet);
  CHECK(files.fault());
  CHECK(files.packets() == 1);
  CHECK(files.files() == 1);
}

TEST_CASE("an existing file is overwritten", "[server]") {
  const Folder folder;
  for (const int packets : {3, 1}) {
    Recorder recorder({.path = folder.file()});
    for (int i = 0; i < packets; ++i) recorder.received(arrived({}, kNoon));
    recorder.close();
    CHECK(read(folder.file()).size() == static_cast<std::size_t>(packets));
  }
}

TEST_CASE("a recording of many megabytes keeps every packet whole", "[server]") {
  const Folder folder;
  std::vector<std::byte> payload(60'000, std::byte{0x5A});
  Recorder recorder({.path = folder.file()});
  for (int i = 0; i < 100; ++i) recorder.received(arrived(payload, kNoon + i * 1ms));
  recorder.close();
  const auto packets = read(folder.file());
  REQUIRE(packets.size() == 100);
  for (const auto& captured : packets) REQUIRE(captured.packet == wire(kClient, kUnit, payload));
}

TEST_CASE("a file that cannot be created is refused with its reason", "[server]") {
  const Folder folder;
  try {
    const Recorder recorder({.path = (folder.path / "none" / "x.pcap").string()});
    FAIL("was created");
  } catch (const std::system_error& error) {
    CHECK(error.code() == std::errc::no_such_file_or_directory);
  }
}

#ifdef __unix__
/// Limits the size of files: a write beyond it is done in part, like on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t octets) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{octets, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limited) == 0);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_CASE("a recording that breaks off is cut back to its last complete packet", "[server]") {
  const Folder folder;
  const std::vector<std::byte> packet(5000, std::byte{0x5A});
  constexpr std::size_t kRecord = 16 + 5000;
  const std::size_t limit = GENERATE(10, 24, 40, 24 + kRecord - 1, 24 + kRecord, 100'000);
  CAPTURE(limit);
  RecordingFiles files({.path = folder.file()});
  for (int i = 0; i < 50; ++i) files.write(kNoon + i * 1ms, packet);
  {
    const FileSizeLimit full(limit);
    files.flush(TimePoint{});
  }
  REQUIRE(files.fault());
  files.write(kNoon + 1s, packet);
  files.close();
  const std::size_t complete = limit < 24 ? 0 : (limit - 24) / kRecord;
  CHECK(files.packets() == complete);
  CHECK(files.size() == fs::file_size(folder.file()));
  if (limit >= 24) CHECK(read(folder.file()).size() == complete);
}

/// A stalled disk: a pipe that is not read.
struct StuckDisk {
  std::string path;
  int reader;
  explicit StuckDisk(const Folder& folder) : path((folder.path / "pipe").string()) {
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
  }
  ~StuckDisk() { ::close(reader); }

  /// Reads everything from now on, in a thread that ends when the pipe is closed.
  jthread take_all() {
    ::fcntl(reader, F_SETFL, 0);
    return jthread([this] {
      std::vector<std::byte> part(65536);
      for (ssize_t count; (count = ::read(reader, part.data(), part.size())) > 0;)
        octets += static_cast<std::size_t>(count);
    });
  }
  std::size_t octets = 0;
};

TEST_CASE("a disk that is stuck costs packets, which are counted, and never waits for the receiver",
          "[server]") {
  const Folder folder;
  StuckDisk disk(folder);
  const std::vector<std::byte> payload(1000);
  constexpr std::size_t kRecord = 16 + capture::kUdpPacketHeaders + 1000;
  constexpr std::uint64_t kCount = 20'000;
  Recorder recorder({.path = disk.path}, std::size_t{1} << 20);
  for (std::uint64_t i = 0; i < kCount; ++i) recorder.received(arrived(payload, kNoon));  // would hang here
  jthread taker = disk.take_all();
  recorder.close();
  taker.join();
  const RecordingFacts facts = recorder.facts();
  CHECK_FALSE(facts.fault);
  CHECK(facts.too_slow > kCount / 2);
  CHECK(facts.missing == facts.too_slow);
  CHECK(facts.packets + facts.missing == kCount);
  CHECK(disk.octets == 24 + facts.packets * kRecord);
}
#endif

#ifdef __linux__
TEST_CASE("on a full disk the recording ends, says why and counts what is missing", "[server]") {
  const auto octets = test::from_hex("40 00 00 01");
  Recorder recorder({.path = "/dev/full"});
  for (int i = 0; i < 5; ++i) recorder.received(arrived(octets, kNoon));
  CHECK(eventually([&] { return recorder.has_failed(); }));
  recorder.received(arrived(octets, kNoon));
  recorder.sent(octets, kUnit, kClient, kNoon);
  recorder.close();
  const RecordingFacts facts = recorder.facts();
  CHECK(facts.fault == std::errc::no_space_on_device);
  CHECK(facts.packets == 0);
  CHECK(facts.missing == 7);
}

TEST_CASE("a full disk is noticed when the buffer is full, not only at the next flush", "[server]") {
  const std::vector<std::byte> packet(60'000);
  RecordingFiles files({.path = "/dev/full"});
  for (int i = 0; i < 20; ++i) files.write(kNoon, packet);
  CHECK(files.fault() == std::errc::no_space_on_device);
  CHECK(files.packets() == 0);
}
#endif

}  // namespace
}  // namespace idn::cli

// SPDX-License-Identifier: MIT
#include "sender/source/live_input.hpp"

#include <fcntl.h>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include <array>
#include <cstdio>
#include <vector>

#include "cli/failure.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using sender::LiveInput;

namespace {

int open_pipe(int (&ends)[2]) {
#ifdef _WIN32
  return _pipe(ends, 4096, _O_BINARY);
#else
  return pipe(ends);
#endif
}

/// Samples of seven octets, with x from `begin` on.
std::vector<std::byte> numbers(int begin, int count) {
  std::vector<std::byte> octets;
  for (int x = begin; x < begin + count; ++x) {
    octets.push_back(static_cast<std::byte>(x >> 8));
    octets.push_back(static_cast<std::byte>(x));
    octets.insert(octets.end(), 5, std::byte{0});
  }
  return octets;
}

struct Pipe {
  Pipe() { REQUIRE(open_pipe(ends) == 0); }
  ~Pipe() {
    close(ends[0]);
    close_writer();
  }
  void write(std::string_view hex) const {
    const auto octets = test::from_hex(hex);
    const auto size = static_cast<unsigned>(octets.size());
    REQUIRE(::write(ends[1], octets.data(), size) == static_cast<int>(size));
  }
  void write_numbers(int begin, int count) const {
    const auto octets = numbers(begin, count);
    REQUIRE(::write(ends[1], octets.data(), static_cast<unsigned>(octets.size())) ==
            static_cast<int>(octets.size()));
  }
  void close_writer() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  int ends[2];
};

}  // namespace

TEST_CASE("samples may arrive in pieces of any size", "[sender]") {
  Pipe pipe;
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb16);
  std::array<LaserSample, 8> out{};
  pipe.write("0001 FFFF 1000 2000 3000  00");
  REQUIRE(input.read(out, {}) == 1);
  CHECK(out[0] == LaserSample{1, -1, 0x1000, 0x2000, 0x3000, 0xFFFF});
  pipe.write("02 0003 0000 0000 0000  0004");
  REQUIRE(input.read(out, {}) == 1);
  CHECK(out[0] == LaserSample{2, 3});
  pipe.close_writer();
  CHECK(input.read(out, {}) == 0);
  CHECK(input.leftover() == 2);
}

TEST_CASE("no more is taken than the caller has room for, and nothing is lost", "[sender]") {
  Pipe pipe;
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  pipe.write("0001 0000 000000  0002 0000 000000  0003 0000 000000");
  std::array<LaserSample, 2> out{};
  CHECK(input.read(out, {}) == 2);
  CHECK(out[1].x == 2);
  CHECK(input.read(out, {}) == 1);
  CHECK(out[0].x == 3);
}

TEST_CASE("a stop request ends a read that waits for input", "[sender]") {
  Pipe pipe;
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  jthread reader([&](const stop_token& stop) {
    std::array<LaserSample, 2> out{};
    CHECK(input.read(out, stop) == 0);
  });
  reader.request_stop();
  reader.join();
}

#ifndef _WIN32  // where a folder cannot be opened as a file
TEST_CASE("input that cannot be read is an error of the environment", "[sender]") {
  const int folder = open("/", O_RDONLY | O_DIRECTORY);
  REQUIRE(folder >= 0);
  LiveInput input(folder, wire::SampleFormat::Xyrgb);
  std::array<LaserSample, 2> out{};
  CHECK_THROWS_AS(input.read(out, {}), cli::Failure);
  close(folder);
}
#endif

namespace {

int first_number(LiveInput& input) {
  std::array<LaserSample, 1> out{};
  REQUIRE(input.read(out, {}) == 1);
  return out[0].x;
}

}  // namespace

TEST_CASE("of what waits in a pipe the newest samples stay, whole", "[sender]") {
  Pipe pipe;
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  pipe.write_numbers(1, 300);
  pipe.write("7FFF 00");  // the beginning of the next sample
  CHECK(first_number(input) == 1);
  input.keep_newest(300, {});
  CHECK(input.dropped() == 0);
  input.keep_newest(40, {});
  CHECK(input.dropped() == 259);
  CHECK(first_number(input) == 261);
  input.keep_newest(0, {});
  pipe.write("00 000000");
  CHECK(first_number(input) == 0x7FFF);
}

TEST_CASE("a sample that has come in part is dropped whole", "[sender]") {
  Pipe pipe;
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  pipe.write("0001 0000 000000  0002 00");
  std::array<LaserSample, 2> out{};
  REQUIRE(input.read(out, {}) == 1);
  pipe.write("00 000000");
  pipe.write_numbers(3, 5);
  input.keep_newest(4, {});
  CHECK(input.dropped() == 2);
  CHECK(first_number(input) == 4);
}

TEST_CASE("who is held back no longer is caught up with, and loses no more than that", "[sender]") {
  Pipe pipe;
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  pipe.write_numbers(1, 500);
  input.catch_up({30'000}, io::monotonic_now(), {});
  CHECK(input.dropped() == 500);
  pipe.write_numbers(501, 1);
  CHECK(first_number(input) == 501);
}

#ifndef _WIN32  // where nobody tells
TEST_CASE("of a pipe that nobody writes to any more, and of a file, all is read", "[sender]") {
  Pipe pipe;
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  pipe.write_numbers(1, 300);
  pipe.close_writer();
  input.catch_up({30'000}, io::monotonic_now(), {});
  input.keep_newest(40, {});
  CHECK(first_number(input) == 1);

  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  const auto octets = numbers(7, 300);
  REQUIRE(std::fwrite(octets.data(), 1, octets.size(), file) == octets.size());
  std::rewind(file);
  LiveInput from_file(fileno(file), wire::SampleFormat::Xyrgb);
  from_file.keep_newest(0, {});
  CHECK(first_number(from_file) == 7);
  std::fclose(file);
}
#endif

#ifdef F_SETPIPE_SZ
TEST_CASE("a pipe is made as small as the system allows, and what it held before comes first", "[sender]") {
  const auto page = sysconf(_SC_PAGESIZE);
  Pipe pipe;
  if (fcntl(pipe.ends[0], F_GETPIPE_SZ) <= page) return;  // pipes of this system are small already
  const bool is_full = GENERATE(false, true);
  const int early = is_full ? 3000 : 0;  // samples, 21'000 octets
  if (is_full) pipe.write_numbers(1, early);
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  CHECK(fcntl(pipe.ends[0], F_GETPIPE_SZ) == page);
  pipe.write_numbers(early + 1, 200);
  std::vector<LaserSample> out(5000);
  for (int seen = 0; seen < early + 200;) {
    const auto count = input.read(out, {});
    REQUIRE(count > 0);
    for (std::size_t i = 0; i < count; ++i) REQUIRE(out[i].x == ++seen);
  }
}

TEST_CASE("whoever writes without a pause loses what waits, and nothing in between", "[sender]") {
  constexpr int kSamples = 5000;
  Pipe pipe;
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  const jthread writer([end = pipe.ends[1], octets = numbers(1, kSamples)] {
    for (std::size_t sent = 0; sent < octets.size();) {
      const auto count = ::write(end, octets.data() + sent, octets.size() - sent);
      if (count <= 0) return;
      sent += static_cast<std::size_t>(count);
    }
  });
  input.catch_up({1}, io::monotonic_now(), {});
  std::vector<LaserSample> out(700);
  std::size_t seen = input.dropped();
  bool is_in_order = true;
  while (seen < kSamples) {
    const auto count = input.read(out, {});
    for (std::size_t i = 0; i < count; ++i)
      is_in_order = is_in_order && static_cast<std::size_t>(out[i].x) == ++seen;
    if (!is_in_order) seen += count;
  }
  CHECK(is_in_order);
  CHECK(input.dropped() <= 4096 / 7);
}

TEST_CASE("what a pipe held before it was made smaller waits as well", "[sender]") {
  Pipe pipe;
  pipe.write_numbers(1, 3000);
  LiveInput input(pipe.ends[0], wire::SampleFormat::Xyrgb);
  pipe.write_numbers(3001, 200);
  CHECK(first_number(input) == 1);
  input.keep_newest(150, {});
  CHECK(input.dropped() == 3049);
  CHECK(first_number(input) == 3051);
}
#endif

// SPDX-License-Identifier: MIT
#include "sender/source/live_input.hpp"

#include <fcntl.h>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include <array>
#include <thread>

#include "cli/failure.hpp"
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
  std::jthread reader([&](const std::stop_token& stop) {
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

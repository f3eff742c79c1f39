// SPDX-License-Identifier: MIT
#include "cli/capture.hpp"

#include <filesystem>

#include "cli/failure.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using idn::test::CaptureBuilder;
using idn::test::from_hex;
using idn::test::Octets;
using idn::test::TemporaryFile;

namespace {

cli::Failure failure_of(const std::string& path) {
  try {
    cli::open_captures({&path, 1});
  } catch (const cli::Failure& failure) {
    return failure;
  }
  FAIL("opened " << path);
  return {cli::kOk, ""};
}

bool mentions(const cli::Failure& failure, const char* words) {
  return std::string(failure.what()).find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("what is no capture is refused with cause and remedy", "[cli]") {
  const auto missing = failure_of("/nonexistent/show.pcap");
  CHECK(missing.code() == cli::kEnvironment);
  CHECK(mentions(missing, "/nonexistent/show.pcap: No such file"));
  CHECK(mentions(missing, "; give a readable pcap"));

  const TemporaryFile text(from_hex("48656C6C6F2C20776F726C64210A0D0A48656C6C6F2C20776F726C64"));
  CHECK(failure_of(text.path()).code() == cli::kEnvironment);
  CHECK(mentions(failure_of(text.path()), "unknown file format"));

  const TemporaryFile empty(Octets{});
  CHECK(failure_of(empty.path()).code() == cli::kEnvironment);
  CHECK(mentions(failure_of(empty.path()), "the file is empty"));
  CHECK(failure_of(std::filesystem::temp_directory_path().string()).code() == cli::kEnvironment);
}

TEST_CASE("a capture that ends within its header is told as cut", "[cli]") {
  const Octets header = CaptureBuilder().octets();
  for (const std::size_t size : {4, 23}) {
    const TemporaryFile file(Octets(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(size)));
    CHECK(mentions(failure_of(file.path()), "cut: the file ends within its header"));
  }
}

TEST_CASE("a compressed capture is refused with the command that helps", "[cli]") {
  const TemporaryFile file(from_hex("1F8B0800000000000003"));
  CHECK(mentions(failure_of(file.path()), "unpack it: zcat "));
  const TemporaryFile zstandard(from_hex("28B52FFD0458C10000"));
  CHECK(mentions(failure_of(zstandard.path()), "unpack it: zstdcat "));
}

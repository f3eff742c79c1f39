// SPDX-License-Identifier: MIT
#include "latency/path_options.hpp"

#include "cli/failure.hpp"
#include "latency/report/report.hpp"
#include "support/catch.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

PathOptions parsed(const std::string& line) {
  PathOptions options;
  cli::Program program("way", "", cli::Help::None);
  add_path_options(program, options);
  program.parse_line("here", line);
  return options;
}

TEST_CASE("options of a way are read", "[latency]") {
  const PathOptions options =
      parsed("--producer live --rate 100k --latency 5ms --work 3ms --buffer 10ms --distance 100km");
  CHECK(options.producer == Producer::Live);
  CHECK(options.rate == 100'000);
  CHECK(options.queue_latency() == 5ms);
  CHECK(options.work == 3ms);
  CHECK(options.buffer == 10ms);
  CHECK(options.kilometres == 100);
  CHECK(parsed("").queue_latency() == 40ms);
  CHECK(parsed("").samples_per_datagram() == 30);
  CHECK(parsed("--rate 10k").samples_per_datagram() == 20);
}

TEST_CASE("a time for the whole way chooses all that is not given, and fits", "[latency]") {
  PathOptions options = parsed("--end-to-end 10ms --distance 300 --rate 100k");
  choose_for_end_to_end(options);
  CHECK(options.queue_latency() == 4ms);
  CHECK(options.samples_per_datagram() == 50);
  CHECK(estimate_of(options).whole.max == 9800us);
  CHECK(options.buffer ==
        9800us - 4100us - 1500us);  // without the queue, up to a poll, and without 5 us a kilometre

  options = parsed("--end-to-end 10ms --buffer 2ms --rate 100k");
  choose_for_end_to_end(options);
  CHECK(options.buffer == 2ms);
  CHECK(estimate_text(options, estimate_of(options)).find("10 ms end to end: 740 km of fibre are left") !=
        std::string::npos);  // 10 - 0.2 - 4.1 - 2 = 3.7 ms

  options = parsed("--end-to-end 4ms --distance 900");
  CHECK_THROWS_WITH(choose_for_end_to_end(options),
                    Catch::Contains("without any buffer the path takes 6.20 ms"));
  options = parsed("--end-to-end 10ms --producer frames");
  CHECK_THROWS_WITH(choose_for_end_to_end(options), Catch::Contains("for the producer device"));
}

TEST_CASE("pictures by shared memory wait for nothing that --latency could shorten", "[latency]") {
  const PathOptions options = parsed("--producer shared --latency 5ms");
  CHECK(options.producer == Producer::Shared);
  CHECK(options.queue_latency() == 0ms);
  CHECK(options.is_by_program());
  CHECK_FALSE(options.is_by_pipe());
  CHECK_FALSE(options.is_gapless());
  CHECK(parsed("").is_gapless());
}

TEST_CASE("what has a space or a slash is a command, anything else a mistake", "[latency]") {
  const PathOptions options = parsed("--producer \"/bin/peer {target}\"");
  CHECK(options.producer == Producer::Command);
  CHECK(options.command == "/bin/peer {target}");
  CHECK_THROWS_AS(parsed("--producer devcie"), cli::Failure);
}

TEST_CASE("values that mean nothing are refused in one line", "[latency]") {
  for (const char* line : {"--rate 0", "--latency 0ms", "--latency 3s", "--work 2s", "--buffer -1ms",
                           "--distance 20001", "--distance -1", "--datagram 0.1ms", "--period 0ms"}) {
    CAPTURE(line);
    CHECK_THROWS_AS(parsed(line), cli::Failure);
  }
}

}  // namespace
}  // namespace idn::latency

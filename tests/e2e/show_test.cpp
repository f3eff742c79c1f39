// SPDX-License-Identifier: MIT
// idn_sender show: several streams at once.
#include <algorithm>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "e2e/dark_end.hpp"
#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::test;

namespace {

struct ShowFile {
  explicit ShowFile(const std::string& content) { std::ofstream(path()) << content; }
  std::string path() const { return folder / "show.txt"; }
  TemporaryFolder folder;
};

std::string refusal(const std::string& content) {
  const ShowFile show(content);
  const auto done = run({kSender, "show", show.path()});
  CHECK(done.code == 2);
  CHECK(done.output.empty());
  CHECK(std::ranges::count(done.errors, '\n') == 1);
  return done.errors;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a show streams to several projectors, each with its own rate, and ends all of them dark", "[e2e]") {
  const std::string loops = GENERATE("1", "2");
  UdpSink left, right;
  const ShowFile show("# both\n\npattern circle -d 100ms --dark-before-close 0ms --target " + left.address() +
                      "\r\n  pattern dot --rate 100k -n 50 -d 100ms --dark-before-close 0ms --target " +
                      right.address() + " # fast\n");
  const auto done = run({kSender, "show", show.path(), "--loops", loops, "--json"});
  INFO(done.errors);
  REQUIRE(done.code == 0);
  left.drain();
  right.drain();
  check_dark_end(left);
  check_dark_end(right);
  // Datagrams with samples, the dark one of the beginning and end, a channel close and a session close.
  CHECK(left.drain_content() == 100 + 1 + 2);
  CHECK(right.drain_content() == 200 + 1 + 2);
  const auto last_line = done.output.rfind('\n', done.output.size() - 2) + 1;
  CHECK(nlohmann::json::parse(done.output.substr(last_line))["loops"].size() == std::stoul(loops));
}

TEST_CASE("Ctrl-C ends every stream of a show dark and closed", "[e2e]") {
  UdpSink left, right;
  const ShowFile show("pattern circle --target " + left.address() + "\npattern circle --target " +
                      right.address());
  Process sender({kSender, "show", show.path()});
  REQUIRE(left.receives(50));
  REQUIRE(right.receives(50));
  sender.interrupt();
  CHECK(sender.wait() == 0);
  left.drain();
  right.drain();
  check_dark_end(left);
  check_dark_end(right);
}

TEST_CASE("one projector of several ends dark within two ticks, and the others play on", "[e2e]") {
  UdpSink left, right;
  const ShowFile show("pattern circle -d 200ms --target " + left.address() + "\npattern circle --target " +
                      right.address());
  Process sender({kSender, "show", show.path()});
  const auto is_close = [](const auto& datagram) { return datagram[0] == std::byte{0x44}; };
  REQUIRE(eventually([&] {
    left.drain();
    return std::ranges::any_of(left.datagrams, is_close);
  }));
  REQUIRE(right.receives(right.drain() + 200));
  check_dark_end(left);
  const auto samples = all_samples(left);
  const auto last_lit = std::find_if_not(samples.rbegin(), samples.rend(), std::mem_fn(&LaserSample::is_dark));
  const auto lit = samples.rend() - last_lit;
  CHECK(lit <= 6000 + 2 * 30);  // 200 ms and two ticks of 1 ms, at 30 000 per second
  CHECK(lit > 0);
  const auto after = samples_of(right.datagrams.back());
  CHECK_FALSE(std::ranges::all_of(after, &LaserSample::is_dark));
  sender.interrupt();
  CHECK(sender.wait() == 0);
}

TEST_CASE("Ctrl-C a second time does not wait for the dark time before the close", "[e2e]") {
  UdpSink sink;
  Process sender({kSender, "pattern", "circle", "--dark-before-close", "5s", "--target", sink.address()});
  REQUIRE(sink.receives(50));
  sender.interrupt();
  const auto is_dark_again = [&] {
    sink.drain();
    return std::ranges::all_of(samples_of(sink.datagrams.back()), &LaserSample::is_dark);
  };
  REQUIRE(eventually(is_dark_again));
  const std::size_t before = sink.datagrams.size();
  sender.interrupt();
  CHECK(sender.wait() == 0);
  sink.drain();
  check_dark_end(sink);
  CHECK(sink.datagrams.size() - before < 2500);  // of 5000 ticks of darkness
}

TEST_CASE("a mistake in a show gets one line with its place", "[e2e]") {
  CHECK(contains(refusal("pattern dot\npattern nosuch"), "show.txt:2: there is no pattern \"nosuch\""));
  CHECK(contains(refusal("pattern dot --rate x"), "show.txt:1: --rate: \"x\" is not a number"));
  CHECK(contains(refusal("pattern \"dot"), "show.txt:1: unterminated \" quote"));
  CHECK(contains(refusal("pattern 'a # b'"), "there is no pattern \"a # b\""));
  CHECK(contains(refusal("scan"), "show.txt:1: unknown subcommand scan; choose play, pattern, live"));
  CHECK(contains(refusal("live"), "show.txt:1: a show has no standard input; use live --shared "));
  CHECK(contains(refusal("pattern dot --wait spin"), "show.txt:1: unknown option --wait"));
  CHECK(contains(refusal("pattern dot --help"), "show.txt:1: unknown option --help"));
  CHECK(contains(refusal("# nothing\n"),
                 "contains no commands; write a play, pattern or live command on each line"));
}

TEST_CASE("a show that cannot be read is an error of the environment", "[e2e]") {
  const std::string path = GENERATE("/nonexistent/show.txt", "/tmp");
  const auto done = run({kSender, "show", path});
  CHECK(done.code == 3);
  CHECK(contains(done.errors, "give a file with a play, pattern or live command"));
}

TEST_CASE("files of a show are looked for in its folder, and --duration ends all of it", "[e2e]") {
  UdpSink left, right;
  const ShowFile show("play square.ild --repeat 0 --target " + left.address() +
                      "\npattern circle --limits lines.toml --target " + right.address() + "\n");
  std::ofstream(show.folder / "lines.toml") << "[brightness]\nmost = 0.5\n";
  REQUIRE(run({kSender, "export", "square", show.folder / "square.ild"}).code == 0);
  const auto done = run({kSender, "show", show.path(), "--duration", "300ms"});
  INFO(done.errors);
  CHECK(done.code == 0);
  CHECK(contains(done.errors, show.folder / "lines.toml"));
  for (UdpSink* sink : {&left, &right}) {
    sink->drain();
    check_dark_end(*sink);
  }
}

TEST_CASE(
    "the end tells of a projector that was never there that nothing was sent, and of outages how long they "
    "were",
    "[e2e]") {
  const ShowFile show("pattern circle -d 300ms --target 01-0123456789AB\n" +
                      std::string("pattern circle -d 300ms --target 127.0.0.1:9\n"));
  const auto done = run({kSender, "show", show.path()});
  CAPTURE(done.output, done.errors);
  CHECK(done.code != 0);
  CHECK(contains(done.output, "never found; nothing was sent\n"));
  CHECK(contains(done.output, "away for "));
}

TEST_CASE("what was wrong with a stream of a show is told where others play on behind its end", "[e2e]") {
  UdpSink right;
  std::string nobody;
  {
    nobody = UdpSink().address();
  }
  const ShowFile show("pattern circle -d 300ms --target " + nobody + "\npattern circle -d 1s --target " +
                      right.address());
  const auto done = run({kSender, "show", show.path()});
  CAPTURE(done.output, done.errors);
  CHECK(done.code == 3);
  CHECK(contains(done.errors, "nothing listens at " + nobody));
}

TEST_CASE("the end tells what an operator needs, and with --details all", "[e2e]") {
  UdpSink sink;
  const std::vector<std::string> brief{kSender, "pattern", "circle", "-d", "50ms", "--target", sink.address()};
  std::vector<std::string> whole = brief;
  whole.emplace_back("--details");
  const std::string short_end = run(brief).output, long_end = run(whole).output;
  CAPTURE(short_end, long_end);
  for (const char* word : {"\nlate  ", "\nreceiver  "}) {
    CHECK(contains(short_end, word));
    CHECK(contains(long_end, word));
  }
  for (const char* word : {"\nstream  ", "\nwaited  ", "\nwaiting  "}) {
    CHECK_FALSE(contains(short_end, word));
    CHECK(contains(long_end, word));
  }
}

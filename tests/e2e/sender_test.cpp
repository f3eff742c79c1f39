// SPDX-License-Identifier: MIT
// idn_sender, run as a program, sends to a UDP socket.
#include <fcntl.h>
#ifdef _WIN32
#include <io.h>
#else
#include <signal.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "e2e/dark_end.hpp"
#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "idn/ilda/reader.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/wire/sample_codec.hpp"
#include "io/send/stream_socket.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::test;

namespace {

bool is_lit_frame(const std::vector<std::byte>& datagram) {
  const WavePacket packet(datagram);
  return packet.message && packet.message->header.type == wire::ChunkType::Frame &&
         packet.message->data.size() >
             wire::ChunkHeader::kSize +
                 2 * wire::sample_size(wire::kUsualFormat);  // dark frames have two samples
}

#ifdef _WIN32
constexpr int kReadOctets = _O_RDONLY | _O_BINARY;
#else
constexpr int kReadOctets = O_RDONLY;
#endif

}  // namespace

TEST_CASE("Ctrl-C ends a stream dark and closed", "[e2e]") {
  UdpSink sink;
  Process sender({kSender, "pattern", "circle", "--target", sink.address()});
  REQUIRE(sink.receives(50));
  sender.interrupt();
  CHECK(sender.wait() == 0);
  sink.drain();
  check_dark_end(sink);
  CHECK(sender.errors().empty());
}

TEST_CASE("Ctrl-C is dark at once although the input is over and pictures still wait", "[e2e]") {
  UdpSink sink;
  // All four pictures are queued within milliseconds; to show them would take 40 s.
  Process sender({kSender, "pattern", "circle", "--mode", "frame", "--fps", "0.1", "--duration", "40s",
                  "--target", sink.address()});
  REQUIRE(sink.receives(3));
  sender.interrupt();
  CHECK(sender.wait() == 0);
  sink.drain();
  const WavePacket last(*(sink.datagrams.end() - 3));
  REQUIRE(last.message.has_value());
  CHECK(last.message->header.type == wire::ChunkType::Frame);
  CHECK(last.message->data.size() ==
        wire::ChunkHeader::kSize + 2 * wire::sample_size(wire::kUsualFormat));  // the dark frame
  // A picture is sent again each second while it is shown: 40 times if the sender did not stop at once.
  CHECK(std::ranges::count_if(sink.datagrams, is_lit_frame) < 20);
  CHECK(WavePacket(sink.datagrams.back()).header.command == wire::Command::RtClose);
}

#ifndef _WIN32  // no such signals, and no socket as standard input
TEST_CASE("signals end a stream dark and closed", "[e2e]") {
  const int number = GENERATE(SIGTERM, SIGHUP, SIGQUIT, SIGUSR1);
  CAPTURE(number);
  UdpSink sink;
  Process sender({kSender, "pattern", "circle", "--json", "--target", sink.address()});
  REQUIRE(sink.receives(50));
  sender.signal(number);
  CHECK(sender.wait() == 0);
  sink.drain();
  check_dark_end(sink);
  // Dark for 200 ms: there are receivers that drop what they have buffered at the close. By media time, in
  // steps of 1 ms, since after a long stall of the machine the sender starts anew and leaves datagrams out.
  const auto is_dark = [](const auto& datagram) {
    return std::ranges::all_of(samples_of(datagram), &LaserSample::is_dark);
  };
  const auto time_of = [](const auto& datagram) {
    return static_cast<std::uint32_t>(WavePacket(datagram).message->header.timestamp);
  };
  const auto end = sink.datagrams.end() - 2;
  const auto lit = std::find_if_not(std::make_reverse_iterator(end), sink.datagrams.rend(), is_dark);
  REQUIRE(lit != sink.datagrams.rend());
  CHECK(time_of(*(end - 1)) - time_of(*lit) >= 190'000);
  int gaps = 0;
  for (auto at = lit.base(); at != end; ++at) gaps += time_of(*at) - time_of(*(at - 1)) > 1000;
  const auto report = sender.output();
  const auto summary = nlohmann::json::parse(report.substr(report.find("{\"event\":\"summary\"")));
  CHECK(gaps <= summary["reanchors"].get<int>());
  CHECK(sender.errors().empty());
}

TEST_CASE("an input that breaks ends the stream dark and closed, with its reason", "[e2e]") {
  // Standard input is a TCP connection: when it is reset, reading fails in the middle of the stream.
  namespace asio = boost::asio;
  asio::io_context context;
  asio::ip::tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
  asio::ip::tcp::socket feeder(context), input(context);
  feeder.connect(acceptor.local_endpoint());
  fcntl(feeder.native_handle(), F_SETFD, FD_CLOEXEC);  // otherwise the child would keep this end open
  acceptor.accept(input);
  const std::vector<std::byte> lit(10 * 20'000, std::byte{0x11});
  UdpSink sink;
  Process sender({kSender, "live", "--target", sink.address()}, {.in = input.native_handle()});
  asio::write(feeder, asio::buffer(lit));
  REQUIRE(sink.receives(50));
  feeder.set_option(asio::socket_base::linger(true, 0));
  feeder.close();
  CHECK(sender.wait() == 3);
  CHECK(sender.errors().find("Connection reset by peer") != std::string::npos);
  sink.drain();
  check_dark_end(sink);
}

#endif

TEST_CASE("live samples arrive unchanged and in order", "[e2e]") {
  TemporaryFolder folder;
  std::vector<LaserSample> expected(3000);
  for (std::size_t i = 1; i < expected.size(); ++i)
    expected[i] = {static_cast<std::int16_t>(i * 7),
                   static_cast<std::int16_t>(-static_cast<int>(i)),
                   257,
                   514,
                   0xFFFF,
                   0xFFFF};
  std::vector<std::byte> raw(expected.size() * 10);
  wire::encode_samples(wire::SampleFormat::Xyrgb16, expected, raw);
  std::ofstream(folder / "raw", std::ios::binary)
      .write(reinterpret_cast<const char*>(raw.data()), static_cast<std::streamsize>(raw.size()));
  const int input = open((folder / "raw").c_str(), kReadOctets);
  UdpSink sink;
  Process sender({kSender, "live", "--target", sink.address()}, {.in = input});
  CHECK(sender.wait() == 0);
  close(input);
  sink.drain();
  auto arrived = all_samples(sink);
  REQUIRE(arrived.size() == 3030 + 6000);  // 200 ms dark before the close
  arrived.resize(3000);
  CHECK(arrived == expected);
  check_dark_end(sink);
}

TEST_CASE("an .ild file played once arrives point by point, joined by dark moves", "[e2e]") {
  TemporaryFolder folder;
  REQUIRE(run({kSender, "export", "ilda", folder / "show.ild"}).code == 0);
  const auto file = binary_file(folder / "show.ild");
  auto reader = ilda::Reader::open(file).value();
  ilda::Frame frame;
  REQUIRE(reader.next(frame));
  UdpSink sink;
  CHECK(run({kSender, "play", folder / "show.ild", "--fps", "0", "--target", sink.address()}).code == 0);
  sink.drain();
  const auto arrived = all_samples(sink);
  std::vector<LaserSample> expected;
  std::ranges::transform(frame.points, std::back_inserter(expected), ilda::to_sample);
  const auto found = std::ranges::search(arrived, expected);
  REQUIRE(found.size() == expected.size());
  CHECK(std::all_of(arrived.begin(), found.begin(), [](const auto& s) { return s.is_dark(); }));
  CHECK(std::all_of(found.end(), arrived.end(), [](const auto& s) { return s.is_dark(); }));
  check_dark_end(sink);
}

TEST_CASE("patterns give scanners the time that they are told to need", "[e2e]") {
  const TemporaryFolder folder;
  const auto points = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {kSender, "export", options.front(), folder / "pattern.ild"});
    options.erase(options.begin() + 4);
    const auto done = run(options);
    REQUIRE(done.code == 0);
    return std::stoi(done.output.substr(done.output.find(": ") + 2));
  };
  // After the first point four sides of 2 ms, each with 0.1 ms of dwell, at 30 kpps.
  CHECK(points({"square", "--size", "1"}) == 1 + 4 * (60 + 3));
  CHECK(points({"square", "--size", "1", "--scanners", "15"}) == 1 + 4 * (120 + 6));
  // Between the 18 lines of the grid there are 16 moves, since one line begins where another ends. Each has a
  // dwell of 0.1 ms before and 0.4 ms after it by default; here of 0 ms and 2 ms.
  CHECK(points({"grid", "--dwell-before", "0ms", "--dwell-after", "2ms"}) - points({"grid"}) ==
        16 * (60 - 3 - 12));
}

TEST_CASE("the duration is exact in samples, and --json ends with a summary that counts them", "[e2e]") {
  UdpSink sink;
  const auto done = run({kSender, "pattern", "square", "-d", "500ms", "--rate", "30k", "--format", "xyrgb",
                         "--dark-before-close", "0ms", "--json", "--target", sink.address()});
  REQUIRE(done.code == 0);
  CHECK(sink.drain_content() == 500 + 1 + 2);
  std::istringstream lines(done.output);
  std::vector<nlohmann::json> events;
  for (std::string line; std::getline(lines, line);) events.push_back(nlohmann::json::parse(line));
  REQUIRE(events.size() == 2);
  CHECK(events.front()["event"] == "start");
  CHECK(events.back()["event"] == "summary");
  CHECK(events.back()["samples"] == 15'030);
  CHECK(events.back()["datagrams"] == 501);
  CHECK(events.back()["waited_max_us"] > 0);
  CHECK(events.back()["waited_p50_us"] <= events.back()["waited_p99_us"]);
  CHECK(events.back()["waited_p99_us"] <= events.back()["waited_max_us"]);
  // Nobody has answered: 0 would be told as very poor.
  for (const char* unknown : {"link_quality", "link_quality_least_percent", "link_quality_mean_percent"})
    CHECK(events.back()[unknown].is_null());
}

TEST_CASE("the correction of a sender that follows is told, and of no other", "[e2e]") {
  const bool follows = GENERATE(false, true);
  UdpSink sink;
  std::vector<std::string> command{kSender, "pattern", "square", "-d", "50ms", "--target", sink.address()};
  if (follows) command.push_back("--follow");
  const auto told = run(command);
  CHECK(told.code == 0);
  CHECK((told.output.find("following +0.0 ppm; the receiver's last answer reported no latency") !=
         std::string::npos) == follows);
  command.push_back("--json");
  const auto summary = run(command).output;
  CHECK((summary.find("\"correction_ppm\":0.0") != std::string::npos) == follows);
}

TEST_CASE("every wait mode and format streams", "[e2e]") {
  const std::string wait = GENERATE("sleep", "hybrid", "spin", "auto");
  const std::string format = GENERATE("xyrgb", "xyrgbi", "xyrgb16");
  CAPTURE(wait, format);
  UdpSink sink;
  CHECK(run({kSender, "pattern", "grid", "-d", "50ms", "--wait", wait, "--format", format,
             "--dark-before-close", "0ms", "--target", sink.address()})
            .code == 0);
  CHECK(sink.drain_content() == 50 + 1 + 2);
}

TEST_CASE("bad input gets one line, an honest exit code, and sends nothing", "[e2e]") {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "empty");
  const auto put = [&](const std::string& name, const std::vector<std::byte>& octets) {
    std::ofstream(folder / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(octets.data()), static_cast<std::streamsize>(octets.size()));
    return folder / name;
  };
  const auto square = vector_file("ild/ild-01-format5-square.hex");
  const std::string text = put("text.ild", from_hex("68656C6C6F"));
  const std::string empty = put("empty.ild", {});
  const std::string no_points = put("nopoints.ild", {square.begin() + 72, square.end()});
  const std::string cut = put("cut.ild", {square.begin(), square.begin() + 20});
  UdpSink sink;
  struct Case {
    std::vector<std::string> arguments;
    int code;
    std::string names;
  };
  const std::vector<Case> cases{
      {{"play", folder / "none.ild"}, 3, "No such file or directory"},
      {{"play", folder / "empty"}, 3, "has no .ild file; name another folder"},
      {{"play", text}, 3, "not an ILDA file"},
      {{"play", empty}, 3, "is empty"},
      {{"play", no_points}, 3, "has no points"},
      {{"play", cut}, 3, "has no points"},
      {{"live"}, 3, "no samples"},
      {{"pattern", "spiral"}, 2, "choose circle"},
      {{"pattern", "dot", "--rate", "0"}, 2, "--rate"},
      {{"pattern", "dot", "--rate", "1.1M"}, 2, "1000000"},
      {{"pattern", "dot", "-n", "300"}, 2, "20 to 177"},
      {{"pattern", "dot", "--format", "rgb"}, 2, "--format: \"rgb\" is neither a format nor"},
      {{"pattern", "dot", "--wait", "nap"}, 2, "--wait: \"nap\" is none of sleep, hybrid, spin, auto;"},
      {{"pattern", "dot", "--wait", "auto", "--cpu-budget", "95%"},
       2,
       "is not a share of a core from 1% to 90%;"},
      {{"pattern", "dot", "--wait", "hybrid", "--cpu-budget", "10%"}, 2, "--cpu-budget is for --wait auto"},
      {{"pattern", "dot", "--cpu", "4711"},
       2,
       "--cpu: processor \"4711\" is not available to this program; choose from"},
      {{"pattern", "dot", "--cpu", "x"}, 2, "processor \"x\" is not available"},
      {{"pattern", "dot", "--size", "x"}, 2, "--size: \"x\" is not a number from 0.01 to 1;"},
      {{"pattern", "dot", "--size", "nan"}, 2, "is not a number"},
      {{"play", text, "--fps", "1e9"}, 2, "is not a number from 0 to 1000; see idn_sender play --help"},
      {{"pattern", "dot", "--rate", "1k", "--rate", "2k"}, 2, "--rate is given more than once;"},
      {{"pattern", "dot", "--bb", "--aa"}, 2, "unknown options --bb, --aa; see idn_sender pattern --help"},
      {{"pattern", "dot", "more"}, 2, "not understood: more; see idn_sender pattern --help"},
      {{"pattern", "dot", "--dark-before-close", "6s"}, 2, "--dark-before-close: give a time from 0ms to 5s"},
      {{"pattern", "dot", "-d", "0"}, 2, "--duration: has to be longer than 0"},
      {{"pattern", "dot", "-d", "0.001ms"}, 2, "shorter than one sample"},
      {{"pattern", "dot", "--target", "[::1]:7255"}, 2, "IPv6 is not supported"},
      {{"pattern", "dot", "--target", "127.1"}, 2, "four numbers from 0 to 255"},
      {{"pattern", "dot", "--target", "127.0.0.0x1"}, 2, "four numbers"},
      {{"pattern", "dot", "--target", ""}, 2, "is empty"},
      {{"pattern", "dot", "--target", "127.255.255.255"}, 2, "is a broadcast address"},
      {{"export", "dot", "x.ild", "--ild-format", "7"}, 2, "--ild-format: \"7\" is none of 0, 1, 4, 5"},
      {{"pattern", "dot", "--duration", "soon"}, 2, "10s"},
      {{"pattern", "dot", "--target", "host.invalid"}, 3, "host.invalid"},
      {{"pattern", "dot", "--target", "127.0.0.1:99999"}, 2, "65535"},
      {{"pattern", "dot", "--colour", "red"}, 2, "six hex digits"},
      {{"export", "dot", "x.ild", "--dwell-after", "31ms"},
       2,
       "--dwell-after: \"31ms\" is not a time from 0ms"},
      {{"export", "dot", "-"}, 2, "FILE: - is taken by the report"},
      {{"export", "dot", folder / "no/such/dot.ild"}, 3, "No such file or directory"},
      {{"dance"}, 2, "unknown subcommand dance; choose play, pattern, live"},
      {{"--foo", "pattern"}, 2, "unknown option --foo"},
      {{}, 2, "a subcommand is missing; choose play"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> command{kSender};
    command.insert(command.end(), c.arguments.begin(), c.arguments.end());
    if (!c.arguments.empty() && c.arguments[0] != "export" && c.arguments[0] != "dance" &&
        c.arguments[0] != "--foo" && std::ranges::find(c.arguments, "--target") == c.arguments.end())
      command.insert(command.end(), {"--target", sink.address()});
    const auto done = run(command);
    CAPTURE(c.names, done.errors, done.output);
    CHECK(done.code == c.code);
    CHECK(done.errors.find(c.names) != std::string::npos);
    CHECK(std::ranges::count(done.errors, '\n') == 1);
    CHECK(done.output.empty());
  }
  CHECK(sink.drain() == 0);
}

TEST_CASE("a truncated file is played as far as it goes, with one warning, and refused by --strict", "[e2e]") {
  TemporaryFolder folder;
  const auto square = vector_file("ild/ild-01-format5-square.hex");
  std::ofstream(folder / "cut.ild", std::ios::binary).write(reinterpret_cast<const char*>(square.data()), 60);
  UdpSink sink;
  const auto done = run({kSender, "play", folder / "cut.ild", "--target", sink.address()});
  CHECK(done.code == 0);
  CHECK(done.errors.find("announces 5 records, the file holds 3") != std::string::npos);
  CHECK(std::ranges::count(done.errors, '\n') == 1);
  CHECK(sink.drain() > 0);
  CHECK(run({kSender, "list", folder / "cut.ild"}).code == 1);
  CHECK(run({kSender, "list", folder / "cut.ild", folder / "none.ild"}).code == 3);
  CHECK(run({kSender, "play", "--strict", folder / "cut.ild", "--target", sink.address()}).code == 3);
}

TEST_CASE("--help has what an evening needs, --help-all the rest, which works without", "[e2e]") {
  const auto help = [](const std::string& option) { return run({kSender, "play", option}).output; };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(help("--help"), "--target"));
  CHECK_FALSE(has(help("--help"), "--catch-up"));
  CHECK(has(help("--help"), "--help-all lists more options"));
  CHECK(has(help("--help-all"), "--target"));
  CHECK(has(help("--help-all"), "--catch-up"));
  CHECK_FALSE(has(help("--help-all"), "lists more options"));
  CHECK_FALSE(has(run({kSender, "--help"}).output, "lists more options"));
  UdpSink sink;
  CHECK(run({kSender, "pattern", "circle", "--catch-up", "2", "-d", "10ms", "-t", sink.address()}).code == 0);
  CHECK(run({kSender, "pattern", "circle", "--catch-up", "x", "-d", "10ms", "-t", sink.address()}).code == 2);
}

TEST_CASE("a rate beyond the class of the scanners is played, with one warning", "[e2e]") {
  TemporaryFolder folder;
  const auto square = vector_file("ild/ild-01-format5-square.hex");
  std::ofstream(folder / "square.ild", std::ios::binary)
      .write(reinterpret_cast<const char*>(square.data()), static_cast<std::streamsize>(square.size()));
  UdpSink sink;
  const auto warnings = [&](const std::vector<std::string>& options) {
    std::vector<std::string> command{kSender, "play", folder / "square.ild", "--target", sink.address()};
    command.insert(command.end(), options.begin(), options.end());
    const auto done = run(command);
    CHECK(done.code == 0);
    return done.errors;
  };
  CHECK(warnings({}).empty());
  CHECK(warnings({"--rate", "30k"}).empty());
  CHECK(warnings({"--rate", "30001"})
            .starts_with("idn_sender: 30001 samples/s are too fast for scanners of 30 kpps"));
  CHECK(warnings({"--rate", "40k", "--scanners", "40"}).empty());
  CHECK(sink.drain() > 0);
}

#ifndef _WIN32  // no /dev/full, no limit of file sizes, symbolic links for administrators only
TEST_CASE("a standard output that fails is told with its remedy", "[e2e]") {
  const auto outcome = [](int out) {
    Process sender({kSender, "--version"}, {.out = out});
    CHECK(sender.wait() == 3);
    close(out);
    return sender.errors();
  };
  CHECK(
      outcome(open("/dev/full", O_WRONLY | O_CLOEXEC)) ==
      "idn_sender: standard output: No space left on device; the output is incomplete; free some disk space\n");
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  close(ends[0]);
  CHECK(outcome(ends[1]) ==
        "idn_sender: standard output: Broken pipe; the output is incomplete; its reader took no more of it\n");
}

TEST_CASE("a full disk is named, and a device is not replaced by a file", "[e2e]") {
  const auto done = run({kSender, "export", "circle", "/dev/full"});
  CHECK(done.code == 3);
  CHECK(done.errors.find("/dev/full: No space left on device") != std::string::npos);
  CHECK(std::filesystem::is_character_file("/dev/full"));
}

TEST_CASE("an exported file replaces an old one only when it is whole", "[e2e]") {
  TemporaryFolder folder;
  REQUIRE(run({kSender, "export", "circle", folder / "a.ild"}).code == 0);
  const auto before = binary_file(folder / "a.ild");
  // The file size is limited to 512 octets, less than the pattern takes.
  const std::string limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" export ilda \"$1\"";
  CHECK(run({"sh", "-c", limited, kSender, folder / "a.ild"}).code == 3);
  CHECK(binary_file(folder / "a.ild") == before);
  CHECK(std::distance(std::filesystem::directory_iterator(folder / ""), {}) == 1);
  std::filesystem::create_symlink("a.ild", folder / "link.ild");
  CHECK(run({kSender, "export", "square", folder / "link.ild"}).code == 0);
  CHECK(std::filesystem::is_symlink(folder / "link.ild"));
  CHECK(binary_file(folder / "a.ild") != before);
}

#endif

TEST_CASE("the timers of this machine are measured in every way to wait, and nothing is sent", "[e2e]") {
  const auto done = run({kSender, "timers", "--json"});
  REQUIRE(done.code == 0);
  CHECK(done.errors.empty());
  const auto report = nlohmann::json::parse(done.output);
  CHECK(report["clock_granularity_ns"] > 0);
  std::set<std::string> ways;
  for (const auto& row : report["waits"]) {
    ways.insert(row["wait"].get<std::string>());
    CHECK(row["waits"] > 0);
    CHECK(row["p50_us"] >= 0);
    CHECK(row["p50_us"] <= row["p99_us"]);
    CHECK(row["p99_us"] <= row["max_us"]);
  }
  CHECK(report["waits"].size() == 2 * ways.size());
  for (const char* way : {"relative sleep", "--wait sleep", "--wait hybrid", "--wait spin"})
    CHECK(ways.contains(way));
  CHECK_FALSE(report["recommendation"].get<std::string>().empty());
}

TEST_CASE("a stream is bound to the processor that is asked for", "[e2e]") {
  UdpSink sink;
  const auto last = std::to_string(io::usable_processors().back());
  const auto done =
      run({kSender, "pattern", "dot", "-d", "50ms", "--json", "--cpu", last, "--target", sink.address()});
  REQUIRE(done.code == 0);
  const auto start = nlohmann::json::parse(done.output.substr(0, done.output.find('\n')));
  const auto& grants = start["grants"];
  CHECK(std::ranges::any_of(grants, [&](const auto& grant) {
    return grant["what"] == "processor" && grant["granted"] == true && grant["detail"] == last;
  }));
}

TEST_CASE("a target where nothing listens is an error of the environment", "[e2e]") {
  std::string address;
  {
    address = UdpSink().address();
  }
  const auto done = run({kSender, "pattern", "dot", "-d", "50ms", "--target", address});
  CHECK(done.code == 3);
  CHECK(done.errors.find("nothing listens at " + address) != std::string::npos);
}

TEST_CASE("a receiver that never answers may be off, or not admit the sender", "[e2e]") {
  UdpSink sink;
  const auto done = run({kSender, "pattern", "dot", "-d", "50ms", "--target", sink.address()});
  CHECK(done.code == 0);
  CHECK(done.output.find("no answer (it is off, or does not admit this computer") != std::string::npos);
}

TEST_CASE("kernel pacing does what the system offers, or says what it lacks", "[e2e]") {
  UdpSink sink;
  const auto done =
      run({kSender, "pattern", "dot", "-d", "50ms", "--pace", "kernel", "--target", sink.address()});
  const auto offered =
      io::StreamSocket::open(Endpoint::ipv4(0x7F00'0001, kIdnPort)).value()->enable_kernel_pacing();
  if (offered) {
    CHECK(done.code == 0);
    CHECK(sink.receives(53));
    CHECK(done.output.find("2000 us ahead of " + offered->discipline + " on lo") != std::string::npos);
  } else {
    CHECK(done.code == 3);
    CHECK(done.errors == "idn_sender: --pace kernel: " + offered.error().message() + "\n");
    CHECK(sink.drain() == 0);
  }
}

// SPDX-License-Identifier: MIT
// End to end: idn_sender streams over loopback to idn_server, which makes a recording that idn_parser then
// reads.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "e2e/server_process.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn::test;
using Json = nlohmann::json;

namespace {

/// idn_server on a free port.
class Server : public ServerProcess {
 public:
  explicit Server(std::vector<std::string> options = {}) : ServerProcess(with_place(std::move(options))) {}

  /// Ends the server and returns its summary.
  Json finish(int expected_code = 0) {
    const auto end = ServerProcess::finish();
    CHECK(end.code == expected_code);
    return end.summary;
  }

  const std::string port = ServerProcess::port();

 private:
  static std::vector<std::string> with_place(std::vector<std::string> options) {
    options.insert(options.begin(), {"--port", "0", "--bind", "127.0.0.1"});
    return options;
  }
};

/// Checks that idn_parser computes the same numbers from the recording as idn_server did live: both use the
/// same time stamps and definitions.
void check_report(const TemporaryFolder& folder, const std::string& port, const Json& stream) {
  const auto read =
      run({kParser, folder / "show.pcap", "--port", port, "--json", "--html", folder / "report.html"});
  CHECK(read.code <= 1);  // 1: findings, for example a stall of this machine
  const Json report = Json::parse(read.output);
  REQUIRE(report["streams"].size() == 1);
  CHECK(report["streams"][0]["samples"] == stream["samples"]);
  CHECK(report["streams"][0]["datagrams"] == stream["datagrams"]);
  CHECK(report["streams"][0]["offsets"]["average_us"].get<double>() ==
        Approx(stream["offsets"]["average_us"].get<double>()).epsilon(1e-9));
  std::ifstream page(folder / "report.html");
  const std::string html{std::istreambuf_iterator<char>(page), {}};
  CHECK(html.find("<svg") != std::string::npos);
  CHECK(html.find("</html>") != std::string::npos);
}

#ifndef _WIN32
bool tshark_is_there() {
  return std::system("command -v tshark >/dev/null 2>&1") == 0;
}

std::string tshark(const std::string& capture, const std::string& port, const std::vector<std::string>& more) {
  std::vector<std::string> command{"tshark", "-r", capture, "-d", "udp.port==" + port + ",idn"};
  command.insert(command.end(), more.begin(), more.end());
  const auto done = run(command);
  INFO(done.errors);
  REQUIRE(done.code == 0);
  return done.output;
}

#endif

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

#ifndef _WIN32
/// Number of lines of a dissection that, apart from indentation, begin with `label`; "Sample ": one per sample.
std::size_t count_lines_with(const std::string& label, const std::string& dissection) {
  std::size_t count = 0;
  std::istringstream lines(dissection);
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.find_first_not_of(' '));
    count += line.starts_with(label);
  }
  return count;
}
#endif

}  // namespace

TEST_CASE("what is sent is received, recorded and read back in full", "[e2e]") {
  TemporaryFolder folder;
  Server server({"--record", folder / "show.pcap"});
  REQUIRE(run({kSender, "export", "ilda", folder / "show.ild"}).code == 0);
  const auto sent = run({kSender, "play", folder / "show.ild", "--repeat", "0", "-d", "1s", "--json",
                         "--target", server.target()});
  REQUIRE(sent.code == 0);
  const auto sent_summary = Json::parse(sent.output.substr(sent.output.rfind("{\"event\"")));
  CHECK(sent_summary["samples"] == 30'030 + 6'000);  // 200 ms dark before the close
  CHECK(sent_summary["acks_received"] >= 1);
  CHECK(sent_summary["send_errors"] == 0);

  const Json received = server.finish();
  REQUIRE(received["streams"].size() == 1);
  const Json& stream = received["streams"][0];
  CHECK(stream["samples"] == sent_summary["samples"]);
  CHECK(stream["datagrams"] == sent_summary["datagrams"]);
  CHECK(stream["lost"] == 0);
  CHECK(stream["ended"] == "closed");
  CHECK(received["traffic"]["malformed"] == 0);

  CHECK(received["recording"]["missing_packets"] == 0);
  // One acknowledge was sent for each request, also for the last one, for which the sender may not have waited.
  CHECK(received["recording"]["packets"] ==
        received["traffic"]["datagrams"].get<int>() + sent_summary["acks_requested"].get<int>());
  CHECK(std::filesystem::file_size(folder / "show.pcap") == received["recording"]["octets"]);
  check_report(folder, server.port, stream);
}

#ifndef _WIN32  // under Wine tshark belongs to the host system
TEST_CASE("Wireshark's dissector finds nothing malformed and the same number of samples", "[e2e][interop]") {
  if (!tshark_is_there()) {
    WARN("skipped: tshark is not installed");
    return;
  }
  const std::string format = GENERATE("xyrgb", "xyrgbi", "xyrgb16");
  CAPTURE(format);
  TemporaryFolder folder;
  Server server({"--record", folder / "show.pcap"});
  REQUIRE(
      run({kSender, "pattern", "grid", "-d", "300ms", "--format", format, "--target", server.target()}).code ==
      0);
  const Json received = server.finish();
  const std::string capture = folder / "show.pcap";
  // The dissector calls packets without a message malformed: here the session close, and nothing else.
  CHECK(count_lines(tshark(capture, server.port, {"-Y", "_ws.malformed && udp.length > 12"})) == 0);
  CHECK(count_lines(tshark(capture, server.port, {"-Y", "_ws.malformed"})) <= 1);
  const auto waves = tshark(capture, server.port, {"-V", "-Y", "idn.chunk_type == 1"});
  CHECK(count_lines_with("Wave Sample Chunk Header", waves) == received["total"]["datagrams"]);
  const std::size_t samples = count_lines_with("Sample ", waves);
  CHECK(samples == received["total"]["samples"]);
}

#endif

TEST_CASE("a killed sender makes the server report dark after the link time-out", "[e2e]") {
  Server server;
  Process sender({kSender, "pattern", "circle", "--target", server.target()});
  REQUIRE(eventually([&] { return !server.events("stream_started").empty(); }));
  sender.kill();
  REQUIRE(eventually([&] { return !server.events("dark").empty(); }));
  const Json dark = server.events("dark")[0];
  CHECK(dark["reason"] == "link time-out");
  CHECK(dark["ms_since_samples"].get<double>() >= 1000);
  CHECK(server.finish()["streams"][0]["dark_events"] == 1);
}

TEST_CASE("two sockets that ask for service 0 get a laser each, if the unit permits it", "[e2e]") {
  const bool per_source = GENERATE(false, true);
  CAPTURE(per_source);
  std::vector<std::string> options = {"--service", "1:laser:Left", "--service", "2:laser:Right"};
  if (per_source) options.push_back("--per-source");
  Server server(options);
  Process first({kSender, "pattern", "circle", "--service", "0", "--target", server.target()});
  REQUIRE(eventually([&] { return !server.events("stream_started").empty(); }));
  run({kSender, "pattern", "dot", "-d", "100ms", "--service", "0", "--target", server.target()});
  first.interrupt();
  REQUIRE(first.wait() == 0);
  const auto started = server.events("stream_started");
  const auto refused = server.events("not_played");
  const auto shared = server.events("per_source");
  const Json summary = server.finish();
  CHECK(refused.size() == (per_source ? 0 : 1));
  REQUIRE(shared.size() == (per_source ? 1 : 0));
  REQUIRE(started.size() == (per_source ? 2 : 1));
  CHECK(started[0]["service_id"] == 1);
  if (!per_source) return;
  CHECK(started[1]["service_id"] == 2);
  CHECK(shared[0]["streams"][0]["service_id"] == 1);
  CHECK(shared[0]["streams"][0]["client"] == started[0]["client"]);
  CHECK(shared[0]["streams"][1]["service_id"] == 2);
  CHECK(shared[0]["streams"][1]["client"] == started[1]["client"]);
  CHECK(summary["traffic"]["service_busy"] == 0);
  CHECK(summary["total"]["lost"] == 0);
}

TEST_CASE("every datagram that comes is accounted for, also what is not played", "[e2e]") {
  Server server;
  Process first({kSender, "pattern", "circle", "--target", server.target()});
  REQUIRE(eventually([&] { return !server.events("stream_started").empty(); }));
  run({kSender, "pattern", "dot", "-d", "100ms", "--target", server.target()});
  run({kSender, "pattern", "dot", "-d", "100ms", "--service", "77", "--target", server.target()});
  first.interrupt();
  REQUIRE(first.wait() == 0);
  REQUIRE(eventually([&] { return server.events("not_played").size() == 2; }));
  CHECK(server.events("not_played")[0]["reason"] == "the service is in use");
  CHECK(server.events("not_played")[1]["reason"] == "no such service");
  const Json traffic = server.finish()["traffic"];
  CHECK(traffic["service_busy"] == 302);  // with 200 ms dark before the close, and a request for an acknowledge
  CHECK(traffic["service_unknown"] == 302);
  CHECK(traffic["unusable"] == 0);
  std::uint64_t sum = 0;
  for (const char* kind :
       {"played", "service_busy", "service_unknown", "outdated", "unusable", "without_samples", "requests",
        "refused", "excluded", "malformed", "too_short", "ignored"})
    sum += traffic[kind].get<std::uint64_t>();
  CHECK(traffic["datagrams"] == sum);
}

#ifndef _WIN32  // no /dev/full
TEST_CASE("a full disk ends the recording, not the reception, and is reported at once and at the end",
          "[e2e]") {
  Server server({"--record", "/dev/full"});
  REQUIRE(run({kSender, "pattern", "circle", "-d", "2s", "--target", server.target()}).code == 0);
  CHECK(eventually([&] { return server.events("recording_failed").size() == 1; }));
  const Json summary = server.finish(3);
  CHECK(summary["total"]["samples"] == 60'030 + 6'000);  // 200 ms dark before the close
  CHECK(summary["recording"]["fault"] == "No space left on device");
  CHECK(summary["recording"]["packets"].get<int>() + summary["recording"]["missing_packets"].get<int>() >=
        2203);
}

#endif

TEST_CASE("bad input to server and parser gets one line and an honest exit code", "[e2e]") {
  TemporaryFolder folder;
  Server first;
  std::ofstream(folder / "text.pcap") << "not a capture";
  struct Case {
    std::vector<std::string> command;
    int code;
    std::string names;
  };
  const std::vector<Case> cases{
      {{kServer, "--port", first.port, "--bind", "127.0.0.1"}, 3, first.port},
      {{kServer, "--port", "70000"}, 2, "\"70000\" is not a number from 0 to 65535"},
      {{kServer, "--port", "x"}, 2, "--port: \"x\" is not a number"},
      {{kServer, "--port", "0", "--port", "0"}, 2, "--port is given more than once; see idn_server --help"},
      {{kServer, "--port"}, 2, "--port needs a value"},
      {{kServer, "--port", "0", "--service", "1:toaster"}, 2, "toaster"},
      {{kServer, "--port", "0", "--record", "/nonexistent/x.pcap"}, 3, "/nonexistent/x.pcap"},
      {{kServer, "--port", "0", "--bind", "beam"}, 2, "beam"},
      {{kParser, folder / "none.pcap"}, 3, "none.pcap"},
      {{kParser, folder / "text.pcap"}, 3, "text.pcap"},
      {{kParser}, 2, "FILE"},
      {{kParser, folder / "text.pcap", "--port", "x"}, 2, "--port"},
  };
  for (const auto& c : cases) {
    const auto done = run(c.command);
    CAPTURE(c.names, done.errors, done.output);
    CHECK(done.code == c.code);
    CHECK(done.errors.find(c.names) != std::string::npos);
    CHECK(count_lines(done.errors) == 1);
  }
  first.finish();
}

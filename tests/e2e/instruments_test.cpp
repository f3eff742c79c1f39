// SPDX-License-Identifier: MIT
// idn_server beyond receiving, run as a program: relay, injected faults, metrics, a recording after a kill.
#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "e2e/server_process.hpp"
#include "support/catch.hpp"
#include "support/exposition_grammar.hpp"

using namespace idn::test;
namespace asio = boost::asio;

namespace {

ServerProcess server(std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"--port", "0", "--bind", "127.0.0.1"});
  return ServerProcess(std::move(options));
}

/// `idn_server relay`, which prints JSON lines.
class Relay {
 public:
  Relay(const std::string& to, std::vector<std::string> options) : process_(command(to, std::move(options))) {
    REQUIRE(eventually([this] { return process_.output().find('\n') != std::string::npos; }));
  }

  std::string target() const { return "127.0.0.1:" + std::to_string(line(0)["port"].get<int>()); }
  nlohmann::json finish() {
    process_.interrupt();
    CHECK(process_.wait() == 0);
    return line(1);
  }

 private:
  static std::vector<std::string> command(const std::string& to, std::vector<std::string> options) {
    options.insert(options.begin(),
                   {IDN_SERVER, "relay", "--json", "--bind", "127.0.0.1", "--port", "0", "--target", to});
    return options;
  }
  nlohmann::json line(int number) const {
    std::istringstream lines(process_.output());
    std::string text;
    for (int i = 0; i <= number; ++i) std::getline(lines, text);
    return nlohmann::json::parse(text);
  }

  Process process_;
};

Finished stream_for(const std::string& target, const std::string& duration) {
  return run({IDN_SENDER, "pattern", "circle", "-d", duration, "--rate", "30k", "--json", "--target", target});
}

std::string scrape(const std::string& url) {
  const auto port = url.substr(url.rfind(':') + 1, url.rfind('/') - url.rfind(':') - 1);
  asio::io_context context;
  asio::ip::tcp::socket socket(context);
  socket.connect({asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(std::stoi(port))});
  const std::string request = "GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n";
  asio::write(socket, asio::buffer(request));
  std::string answer;
  boost::system::error_code end;
  asio::read(socket, asio::dynamic_buffer(answer), end);
  return answer.substr(answer.find("\r\n\r\n") + 4);
}

}  // namespace

TEST_CASE("a relay without faults changes nothing, and answers go back", "[e2e]") {
  auto receiver = server();
  Relay relay(receiver.target(), {"--distance", "100km"});
  const auto sent = stream_for(relay.target(), "500ms");
  INFO(sent.output << sent.errors);
  CHECK(sent.code == 0);  // played, by the acknowledges
  const auto report = relay.finish();
  const auto summary = receiver.finish().summary;
  INFO(report.dump());
  CHECK(summary["total"]["samples"] == 15'030 + 6'000);  // 200 ms dark before the close
  CHECK(summary["total"]["lost"] == 0);
  const auto& faults = report["faults"];
  CHECK(faults["arriving"]["offered"] == summary["traffic"]["datagrams"]);
  CHECK(faults["arriving"]["released"] == faults["arriving"]["offered"]);
  CHECK(faults["answered"]["released"].get<int>() > 0);
  CHECK(report["senders"] == 1);
}

TEST_CASE("who looks at a relay gets what the receiver gets, and is not heard", "[e2e]") {
  auto receiver = server(), looking = server();
  Relay relay(receiver.target(), {"--loss", "5", "--seed", "3", "--view", looking.target()});
  const auto sent = stream_for(relay.target(), "500ms");
  const auto faults = relay.finish()["faults"];
  const auto shown = receiver.finish().summary, looked = looking.finish().summary;
  INFO(shown["total"].dump() << "\n" << looked["total"].dump());
  CHECK(looked["total"]["samples"] == shown["total"]["samples"]);
  CHECK(looked["total"]["lost"] == shown["total"]["lost"]);
  CHECK(shown["total"]["lost"].get<int>() > 0);
  // Both acknowledge; only the receiver's answers go on to the sender, by whose count none came twice.
  const auto summary = nlohmann::json::parse(sent.output.substr(sent.output.rfind("{\"event\":\"summary\"")));
  CHECK(summary["acks_received"] <= summary["acks_requested"]);
  CHECK(faults["answered"]["offered"] <= summary["acks_requested"]);
}

TEST_CASE("a search does not find a projector at the relay by which somebody looks", "[e2e]") {
  auto receiver = server(), looking = server();
  Relay plain(receiver.target(), {}), viewed(receiver.target(), {"--view", looking.target()});
  const auto scan = [](const std::string& target) {
    return run({IDN_SENDER, "scan", "-d", "300ms", "-i", "lo", target}).errors;
  };
  CHECK(scan(plain.target()).find(plain.target() + " does not answer") == std::string::npos);
  CHECK(scan(viewed.target()).find(viewed.target() + " does not answer") != std::string::npos);
}

TEST_CASE("a stream whose service was taken for a part of the time flickers by that", "[e2e]") {
  TemporaryFolder folder;
  const std::string capture = folder / "two.pcap";
  auto receiver = server({"--record", capture});
  Process first({IDN_SENDER, "pattern", "dot", "--target", receiver.target()});
  REQUIRE(eventually([&] { return receiver.events("stream").size() == 1; }));
  Process second({IDN_SENDER, "pattern", "circle", "--json", "--target", receiver.target()});
  const auto has_told = [&](const std::string& state) {
    return eventually([&] { return second.output().find("\"receiver\":\"" + state) != std::string::npos; });
  };
  REQUIRE(has_told("muted"));
  first.interrupt();
  CHECK(first.wait() == 0);
  REQUIRE(has_told("playing"));
  second.interrupt();
  second.wait();
  receiver.finish();
  const auto page =
      nlohmann::json::parse(run({IDN_PARSER, capture, "--port", receiver.port(), "--json"}).output);
  CAPTURE(page["streams"].dump());
  REQUIRE(page["streams"].size() == 2);
  CHECK(page["shown"] == "FLICKERS");
  // In the order of their ports.
  const auto start = nlohmann::json::parse(second.output().substr(0, second.output().find('\n')));
  const auto client = start["local"].get<std::string>();
  for (const auto& stream : page["streams"]) {
    if (stream["client"] == client) CHECK(stream["shown"]["verdict"] == "FLICKERS");
    CHECK(stream["shown"]["taken_meanwhile"].is_string() == (stream["client"] == client));
  }
}

TEST_CASE("what the relay planned is what the receiver finds", "[e2e]") {
  auto receiver = server();
  Relay relay(receiver.target(), {"--loss", "10", "--duplicate", "5", "--reorder", "5", "--seed", "3"});
  stream_for(relay.target(), "2s");
  const auto faults = relay.finish()["faults"]["arriving"];
  const auto summary = receiver.finish().summary;
  INFO(faults.dump());
  CHECK(faults["lost"].get<int>() > 20);
  CHECK(summary["traffic"]["datagrams"] == faults["released"]);
  CHECK(faults["released"].get<int>() ==
        faults["offered"].get<int>() - faults["lost"].get<int>() + faults["duplicated"].get<int>());
}

TEST_CASE("faults of the receiver itself withhold its acknowledges", "[e2e]") {
  auto receiver = server({"--withhold-acknowledges", "100", "--seed", "5"});
  const auto sent = stream_for(receiver.target(), "1s");
  const auto summary = receiver.finish().summary;
  CHECK(sent.output.find("\"acks_received\":0,") != std::string::npos);
  CHECK(summary["units"][0]["faults"]["answered"]["acknowledges_withheld"].get<int>() > 0);
  CHECK(summary["total"]["samples"] == 30'030 + 6'000);
  CHECK(receiver.events("faults").at(0)["seed"] == 5);
}

TEST_CASE("a mistake in a relay's options or plan gets one line", "[e2e]") {
  TemporaryFolder folder;
  std::ofstream(folder / "plan.toml") << "[arriving]\nloss = 200\n";
  const auto refused = [](std::vector<std::string> options, int code, const std::string& words) {
    options.insert(options.begin(), {IDN_SERVER, "relay"});
    const auto done = run(options);
    CAPTURE(done.errors);
    CHECK(done.code == code);
    CHECK(done.output.empty());
    CHECK(std::ranges::count(done.errors, '\n') == 1);
    CHECK(done.errors.find(words) != std::string::npos);
  };
  refused({}, 2, "--target");
  refused({"--target", "127.0.0.1", "--distance", "20001km"}, 2, "0 to 20000 km");
  refused({"--target", "127.0.0.1", "--jitter", "5ms"}, 2, "--jitter has to be at most the delay");
  std::ofstream(folder / "kept.pcap") << "content";
  refused({"--target", "127.0.0.1:7399", "--port", "7399", "--record-sent", folder / "kept.pcap"}, 2,
          "is the relay itself");
  CHECK(std::filesystem::file_size(folder / "kept.pcap") == 7);
  refused({"--target", "127.0.0.1", "--record-sent", "a.pcap", "--record-received", "a.pcap"}, 2, "as well");
  refused({"--target", "127.0.0.1:x"}, 2, "a port is a number from 1 to 65535");
  refused({"--target", "01-0123456789AB"}, 3, "--target");
  refused({"--target", "127.0.0.1", "--faults", folder / "plan.toml"}, 2, "plan.toml:2:8: loss has to be");
  refused({"--target", "127.0.0.1", "--faults", folder / "none.toml"}, 3, "--faults");
  refused({"--target", "127.0.0.1", "--port", "0", "--record-sent", folder / "none/x.pcap"}, 3, "cannot write");
}

TEST_CASE("a scrape of the running server is well formed, by promtool as well where it is installed", "[e2e]") {
  auto receiver = server({"--metrics", "0"});
  REQUIRE(eventually([&] { return !receiver.events("metrics").empty(); }));
  const auto url = receiver.events("metrics")[0]["url"].get<std::string>();
  Process sender({IDN_SENDER, "pattern", "circle", "--target", receiver.target()});
  std::string text;
  REQUIRE(eventually([&] {
    text = scrape(url);
    return text.find("idn_server_stream_samples_total{") != std::string::npos;
  }));
  CHECK(ExpositionGrammar(text).error() == "");
  if (std::filesystem::exists("/usr/bin/promtool")) {
    TemporaryFolder folder;
    std::ofstream(folder / "metrics.txt") << text;
    const int in = ::open((folder / "metrics.txt").c_str(), O_RDONLY);
    const auto judged = run({"/usr/bin/promtool", "check", "metrics"}, {.in = in});
    ::close(in);
    INFO(judged.output << judged.errors);
    CHECK(judged.code == 0);
  }
}

namespace {

/// Number of complete packets in a pcap file, read by its published format.
std::size_t complete_packets(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string octets{std::istreambuf_iterator<char>(file), {}};
  std::size_t count = 0;
  for (std::size_t at = 24; at + 16 <= octets.size(); ++count) {
    std::uint32_t size = 0;
    std::memcpy(&size, octets.data() + at + 8, sizeof size);
    at += 16 + size;
    if (at > octets.size()) break;
  }
  return count;
}

}  // namespace

TEST_CASE("a recording of a server that was killed opens up to its last complete packet", "[e2e]") {
  TemporaryFolder folder;
  const std::string file = folder / "killed.pcap";
  {
    Process receiver({IDN_SERVER, "--port", "0", "--bind", "127.0.0.1", "--json", "--state", folder / "state",
                      "--record", file});
    REQUIRE(eventually([&] { return receiver.output().find('\n') != std::string::npos; }));
    const auto port = nlohmann::json::parse(receiver.output().substr(0, receiver.output().find('\n')))["port"];
    Process sender({IDN_SENDER, "pattern", "circle", "--rate", "100k", "--target", "127.0.0.1:" + port.dump()});
    REQUIRE(eventually([&] { return std::filesystem::file_size(file) > 500'000; }));
    receiver.kill();
    receiver.wait();
  }
  const std::size_t complete = complete_packets(file);
  CHECK(complete >= 500);
  if (!std::filesystem::exists("/usr/bin/tshark")) return;
  // The file as the kill left it, then cut within its last packet.
  const auto opened = [&] {
    const auto read = run({"tshark", "-r", file, "-T", "fields", "-e", "frame.number"});
    return static_cast<std::size_t>(std::ranges::count(read.output, '\n'));
  };
  CHECK(opened() == complete);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 10);
  CHECK(opened() == complete_packets(file));
}

// SPDX-License-Identifier: MIT
#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "idn_server/metrics/exposition.hpp"
#include "idn_server/metrics/metrics_server.hpp"
#include "idn_server/metrics/server_metrics.hpp"
#include "support/catch.hpp"
#include "support/exposition_grammar.hpp"
#ifndef _WIN32
#include "support/inherited_sockets.hpp"
#endif
#include "unit/stream/receiver_fixture.hpp"

namespace idn::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace std::chrono_literals;

struct Nobody : StreamObserver {
  void stream_started(const StreamFacts&) override {}
  void went_dark(const StreamFacts&, const DarkEvent&) override {}
};

/// A unit that got a second of a wave stream with losses and a stall.
struct PlayingUnit {
  Nobody observer;
  StreamTable streams{observer, "Be\"am\\1"};
  stream::Receiver receiver{test::buffering_config(), streams};

  explicit PlayingUnit(Duration stall = 60ms, Duration jitter = 0ms) {
    TimePoint now = test::kStart;
    for (std::uint16_t i = 0; i < 1000; ++i, now += 1ms) {
      if (i % 100 == 50) continue;
      if (i == 500) now += stall;
      const std::uint32_t timestamp = i * 1000u;
      const auto message = i == 0 ? test::opening_wave(timestamp) : test::wave(timestamp);
      receiver.on_datagram(test::packet(wire::Command::RtMessage, i, test::encode(message)), test::kClient,
                           now + i % 7 * jitter);
      streams.flush();
    }
  }

  ServerFacts facts() const {
    UnitReport report;
    report.unit.name = "Be\"am\\1";
    report.streams = &streams;
    report.receiver = receiver.stats();
    report.sessions = receiver.session_count();
    report.faults = FaultReport{};
    cli::RecordingFacts recording;
    recording.packets = 7;
    return {.elapsed = 5s, .units = {report}, .recording = recording};
  }
};

TEST_CASE("the metrics are well formed and tell what was received", "[server]") {
  const PlayingUnit unit;
  const test::ExpositionGrammar read(metrics_text(unit.facts()));
  CHECK(read.error().empty());
  INFO(read.error());
  const auto value = [&](const std::string& sample) {
    CAPTURE(sample);
    REQUIRE(read.samples().contains(sample));
    return read.samples().at(sample);
  };
  const std::string name = R"(unit="Be\"am\\1")";
  const std::string service = "{" + name + R"(,service="1"})";
  const std::string stream = "{" + name + R"(,service="1",client="192.168.1.10:40000",group="0",channel="0"})";
  CHECK(value("idn_server_datagrams_total{" + name + "}") == 990);
  CHECK(value("idn_server_sessions{" + name + "}") == 1);
  CHECK(value("idn_server_packet_fates_total{" + name + R"(,fate="played"})") == 990);
  CHECK(value("idn_server_service_samples_total" + service) == 990 * 20);
  // The chunk delayed by the stall arrived too late and was not shown.
  CHECK(value("idn_server_service_late_samples_total" + service) == 20);
  CHECK(value("idn_server_service_lost_total" + service) == 10);
  CHECK(value("idn_server_stream_samples_total" + stream) == 990 * 20);
  CHECK(value("idn_server_stream_underruns_total" + stream) >= 10);
  CHECK(value("idn_server_service_underruns_total{" + name + R"(,service="1",cause="late"})") == 1);
  CHECK(value("idn_server_service_dark_seconds_total" + service) > 0.01);
  CHECK(value("idn_server_output_latency_seconds_bucket{" + name + R"(,service="1",le="0.04"})") >= 490);
  CHECK(value("idn_server_recording_packets_total") == 7);
}

TEST_CASE("the metrics tell the timing of each stream, in seconds and ratios", "[server]") {
  const PlayingUnit unit;
  const test::ExpositionGrammar read(metrics_text(unit.facts()));
  const auto value = [&](const std::string& name, const std::string& edge = "") {
    const std::string le = edge.empty() ? "" : ",le=\"" + edge + "\"";
    const auto sample = "idn_server_stream_" + name +
                        R"({unit="Be\"am\\1",service="1",client="192.168.1.10:40000",group="0",channel="0")" +
                        le + "}";
    CAPTURE(sample);
    REQUIRE(read.samples().contains(sample));
    return read.samples().at(sample);
  };
  // Of 989 offsets ten are excluded because of losses; one is 60 ms too long, the others are exact.
  CHECK(value("deviation_seconds_bucket", "-0.0001") == 0);
  CHECK(value("deviation_seconds_bucket", "0") == 0);
  CHECK(value("deviation_seconds_bucket", "0.0001") == 978);
  CHECK(value("deviation_seconds_bucket", "0.05") == 978);
  CHECK(value("deviation_seconds_bucket", "0.1") == 979);
  CHECK(value("deviation_seconds_sum") == 0.06);
  CHECK(value("absolute_deviation_seconds_bucket", "0.0001") == 978);
  CHECK(value("absolute_deviation_seconds_bucket", "0.1") == 979);
  CHECK(value("absolute_deviation_seconds_count") == 979);
  CHECK(value("absolute_deviation_seconds_sum") == 0.06);
  CHECK(value("on_target_ratio") == Approx(978.0 / 979));
  CHECK(value("fill_ratio") == Approx(0.99));
  // A step in the middle of a second gives the fitted line a slope of 1.5 times its height.
  CHECK(value("rate_error_ratio") == Approx(0.09).epsilon(0.01));
  CHECK(value("long_term_jitter_seconds") == Approx(0.03));
  CHECK(value("long_term_jitter_without_drift_seconds") == Approx(0.03).epsilon(0.01));
  CHECK(value("dark_seconds_total") > 0.01);
  CHECK(value("late_datagrams_total") == 0);
}

TEST_CASE("the metrics tell what came late beside what was lost", "[server]") {
  PlayingUnit unit;
  TimePoint now = test::kStart + 2s;
  for (const auto number : std::initializer_list<std::uint16_t>{1000, 1002, 1001, 1003}) {
    const auto message = test::encode(test::wave(number * 1000u));
    unit.receiver.on_datagram(test::packet(wire::Command::RtMessage, number, message), test::kClient,
                              now += 1ms);
  }
  const test::ExpositionGrammar read(metrics_text(unit.facts()));
  const std::string stream =
      R"({unit="Be\"am\\1",service="1",client="192.168.1.10:40000",group="0",channel="0"})";
  CHECK(read.samples().at("idn_server_stream_lost_total" + stream) == 11);
  CHECK(read.samples().at("idn_server_stream_reordered_total" + stream) == 1);
  CHECK(read.samples().at("idn_server_stream_late_datagrams_total" + stream) == 1);
}

TEST_CASE("the metrics tell the interval of the rate error when a stream has ended", "[server]") {
  PlayingUnit unit(0ms, 10us);
  const std::string stream =
      R"({unit="Be\"am\\1",service="1",client="192.168.1.10:40000",group="0",channel="0"})";
  CHECK(metrics_text(unit.facts()).find("idn_server_ended_stream_rate_error_ratio{") == std::string::npos);
  unit.receiver.on_datagram(test::packet(wire::Command::RtClose, 1000, {}), test::kClient, test::kStart + 2s);
  unit.streams.flush();
  const test::ExpositionGrammar read(metrics_text(unit.facts()));
  INFO(read.error());
  CHECK(read.error().empty());
  CHECK_FALSE(read.samples().contains("idn_server_stream_rate_error_ratio" + stream));
  const auto value = [&](const std::string& name) {
    return read.samples().at("idn_server_ended_stream_rate_error_" + name + stream);
  };
  CHECK(value("ratio") == Approx(0).margin(2e-6));
  CHECK(value("low_ratio") < value("ratio"));
  CHECK(value("ratio") < value("high_ratio"));
}

TEST_CASE("an interval that cannot be told is not in the metrics", "[server]") {
  PlayingUnit unit;
  unit.receiver.on_datagram(test::packet(wire::Command::RtClose, 1000, {}), test::kClient, test::kStart + 2s);
  unit.streams.flush();
  const auto text = metrics_text(unit.facts());
  CHECK(text.find("idn_server_ended_stream_rate_error_ratio{") != std::string::npos);
  CHECK(text.find("idn_server_ended_stream_rate_error_low_ratio{") == std::string::npos);
  CHECK(text.find("idn_server_ended_stream_rate_error_high_ratio{") == std::string::npos);
}

TEST_CASE("without anything to tell the metrics are well formed as well", "[server]") {
  const test::ExpositionGrammar read(metrics_text(ServerFacts{}));
  CHECK(read.error() == "");
  CHECK(read.samples().at("idn_server_streams_unlisted") == 0);
}

TEST_CASE("the strict reader finds mistakes", "[server]") {
  using test::ExpositionGrammar;
  CHECK(ExpositionGrammar("# HELP a_total x\n# TYPE a_total counter\na_total 1\n").error().empty());
  for (const auto* wrong :
       {"a 1\n", "# HELP a x\n# TYPE a gauge\na{b=\"c} 1\n", "# HELP a x\n# TYPE a counter\na 1\n",
        "# HELP a x\n# TYPE a gauge\na 1\na 2\n", "# HELP a x\n# TYPE a gauge\nb 1\n",
        "# HELP a x\n# TYPE a gauge\na 1", "# HELP a x\n# TYPE a gauge\na\n",
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 3\na_bucket{le=\"+Inf\"} 2\na_sum 1\na_count "
        "2\n"}) {
    CAPTURE(wrong);
    CHECK_FALSE(ExpositionGrammar(wrong).error().empty());
  }
}

TEST_CASE("labels may hold anything", "[server]") {
  CHECK(Exposition::labels({{"a", "x\"y\\z\nw"}, {"b", ""}}) == R"({a="x\"y\\z\nw",b=""})");
}

/// A metrics server on a free port, and requests of clients.
struct Serving {
  std::atomic<int> made = 0;
  MetricsServer server{Endpoint::ipv4(0x7F000001, 0), [this](const MetricsServer::Deliver& deliver) {
                         ++made;
                         deliver("up 1\n");
                       }};
  asio::io_context own;

  tcp::socket connect() {
    tcp::socket socket(own);
    socket.connect({asio::ip::address_v4(0x7F000001), server.local().port});
    return socket;
  }
  static std::string rest_of(tcp::socket& socket) {
    std::string answer;
    boost::system::error_code end;
    asio::read(socket, asio::dynamic_buffer(answer), end);
    return answer;
  }
  std::string ask(const std::string& request) {
    tcp::socket socket = connect();
    boost::system::error_code ignored;
    asio::write(socket, asio::buffer(request), ignored);
    return rest_of(socket);
  }
};

TEST_CASE("a scrape gets the metrics, and whoever asks for something else learns where they are", "[server]") {
  Serving serving;
  const auto answer = serving.ask("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
  CHECK(answer.starts_with("HTTP/1.1 200 OK\r\n"));
  CHECK(answer.find("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n") != std::string::npos);
  CHECK(answer.ends_with("\r\n\r\nup 1\n"));
  const auto head = serving.ask("HEAD /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
  CHECK(head.starts_with("HTTP/1.1 200 OK\r\n"));
  CHECK(head.find("Content-Length: 5\r\n") != std::string::npos);
  CHECK(head.ends_with("\r\n\r\n"));
  CHECK(serving.ask("GET / HTTP/1.0\r\n\r\n").find(" 404 ") != std::string::npos);
  CHECK(serving.ask("DELETE /metrics HTTP/1.1\r\n\r\n").find(" 405 ") != std::string::npos);
  const auto post = serving.ask("POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello");
  CHECK(post.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"));
  CHECK(post.find("\r\nAllow: GET, HEAD\r\n") != std::string::npos);
}

#ifndef _WIN32
TEST_CASE("programs that are started inherit neither the listener for scrapes nor a connection", "[server]") {
  Serving serving;
  tcp::socket socket = serving.connect();
  asio::write(socket, asio::buffer(std::string_view("GET /metrics HTTP/1.1\r\n")));
  tcp::socket refused = serving.connect();
  asio::write(refused, asio::buffer(std::string_view("?\r\n\r\n")));
  Serving::rest_of(refused);  // so the first one has been accepted
  CHECK(test::sockets_at(serving.server.local().port).inherited == 0);
  CHECK(test::sockets_at(serving.server.local().port).all >= 2);
}
#endif

TEST_CASE("a request may come octet by octet, and its connection ends with the answer", "[server]") {
  Serving serving;
  tcp::socket socket = serving.connect();
  socket.set_option(tcp::no_delay(true));
  for (const char octet : std::string_view("GET /metrics?now HTTP/1.1\r\nHost: here\r\nAccept: */*\r\n\r\n"))
    asio::write(socket, asio::buffer(&octet, 1));
  CHECK(Serving::rest_of(socket).ends_with("\r\n\r\nup 1\n"));
}

TEST_CASE("what is no small request is refused", "[server]") {
  Serving serving;
  const std::string large =
      "GET /metrics HTTP/1.1\r\nX: " + std::string(MetricsServer::kMostHeader, 'x') + "\r\n\r\n";
  for (const auto& request :
       {std::string("\0\1\2\3\r\n\r\n", 8), std::string("GET\r\n\r\n"), large,
        std::string("GET /metrics HTTP/9.9\r\n\r\n"),
        std::string("POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello"),
        std::string("GET /metrics HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n")}) {
    CAPTURE(request);
    const auto answer = serving.ask(request);
    CHECK(answer.find(" 200 ") == std::string::npos);
  }
  CHECK(serving.made == 0);
  CHECK(serving.ask("GET /metrics HTTP/1.1\r\n\r\n").find(" 200 ") != std::string::npos);
}

TEST_CASE("more connections than there may be are closed, and there is room again when they end", "[server]") {
  Serving serving;
  std::vector<tcp::socket> silent;
  for (std::size_t i = 0; i < MetricsServer::kMostConnections; ++i) silent.push_back(serving.connect());
  // Connections are accepted in order: for this one there is no place left, so it is closed.
  CHECK(serving.ask("GET /metrics HTTP/1.1\r\n\r\n").empty());
  CHECK(serving.made == 0);
  silent.clear();
  std::string answer;
  for (int i = 0; i < 1000 && answer.empty(); ++i) answer = serving.ask("GET /metrics HTTP/1.1\r\n\r\n");
  CHECK(answer.find(" 200 ") != std::string::npos);
}

TEST_CASE("however often somebody asks, the text is made ten times a second at most", "[server]") {
  Serving serving;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 200; ++i) REQUIRE_FALSE(serving.ask("GET /metrics HTTP/1.1\r\n\r\n").empty());
  const auto passed = std::chrono::steady_clock::now() - begin;
  CHECK(serving.made <= 1 + passed / MetricsServer::kMaxTextAge);
}

}  // namespace
}  // namespace idn::server

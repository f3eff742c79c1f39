// SPDX-License-Identifier: MIT
#include "idn/client/sample_receiver.hpp"

#include "io/send/stream_socket.hpp"
#include "support/catch.hpp"
#include "support/counting_projector.hpp"
#include "support/hex.hpp"
#include "support/recording_projector.hpp"

using namespace idn;

TEST_CASE("a receiver delays by 10 s at most", "[client]") {
  for (const Duration latency : {Duration::max(), Duration(std::chrono::seconds(11)), Duration(-1)})
    CHECK(client::SampleReceiver::open({.port = 0, .latency = latency}, [](const auto&) {}).error().code ==
          Errc::BadOption);
}

TEST_CASE("a callback of a receiver that throws is not called again, and the receiver says so", "[client]") {
  std::atomic<int> calls = 0;
  const auto receiver = client::SampleReceiver::open({.port = 0}, [&](const auto&) {
    ++calls;
    throw std::runtime_error("no room");
  });
  REQUIRE(receiver);
  const auto socket = io::StreamSocket::open(Endpoint::ipv4(0x7F00'0001, receiver->local().port)).value();
  auto datagram = test::vector_file("idn/20-frame-open-entire.hex");
  datagram.at(14) = std::byte{0};
  REQUIRE_FALSE(socket->send(datagram));
  socket->flush();
  REQUIRE(test::eventually([&] { return receiver->fault().has_value(); }));
  CHECK(receiver->fault()->code == Errc::Callback);
  CHECK(receiver->fault()->message().find("on_samples threw an exception: no room") == 0);
  REQUIRE_FALSE(socket->send(datagram));
  socket->flush();
  const test::RecordingProjector other;  // what it gets later, the first one has had
  CHECK(calls == 1);
}

TEST_CASE("sample 0 of a frame is handed over dark, whatever colour it carries", "[client]") {
  const test::RecordingProjector projector;
  auto datagram = test::vector_file("idn/20-frame-open-entire.hex");  // five samples, the first of them dark
  datagram.at(14) = std::byte{0};                                     // service: the default one
  datagram.at(40) = std::byte{255};                                   // sample 0: red
  const auto socket = io::StreamSocket::open(Endpoint::ipv4(0x7F00'0001, projector.port())).value();
  REQUIRE_FALSE(socket->send(datagram));
  socket->flush();
  REQUIRE(projector.awaits_lit(1));  // the frame is handed over as a whole
  CHECK(projector.lit().size() == 4);
}

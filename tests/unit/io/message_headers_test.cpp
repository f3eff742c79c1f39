// SPDX-License-Identifier: MIT
#include "io/platform/linux/message_headers.hpp"

#include <cstring>

#include "support/catch.hpp"

namespace idn::io::platform {
namespace {

const std::vector<std::byte> kOctets(3000);

OutgoingMessage message_of(std::size_t octets, std::size_t segment) {
  return {.octets = ConstBytes(kOctets).first(octets), .segment = segment};
}

std::vector<std::byte> octets_of(const void* from, std::size_t length) {
  const auto* const first = static_cast<const std::byte*>(from);
  return {first, first + length};
}

struct Control {
  int level;
  int type;
  std::vector<std::byte> content;

  template <class T>
  T as() const {
    REQUIRE(content.size() == sizeof(T));
    T value;
    std::memcpy(&value, content.data(), sizeof value);
    return value;
  }
};

std::vector<Control> controls_of(msghdr header) {
  std::vector<Control> found;
  for (cmsghdr* each = CMSG_FIRSTHDR(&header); each != nullptr; each = CMSG_NXTHDR(&header, each))
    found.push_back(
        {each->cmsg_level, each->cmsg_type, octets_of(CMSG_DATA(each), each->cmsg_len - CMSG_LEN(0))});
  return found;
}

TEST_CASE("a message for the kernel has its octets, and no receiver", "[io]") {
  MessageHeaders headers(2);
  const auto filled = headers.fill(std::vector{message_of(760, 760)});
  REQUIRE(filled.size() == 1);
  const msghdr& header = filled[0].msg_hdr;
  CHECK(header.msg_name == nullptr);  // that of the connection
  REQUIRE(header.msg_iovlen == 1);
  CHECK(header.msg_iov->iov_base == kOctets.data());
  CHECK(header.msg_iov->iov_len == 760);
  CHECK(header.msg_controllen == 0);
}

TEST_CASE("several datagrams in one message come with the size to divide by", "[io]") {
  MessageHeaders headers(2);
  const auto filled = headers.fill(std::vector{message_of(1900, 760), message_of(100, 760)});
  const msghdr& divided = filled[0].msg_hdr;
  // udp(7): UDP_SEGMENT, 103, of level 17, with two octets
  const auto controls = controls_of(divided);
  REQUIRE(controls.size() == 1);
  CHECK(controls[0].level == 17);
  CHECK(controls[0].type == 103);
  CHECK(controls[0].as<std::uint16_t>() == 760);
  CHECK(filled[1].msg_hdr.msg_controllen == 0);
}

TEST_CASE("with a clock, every message comes with its departure", "[io]") {
  MessageHeaders headers(2);
  headers.set_clock(KernelClock(CLOCK_MONOTONIC));
  auto divided = message_of(1900, 760);
  auto single = message_of(760, 760);
  divided.departure = TimePoint(std::chrono::nanoseconds(1'000'000'000'001));
  single.departure = TimePoint(std::chrono::nanoseconds(2));
  const auto filled = headers.fill(std::vector{divided, single});
  // socket(7): SCM_TXTIME, 61, of level SOL_SOCKET, 1, with eight octets
  const auto both = controls_of(filled[0].msg_hdr);
  REQUIRE(both.size() == 2);
  CHECK(both[0].type == 103);
  CHECK(both[0].as<std::uint16_t>() == 760);
  CHECK(both[1].level == 1);
  CHECK(both[1].type == 61);
  CHECK(both[1].as<std::uint64_t>() == 1'000'000'000'001);
  const auto one = controls_of(filled[1].msg_hdr);
  REQUIRE(one.size() == 1);
  CHECK(one[0].type == 61);
  CHECK(one[0].as<std::uint64_t>() == 2);
}

TEST_CASE("no more messages are described than there is room for", "[io]") {
  MessageHeaders headers(2);
  CHECK(headers.fill(std::vector(3, message_of(1, 1))).size() == 2);
}

}  // namespace
}  // namespace idn::io::platform

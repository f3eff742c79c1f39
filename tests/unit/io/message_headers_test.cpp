// SPDX-License-Identifier: MIT
#include "io/platform/linux/message_headers.hpp"

#include <cstring>

#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::io::platform {
namespace {

const std::vector<std::byte> kOctets(3000);

OutgoingMessage message_of(std::size_t octets, std::size_t segment) {
  return {
      .to = Endpoint::ipv4(0xC0A80102, 7255), .octets = ConstBytes(kOctets).first(octets), .segment = segment};
}

std::vector<std::byte> octets_of(const void* from, std::size_t length) {
  const auto* const first = static_cast<const std::byte*>(from);
  return {first, first + length};
}

TEST_CASE("a message for the kernel names its receiver and its octets", "[io]") {
  MessageHeaders headers(2);
  const auto filled = headers.fill(std::vector{message_of(760, 760)});
  REQUIRE(filled.size() == 1);
  const msghdr& header = filled[0].msg_hdr;
  // AF_INET, port 7255 and address 192.168.1.2 in network byte order, eight octets of padding
  CHECK(octets_of(header.msg_name, header.msg_namelen) ==
        test::from_hex("0200 1C57 C0A80102 0000000000000000"));
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
  const cmsghdr* const control = CMSG_FIRSTHDR(&divided);
  REQUIRE(control != nullptr);
  CHECK(control->cmsg_level == 17);
  CHECK(control->cmsg_type == 103);
  CHECK(control->cmsg_len == CMSG_LEN(2));
  std::uint16_t segment;
  std::memcpy(&segment, CMSG_DATA(control), sizeof segment);
  CHECK(segment == 760);
  CHECK(filled[1].msg_hdr.msg_controllen == 0);
}

TEST_CASE("no more messages are described than there is room for", "[io]") {
  MessageHeaders headers(2);
  CHECK(headers.fill(std::vector(3, message_of(1, 1))).size() == 2);
}

}  // namespace
}  // namespace idn::io::platform

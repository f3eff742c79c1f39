// SPDX-License-Identifier: MIT
// Linux: writers that connect and disconnect. For what they write see e2e/shared_test.cpp.
#include "io/send/shared_ring.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "support/test_timeout.hpp"

namespace idn::io {
namespace {

/// A writer that connects and never writes.
class SilentWriter {
 public:
  explicit SilentWriter(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  ~SilentWriter() { ::close(socket_); }
  SilentWriter(const SilentWriter&) = delete;
  SilentWriter& operator=(const SilentWriter&) = delete;

  /// Waits until the server sends the memory's descriptor, without receiving it.
  bool is_served() const {
    pollfd event{socket_, POLLIN, 0};
    char octet = 0;
    return ::poll(&event, 1, static_cast<int>(test::kTestTimeout / std::chrono::milliseconds(1))) == 1 &&
           ::recv(socket_, &octet, 1, 0) == 1;
  }

 private:
  int socket_;
};

TEST_CASE("one writer comes after the other, though each is looked at by the tick thread", "[io]") {
  const test::TemporaryFolder folder;
  const auto ring = SharedRing::open({.name = folder / "ring", .rate = {30'000}, .limit = 1000}).value();
  for (std::uint64_t number = 1; number <= 3; ++number) {
    const SilentWriter writer(folder / "ring");
    REQUIRE(writer.is_served());
    CHECK(ring->writers().is_connected);
    CHECK(ring->writers().connections == number);
    CHECK_FALSE(ring->has_content(monotonic_now()));
  }
  CHECK(ring->writers().rejected == 0);
}

}  // namespace
}  // namespace idn::io

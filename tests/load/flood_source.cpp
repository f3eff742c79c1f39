// SPDX-License-Identifier: MIT
#include "load/flood_source.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "cli/failure.hpp"
#include "support/hex.hpp"

namespace idn::load {
namespace {

/// The protocol's test vectors, sorted by name, so that a seed gives the same datagrams on every machine.
std::vector<std::vector<std::byte>> read_examples() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(std::string(IDN_TEST_VECTORS) + "/idn"))
    names.push_back("idn/" + file.path().filename().string());
  std::ranges::sort(names);
  std::vector<std::vector<std::byte>> examples;
  for (const auto& name : names) examples.push_back(test::vector_file(name));
  return examples;
}

int open_socket(std::uint16_t target_port) {
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in target{};
  target.sin_family = AF_INET;
  target.sin_port = htons(target_port);
  target.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket < 0 || ::connect(socket, reinterpret_cast<const sockaddr*>(&target), sizeof target) != 0)
    throw cli::Failure(cli::kEnvironment, "no socket: " + std::generic_category().message(errno));
  return socket;
}

}  // namespace

HostileDatagrams::HostileDatagrams(std::uint64_t seed) : chance_(seed), examples_(read_examples()) {}

std::size_t HostileDatagrams::write(std::size_t client, std::span<std::byte, kLongest> out) {
  constexpr std::size_t kEthernet = 1472;
  const std::size_t kind = below(1000);
  if (kind == 0) return write_noise(out);
  if (kind < 200) return write_noise(out.first(below(kEthernet)));
  const std::size_t length = write_almost_valid(client, out.first(kEthernet));
  if (kind < 300 && length > 4) write_noise(out.subspan(4, length - 4));
  return length;
}

std::size_t HostileDatagrams::write_noise(MutableBytes out) {
  for (std::size_t at = 0; at < out.size(); at += sizeof(std::uint64_t)) {
    const auto octets = std::bit_cast<std::array<std::byte, sizeof(std::uint64_t)>>(chance_());
    std::ranges::copy(std::span(octets).first(std::min(octets.size(), out.size() - at)),
                      out.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return out.size();
}

std::size_t HostileDatagrams::write_almost_valid(std::size_t client, MutableBytes out) {
  const auto& example = examples_[below(examples_.size())];
  std::ranges::copy(example, out.begin());
  const std::uint16_t sequence = sequences_[client % sequences_.size()]++;
  out[2] = static_cast<std::byte>(sequence >> 8);
  out[3] = static_cast<std::byte>(sequence & 0xFF);
  for (std::size_t changes = below(5); changes > 0; --changes)
    out[below(example.size())] = static_cast<std::byte>(chance_());
  switch (below(8)) {
    case 0:
      return below(example.size());
    case 1:
      return example.size() + write_noise(out.subspan(example.size(), below(64)));
    default:
      return example.size();
  }
}

FloodSockets::FloodSockets(std::uint16_t target_port, std::uint64_t seed) : datagrams_(seed), buffers_(kBatch) {
  for (std::size_t i = 0; i < kPorts; ++i) sockets_.push_back(open_socket(target_port));
}

FloodSockets::~FloodSockets() {
  for (const int socket : sockets_) ::close(socket);
}

std::size_t FloodSockets::send(std::size_t count) {
  count = std::min(count, kBatch);
  const std::size_t client = next_++ % sockets_.size();
  std::array<iovec, kBatch> octets{};
  std::array<mmsghdr, kBatch> messages{};
  for (std::size_t i = 0; i < count; ++i) {
    octets[i] = {buffers_[i].data(), datagrams_.write(client, buffers_[i])};
    messages[i].msg_hdr.msg_iov = &octets[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  const int sent = ::sendmmsg(sockets_[client], messages.data(), static_cast<unsigned>(count), 0);
  return sent > 0 ? static_cast<std::size_t>(sent) : 0;
}

}  // namespace idn::load

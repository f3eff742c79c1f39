// SPDX-License-Identifier: MIT
// A five-line program of somebody else: sends one dark datagram.
#include <idn/io/udp_transport.hpp>
#include <idn/stream/packer.hpp>

int main() {
  auto packer = idn::stream::Packer::create({}).value();
  const std::vector<idn::LaserSample> dark(100);
  auto net = idn::io::UdpTransport::open("127.0.0.1", idn::kIdnPort);
  return net && !(*net)->send(packer.pack(dark, false)) ? 0 : 1;
}

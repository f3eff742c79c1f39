// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/io/send/kernel_pacing.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"
#include "io/send/transport.hpp"

namespace idn::io {

/// A UDP socket that is connected to one receiver.
/// Threads: one owner. Real-time: send() and receive() (no heap, lock, log).
class UdpTransport final : public Transport {
 public:
  /// Resolves `host` (name or IPv4 address) and connects. Blocks while resolving.
  /// Errors: the operating system's, for instance std::errc::network_unreachable, permission_denied (a
  /// broadcast address); of names, those of the resolver.
  static SystemResult<std::unique_ptr<UdpTransport>> open(const std::string& host, std::uint16_t port);
  ~UdpTransport() override;

  /// Real-time: yes. "Connection refused" is about an earlier datagram: this one has been sent all the same.
  std::error_code send(ConstBytes datagram) noexcept override;
  /// Reports operation_canceled, once, where the kernel has dropped an earlier datagram because its departure
  /// had passed; this one has been sent all the same.
  std::error_code send_at(ConstBytes datagram, TimePoint departure) noexcept override;
  std::size_t receive(MutableBytes buffer) noexcept override;

  /// Turns on kernel pacing (SO_TXTIME) for send_at(), after asking the kernel whether the queue discipline on
  /// the route to the receiver supports it; Linux only.
  /// @return kernel pacing as enabled, or the cause with a hint, as a sentence fragment for messages
  SystemResult<KernelPacing> enable_kernel_pacing();

  /// Local address.
  Endpoint local() const;
  /// Address of the receiver.
  Endpoint remote() const;

 private:
  struct Socket;
  explicit UdpTransport(std::unique_ptr<Socket> socket);
  std::unique_ptr<Socket> socket_;
};

}  // namespace idn::io

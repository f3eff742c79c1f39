// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/io/kernel_pacing.hpp"
#include "idn/io/transport.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"

namespace idn::io {

/// A UDP socket that talks to one receiver. One thread at a time.
class UdpTransport final : public Transport {
 public:
  /// Resolves `host` (name or IPv4 address) and connects. Blocks while resolving.
  static SystemResult<std::unique_ptr<UdpTransport>> open(const std::string& host, std::uint16_t port);
  ~UdpTransport() override;

  /// Real-time: yes. "Connection refused" is about an earlier datagram: this one has been sent all the same.
  std::error_code send(ConstBytes datagram) noexcept override;
  /// Reports operation_canceled, once, where the kernel has dropped an earlier datagram because its departure
  /// had passed; this one has been sent all the same.
  std::error_code send_at(ConstBytes datagram, TimePoint departure) noexcept override;
  std::size_t receive(MutableBytes buffer) noexcept override;

  /// From now on send_at() lets the kernel keep the departures. Asks the kernel whether it can on the way to
  /// the receiver; Linux only.
  /// @return why it cannot, with the remedy, as a sentence fragment for users
  SystemResult<KernelPacing> enable_kernel_pacing();

  /// Where it sends from.
  Endpoint local() const;
  /// Where it sends to.
  Endpoint remote() const;

 private:
  struct Socket;
  explicit UdpTransport(std::unique_ptr<Socket> socket);
  std::unique_ptr<Socket> socket_;
};

}  // namespace idn::io

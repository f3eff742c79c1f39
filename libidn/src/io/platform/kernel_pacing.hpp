// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <system_error>

#include "idn/endpoint.hpp"
#include "idn/io/send/kernel_pacing.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"
#include "io/platform/datagram_batch.hpp"

namespace idn::io::platform {

/// Sends on a connected socket with kernel pacing (SO_TXTIME).
class PacedSender {
 public:
  /// @return or why kernel pacing is not possible, with the remedy, as a sentence fragment for users
  static SystemResult<std::unique_ptr<PacedSender>> enable(NativeSocket socket, const Endpoint& receiver);
  ~PacedSender();
  PacedSender(const PacedSender&) = delete;
  PacedSender& operator=(const PacedSender&) = delete;

  const KernelPacing& pacing() const noexcept;
  std::error_code send(ConstBytes datagram, TimePoint departure) noexcept;
  /// Whether the kernel has dropped an earlier datagram because its departure had passed; true once for each.
  bool takes_drop() noexcept;

 private:
  struct State;
  explicit PacedSender(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform

// SPDX-License-Identifier: MIT
#include "io/platform/kernel_pacing.hpp"

#include "io/platform/portable/no_transmit_times.hpp"

namespace idn::io::platform {

struct PacedSender::State {
  KernelPacing pacing;
};

SystemResult<std::unique_ptr<PacedSender>> PacedSender::enable(NativeSocket, const Endpoint&) {
  return not_supported(kNoTransmitTimes);
}

PacedSender::PacedSender(std::unique_ptr<State> state) : state_(std::move(state)) {}
PacedSender::~PacedSender() = default;

const KernelPacing& PacedSender::pacing() const noexcept {
  return state_->pacing;
}
std::error_code PacedSender::send(ConstBytes, TimePoint) noexcept {
  return std::make_error_code(std::errc::not_supported);
}
bool PacedSender::takes_drop() noexcept {
  return false;
}

}  // namespace idn::io::platform

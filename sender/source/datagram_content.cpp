// SPDX-License-Identifier: MIT
#include "sender/source/datagram_content.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "cli/unit_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::sender {
namespace {

/// Receive buffer for some hundred frames.
constexpr std::size_t kFrameBuffer = std::size_t{4} << 20;

}  // namespace

DatagramContent::DatagramContent(const Plan& plan, std::string name)
    : plan_(plan),
      name_(std::move(name)),
      socket_(cli::open_unit_socket(loop_,
                                    {.address = plan.address,
                                     .port = plan.port,
                                     .receive_buffer = kFrameBuffer,
                                     .broadcasts = false,
                                     .group = plan.group},
                                    "for PORT")) {}

/// Ready at once: it is dark until a picture comes.
Result<void> DatagramContent::begin(client::Device& device) {
  device_ = &device;
  if (plan_.duration > Duration{0}) end_ = io::monotonic_now() + plan_.duration;
  loop_.serve(*socket_, *this);
  report_ready(true);
  thread_ = jthread([this](const stop_token& stop) {
    const std::error_code error = loop_.run(stop);
    if (!error) return;
    // Without messages nobody could switch off the light.
    guarded([&]() -> bool {
      throw cli::Failure(cli::kEnvironment, name_ + " cannot be received: " + error.message());
    });
    report_end(true);
  });
  return {};
}

/// After this the device is not used any more.
void DatagramContent::stop() noexcept {
  Content::stop();
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void DatagramContent::on_datagrams(std::span<const io::ReceivedDatagram> batch) {
  for (const io::ReceivedDatagram& datagram : batch) receive(datagram);
}

void DatagramContent::show(std::span<const LaserSample> picture) {
  const auto shown = device_->show(picture);
  if (shown || shown.error().code != Errc::BadOption) return;  // other errors: the device has ended
  refuse(shown.error().message());
}

void DatagramContent::refuse(std::string reason) {
  ++refused_;
  last_refusal_ = std::move(reason);
}

void DatagramContent::on_deadline(TimePoint) {
  end_ = kNever;
  static_cast<void>(device_->stop());  // a picture would be drawn for ever
  report_end(true);
}

void DatagramContent::report_refused() const {
  if (refused_ > 0)
    fmt::print(stderr, "idn_sender: {} pictures were not shown, the last one since {}\n", refused_,
               last_refusal_);
}

}  // namespace idn::sender

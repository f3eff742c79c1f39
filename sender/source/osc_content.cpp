// SPDX-License-Identifier: MIT
#include "sender/source/osc_content.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "cli/unit_socket.hpp"
#include "idn/io/now.hpp"

namespace idn::sender {
namespace {

/// Receive buffer for some hundred frames.
constexpr std::size_t kFrameBuffer = std::size_t{4} << 20;

}  // namespace

OscContent::OscContent(const Plan& plan)
    : plan_(plan),
      socket_(cli::open_unit_socket(
          loop_,
          {.address = plan.address, .port = plan.port, .receive_buffer = kFrameBuffer, .broadcasts = false},
          "for PORT")) {}

/// Ready at once: it is dark until a message arms it and another shows a picture.
client::Expected<void> OscContent::begin(client::Device& device) {
  device_ = &device;
  if (plan_.duration > Duration{0}) end_ = io::monotonic_now() + plan_.duration;
  loop_.serve(*socket_, *this);
  report_ready(true);
  thread_ = std::jthread([this](const std::stop_token& stop) {
    const std::error_code error = loop_.run(stop);
    if (!error) return;
    // Without messages nobody could switch off the light.
    guarded(
        [&]() -> bool { throw cli::Failure(cli::kEnvironment, "OSC cannot be received: " + error.message()); });
    report_end(true);
  });
  return {};
}

/// After this the device is not used any more.
void OscContent::stop() noexcept {
  Content::stop();
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void OscContent::on_datagrams(std::span<const io::ReceivedDatagram> batch) {
  for (const io::ReceivedDatagram& datagram : batch) {
    const auto messages = osc::decode(datagram.bytes);
    if (!messages) ++not_understood_;
    if (messages)
      for (const osc::Message& message : *messages) obey(message);
  }
}

void OscContent::obey(const osc::Message& message) {
  using Meaning = osc::PictureReader::Meaning;
  switch (reader_.read(message)) {
    case Meaning::Unknown:
      ++not_understood_;
      return;
    case Meaning::Nothing:
      return;
    case Meaning::Arm:
      return device_->arm(true);
    case Meaning::Dark:
      return device_->arm(false);
    case Meaning::Picture:
      break;
  }
  const auto shown = device_->show(reader_.picture());
  if (shown || shown.error().code != client::FaultCode::BadOption)
    return;  // other errors: the device has ended
  ++refused_;
  last_refusal_ = shown.error().message();
}

void OscContent::on_deadline(TimePoint) {
  end_ = kNever;
  static_cast<void>(device_->stop());  // a picture would be drawn for ever
  report_end(true);
}

void OscContent::report_refused() const {
  if (not_understood_ > 0)
    fmt::print(stderr, "idn_sender: osc: {} messages were not understood; see idn_sender osc --help\n",
               not_understood_);
  if (reader_.lost_parts() > 0)
    fmt::print(stderr, "idn_sender: osc: {} parts of frames came without the others\n", reader_.lost_parts());
  if (refused_ > 0)
    fmt::print(stderr, "idn_sender: osc: {} pictures were not shown, the last one since {}\n", refused_,
               last_refusal_);
}

}  // namespace idn::sender

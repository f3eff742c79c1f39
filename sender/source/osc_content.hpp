// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <thread>

#include "idn/counter.hpp"
#include "idn/io/unit_loop.hpp"
#include "sender/osc/picture_reader.hpp"
#include "sender/source/content.hpp"

namespace idn::sender {

/// Shows pictures from OSC messages: the newest one is drawn until the next one comes. Dark until a message
/// arms it. Ends with the duration only.
class OscContent final : public Content, private io::UnitHandler {
 public:
  struct Plan {
    std::uint32_t address = 0;  ///< to receive at, in host byte order
    std::uint16_t port = 0;     ///< 0: any free one
    Duration duration{0};       ///< after which it ends; 0: never
  };

  /// Throws cli::Failure if the socket cannot be opened.
  explicit OscContent(const Plan& plan);
  ~OscContent() override { stop(); }

  client::Expected<void> begin(client::Device& device) override;
  void stop() noexcept override;
  std::optional<std::uint64_t> total_samples() const override { return std::nullopt; }

  /// Address and port at which it receives.
  Endpoint place() const { return socket_->local(); }
  /// Reports on standard error what could not be shown. Call after stop().
  void report_refused() const;

 private:
  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override;
  TimePoint next_deadline() const noexcept override { return end_; }
  void on_deadline(TimePoint now) override;
  void obey(const osc::Message& message);

  Plan plan_;
  client::Device* device_ = nullptr;
  TimePoint end_ = kNever;
  osc::PictureReader reader_;
  std::uint64_t not_understood_ = 0;
  std::uint64_t refused_ = 0;  ///< pictures
  std::string last_refusal_;
  io::UnitLoop loop_;
  std::unique_ptr<io::UnitSocket> socket_;
  std::jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::sender

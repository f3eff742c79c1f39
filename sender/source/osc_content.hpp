// SPDX-License-Identifier: MIT
#pragma once

#include "sender/osc/picture_reader.hpp"
#include "sender/source/datagram_content.hpp"

namespace idn::sender {

/// Shows pictures from OSC messages. Dark until a message arms it.
class OscContent final : public DatagramContent {
 public:
  /// Throws cli::Failure if the socket cannot be opened.
  explicit OscContent(const Plan& plan) : DatagramContent(plan, "OSC") {}
  ~OscContent() override { stop(); }

  /// Reports on standard error what could not be shown. Call after stop().
  void report() const;

 private:
  void receive(const io::ReceivedDatagram& datagram) override;
  void obey(const osc::Message& message);

  osc::PictureReader reader_;
  std::uint64_t not_understood_ = 0;
};

}  // namespace idn::sender

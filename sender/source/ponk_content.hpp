// SPDX-License-Identifier: MIT
#pragma once

#include "sender/ponk/draw.hpp"
#include "sender/source/datagram_content.hpp"

namespace idn::sender {

/// Shows the frames of one PONK sender: the first one that comes, until it is silent for Assembler::kStale.
class PonkContent final : public DatagramContent {
 public:
  struct Options {
    std::string only{};     ///< name of the sender; empty: any
    bool is_armed = false;  ///< false: dark until a trigger says light
    SampleRate rate{};
    stream::MoveTiming moves{};
  };

  /// Throws cli::Failure if the socket cannot be opened.
  PonkContent(const Plan& plan, Options options)
      : DatagramContent(plan, "PONK"), options_(std::move(options)) {}
  ~PonkContent() override { stop(); }

  Result<void> begin(client::Device& device) override;
  /// Reports on standard error what could not be shown. Call after stop().
  void report() const;

 private:
  void receive(const io::ReceivedDatagram& datagram) override;
  bool is_chosen(const ponk::Header& header, const io::ReceivedDatagram& datagram);

  Options options_;
  ponk::Assembler frames_;
  std::uint32_t sender_ = 0;  ///< that plays
  Endpoint from_{};
  TimePoint heard_{};  ///< the last time from it
  bool is_heard_ = false;
  std::uint64_t not_understood_ = 0;
  std::uint64_t of_others_ = 0;  ///< datagrams of other senders
};

}  // namespace idn::sender

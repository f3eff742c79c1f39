// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <stop_token>

#include "idn/stream/sender_session.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

/// Opens a session of its kind and fills it, piece by piece, ahead of time. Used by one thread, which is not
/// the one that keeps the time.
class Feed {
 public:
  virtual ~Feed() = default;

  /// Opens the session, which lives as long as the feed. Once, ahead of advance(). Throws cli::Failure for
  /// options that no datagram can hold.
  virtual stream::SenderSession& open(const StreamOptions& options) = 0;

  /// Hands the next piece to the session; false at the end of the input. May block until there is something or
  /// until the session has room, but not beyond a stop request. May throw; the stream then ends dark.
  virtual bool advance(const std::stop_token& stop) = 0;

  /// Enough is there for the stream to begin.
  virtual bool is_ready() const = 0;
  /// Something was handed over.
  virtual bool has_begun() const = 0;
  /// About how many samples there will be; nothing where it has no end or nobody knows.
  virtual std::optional<std::uint64_t> total_samples() const = 0;
};

}  // namespace idn::sender

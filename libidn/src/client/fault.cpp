// SPDX-License-Identifier: MIT
#include "idn/client/fault.hpp"

#include "idn/client/status.hpp"
#include "idn/export.hpp"

namespace idn::client {

IDN_EXPORT std::string_view to_string(FaultCode code) noexcept {
  switch (code) {
    case FaultCode::BadTarget:
      return "bad target";
    case FaultCode::NotFound:
      return "not found";
    case FaultCode::Ambiguous:
      return "ambiguous";
    case FaultCode::BadOption:
      return "bad option";
    case FaultCode::Network:
      return "network";
    case FaultCode::Busy:
      return "busy";
    case FaultCode::Closed:
      return "closed";
    case FaultCode::InCallback:
      return "called from a callback";
    case FaultCode::Callback:
      return "callback failed";
    case FaultCode::Limits:
      return "limits";
    case FaultCode::TooMany:
      return "too many devices";
    case FaultCode::Full:
      return "queue full";
  }
  return "unknown";
}

std::string_view to_string(LinkState state) noexcept {
  switch (state) {
    case LinkState::Opening:
      return "opening";
    case LinkState::Playing:
      return "playing";
    case LinkState::Muted:
      return "muted";
    case LinkState::Refused:
      return "refused";
    case LinkState::Silent:
      return "silent";
    case LinkState::Missing:
      return "missing";
    case LinkState::Closed:
      return "closed";
  }
  return "unknown";
}

}  // namespace idn::client

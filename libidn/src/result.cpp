// SPDX-License-Identifier: MIT
#include "idn/result.hpp"

namespace idn {

std::string_view to_string(Errc code) noexcept {
  switch (code) {
    case Errc::Truncated:
      return "fewer octets than the structure needs";
    case Errc::Overflow:
      return "the output buffer is too small";
    case Errc::BadStructSize:
      return "the announced structure size is too small";
    case Errc::BadTotalSize:
      return "the announced message size is impossible";
    case Errc::NotChannelMessage:
      return "not a channel message";
    case Errc::WrongCommand:
      return "not the expected command";
    case Errc::BadConfiguration:
      return "the channel configuration does not fit into the message";
    case Errc::UnknownTag:
      return "unknown dictionary tag";
    case Errc::BadDictionary:
      return "the dictionary describes no usable sample";
    case Errc::PartialSample:
      return "the sample octets end inside a sample";
    case Errc::NotIlda:
      return "not an ILDA file (no \"ILDA\" signature)";
    case Errc::InvalidRate:
      return "sample rate out of range";
    case Errc::InvalidPacketSize:
      return "samples per datagram out of range";
    case Errc::NotCapture:
      return "not a capture (pcap or pcapng)";
    case Errc::OutOfRange:
      return "a value is out of range";
    case Errc::BadTarget:
      return "bad target";
    case Errc::NotFound:
      return "not found";
    case Errc::Ambiguous:
      return "ambiguous";
    case Errc::BadOption:
      return "bad option";
    case Errc::Network:
      return "network";
    case Errc::Busy:
      return "busy";
    case Errc::Closed:
      return "closed";
    case Errc::InCallback:
      return "called from a callback";
    case Errc::Callback:
      return "callback failed";
    case Errc::Limits:
      return "limits";
    case Errc::TooMany:
      return "too many devices";
    case Errc::Full:
      return "queue full";
    case Errc::System:
      return "system";
    case Errc::NotSupported:
      return "not supported";
  }
  return "unknown error";
}

FormatError::operator Error() const {
  return {code, std::string(to_string(code)) + (offset == 0 ? "" : ", at octet " + std::to_string(offset))};
}

}  // namespace idn

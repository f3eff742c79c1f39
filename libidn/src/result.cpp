// SPDX-License-Identifier: MIT
#include "idn/result.hpp"

#include "idn/export.hpp"

namespace idn {

IDN_EXPORT std::string_view to_string(Errc code) noexcept {
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
    case Errc::Full:
      return "no room left";
    case Errc::NotCapture:
      return "not a capture (pcap or pcapng)";
    case Errc::OutOfRange:
      return "a value is out of range";
  }
  return "unknown error";
}

}  // namespace idn

// SPDX-License-Identifier: MIT
#include "c/error.hpp"

#include <algorithm>
#include <array>

namespace idn::c {
namespace {

/// Of a type without a destructor: the library can be unloaded while threads that have this variable still run.
thread_local std::array<char, 512> last_error{};

}  // namespace

int code_of(Errc code) noexcept {
  switch (code) {
    case Errc::BadTarget:
      return IDN_ERR_BAD_TARGET;
    case Errc::NotFound:
      return IDN_ERR_NOT_FOUND;
    case Errc::Ambiguous:
      return IDN_ERR_AMBIGUOUS;
    case Errc::BadOption:
      return IDN_ERR_BAD_OPTION;
    case Errc::Network:
      return IDN_ERR_NETWORK;
    case Errc::Busy:
      return IDN_ERR_BUSY;
    case Errc::Closed:
      return IDN_ERR_CLOSED;
    case Errc::InCallback:
      return IDN_ERR_IN_CALLBACK;
    case Errc::Callback:
      return IDN_ERR_CALLBACK;
    case Errc::TooMany:
      return IDN_ERR_TOO_MANY;
    case Errc::Limits:
      return IDN_ERR_LIMITS;
    case Errc::Full:
      return IDN_ERR_FULL;
    // Of functions that the C interface does not have.
    case Errc::Truncated:
    case Errc::Overflow:
    case Errc::BadStructSize:
    case Errc::BadTotalSize:
    case Errc::NotChannelMessage:
    case Errc::WrongCommand:
    case Errc::BadConfiguration:
    case Errc::UnknownTag:
    case Errc::BadDictionary:
    case Errc::PartialSample:
    case Errc::NotIlda:
    case Errc::InvalidRate:
    case Errc::InvalidPacketSize:
    case Errc::NotCapture:
    case Errc::OutOfRange:
    case Errc::System:
    case Errc::NotSupported:
      break;
  }
  return IDN_ERR_INTERNAL;
}

std::uint32_t link_of(client::LinkState link) noexcept {
  using client::LinkState;
  switch (link) {
    case LinkState::Opening:
      return IDN_LINK_OPENING;
    case LinkState::Playing:
      return IDN_LINK_PLAYING;
    case LinkState::Muted:
      return IDN_LINK_MUTED;
    case LinkState::Refused:
      return IDN_LINK_REFUSED;
    case LinkState::Silent:
      return IDN_LINK_SILENT;
    case LinkState::Missing:
      return IDN_LINK_MISSING;
    case LinkState::Closed:
      return IDN_LINK_CLOSED;
  }
  return IDN_LINK_OPENING;
}

int fail(int code, std::string_view text) noexcept {
  copy_text(text, last_error);
  return code;
}

int fail(const Error& fault) noexcept {
  const int code = code_of(fault.code);
  try {
    return fail(code, fault.message());
  } catch (...) {
    return fail(code, fault.text);
  }
}

void copy_text(std::string_view text, std::span<char> out) noexcept {
  std::size_t count = std::min(text.size(), out.size() - 1);
  const auto is_inside_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  if (count < text.size())
    while (count > 0 && is_inside_character(count)) --count;
  std::ranges::copy(text.substr(0, count), out.begin());
  out[count] = 0;
}

}  // namespace idn::c

const char* idn_strerror(int code) {
  using idn::Errc;
  switch (code) {
    case IDN_OK:
      return "no error";
    case IDN_ERR_ARGUMENT:
      return "bad argument";
    case IDN_ERR_STRUCT_SIZE:
      return "bad struct size";
    case IDN_ERR_MEMORY:
      return "out of memory";
    case IDN_ERR_INTERNAL:
      return "internal error";
    default:
      break;
  }
  for (unsigned fault = 0; fault < 256; ++fault)
    if (idn::c::code_of(static_cast<Errc>(fault)) == code) return to_string(static_cast<Errc>(fault)).data();
  return "unknown error";
}

const char* idn_last_error() {
  return idn::c::last_error.data();
}

const char* idn_version() {
  return IDN_VERSION;
}

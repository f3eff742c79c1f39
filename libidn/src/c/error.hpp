// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "idn/client/status.hpp"
#include "idn/idn.h"
#include "idn/result.hpp"

namespace idn::c {

/// IDN_ERR_... of a fault.
int code_of(Errc code) noexcept;

/// IDN_LINK_... of a link.
std::uint32_t link_of(client::LinkState link) noexcept;

/// Stores `text` as idn_last_error() of this thread. @return `code`
int fail(int code, std::string_view text) noexcept;
int fail(const Error& fault) noexcept;

/// Copies as much as fits, with a terminating zero; no UTF-8 character is cut.
void copy_text(std::string_view text, std::span<char> out) noexcept;

/// IDN_OK, or the code of the fault, as fail() returns it.
template <class T>
int result_of(const Result<T>& result) noexcept {
  return result ? IDN_OK : fail(result.error());
}

}  // namespace idn::c

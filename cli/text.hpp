// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace idn::cli {

/// Makes text from the network or a file safe for a terminal: control characters, which could move the cursor
/// or worse, and octets that are not UTF-8 become '?'.
std::string printable(std::string_view text);

/// The first `most` characters of text in UTF-8, or all of it; an octet that is not UTF-8 counts as one.
std::string_view first_characters(std::string_view text, std::size_t most);

/// Of a terminal whose width is not known.
inline constexpr std::size_t kColumns = 80;

/// Breaks a long line between words; the following lines are indented further. Ends with a newline.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns = kColumns);

/// A name in a column of its own, and the text beside it in lines that end at `columns`.
std::string named(std::string_view name, std::string_view text, std::size_t columns);

}  // namespace idn::cli

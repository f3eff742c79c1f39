// SPDX-License-Identifier: MIT
#include "idn/ilda/reader.hpp"

namespace idn::ilda {

FormatResult<File> File::open(std::vector<std::byte> octets) {
  const auto found = ilda::survey(octets);
  if (!found) return tl::unexpected(found.error());
  return File(std::move(octets), *found);
}

}  // namespace idn::ilda

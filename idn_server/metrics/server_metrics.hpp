// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_server/report/reporter.hpp"

namespace idn::server {

/// Live streams with metrics of their own; further ones are only counted.
inline constexpr std::size_t kMostListedStreams = 256;

/// Everything about the server in the text format of Prometheus. The number of label sets is bounded: by the
/// units and services that are configured, by kMostListedStreams, and by the ended streams that a StreamTable
/// keeps.
std::string metrics_text(const ServerFacts& server);

}  // namespace idn::server

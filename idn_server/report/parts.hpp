// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "cli/recorder/recorder.hpp"
#include "idn_server/faults/faults.hpp"

/// Parts that the reports of the receiver and of the relay share.
namespace idn::server {

/// "1 stream", "2 streams".
std::string counted(std::uint64_t count, std::string_view what);

/// "faults    arriving: 1000 offered, 950 released, 50 lost" and a line feed, for each direction that carried
/// datagrams.
std::string faults_lines(const FaultReport& faults);
nlohmann::ordered_json faults_json(const FaultReport& faults);

/// A line with its line feed.
nlohmann::ordered_json recording_json(const cli::RecordingFacts& recording);

}  // namespace idn::server

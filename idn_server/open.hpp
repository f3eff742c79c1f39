// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/endpoint.hpp"
#include "idn_server/recorder/recorder.hpp"

/// What idn_server and its relay ask of the system before they start, and what they say of it.
namespace idn::server {

/// What to say where a search that asks everybody does not reach a unit.
std::string unit_not_found_text(const std::string& name, const Endpoint& local, const std::string& problem);

/// Throws cli::Failure. Replaces what is there. Call it last: where a port is taken, another program may be
/// writing this very file.
/// @param option that names the file
/// @return null without a path
std::unique_ptr<Recorder> open_recorder(const RecordingOptions& options, const std::string& option);

}  // namespace idn::server

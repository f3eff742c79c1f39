// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/endpoint.hpp"
#include "idn_server/recorder/recorder.hpp"

/// A warning and the recording, shared by idn_server and its relay.
namespace idn::server {

/// The warning for a unit that broadcast searches do not reach.
std::string unit_not_found_text(const std::string& name, const Endpoint& local, const std::string& problem);

/// Throws cli::Failure. Overwrites an existing file. Call it last: where a port is taken, another program may
/// be writing this very file.
/// @param option that names the file
/// @return null without a path
std::unique_ptr<Recorder> open_recorder(const RecordingOptions& options, const std::string& option);

}  // namespace idn::server

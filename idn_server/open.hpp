// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/io/unit_loop.hpp"
#include "idn_server/recorder/recorder.hpp"

/// What the programs ask of the system before they start. Both throw cli::Failure with cause and remedy.
namespace idn::server {

/// @param place where the user says which address and port: "with --port", "in units.toml"
std::unique_ptr<io::UnitSocket> open_socket(io::UnitLoop& loop, const io::UnitSocketOptions& options,
                                            const std::string& place);

/// What to say where a search that asks everybody does not reach a unit.
std::string unfound_unit(const std::string& name, const Endpoint& local, const std::string& problem);

/// Replaces what is there. Call it last: where a port is taken, another program may be writing this very file.
/// @param option that names the file
/// @return null without a path
std::unique_ptr<Recorder> open_recorder(const RecordingOptions& options, const std::string& option);

}  // namespace idn::server

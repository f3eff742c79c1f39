// SPDX-License-Identifier: MIT
#pragma once

#include <boost/interprocess/sync/file_lock.hpp>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "idn/result.hpp"
#include "idn/system_error.hpp"
#include "idn/wire/scan.hpp"

namespace idn::server {

/// Keeps unit IDs in small files, so that a unit stays the same from start to start (section 1.6: "generated
/// once and stored"). One store per process and folder.
class IdentityStore {
 public:
  explicit IdentityStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The ID of the unit with this name, made and stored when there is none. It is taken until the store goes:
  /// another process that runs a unit of the same name meanwhile gets the next ID stored for it. Once per name.
  /// @return why the folder cannot keep it
  SystemResult<wire::UnitId> claim(const std::string& name);

  const std::filesystem::path& folder() const noexcept { return folder_; }

 private:
  bool lock(const std::filesystem::path& file);

  std::filesystem::path folder_;
  std::vector<boost::interprocess::file_lock> taken_;
};

/// Where programs of this user keep such things; empty where the environment does not tell.
std::filesystem::path default_state_folder();

}  // namespace idn::server

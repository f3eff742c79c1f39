// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "idn/result.hpp"
#include "idn/wire/hello.hpp"

namespace boost::interprocess {
class file_lock;
}

namespace idn::server {

/// Keeps unit IDs in small files, so that a unit has the same ID after a restart (section 1.6: "generated once
/// and stored"). One store per process and folder.
class IdentityStore {
 public:
  explicit IdentityStore(std::filesystem::path folder);
  ~IdentityStore();
  IdentityStore(const IdentityStore&) = delete;
  IdentityStore& operator=(const IdentityStore&) = delete;

  /// The ID of the unit with this name; generated and stored if there is none yet. It is locked while the store
  /// exists: another process with a unit of the same name gets the next ID stored for that name. Call once per
  /// name.
  /// Errors: the folder cannot be written.
  Result<wire::UnitId> claim(const std::string& name);

  const std::filesystem::path& folder() const noexcept { return folder_; }

 private:
  bool lock(const std::filesystem::path& file);

  std::filesystem::path folder_;
  std::vector<std::unique_ptr<boost::interprocess::file_lock>> taken_;
};

/// Folder for the state of this user's programs; empty if the environment does not name one.
std::filesystem::path default_state_folder();

}  // namespace idn::server

// SPDX-License-Identifier: MIT
#include <windows.h>

#include "io/platform/shared_memory_server.hpp"

namespace idn::io::platform {

/// One file mapping for all writers; Windows does not report when they open or close it.
struct SharedMemoryServer::State {
  Host host;
  HANDLE mapping;
  void* at;
};

SharedMemoryServer::SharedMemoryServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<SharedMemoryServer>> SharedMemoryServer::open(const std::string& name,
                                                                     std::size_t octets, bool /*realtime*/,
                                                                     Host host) {
  const std::string whole = "Local\\idn-" + name;
  const auto refused = [&](DWORD error, const std::string& text, const std::string& remedy = {}) {
    return fail(std::error_code(static_cast<int>(error), std::system_category()), text, remedy);
  };
  const HANDLE mapping = CreateFileMappingA(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0,
                                            static_cast<DWORD>(octets), whole.c_str());
  const DWORD error = GetLastError();
  if (mapping == nullptr) return refused(error, whole);
  if (error == ERROR_ALREADY_EXISTS) {
    CloseHandle(mapping);
    return refused(error, whole + " exists already", "end the program that uses it, or choose another name");
  }
  void* const at = MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0, octets);
  if (at == nullptr) {
    const DWORD refusal = GetLastError();
    CloseHandle(mapping);
    return refused(refusal, whole);
  }
  host.publish({static_cast<std::byte*>(at), octets});
  return std::unique_ptr<SharedMemoryServer>(
      new SharedMemoryServer(std::unique_ptr<State>(new State{std::move(host), mapping, at})));
}

SharedMemoryServer::~SharedMemoryServer() {
  state_->host.unpublish();
  state_->host.wait_until_unused();
  UnmapViewOfFile(state_->at);
  CloseHandle(state_->mapping);
}

}  // namespace idn::io::platform

// SPDX-License-Identifier: MIT
#include "io/platform/shared_memory_server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "idn/stop_token.hpp"
#include "io/platform/thread_priority.hpp"
#include "io/platform/thread_setup.hpp"
#include "io/platform/unnamed_memory.hpp"

namespace idn::io::platform {
namespace {

using namespace std::chrono_literals;

class WriterDescriptor {
 public:
  explicit WriterDescriptor(int number = -1) noexcept : number_(number) {
    if (number_ >= 0) fcntl(number_, F_SETFD, FD_CLOEXEC);
  }
  ~WriterDescriptor() {
    if (number_ >= 0) ::close(number_);
  }
  WriterDescriptor(WriterDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  WriterDescriptor& operator=(WriterDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int operator*() const noexcept { return number_; }
  explicit operator bool() const noexcept { return number_ >= 0; }

 private:
  int number_;
};

tl::unexpected<Error> refused(int error, std::string text, std::string remedy = {}) {
  return fail(std::error_code(error, std::system_category()), std::move(text), std::move(remedy));
}

Result<std::string> socket_path(const std::string& name) {
  if (name.empty()) return refused(EINVAL, "a shared ring needs a name, such as show or /tmp/show");
  std::string path = name;
  if (name.find('/') == std::string::npos) {
    const char* const folder = std::getenv("XDG_RUNTIME_DIR");
    if (folder == nullptr || *folder == 0)
      return refused(ENOENT, name + ": XDG_RUNTIME_DIR is not set", "give a path such as /tmp/" + name);
    path = std::string(folder) + "/" + name;
  }
  if (path.size() >= sizeof(sockaddr_un{}.sun_path))
    return refused(ENAMETOOLONG, path + ": too long for a socket path", "choose a shorter one");
  return path;
}

sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  return address;
}

bool bind_to(const WriterDescriptor& socket, const sockaddr_un& address) {
  return bind(*socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

/// Whether the path is a socket that no process listens on: left over from one that was killed.
bool is_stale_socket(const sockaddr_un& address) {
  struct stat what{};
  if (lstat(address.sun_path, &what) != 0 || !S_ISSOCK(what.st_mode)) return false;
  const WriterDescriptor probe(socket(AF_UNIX, SOCK_STREAM, 0));
  return connect(*probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 &&
         errno == ECONNREFUSED;
}

/// No process can connect before listen(), and by then only the user has access.
Result<WriterDescriptor> listen_at(const std::string& path) {
  const sockaddr_un address = unix_address(path);
  WriterDescriptor listener(socket(AF_UNIX, SOCK_STREAM, 0));
  if (!listener) return refused(errno, path);
  if (!bind_to(listener, address)) {
    const int error = errno;
    if (error != EADDRINUSE) return refused(error, path + ": give the path of a socket that can be made");
    if (!is_stale_socket(address))
      return refused(error, path + " exists already", "end the program that uses it, or choose another name");
    unlink(path.c_str());
    if (!bind_to(listener, address)) return refused(errno, path);
  }
  constexpr int kWaitingWriters = 4;
  if (chmod(path.c_str(), S_IRUSR | S_IWUSR) == 0 && listen(*listener, kWaitingWriters) == 0) return listener;
  const int error = errno;
  unlink(path.c_str());
  return refused(error, path);
}

/// The memory that is shared with one writer, mapped into this process.
class WriterMemory {
 public:
  explicit WriterMemory(std::size_t octets) : descriptor_(create_unnamed_memory(octets)) {
    if (!descriptor_) return;
    void* const at = mmap(nullptr, octets, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor_, 0);
    if (at != MAP_FAILED) octets_ = {static_cast<std::byte*>(at), octets};
  }
  ~WriterMemory() {
    if (!octets_.empty()) munmap(octets_.data(), octets_.size());
  }
  WriterMemory(const WriterMemory&) = delete;
  WriterMemory& operator=(const WriterMemory&) = delete;

  std::span<std::byte> octets() const noexcept { return octets_; }

  bool send_to(int connection) const noexcept {
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    char one = 1;
    iovec data{&one, 1};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr& header = *CMSG_FIRSTHDR(&message);
    header.cmsg_level = SOL_SOCKET;
    header.cmsg_type = SCM_RIGHTS;
    header.cmsg_len = CMSG_LEN(sizeof(int));
    const int memory = *descriptor_;
    std::memcpy(CMSG_DATA(&header), &memory, sizeof memory);
#ifdef MSG_NOSIGNAL
    constexpr int kFlags = MSG_NOSIGNAL;
#else
    constexpr int kFlags = 0;
    const int yes = 1;
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    return sendmsg(connection, &message, kFlags) == 1;
  }

 private:
  WriterDescriptor descriptor_;
  std::span<std::byte> octets_;
};

}  // namespace

struct SharedMemoryServer::State {
  std::string path;
  std::size_t octets;
  bool realtime;
  Host host;
  WriterDescriptor listener;
  WriterDescriptor woken, wakes;  ///< a pipe: the destructor writes to it to end the thread
  jthread thread{};

  void receive();
  void serve(const WriterDescriptor& writer);
  void watch(const WriterDescriptor& writer);
  int wait(int descriptor, std::chrono::milliseconds time) const;
};

/// Waits until `descriptor` is readable. @return negative when the server ends; 0 after `time`; else positive
int SharedMemoryServer::State::wait(int descriptor, std::chrono::milliseconds time) const {
  pollfd events[] = {{*woken, POLLIN, 0}, {descriptor, POLLIN, 0}};
  const int found = poll(events, descriptor < 0 ? 1 : 2, static_cast<int>(time.count()));
  if (events[0].revents != 0) return -1;
  return found > 0 ? 1 : 0;
}

void SharedMemoryServer::State::receive() {
  for (;;) {
    const int event = wait(*listener, -1ms);
    if (event < 0) return;
    if (event == 0) continue;
    const WriterDescriptor writer(accept(*listener, nullptr, nullptr));
    if (writer)
      serve(writer);
    else if (wait(-1, 100ms) < 0)  // accept() failed, for example for lack of descriptors: try again later
      return;
  }
}

/// The real-time priority ends with this function, before wait_until_unused() spins: else a tick thread of
/// ordinary priority on the same processor could not go on.
void SharedMemoryServer::State::watch(const WriterDescriptor& writer) {
  ThreadPriority priority;
  if (realtime) priority.raise(RealtimeRole::Receiver);
  while (wait(*writer, 100ms) == 0 && host.may_stay()) {
  }
  host.unpublish();
}

/// A writer sends nothing by its connection: if that becomes readable, the writer has disconnected, or it has
/// sent something and is disconnected.
void SharedMemoryServer::State::serve(const WriterDescriptor& writer) {
  const WriterMemory memory(octets);
  if (memory.octets().empty()) return;
  host.publish(memory.octets());
  if (memory.send_to(*writer)) watch(writer);
  host.unpublish();
  host.wait_until_unused();
}

SharedMemoryServer::SharedMemoryServer(std::unique_ptr<State> state) : state_(std::move(state)) {
  state_->thread = jthread([state = state_.get()] {
    platform::set_up_thread("idn shared");
    state->receive();
  });
}

Result<std::unique_ptr<SharedMemoryServer>> SharedMemoryServer::open(const std::string& name,
                                                                     std::size_t octets, bool realtime,
                                                                     Host host) {
  const auto path = socket_path(name);
  if (!path) return tl::unexpected(path.error());
  int ends[2];
  if (pipe(ends) != 0) return refused(errno, *path);
  WriterDescriptor woken(ends[0]), wakes(ends[1]);
  auto listener = listen_at(*path);
  if (!listener) return tl::unexpected(listener.error());
  return std::unique_ptr<SharedMemoryServer>(new SharedMemoryServer(std::unique_ptr<State>(new State{
      *path, octets, realtime, std::move(host), *std::move(listener), std::move(woken), std::move(wakes)})));
}

SharedMemoryServer::~SharedMemoryServer() {
  unlink(state_->path.c_str());
  const char end = 0;
  [[maybe_unused]] const auto written = ::write(*state_->wakes, &end, 1);
  state_->thread.join();
}

}  // namespace idn::io::platform

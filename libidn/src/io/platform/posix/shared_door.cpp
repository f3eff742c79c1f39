// SPDX-License-Identifier: MIT
#include "io/platform/shared_door.hpp"

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
#include <thread>

#include "io/platform/thread_priority.hpp"
#include "io/platform/unnamed_memory.hpp"

namespace idn::io::platform {
namespace {

using namespace std::chrono_literals;

class DoorDescriptor {
 public:
  explicit DoorDescriptor(int number = -1) noexcept : number_(number) {
    if (number_ >= 0) fcntl(number_, F_SETFD, FD_CLOEXEC);
  }
  ~DoorDescriptor() {
    if (number_ >= 0) ::close(number_);
  }
  DoorDescriptor(DoorDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  DoorDescriptor& operator=(DoorDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int operator*() const noexcept { return number_; }
  explicit operator bool() const noexcept { return number_ >= 0; }

 private:
  int number_;
};

tl::unexpected<SystemError> refused(int error, std::string why) {
  return tl::unexpected<SystemError>(
      SystemError(std::error_code(error, std::system_category()), std::move(why)));
}

SystemResult<std::string> socket_path(const std::string& name) {
  if (name.empty()) return refused(EINVAL, "a shared ring needs a name, such as show or /tmp/show");
  std::string path = name;
  if (name.find('/') == std::string::npos) {
    const char* const folder = std::getenv("XDG_RUNTIME_DIR");
    if (folder == nullptr || *folder == 0)
      return refused(ENOENT, name + ": XDG_RUNTIME_DIR is not set; give a path such as /tmp/" + name);
    path = std::string(folder) + "/" + name;
  }
  if (path.size() >= sizeof(sockaddr_un{}.sun_path))
    return refused(ENAMETOOLONG, path + ": longer than the path of a socket may be; choose a shorter one");
  return path;
}

sockaddr_un door_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  return address;
}

bool bind_to(const DoorDescriptor& socket, const sockaddr_un& address) {
  return bind(*socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

/// A socket that a process has left behind when it was killed.
bool is_left_behind(const sockaddr_un& address) {
  struct stat what{};
  if (lstat(address.sun_path, &what) != 0 || !S_ISSOCK(what.st_mode)) return false;
  const DoorDescriptor probe(socket(AF_UNIX, SOCK_STREAM, 0));
  return connect(*probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 &&
         errno == ECONNREFUSED;
}

/// Nobody can connect before listen(): by then it is the user's alone.
SystemResult<DoorDescriptor> listen_at(const std::string& path) {
  const sockaddr_un address = door_address(path);
  DoorDescriptor door(socket(AF_UNIX, SOCK_STREAM, 0));
  if (!door) return refused(errno, path);
  if (!bind_to(door, address)) {
    const int error = errno;
    if (error != EADDRINUSE) return refused(error, path + ": give the path of a socket that can be made");
    if (!is_left_behind(address))
      return refused(error, path + " is there already; end who uses it, or choose another name");
    unlink(path.c_str());
    if (!bind_to(door, address)) return refused(errno, path);
  }
  constexpr int kWaitingWriters = 4;
  if (chmod(path.c_str(), S_IRUSR | S_IWUSR) == 0 && listen(*door, kWaitingWriters) == 0) return door;
  const int error = errno;
  unlink(path.c_str());
  return refused(error, path);
}

/// Memory of a writer, as this process sees it.
class DoorMemory {
 public:
  explicit DoorMemory(std::size_t octets) : descriptor_(create_unnamed_memory(octets)) {
    if (!descriptor_) return;
    void* const at = mmap(nullptr, octets, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor_, 0);
    if (at != MAP_FAILED) octets_ = {static_cast<std::byte*>(at), octets};
  }
  ~DoorMemory() {
    if (!octets_.empty()) munmap(octets_.data(), octets_.size());
  }
  DoorMemory(const DoorMemory&) = delete;
  DoorMemory& operator=(const DoorMemory&) = delete;

  std::span<std::byte> octets() const noexcept { return octets_; }

  bool hand_over(int connection) const noexcept {
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
  DoorDescriptor descriptor_;
  std::span<std::byte> octets_;
};

}  // namespace

struct SharedDoor::State {
  std::string path;
  std::size_t octets;
  bool realtime;
  Host host;
  DoorDescriptor door;
  DoorDescriptor woken, wakes;  ///< a pipe that the end makes readable
  std::jthread thread{};

  void receive();
  void serve(const DoorDescriptor& writer);
  void watch(const DoorDescriptor& writer);
  int wait(int descriptor, std::chrono::milliseconds time) const;
};

/// @return negative at the end of all; 0 when time is up; else there is something at `descriptor`
int SharedDoor::State::wait(int descriptor, std::chrono::milliseconds time) const {
  pollfd events[] = {{*woken, POLLIN, 0}, {descriptor, POLLIN, 0}};
  const int found = poll(events, descriptor < 0 ? 1 : 2, static_cast<int>(time.count()));
  if (events[0].revents != 0) return -1;
  return found > 0 ? 1 : 0;
}

void SharedDoor::State::receive() {
  for (;;) {
    const int event = wait(*door, -1ms);
    if (event < 0) return;
    if (event == 0) continue;
    const DoorDescriptor writer(accept(*door, nullptr, nullptr));
    if (writer)
      serve(writer);
    else if (wait(-1, 100ms) < 0)  // out of descriptors, for example
      return;
  }
}

/// The priority ends before anybody is waited for: a thread without one could not go on beside it.
void SharedDoor::State::watch(const DoorDescriptor& writer) {
  ThreadPriority priority;
  if (realtime) priority.raise(RealtimeRole::Receiver);
  while (wait(*writer, 100ms) == 0 && host.is_welcome()) {
  }
  host.hide();
}

/// A writer says nothing by its connection: whatever comes there means that it has gone, or is to go.
void SharedDoor::State::serve(const DoorDescriptor& writer) {
  const DoorMemory memory(octets);
  if (memory.octets().empty()) return;
  host.admit(memory.octets());
  if (memory.hand_over(*writer)) watch(writer);
  host.hide();
  host.withdraw();
}

SharedDoor::SharedDoor(std::unique_ptr<State> state) : state_(std::move(state)) {
  state_->thread = std::jthread([state = state_.get()] { state->receive(); });
}

SystemResult<std::unique_ptr<SharedDoor>> SharedDoor::open(const std::string& name, std::size_t octets,
                                                           bool realtime, Host host) {
  const auto path = socket_path(name);
  if (!path) return tl::unexpected(path.error());
  int ends[2];
  if (pipe(ends) != 0) return refused(errno, *path);
  DoorDescriptor woken(ends[0]), wakes(ends[1]);
  auto door = listen_at(*path);
  if (!door) return tl::unexpected(door.error());
  return std::unique_ptr<SharedDoor>(new SharedDoor(std::unique_ptr<State>(new State{
      *path, octets, realtime, std::move(host), *std::move(door), std::move(woken), std::move(wakes)})));
}

SharedDoor::~SharedDoor() {
  unlink(state_->path.c_str());
  const char end = 0;
  [[maybe_unused]] const auto written = ::write(*state_->wakes, &end, 1);
  state_->thread.join();
}

}  // namespace idn::io::platform

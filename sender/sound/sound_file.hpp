// SPDX-License-Identifier: MIT
#pragma once

#include <sndfile.h>

#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <memory>
#include <semaphore>
#include <string>
#include <vector>

#include "idn/stop_token.hpp"

namespace idn::sender {

/// A sound file, read ahead on a thread of its own, in stereo: mono at both sides, of more channels the first
/// two. Threads: take() and drop() by one, which never waits.
class SoundFile {
 public:
  static constexpr int kChannels = 2;

  /// Throws cli::Failure.
  explicit SoundFile(const std::string& path);
  ~SoundFile();

  int rate() const noexcept { return info_.samplerate; }
  /// Waits until some of it can be taken, or all of it has been read.
  void wait_until_ready();
  /// @param out as many frames as wanted, interleaved @return how many there were
  std::size_t take(float* out, std::size_t frames) noexcept;
  /// Leaves out frames, as far as they have been read.
  std::size_t drop(std::size_t frames) noexcept;
  /// Nothing will come any more.
  bool has_ended() const noexcept { return is_read_ && queue_.read_available() == 0; }

 private:
  struct Close {
    void operator()(SNDFILE* file) const noexcept { sf_close(file); }
  };

  void read_ahead(const stop_token& stop);

  SF_INFO info_{};
  std::unique_ptr<SNDFILE, Close> file_;
  boost::lockfree::spsc_queue<float> queue_;
  std::atomic<bool> is_read_ = false;
  std::counting_semaphore<> taken_{0};
  std::counting_semaphore<> ready_{0};
  jthread thread_;  ///< last: uses the others
};

}  // namespace idn::sender

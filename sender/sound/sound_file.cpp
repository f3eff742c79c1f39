// SPDX-License-Identifier: MIT
#include "sender/sound/sound_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "cli/failure.hpp"
#include "idn/stop_token.hpp"

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBlock = 4096;  ///< frames
/// Read ahead: disks of a busy machine stall for less.
constexpr int kSeconds = 4;
constexpr int kMostChannels = 64;
constexpr int kMostRate = 768'000;

SNDFILE* opened(const std::string& path, SF_INFO& info) {
  SNDFILE* const file = sf_open(path.c_str(), SFM_READ, &info);
  if (file == nullptr) {
    std::string reason = sf_strerror(nullptr);
    while (reason.ends_with('.') || reason.ends_with(' ')) reason.pop_back();
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("--audio {}: {}; give a WAV, FLAC, Ogg or MP3 file", path, reason));
  }
  if (info.channels < 1 || info.channels > kMostChannels || info.samplerate < 1 ||
      info.samplerate > kMostRate) {
    sf_close(file);
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("--audio {}: has {} channels at {} samples/s; give one of up to "
                                   "{} and {}",
                                   path, info.channels, info.samplerate, kMostChannels, kMostRate));
  }
  return file;
}

}  // namespace

SoundFile::SoundFile(const std::string& path)
    : file_(opened(path, info_)),
      queue_(static_cast<std::size_t>(info_.samplerate) * kSeconds * kChannels),
      thread_([this](const stop_token& stop) { read_ahead(stop); }) {}

SoundFile::~SoundFile() {
  thread_.request_stop();
  taken_.release();
}

void SoundFile::wait_until_ready() {
  ready_.acquire();
}

void SoundFile::read_ahead(const stop_token& stop) {
  const auto channels = static_cast<std::size_t>(info_.channels);
  std::vector<float> read(kBlock * channels), stereo(kBlock * kChannels);
  bool is_first = true;
  while (!stop.stop_requested()) {
    const sf_count_t frames = sf_readf_float(file_.get(), read.data(), kBlock);
    if (frames <= 0) break;
    const auto count = static_cast<std::size_t>(frames);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t side = 0; side < kChannels; ++side)
        stereo[i * kChannels + side] = read[i * channels + (channels > 1 ? side : 0)];
    while (queue_.write_available() < count * kChannels && !stop.stop_requested())
      static_cast<void>(taken_.try_acquire_for(100ms));
    queue_.push(stereo.data(), count * kChannels);
    if (std::exchange(is_first, false)) ready_.release();
  }
  is_read_ = true;
  if (is_first) ready_.release();
}

std::size_t SoundFile::take(float* out, std::size_t frames) noexcept {
  const std::size_t count = queue_.pop(out, frames * kChannels) / kChannels;
  taken_.release();
  return count;
}

std::size_t SoundFile::drop(std::size_t frames) noexcept {
  std::array<float, 256 * kChannels> unused;
  std::size_t dropped = 0;
  while (dropped < frames) {
    const std::size_t count = take(unused.data(), std::min<std::size_t>(frames - dropped, 256));
    if (count == 0) break;
    dropped += count;
  }
  return dropped;
}

}  // namespace idn::sender

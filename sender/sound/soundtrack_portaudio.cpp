// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <portaudio.h>
#include <samplerate.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "cli/failure.hpp"
#include "cli/quiet_errors.hpp"
#include "idn/io/now.hpp"
#include "idn/statistics.hpp"
#include "sender/sound/sound_file.hpp"
#include "sender/sound/sound_follower.hpp"
#include "sender/sound/soundtrack.hpp"

namespace idn::sender {
namespace {

constexpr int kChannels = SoundFile::kChannels;
/// Until the deviation counts as the worst: the first answer of the receiver tells its buffer.
constexpr Duration kSettling = std::chrono::seconds(10);

cli::Failure no_device(const std::string& why) {
  return {cli::kEnvironment, fmt::format("--audio: {}; connect a sound device, start its server, or leave out "
                                         "--audio",
                                         why)};
}

/// PortAudio as long as it is used.
class PortAudio {
 public:
  PortAudio() {
    const cli::QuietErrors quiet;
    if (const PaError error = Pa_Initialize(); error != paNoError) throw no_device(Pa_GetErrorText(error));
  }
  ~PortAudio() { Pa_Terminate(); }
  PortAudio(const PortAudio&) = delete;
  PortAudio& operator=(const PortAudio&) = delete;

  /// That of the system, else the first that a sound system prefers.
  PaDeviceIndex device() const {
    if (const PaDeviceIndex index = Pa_GetDefaultOutputDevice(); index != paNoDevice) return index;
    for (PaHostApiIndex api = 0; api < Pa_GetHostApiCount(); ++api)
      if (const auto* info = Pa_GetHostApiInfo(api); info->defaultOutputDevice != paNoDevice)
        return info->defaultOutputDevice;
    throw no_device("there is no sound device");
  }
};

/// A file, played faster or slower.
class Playback {
 public:
  explicit Playback(const std::string& path)
      : file_(path),
        converter_(src_callback_new(&Playback::supply, SRC_SINC_FASTEST, kChannels, &error_, this),
                   &src_delete) {
    if (!converter_) throw cli::Failure(cli::kEnvironment, fmt::format("--audio: {}", src_strerror(error_)));
    file_.wait_until_ready();
  }

  int rate() const noexcept { return file_.rate(); }
  /// Sound that was played or left out.
  Duration position() const noexcept {
    return Duration(std::llround(played_ * 1e9 / static_cast<double>(file_.rate())));
  }
  bool has_ended() const noexcept { return has_ended_; }
  std::uint64_t starved() const noexcept { return starved_.value(); }

  void leave_out(Duration time) noexcept {
    played_ += static_cast<double>(
        file_.drop(static_cast<std::size_t>(in_seconds(time) * static_cast<double>(file_.rate()))));
    src_reset(converter_.get());
  }

  /// @param ratio samples at the device for one of the file
  void read(float* out, std::size_t frames, double ratio) noexcept {
    src_set_ratio(converter_.get(), ratio);
    const long count =
        has_ended_ ? 0 : src_callback_read(converter_.get(), ratio, static_cast<long>(frames), out);
    const auto filled = static_cast<std::size_t>(std::max(count, 0L));
    has_ended_ = has_ended_ || filled == 0;
    std::fill(out + filled * kChannels, out + frames * kChannels, 0.0F);
    played_ += static_cast<double>(filled) / ratio;
  }

 private:
  /// What was not read in time is silence, so that the rest keeps its place.
  static long supply(void* self, float** data) {
    auto& playback = *static_cast<Playback*>(self);
    auto& block = playback.block_;
    constexpr std::size_t kFrames = kBlock / kChannels;
    const std::size_t count = playback.file_.take(block.data(), kFrames);
    *data = block.data();
    if (count == 0 && playback.file_.has_ended()) return 0;
    if (count == 0) playback.starved_.add();
    std::fill(block.begin() + static_cast<std::ptrdiff_t>(count * kChannels), block.end(), 0.0F);
    return static_cast<long>(count == 0 ? kFrames : count);
  }

  static constexpr std::size_t kBlock = 256;
  SoundFile file_;
  int error_ = 0;
  std::unique_ptr<SRC_STATE, SRC_STATE* (*)(SRC_STATE*)> converter_;
  std::array<float, kBlock> block_{};
  double played_ = 0;  ///< samples of the file
  bool has_ended_ = false;
  Counter starved_;
};

class PortAudioSoundtrack final : public Soundtrack {
 public:
  explicit PortAudioSoundtrack(const SoundOptions& options) : offset_(options.offset), playback_(options.file) {
    const PaDeviceIndex device = audio_.device();
    const PaDeviceInfo& info = *Pa_GetDeviceInfo(device);
    device_ = fmt::format("{} ({})", info.name, Pa_GetHostApiInfo(info.hostApi)->name);
    rate_ = static_cast<int>(info.defaultSampleRate);
    const cli::QuietErrors quiet;
    const PaStreamParameters output{device, kChannels, paFloat32, info.defaultLowOutputLatency, nullptr};
    PaError error = Pa_OpenStream(&stream_, nullptr, &output, rate_, paFramesPerBufferUnspecified, paNoFlag,
                                  &PortAudioSoundtrack::call, this);
    if (error == paNoError) error = Pa_StartStream(stream_);
    if (error == paNoError) return;
    if (stream_ != nullptr) Pa_CloseStream(stream_);
    throw no_device(fmt::format("{}: {}", device_, Pa_GetErrorText(error)));
  }
  ~PortAudioSoundtrack() override {
    Pa_StopStream(stream_);
    Pa_CloseStream(stream_);
  }

  void start_at(TimePoint time) noexcept override { start_ns_ = time.time_since_epoch().count(); }
  void set_light_delay(Duration delay) noexcept override { light_delay_ns_ = delay.count(); }
  SoundFacts facts() const override {
    return {.device = device_,
            .rate = rate_,
            .block = Duration(longest_block_ns_.value()),
            .worst = Duration(worst_ns_.value()),
            .jumps = jumps_.value(),
            .starved = playback_.starved()};
  }

 private:
  static int call(const void*, void* out, unsigned long frames, const PaStreamCallbackTimeInfo* time,
                  PaStreamCallbackFlags, void* self) {
    auto& soundtrack = *static_cast<PortAudioSoundtrack*>(self);
    const double delay = time->outputBufferDacTime - time->currentTime;
    soundtrack.play(static_cast<float*>(out), frames,
                    io::monotonic_now() + Duration(std::llround(delay * 1e9)));
    return paContinue;
  }

  Duration length_of(std::size_t frames) const noexcept {
    return Duration(std::llround(static_cast<double>(frames) * 1e9 / rate_));
  }

  /// @param heard when the first of the frames will be heard
  void play(float* out, std::size_t frames, TimePoint heard) noexcept {
    const Duration block = length_of(frames);
    longest_block_ns_.observe(block.count());
    const auto start = TimePoint(Duration(start_ns_.load()));
    const Duration wanted = heard - start - Duration(light_delay_ns_.load()) - offset_;
    if (start == TimePoint{} || wanted + block <= Duration{0} || playback_.has_ended())
      return silence(out, frames);
    if (wanted < Duration{0}) return begin_within(out, frames, -wanted);
    const Duration ahead = playback_.position() - wanted;
    const SoundFollower::Step step = follower_.follow(ahead, block);
    if (step.jump != Duration{0} && wanted > block) jumps_.add();
    if (step.jump > Duration{0}) playback_.leave_out(step.jump);
    if (step.jump < Duration{0}) return silence(out, frames);
    if (wanted > kSettling) worst_ns_.observe(std::abs(ahead.count()));
    playback_.read(out, frames, rate_ / (playback_.rate() * step.speed));
  }

  /// The file begins after this time.
  void begin_within(float* out, std::size_t frames, Duration silent) noexcept {
    const auto first = std::min(frames, static_cast<std::size_t>(in_seconds(silent) * rate_));
    silence(out, first);
    playback_.read(out + first * kChannels, frames - first, static_cast<double>(rate_) / playback_.rate());
  }

  static void silence(float* out, std::size_t frames) noexcept { std::fill_n(out, frames * kChannels, 0.0F); }

  Duration offset_;
  Playback playback_;
  PortAudio audio_;
  SoundFollower follower_;
  std::string device_;
  int rate_ = 0;
  std::atomic<std::int64_t> start_ns_{0};
  std::atomic<std::int64_t> light_delay_ns_{Duration(kUsualLightDelay).count()};
  PeakValue<std::int64_t> longest_block_ns_, worst_ns_;
  Counter jumps_;
  PaStream* stream_ = nullptr;
};

}  // namespace

std::unique_ptr<Soundtrack> open_soundtrack(const SoundOptions& options) {
  return std::make_unique<PortAudioSoundtrack>(options);
}

}  // namespace idn::sender

// SPDX-License-Identifier: MIT
#include "output/output_stage.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "output/brightness_limiter.hpp"
#include "output/colour_balance.hpp"
#include "output/colour_shift.hpp"
#include "output/dwell_limiter.hpp"
#include "output/motion_limiter.hpp"
#include "output/placement.hpp"
#include "output/scanner_load.hpp"
#include "output/zone_map.hpp"

namespace idn::output {
namespace {

using enum LimitAction;

/// @return whether the sample was beyond the limit of a zone
bool apply(const ZoneEffect& effect, LaserSample& sample) noexcept {
  const bool counted = effect.counts && is_beyond(sample, effect.count_above);
  if (effect.blanks && dim_to(sample, effect.blank_above)) {
    sample = blanked(sample);
    return true;
  }
  return (effect.dims && dim_to(sample, effect.dim_above)) || counted;
}

/// By the upper octets, as they are sent.
bool has_colour(const LaserSample& sample) noexcept {
  return (sample.r | sample.g | sample.b) > 0xFF;
}

void add_missing_intensity(std::span<LaserSample> samples) noexcept {
  for (LaserSample& sample : samples)
    if (has_colour(sample) && sample.intensity <= 0xFF) sample.intensity = 0xFFFF;
}

void clear_intensity_of_dark(std::span<LaserSample> samples) noexcept {
  for (LaserSample& sample : samples)
    if (!has_colour(sample)) sample.intensity = 0;
}

bool has_zones(const OutputLimits& limits) noexcept {
  const auto is_on = [](const auto& zone) { return zone.action != Off; };
  return std::ranges::any_of(limits.zones, is_on) || std::ranges::any_of(limits.allowed, is_on);
}

/// Those options that may change while samples are processed.
struct Settings {
  explicit Settings(const OutputOptions& options)
      : placement(options.orientation),
        full_balance(options.balance),
        has_limits(options.limits.any()),
        is_first_dark(options.limits.acts()),
        brightness(options.limits.brightness) {
    if (has_zones(options.limits)) zones.emplace(options.limits);
  }

  Placement placement;
  Brightness full_balance;
  bool has_limits;
  bool is_first_dark;
  BrightnessLimiter brightness;
  std::optional<ZoneMap> zones;
};

/// Passes the newest settings from the thread that makes them, which frees older ones, to the one that uses
/// them, which never waits. A triple buffer: a slot each for both threads and for what was put and not yet
/// taken.
class LatestSettings {
 public:
  explicit LatestSettings(const OutputOptions& first) { slots_[used_] = std::make_unique<Settings>(first); }

  void put(const OutputOptions& options) {
    slots_[made_] = std::make_unique<Settings>(options);
    made_ = between_.exchange(made_ | kIsNew, std::memory_order_acq_rel) & ~kIsNew;
  }
  bool take() noexcept {
    if ((between_.load(std::memory_order_relaxed) & kIsNew) == 0) return false;
    used_ = between_.exchange(used_, std::memory_order_acq_rel) & ~kIsNew;
    return true;
  }
  Settings* operator->() const noexcept { return slots_[used_].get(); }

 private:
  static constexpr std::size_t kIsNew = 4;

  std::array<std::unique_ptr<Settings>, 3> slots_;
  std::size_t made_ = 0, used_ = 1;
  std::atomic<std::size_t> between_{2};
};

}  // namespace

class OutputStage::Impl {
 public:
  Impl(const OutputOptions& options, SampleRate rate, std::optional<wire::SampleFormat> format)
      : settings_(options),
        balance_(options.balance),
        shift_(options.colour_shift, rate),
        sets_intensity_(format == wire::SampleFormat::Xyrgbi),
        rate_(rate),
        motion_(options.limits, rate),
        load_(options.scanner_kpps, rate) {
    if (options.limits.dwell.action != Off) dwell_.emplace(options.limits.dwell, rate);
    find_effects();
  }

  void set_brightness(float share) noexcept {
    if (share == std::exchange(brightness_share_, share)) return;
    balance_ = ColourBalance(settings_->full_balance.times(share));
    find_effects();
  }

  void change(const OutputOptions& options) { settings_.put(options); }

  bool take_change() noexcept {
    const bool had_limits = settings_->has_limits;
    if (!settings_.take()) return false;
    balance_ = ColourBalance(settings_->full_balance.times(brightness_share_));
    if (!had_limits) place_again();  // no limiter knows where the beam is
    find_effects();
    return true;
  }

  LaserSample placed(LaserSample sample) const noexcept {
    settings_->placement.apply({&sample, 1});
    return sample;
  }

  /// A missing intensity is added before the limits, which lower it. Balance and limits may leave a sample with
  /// intensity alone.
  void process(std::span<LaserSample> samples) noexcept {
    if (sets_intensity_) add_missing_intensity(samples);
    if (!is_neutral_) balance_and_limit(samples);
    if (sets_intensity_) clear_intensity_of_dark(samples);
  }

  void balance_and_limit(std::span<LaserSample> samples) noexcept {
    settings_->placement.apply(samples);
    balance_.apply(samples);
    if (!samples.empty()) last_ = samples.back();
    shift_and_limit(samples);
  }

  void begin(LaserSample& origin) noexcept {
    restart();
    last_ = origin;
    shift_and_limit({&origin, 1});
  }

  void extend(std::span<LaserSample> dark) noexcept {
    std::ranges::fill(dark, blanked(last_));
    shift_and_limit(dark);
    std::ranges::transform(dark, dark.begin(), blanked);  // the colour shift may still output delayed colours
  }

  void set_rate(SampleRate rate) noexcept {
    if (rate == std::exchange(rate_, rate)) return;
    shift_.set_rate(rate);
    motion_.set_rate(rate);
    load_.set_rate(rate);
    if (dwell_) dwell_->set_rate(rate);
  }

  void restart() noexcept {
    shift_.restart();
    place_again();
  }

  bool is_neutral() const noexcept { return is_neutral_ && !sets_intensity_; }

  OutputCounters counters;

 private:
  void place_again() noexcept {
    motion_.restart();
    load_.restart();
    is_first_ = true;
  }

  void find_effects() noexcept {
    is_neutral_ = settings_->placement.is_neutral() && balance_.is_neutral() && shift_.is_neutral() &&
                  !settings_->has_limits && !load_.is_on();
  }

  void shift_and_limit(std::span<LaserSample> samples) noexcept {
    shift_.process(samples);
    if (!settings_->has_limits && !load_.is_on()) return;
    while (!samples.empty()) {
      const std::size_t count = std::min(samples.size(), BeamTrack::kMost);
      limit(samples.first(count));
      samples = samples.subspan(count);
    }
    if (load_.is_on()) counters.scanner_load.set(load_.load());
  }

  void limit(std::span<LaserSample> samples) noexcept {
    if (std::exchange(is_first_, false) && settings_->is_first_dark) samples[0] = blanked(samples[0]);
    BeamTrack track;  // on the stack, which all streams of a thread share, so that it stays in the cache
    track.read(samples);
    motion_.process(samples, track, counters);
    if (load_.is_on()) load_.process(track);
    if (settings_->zones && !settings_->zones->is_free(track.box())) limit_zones(samples, track);
    settings_->brightness.process(samples, counters.brightness);
    if (dwell_) dwell_->process(samples, track, counters.dwell);
  }

  void limit_zones(std::span<LaserSample> samples, const BeamTrack& track) noexcept {
    std::uint64_t outside = 0, limited = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      LaserSample& sample = samples[i];
      if (!is_lit(sample)) continue;
      const ZoneEffect* const effect = settings_->zones->effect(track.before(i), track.at(i));
      if (effect == nullptr) continue;
      if (effect->dark_outside || effect->count_outside) ++outside;
      if (effect->dark_outside)
        sample = blanked(sample);
      else if (apply(*effect, sample))
        ++limited;
    }
    if (outside != 0) counters.allowed.add(outside);
    if (limited != 0) counters.zones.add(limited);
  }

  LatestSettings settings_;
  float brightness_share_ = 1;
  ColourBalance balance_;
  ColourShift shift_;
  bool sets_intensity_;
  SampleRate rate_;
  MotionLimiter motion_;
  std::optional<DwellLimiter> dwell_;
  ScannerLoad load_;
  LaserSample last_{};  ///< last sample before the colour shift
  bool is_first_ = true;
  bool is_neutral_ = false;
};

OutputStage::OutputStage(const OutputOptions& options, SampleRate rate,
                         std::optional<wire::SampleFormat> format)
    : impl_(std::make_unique<Impl>(options, rate, format)) {}
OutputStage::~OutputStage() = default;
OutputStage::OutputStage(OutputStage&&) noexcept = default;
OutputStage& OutputStage::operator=(OutputStage&&) noexcept = default;

void OutputStage::change(const OutputOptions& options) {
  impl_->change(options);
}

bool OutputStage::take_change() noexcept {
  return impl_->take_change();
}

LaserSample OutputStage::placed(LaserSample sample) const noexcept {
  return impl_->placed(sample);
}

void OutputStage::process(std::span<LaserSample> samples) noexcept {
  if (!impl_->is_neutral()) impl_->process(samples);
}

void OutputStage::begin(LaserSample& origin) noexcept {
  if (!impl_->is_neutral()) impl_->begin(origin);
}

void OutputStage::extend(std::span<LaserSample> dark) noexcept {
  if (!impl_->is_neutral()) impl_->extend(dark);
}

void OutputStage::set_rate(SampleRate rate) noexcept {
  impl_->set_rate(rate);
}

void OutputStage::set_brightness(float share) noexcept {
  impl_->set_brightness(share);
}

void OutputStage::restart() noexcept {
  impl_->restart();
}

const OutputCounters& OutputStage::counters() const noexcept {
  return impl_->counters;
}

bool OutputStage::is_neutral() const noexcept {
  return impl_->is_neutral();
}

}  // namespace idn::output

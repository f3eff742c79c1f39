// SPDX-License-Identifier: MIT
#include "viewer/qt/look.hpp"

#include <QSettings>
#include <algorithm>
#include <cmath>

namespace idn::viewer {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

struct Switch {
  const char* key;
  bool PictureOptions::* value;
};

constexpr Switch kSwitches[] = {{"ttl", &PictureOptions::ttl},
                                {"light", &PictureOptions::light},
                                {"dots", &PictureOptions::dots},
                                {"blanked_path", &PictureOptions::blanked_path},
                                {"commanded_path", &PictureOptions::commanded_path},
                                {"chunk_starts", &PictureOptions::chunk_starts},
                                {"datagram_starts", &PictureOptions::datagram_starts},
                                {"grid", &PictureOptions::grid},
                                {"ilda_figure", &PictureOptions::ilda_figure}};

QString key_of(const char* name) {
  return QString("picture/%1").arg(name);
}

/// A number of the settings file, which may contain anything: clamped, `otherwise` if it is not finite.
double number(const QSettings& settings, const char* name, double otherwise, double least, double most) {
  const double value = settings.value(key_of(name), otherwise).toDouble();
  return std::isfinite(value) ? std::clamp(value, least, most) : otherwise;
}

std::optional<ScannerSetup> load_scanner(const QSettings& settings) {
  if (!settings.value(key_of("scanner"), false).toBool()) return std::nullopt;
  const ScannerSetup usual;
  return ScannerSetup{.bandwidth_hz = number(settings, "bandwidth_hz", usual.bandwidth_hz, 10, 100'000),
                      .damping = number(settings, "damping", usual.damping, 0.2, 2),
                      .angle_degrees = number(settings, "angle_degrees", usual.angle_degrees, 0.1, 90)};
}

}  // namespace

void save(const Look& look, QSettings& settings) {
  const PictureOptions& picture = look.picture;
  for (const auto& [key, value] : kSwitches) settings.setValue(key_of(key), picture.*value);
  const auto persistence = std::chrono::round<milliseconds>(picture.persistence).count();
  settings.setValue(key_of("persistence_ms"), static_cast<qlonglong>(persistence));
  settings.setValue(key_of("exposure"), picture.exposure);
  const auto shift = std::chrono::round<microseconds>(picture.beam.colour_shift).count();
  settings.setValue(key_of("colour_shift_us"), static_cast<qlonglong>(shift));
  const auto& scanner = picture.beam.scanner;
  settings.setValue(key_of("scanner"), scanner.has_value());
  if (!scanner) return;
  settings.setValue(key_of("bandwidth_hz"), scanner->bandwidth_hz);
  settings.setValue(key_of("damping"), scanner->damping);
  settings.setValue(key_of("angle_degrees"), scanner->angle_degrees);
}

Look load(const Look& asked, const QSettings& settings) {
  const PictureOptions usual;
  Look look = asked;
  PictureOptions& picture = look.picture;
  for (const auto& [key, value] : kSwitches)
    if (picture.*value == usual.*value) picture.*value = settings.value(key_of(key), picture.*value).toBool();
  if (picture.persistence == usual.persistence)
    picture.persistence = milliseconds(std::llround(number(settings, "persistence_ms", 25, 1, 60'000)));
  if (picture.exposure == usual.exposure)
    picture.exposure = number(settings, "exposure", picture.exposure, 0.001, 1000);
  if (picture.beam.colour_shift == Duration{})
    picture.beam.colour_shift = microseconds(std::llround(number(settings, "colour_shift_us", 0, -2000, 2000)));
  if (!picture.beam.scanner) picture.beam.scanner = load_scanner(settings);
  return look;
}

}  // namespace idn::viewer

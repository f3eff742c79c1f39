// SPDX-License-Identifier: MIT
#include "viewer/qt/scanner_box.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <cmath>

namespace idn::viewer {
namespace {

constexpr const char* kPresets[] = {"12k", "30k", "40k", "60k"};
constexpr int kNone = 0, kCustom = 5;                          ///< indices in scanner_; the presets are between
constexpr int kRealTrace = 0, kCommandedTrace = 1, kBoth = 2;  ///< indices in trace_

int preset_of(const ScannerSetup& setup) {
  for (int i = 0; i < 4; ++i)
    if (scanner_from(kPresets[i])->bandwidth_hz == setup.bandwidth_hz) return i + 1;
  return kCustom;
}

}  // namespace

ScannerBox::ScannerBox(const PictureOptions& picture)
    : QGroupBox("Scanners"),
      scanner_(new QComboBox),
      trace_(new QComboBox),
      angle_(new QDoubleSpinBox),
      damping_(new QDoubleSpinBox),
      bandwidth_(new QSpinBox),
      colour_shift_(new QSpinBox) {
  scanner_->addItems({"none: as commanded", "12K", "30K", "40K", "60K", "own"});
  trace_->addItems({"real", "commanded", "both: commanded blue"});
  angle_->setRange(0.1, 90);
  angle_->setSuffix("°");
  angle_->setToolTip("Full width of the picture as projected; beyond 8° the same scanners are slower");
  bandwidth_->setRange(10, 100'000);
  bandwidth_->setSuffix(" Hz");
  damping_->setRange(0.2, 2);
  damping_->setDecimals(4);
  damping_->setSingleStep(0.05);
  colour_shift_->setRange(-2000, 2000);
  colour_shift_->setSingleStep(10);
  colour_shift_->setSuffix(" us");
  colour_shift_->setToolTip("Colours later than positions, as lasers that answer faster than scanners need it");
  auto* const form = new QFormLayout(this);
  form->addRow("scanners", scanner_);
  form->addRow("trace", trace_);
  form->addRow("angle", angle_);
  form->addRow("bandwidth", bandwidth_);
  form->addRow("damping", damping_);
  form->addRow("colour shift", colour_shift_);
  show_setup(picture);
  connect(scanner_, &QComboBox::currentIndexChanged, this, &ScannerBox::choose);
  connect(trace_, &QComboBox::currentIndexChanged, this, &ScannerBox::changed);
  connect(angle_, &QDoubleSpinBox::valueChanged, this, &ScannerBox::changed);
  connect(damping_, &QDoubleSpinBox::valueChanged, this, &ScannerBox::changed);
  connect(colour_shift_, &QSpinBox::valueChanged, this, &ScannerBox::changed);
  connect(bandwidth_, &QSpinBox::valueChanged, this, [this] {
    const QSignalBlocker quiet(scanner_);
    scanner_->setCurrentIndex(kCustom);
    enable();
    emit changed();
  });
}

void ScannerBox::show_setup(const PictureOptions& picture) {
  const ScannerSetup shown = picture.beam.scanner.value_or(ScannerSetup{});
  scanner_->setCurrentIndex(picture.beam.scanner ? preset_of(shown) : kNone);
  trace_->setCurrentIndex(picture.commanded_path ? kBoth : kRealTrace);
  angle_->setValue(shown.angle_degrees);
  damping_->setValue(shown.damping);
  colour_shift_->setValue(static_cast<int>(picture.beam.colour_shift / std::chrono::microseconds(1)));
  bandwidth_->setValue(static_cast<int>(std::lround(shown.bandwidth_hz)));
  enable();
}

void ScannerBox::enable() {
  for (QWidget* const widget : std::initializer_list<QWidget*>{trace_, angle_, bandwidth_, damping_})
    widget->setEnabled(scanner_->currentIndex() != kNone);
}

/// Shows the bandwidth of a chosen preset.
void ScannerBox::choose() {
  if (const auto chosen = setup()) {
    const QSignalBlocker quiet(bandwidth_);
    bandwidth_->setValue(static_cast<int>(std::lround(chosen->bandwidth_hz)));
  }
  enable();
  emit changed();
}

std::optional<ScannerSetup> ScannerBox::setup() const {
  const int chosen = scanner_->currentIndex();
  if (chosen == kNone) return std::nullopt;
  return ScannerSetup{.bandwidth_hz = chosen == kCustom ? bandwidth_->value()
                                                        : scanner_from(kPresets[chosen - 1])->bandwidth_hz,
                      .damping = damping_->value(),
                      .angle_degrees = angle_->value()};
}

void ScannerBox::apply_to(PictureOptions& picture) const {
  picture.beam.scanner = trace_->currentIndex() == kCommandedTrace ? std::nullopt : setup();
  picture.beam.colour_shift = std::chrono::microseconds(colour_shift_->value());
  picture.commanded_path = setup().has_value() && trace_->currentIndex() == kBoth;
}

void ScannerBox::next_scanner() {
  scanner_->setCurrentIndex((scanner_->currentIndex() + 1) % kCustom);
}

void ScannerBox::next_trace() {
  trace_->setCurrentIndex((trace_->currentIndex() + 1) % trace_->count());
}

}  // namespace idn::viewer

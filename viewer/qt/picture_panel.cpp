// SPDX-License-Identifier: MIT
#include "viewer/qt/picture_panel.hpp"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

namespace idn::viewer {
namespace {

using std::chrono::milliseconds;

/// Sliders are logarithmic: 1 ms to 2 s, and a hundredth to a hundredfold.
constexpr int kStepsPerDecade = 20;
constexpr int kPersistenceSteps = 66;
constexpr int kExposureSteps = 2 * kStepsPerDecade;

int to_steps(double value) {
  return static_cast<int>(std::lround(kStepsPerDecade * std::log10(value)));
}

double from_steps(int steps) {
  return std::pow(10.0, static_cast<double>(steps) / kStepsPerDecade);
}

double in_ms(Duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

constexpr const char* kPresets[] = {"12k", "30k", "40k", "60k"};
constexpr int kNone = 0, kOwn = 5;                             ///< of the scanners; presets between
constexpr int kRealTrace = 0, kCommandedTrace = 1, kBoth = 2;  ///< of the traces

int preset_of(const ScannerSetup& setup) {
  for (int i = 0; i < 4; ++i)
    if (scanner_from(kPresets[i])->bandwidth_hz == setup.bandwidth_hz) return i + 1;
  return kOwn;
}

QSlider* make_slider(int least, int most, int value, const QString& name) {
  auto* const slider = new QSlider(Qt::Horizontal);
  slider->setRange(least, most);
  slider->setPageStep(kStepsPerDecade / 4);
  slider->setValue(value);
  slider->setAccessibleName(name);
  return slider;
}

}  // namespace

PicturePanel::PicturePanel(const Look& look, QWidget* parent) : QWidget(parent), look_(look) {
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(make_light());
  layout->addWidget(make_marks());
  layout->addWidget(make_scanner());
  layout->addWidget(make_turn());
  layout->addStretch(1);
  show_scanner();
}

/// A check box and an action for the same.
QAction* PicturePanel::add_switch(QVBoxLayout& layout, const QString& name, const QString& keys) {
  auto* const action = new QAction(name, this);
  action->setCheckable(true);
  action->setShortcut(QKeySequence(keys));
  auto* const box = new QCheckBox(name, this);
  box->setToolTip(keys);
  connect(box, &QCheckBox::toggled, action, &QAction::setChecked);
  connect(action, &QAction::toggled, box, &QCheckBox::setChecked);
  layout.addWidget(box);
  return action;
}

void PicturePanel::add_look_switch(QVBoxLayout& layout, const QString& name, const QString& keys,
                                   bool PictureOptions::*value) {
  QAction* const action = add_switch(layout, name, keys);
  action->setChecked(look_.picture.*value);
  connect(action, &QAction::toggled, this, [this, value](bool on) {
    look_.picture.*value = on;
    emit look_changed();
  });
  look_actions_.push_back(action);
}

void PicturePanel::add_turn_switch(QVBoxLayout& layout, const QString& name, const QString& keys,
                                   bool SampleTransform::*value) {
  QAction* const action = add_switch(layout, name, keys);
  connect(action, &QAction::toggled, this, [this, value](bool on) {
    if (turn_.*value == on) return;
    turn_.*value = on;
    emit turn_changed(turn_);
  });
  turn_actions_.push_back(action);
}

QGroupBox* PicturePanel::make_light() {
  auto* const box = new QGroupBox("Light", this);
  auto* const layout = new QVBoxLayout(box);
  auto* const form = new QFormLayout;
  auto *const persistence_label = new QLabel, *const exposure_label = new QLabel;
  persistence_ = make_slider(0, kPersistenceSteps, to_steps(in_ms(look_.picture.persistence)), "persistence");
  exposure_ = make_slider(-kExposureSteps, kExposureSteps, to_steps(look_.picture.exposure), "brightness");
  const auto show_values = [this, persistence_label, exposure_label] {
    persistence_label->setText(QString("%1 ms").arg(in_ms(look_.picture.persistence), 0, 'g', 3));
    exposure_label->setText(QString("x %1").arg(look_.picture.exposure, 0, 'g', 2));
  };
  show_values();
  connect(persistence_, &QSlider::valueChanged, this, [this, show_values](int steps) {
    look_.picture.persistence =
        std::chrono::round<Duration>(std::chrono::duration<double, std::milli>(from_steps(steps)));
    show_values();
    emit look_changed();
  });
  connect(exposure_, &QSlider::valueChanged, this, [this, show_values](int steps) {
    look_.picture.exposure = from_steps(steps);
    show_values();
    emit look_changed();
  });
  const auto add_row = [form](const QString& name, QSlider* slider, QLabel* value) {
    auto* const row = new QHBoxLayout;
    row->addWidget(slider, 1);
    row->addWidget(value);
    value->setMinimumWidth(value->fontMetrics().horizontalAdvance("10000 ms"));
    form->addRow(name, row);
  };
  add_row("persistence", persistence_, persistence_label);
  add_row("brightness", exposure_, exposure_label);
  layout->addLayout(form);
  add_look_switch(*layout, "Lit path", "V", &PictureOptions::light);
  add_look_switch(*layout, "TTL colours", "T", &PictureOptions::ttl);
  auto* const heat = add_switch(*layout, "Heat map of the last 2 s", "H");
  heat->setChecked(look_.heat_map);
  connect(heat, &QAction::toggled, this, [this](bool on) {
    look_.heat_map = on;
    emit look_changed();
  });
  look_actions_.push_back(heat);
  return box;
}

QGroupBox* PicturePanel::make_marks() {
  auto* const box = new QGroupBox("Also show", this);
  auto* const layout = new QVBoxLayout(box);
  add_look_switch(*layout, "Dots at samples", "D", &PictureOptions::dots);
  add_look_switch(*layout, "Blanked path", "B", &PictureOptions::blanked_path);
  add_look_switch(*layout, "Chunk starts (orange)", "C", &PictureOptions::chunk_starts);
  add_look_switch(*layout, "Datagram starts (blue)", "P", &PictureOptions::datagram_starts);
  add_look_switch(*layout, "Grid", "G", &PictureOptions::grid);
  add_look_switch(*layout, "ILDA square and circle", "Shift+G", &PictureOptions::ilda_figure);
  return box;
}

QGroupBox* PicturePanel::make_scanner() {
  auto* const box = new QGroupBox("Scanners", this);
  auto* const form = new QFormLayout(box);
  scanner_ = new QComboBox;
  scanner_->addItems({"none: as commanded", "12K", "30K", "40K", "60K", "own"});
  trace_ = new QComboBox;
  trace_->addItems({"real", "commanded", "both"});
  angle_ = new QDoubleSpinBox;
  angle_->setRange(0.1, 90);
  angle_->setSuffix("°");
  bandwidth_ = new QSpinBox;
  bandwidth_->setRange(10, 100'000);
  bandwidth_->setSuffix(" Hz");
  damping_ = new QDoubleSpinBox;
  damping_->setRange(0.2, 2);
  damping_->setDecimals(4);
  damping_->setSingleStep(0.05);
  angle_->setToolTip("Full width of the picture as projected; beyond 8° the same scanners are slower");
  form->addRow("scanners", scanner_);
  form->addRow("trace", trace_);
  form->addRow("angle", angle_);
  form->addRow("bandwidth", bandwidth_);
  form->addRow("damping", damping_);
  connect(scanner_, &QComboBox::currentIndexChanged, this, &PicturePanel::choose_scanner);
  connect(trace_, &QComboBox::currentIndexChanged, this, &PicturePanel::choose_scanner);
  connect(angle_, &QDoubleSpinBox::valueChanged, this, &PicturePanel::choose_scanner);
  connect(damping_, &QDoubleSpinBox::valueChanged, this, &PicturePanel::choose_scanner);
  connect(bandwidth_, &QSpinBox::valueChanged, this, [this] {
    const QSignalBlocker quiet(scanner_);
    scanner_->setCurrentIndex(kOwn);
    choose_scanner();
  });
  return box;
}

QGroupBox* PicturePanel::make_turn() {
  auto* const box = new QGroupBox("Selected source", this);
  auto* const layout = new QVBoxLayout(box);
  add_turn_switch(*layout, "Flip left and right", "X", &SampleTransform::flip_x);
  add_turn_switch(*layout, "Flip top and bottom", "Y", &SampleTransform::flip_y);
  add_turn_switch(*layout, "Swap axes", "Shift+X", &SampleTransform::swap_axes);
  add_turn_switch(*layout, "Multiply colours by intensity", "Shift+I", &SampleTransform::apply_intensity);
  auto* const rotate = new QAction("Rotate by 90°", this);
  rotate->setShortcut(QKeySequence("R"));
  connect(rotate, &QAction::triggered, this, &PicturePanel::rotate);
  auto* const button = new QToolButton;
  button->setDefaultAction(rotate);
  layout->addWidget(button);
  turn_actions_.push_back(rotate);
  return box;
}

/// Clockwise: (x, y) to (y, -x), after what was done so far.
void PicturePanel::rotate() {
  SampleTransform turned = turn_;
  turned.swap_axes = !turn_.swap_axes;
  turned.flip_x = turn_.flip_y;
  turned.flip_y = !turn_.flip_x;
  set_turn(turned);
  emit turn_changed(turn_);
}

void PicturePanel::set_turn(const SampleTransform& turn) {
  turn_ = turn;
  const bool values[] = {turn.flip_x, turn.flip_y, turn.swap_axes, turn.apply_intensity};
  for (std::size_t i = 0; i < std::size(values); ++i) turn_actions_[i]->setChecked(values[i]);
}

void PicturePanel::choose_scanner() {
  PictureOptions& picture = look_.picture;
  const int chosen = scanner_->currentIndex();
  const bool is_commanded = trace_->currentIndex() == kCommandedTrace;
  picture.beam.scanner.reset();
  if (chosen != kNone && !is_commanded) {
    ScannerSetup setup;
    setup.bandwidth_hz =
        chosen == kOwn ? bandwidth_->value() : scanner_from(kPresets[chosen - 1])->bandwidth_hz;
    setup.damping = damping_->value();
    setup.angle_degrees = angle_->value();
    picture.beam.scanner = setup;
    const QSignalBlocker quiet(bandwidth_);
    bandwidth_->setValue(static_cast<int>(std::lround(setup.bandwidth_hz)));
  }
  picture.commanded_path = chosen != kNone && trace_->currentIndex() == kBoth;
  for (QWidget* const widget : std::initializer_list<QWidget*>{trace_, angle_, bandwidth_, damping_})
    widget->setEnabled(chosen != kNone);
  emit look_changed();
}

void PicturePanel::show_scanner() {
  const ScannerSetup setup = look_.picture.beam.scanner.value_or(ScannerSetup{});
  const QSignalBlocker quiet[] = {QSignalBlocker(scanner_), QSignalBlocker(trace_), QSignalBlocker(angle_),
                                  QSignalBlocker(bandwidth_), QSignalBlocker(damping_)};
  scanner_->setCurrentIndex(look_.picture.beam.scanner ? preset_of(setup) : kNone);
  trace_->setCurrentIndex(look_.picture.commanded_path ? kBoth : kRealTrace);
  angle_->setValue(setup.angle_degrees);
  damping_->setValue(setup.damping);
  bandwidth_->setValue(static_cast<int>(std::lround(setup.bandwidth_hz)));
  for (QWidget* const widget : std::initializer_list<QWidget*>{trace_, angle_, bandwidth_, damping_})
    widget->setEnabled(look_.picture.beam.scanner.has_value());
}

void PicturePanel::next_scanner() {
  scanner_->setCurrentIndex((scanner_->currentIndex() + 1) % kOwn);
}

void PicturePanel::next_trace() {
  trace_->setCurrentIndex((trace_->currentIndex() + 1) % trace_->count());
}

void PicturePanel::step_persistence(int steps) {
  persistence_->setValue(persistence_->value() + steps * persistence_->pageStep());
}

void PicturePanel::step_exposure(int steps) {
  exposure_->setValue(exposure_->value() + steps * exposure_->pageStep());
}

}  // namespace idn::viewer

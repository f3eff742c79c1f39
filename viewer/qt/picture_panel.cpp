// SPDX-License-Identifier: MIT
#include "viewer/qt/picture_panel.hpp"

#include <QAction>
#include <QCheckBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "viewer/qt/scanner_box.hpp"

namespace idn::viewer {
namespace {

using std::chrono::milliseconds;

/// Sliders are logarithmic: persistence from 1 ms to 2 s, exposure from 1/100 to 100.
constexpr int kStepsPerDecade = 20;
constexpr int kPersistenceSteps = 66;
constexpr int kExposureSteps = 2 * kStepsPerDecade;

int to_steps(double value) {
  return static_cast<int>(std::lround(kStepsPerDecade * std::log10(value)));
}

double from_steps(int steps) {
  return std::pow(10.0, static_cast<double>(steps) / kStepsPerDecade);
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

PicturePanel::PicturePanel(const Look& look, QWidget* parent)
    : QWidget(parent), look_(look), scanners_(new ScannerBox(look.picture)) {
  connect(scanners_, &ScannerBox::changed, this, [this] {
    scanners_->apply_to(look_.picture);
    emit look_changed();
  });
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(make_light());
  layout->addWidget(make_marks());
  layout->addWidget(scanners_);
  layout->addWidget(make_orientation());
  layout->addStretch(1);
}

/// Adds a check box and an action that are synchronised.
QAction* PicturePanel::add_switch(QVBoxLayout& layout, const QString& name, const QString& keys) {
  auto* const action = new QAction(name, this);
  action->setCheckable(true);
  action->setShortcut(QKeySequence(keys));
  auto* const box = new QCheckBox(name, this);
  box->setToolTip(keys);
  connect(box, &QCheckBox::toggled, action, &QAction::setChecked);
  connect(action, &QAction::toggled, box, &QCheckBox::setChecked);
  connect(action, &QAction::enabledChanged, box, &QCheckBox::setEnabled);
  layout.addWidget(box);
  return action;
}

void PicturePanel::add_look_switch(QVBoxLayout& layout, const QString& name, const QString& keys,
                                   bool PictureOptions::* value) {
  QAction* const action = add_switch(layout, name, keys);
  action->setChecked(look_.picture.*value);
  connect(action, &QAction::toggled, this, [this, value](bool on) {
    look_.picture.*value = on;
    emit look_changed();
  });
  look_actions_.push_back(action);
}

void PicturePanel::add_orientation_switch(QVBoxLayout& layout, const QString& name, const QString& keys,
                                          bool SampleTransform::* value) {
  QAction* const action = add_switch(layout, name, keys);
  connect(action, &QAction::toggled, this, [this, value](bool on) {
    if (orientation_.*value == on) return;
    orientation_.*value = on;
    emit orientation_changed(orientation_);
  });
  orientation_actions_.push_back(action);
}

QGroupBox* PicturePanel::make_light() {
  auto* const box = new QGroupBox("Light", this);
  auto* const layout = new QVBoxLayout(box);
  auto* const form = new QFormLayout;
  auto *const persistence_label = new QLabel, *const exposure_label = new QLabel;
  persistence_ =
      make_slider(0, kPersistenceSteps, to_steps(in_millis(look_.picture.persistence)), "persistence");
  exposure_ = make_slider(-kExposureSteps, kExposureSteps, to_steps(look_.picture.exposure), "brightness");
  const auto show_values = [this, persistence_label, exposure_label] {
    persistence_label->setText(QString("%1 ms").arg(in_millis(look_.picture.persistence), 0, 'g', 3));
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

QGroupBox* PicturePanel::make_orientation() {
  auto* const box = new QGroupBox("Selected source", this);
  auto* const layout = new QVBoxLayout(box);
  add_orientation_switch(*layout, "Flip left and right", "X", &SampleTransform::flip_x);
  add_orientation_switch(*layout, "Flip top and bottom", "Y", &SampleTransform::flip_y);
  add_orientation_switch(*layout, "Swap axes", "Shift+X", &SampleTransform::swap_axes);
  add_orientation_switch(*layout, "Multiply colours by intensity", "Shift+I",
                         &SampleTransform::apply_intensity);
  auto* const rotate = new QAction("Rotate by 90°", this);
  rotate->setShortcut(QKeySequence("R"));
  connect(rotate, &QAction::triggered, this, &PicturePanel::rotate);
  auto* const button = new QToolButton;
  button->setDefaultAction(rotate);
  layout->addWidget(button);
  orientation_actions_.push_back(rotate);
  return box;
}

/// Rotates clockwise: (x, y) to (y, -x), after the present orientation.
void PicturePanel::rotate() {
  SampleTransform turned = orientation_;
  turned.swap_axes = !orientation_.swap_axes;
  turned.flip_x = orientation_.flip_y;
  turned.flip_y = !orientation_.flip_x;
  set_orientation(turned);
  emit orientation_changed(orientation_);
}

void PicturePanel::set_orientation(const SampleTransform& orientation) {
  orientation_ = orientation;
  const bool values[] = {orientation.flip_x, orientation.flip_y, orientation.swap_axes,
                         orientation.apply_intensity};
  for (std::size_t i = 0; i < std::size(values); ++i) orientation_actions_[i]->setChecked(values[i]);
}

void PicturePanel::step_persistence(int steps) {
  persistence_->setValue(persistence_->value() + steps * persistence_->pageStep());
}

void PicturePanel::step_exposure(int steps) {
  exposure_->setValue(exposure_->value() + steps * exposure_->pageStep());
}

}  // namespace idn::viewer

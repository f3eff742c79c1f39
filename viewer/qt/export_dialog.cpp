// SPDX-License-Identifier: MIT
#include "viewer/qt/export_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace idn::viewer {
namespace {

Duration from_seconds(double seconds) {
  return std::chrono::round<Duration>(std::chrono::duration<double>(seconds));
}

QDoubleSpinBox* make_time(double value, double most) {
  auto* const box = new QDoubleSpinBox;
  box->setDecimals(3);
  box->setRange(0, most);
  box->setSingleStep(0.1);
  box->setSuffix(" s");
  box->setValue(value);
  return box;
}

/// Rounds both down to even numbers, as MP4 requires.
QSize rounded_to_even(QSize size) {
  return {size.width() / 2 * 2, size.height() / 2 * 2};
}

}  // namespace

ExportDialog::ExportDialog(const Choice& defaults, Duration length, QWidget* parent)
    : QDialog(parent),
      path_(new QLineEdit(defaults.path)),
      from_(make_time(in_seconds(defaults.from), in_seconds(length))),
      to_(make_time(in_seconds(defaults.to), in_seconds(length))),
      rate_(new QDoubleSpinBox),
      size_(new QComboBox) {
  setWindowTitle("Export a film");
  path_->setMinimumWidth(320);
  rate_->setRange(1, 240);
  rate_->setDecimals(1);
  rate_->setValue(defaults.pictures_per_second);
  for (const QSize size :
       {rounded_to_even(defaults.size), QSize(1280, 720), QSize(1920, 1080), QSize(1080, 1080)})
    size_->addItem(QString("%1 x %2").arg(size.width()).arg(size.height()), size);
  auto* const browse_button = new QPushButton("Browse…");
  connect(browse_button, &QPushButton::clicked, this, &ExportDialog::browse);
  auto* const file = new QHBoxLayout;
  file->addWidget(path_, 1);
  file->addWidget(browse_button);
  auto* const form = new QFormLayout(this);
  form->addRow("File", file);
  form->addRow("From", from_);
  form->addRow("To", to_);
  form->addRow("Size", size_);
  form->addRow("Pictures per second", rate_);
  form->addRow(new QLabel(".mp4 is H.264, .png or .apng an animated PNG. It plays at normal speed."));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  start_ = buttons->addButton("Export", QDialogButtonBox::AcceptRole);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
  connect(from_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::check);
  connect(to_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::check);
  connect(path_, &QLineEdit::textChanged, this, &ExportDialog::check);
  check();
}

ExportDialog::Choice ExportDialog::choice() const {
  return {path_->text(), from_seconds(from_->value()), from_seconds(to_->value()),
          size_->currentData().toSize(), rate_->value()};
}

void ExportDialog::browse() {
  const QString path = QFileDialog::getSaveFileName(this, "Film", path_->text(), "Films (*.mp4 *.png *.apng)");
  if (!path.isEmpty()) path_->setText(path);
}

void ExportDialog::check() {
  start_->setEnabled(from_->value() < to_->value() && !path_->text().isEmpty());
}

}  // namespace idn::viewer

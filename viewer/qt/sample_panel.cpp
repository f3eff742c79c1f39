// SPDX-License-Identifier: MIT
#include "viewer/qt/sample_panel.hpp"

#include <fmt/core.h>

#include <QBrush>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

constexpr const char* kColumns[] = {"ms", "x", "y", "r", "g", "b", "i"};
constexpr const char* kWidest[] = {"C 99999.999", "-32768", "-32768", "65535", "65535", "65535", "65535"};
constexpr std::size_t kRowsBefore = 30, kRowsAfter = 30;

/// Samples under the mouse are searched back for this many time constants; older light is hardly visible.
constexpr int kVisibleTimeConstants = 2;

QColor colour_of(const LaserSample& sample) {
  const auto part = [](std::uint16_t value) { return value / 257; };
  return {part(sample.r), part(sample.g), part(sample.b)};
}

}  // namespace

void SampleTable::set(std::vector<SampleRow> rows, SampleIndex middle, TimePoint zero) {
  const bool is_longer = rows.size() != rows_.size();
  if (is_longer) beginResetModel();
  rows_ = std::move(rows);
  middle_ = middle;
  zero_ = zero;
  if (is_longer)
    endResetModel();
  else if (!rows_.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int SampleTable::row_of_middle() const {
  const auto found = std::ranges::find(rows_, middle_, &SampleRow::index);
  return found == rows_.end() ? 0 : static_cast<int>(found - rows_.begin());
}

int SampleTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int SampleTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(std::size(kColumns));
}

QString SampleTable::text(const SampleRow& row, int column) const {
  const LaserSample& sample = row.sample;
  switch (column) {
    case 0: {
      const char* const start = row.index.sample == 0 ? "C " : row.starts_datagram ? "D " : "";
      return start + QString::number(in_millis(row.time - zero_), 'f', 3);
    }
    case 1:
      return QString::number(sample.x);
    case 2:
      return QString::number(sample.y);
    case 3:
      return QString::number(sample.r);
    case 4:
      return QString::number(sample.g);
    case 5:
      return QString::number(sample.b);
    default:
      return QString::number(sample.intensity);
  }
}

QVariant SampleTable::data(const QModelIndex& at, int role) const {
  if (!at.isValid() || at.row() >= rowCount()) return {};
  const SampleRow& row = rows_[static_cast<std::size_t>(at.row())];
  if (role == Qt::DisplayRole) return text(row, at.column());
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::BackgroundRole && row.index == middle_) return QBrush(QColor(0x2f, 0x4a, 0x63));
  if (role == Qt::ForegroundRole && row.sample.is_dark()) return QBrush(theme::kFaint.darker(130));
  if (role == Qt::DecorationRole && at.column() == 0) return colour_of(row.sample);
  return {};
}

QVariant SampleTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  return kColumns[section];
}

SamplePanel::SamplePanel(QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), view_(new QTableView(this)), table_(new SampleTable(this)) {
  view_->setModel(table_);
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPointSizeF(font.pointSizeF() * 0.75);
  view_->setFont(font);
  view_->horizontalHeader()->setFont(font);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() + 2);
  view_->horizontalHeader()->setMinimumSectionSize(1);
  // Wide enough for any value, so that columns keep their width while numbers change.
  const QFontMetrics metrics(font);
  for (int column = 0; column < table_->columnCount(); ++column)
    view_->setColumnWidth(column, metrics.horizontalAdvance(kWidest[column]) + (column == 0 ? 18 : 9));
  view_->setShowGrid(false);
  // The highlighted sample stays in the middle, so a scroll bar would have no use.
  view_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view_->setTextElideMode(Qt::ElideNone);
  view_->setIconSize({6, 6});
  view_->setSelectionMode(QAbstractItemView::NoSelection);
  view_->setFocusPolicy(Qt::NoFocus);
  view_->setAccessibleName("samples");
  view_->setToolTip("C: begins a chunk; D: begins a datagram within a frame");
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(title_);
  layout->addWidget(view_, 1);
}

void SamplePanel::show_samples(const Stream* stream, TimePoint at, TimePoint zero,
                               std::optional<Position> cursor, const SampleTransform& orientation,
                               Duration persistence) {
  std::optional<SampleIndex> middle;
  if (stream != nullptr && cursor)
    middle =
        nearest_sample(stream->timeline, at - kVisibleTimeConstants * persistence, at, *cursor, orientation);
  title_->setText(middle ? "under the mouse" : "around the beam");
  if (stream != nullptr && !middle) middle = sample_at(stream->timeline, at);
  if (!middle) return table_->set({}, {}, zero);
  table_->set(rows_around(stream->timeline, *middle, kRowsBefore, kRowsAfter), *middle, zero);
  view_->scrollTo(table_->index(table_->row_of_middle(), 0), QAbstractItemView::PositionAtCenter);
}

}  // namespace idn::viewer

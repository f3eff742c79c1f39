// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractTableModel>
#include <QWidget>

#include "viewer/model/instruments/sample_rows.hpp"
#include "viewer/model/recording.hpp"

class QLabel;
class QTableView;

namespace idn::viewer {

/// Table model with the rows of samples.
class SampleTable : public QAbstractTableModel {
 public:
  explicit SampleTable(QObject* parent) : QAbstractTableModel(parent) {}

  /// @param middle the row to highlight; @param zero the origin of the times shown
  void set(std::vector<SampleRow> rows, SampleIndex middle, TimePoint zero);
  int row_of_middle() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const SampleRow& row, int column) const;

  std::vector<SampleRow> rows_;
  SampleIndex middle_{};
  TimePoint zero_{};
};

/// Panel with the samples around the one under the mouse; if the mouse is outside of the picture, around the
/// one drawn last.
class SamplePanel : public QWidget {
 public:
  explicit SamplePanel(QWidget* parent = nullptr);

  /// @param stream null if there is none
  /// @param cursor position of the mouse in its picture, which has this `orientation` and `persistence`
  void show_samples(const Stream* stream, TimePoint at, TimePoint zero, std::optional<Position> cursor,
                    const SampleTransform& orientation, Duration persistence);

 private:
  QLabel* title_;
  QTableView* view_;
  SampleTable* table_;
};

}  // namespace idn::viewer

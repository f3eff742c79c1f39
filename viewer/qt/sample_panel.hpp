// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractTableModel>
#include <QWidget>

#include "viewer/model/instruments/sample_rows.hpp"
#include "viewer/model/recording.hpp"

class QLabel;
class QTableView;

namespace idn::viewer {

/// Rows of samples as a table shows them.
class SampleTable : public QAbstractTableModel {
 public:
  explicit SampleTable(QObject* parent) : QAbstractTableModel(parent) {}

  /// @param middle the row that is meant; @param zero that times count from
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

/// The samples around the mouse, or around the beam where the mouse is elsewhere.
class SamplePanel : public QWidget {
 public:
  explicit SamplePanel(QWidget* parent = nullptr);

  /// @param stream null where there is none
  /// @param cursor in its picture, which is turned by `orientation` and fades in `persistence`
  void show_samples(const Stream* stream, TimePoint at, TimePoint zero, std::optional<Position> cursor,
                    const SampleTransform& orientation, Duration persistence);

 private:
  QLabel* title_;
  QTableView* view_;
  SampleTable* table_;
};

}  // namespace idn::viewer

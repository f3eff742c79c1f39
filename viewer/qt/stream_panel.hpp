// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

#include "viewer/model/instruments/recent.hpp"
#include "viewer/model/view_session.hpp"

class QLabel;
class QFormLayout;

namespace idn::viewer {

class OffsetChart;
class StripChart;

/// Panel with measurements of the selected stream: packet offsets, buffer, rates, losses, acknowledges, session
/// and service.
class StreamPanel : public QWidget {
  Q_OBJECT

 public:
  explicit StreamPanel(QWidget* parent = nullptr);

  /// @param stream null if there is none
  void show_stream(const ViewSession& view_session, const Stream* stream);

 private:
  QLabel* add_row(const QString& name);
  void show_charts(const Stream& stream, const Recent& recent, TimePoint at, Duration span);
  void show_facts(const Stream& stream, const Recent& recent, TimePoint at);
  void show_unit(const ViewSession& view_session);
  void show_instruments(const Stream* stream);

  QFormLayout* rows_;
  OffsetChart* offsets_;
  StripChart* offset_strip_;
  StripChart* buffer_strip_;
  QLabel *name_, *service_, *layout_, *shown_, *rates_, *buffer_, *timing_, *clock_, *losses_, *acknowledges_,
      *unit_;
  QList<QWidget*> instrument_rows_;  ///< rows about datagrams
};

}  // namespace idn::viewer

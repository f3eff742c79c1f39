// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>

class QLabel;

namespace idn::viewer {

/// A line above the picture that says what went wrong and what to do. Stays until it is closed or another one
/// comes.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);

  void warn(const QString& text);
  void fail(const QString& text);
  void inform(const QString& text);
  QString text() const;

 private:
  void show_text(const QString& text, const QColor& colour);

  QLabel* label_;
};

}  // namespace idn::viewer

// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>

class QLabel;

namespace idn::viewer {

/// A bar above the picture with one message: cause and remedy of an error, or information. It stays until it is
/// closed or replaced by the next message.
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

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The lines of a file of derived metrics.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/derive/derived_config.h"

namespace fdr {

/// Borrows everything.
class ConfigLines {
 public:
  ConfigLines(std::string_view text, const std::string& file, DerivedTable& table,
              const DerivedComplaints& complain, LineNumbers numbers)
      : rest_(text), file_(file), table_(table), complain_(complain), numbers_(numbers) {}

  /// Returns the number of definitions added.
  std::size_t Read();

 private:
  bool Next();
  void TakeComment();
  void TakeLine();
  void Define(std::string_view name, std::string_view value);
  void SetAttribute(std::string_view name, std::string_view attribute, std::string_view value);
  std::optional<std::string> AttributeValue(std::string_view value);
  std::optional<std::string> QuotedValue(std::string_view value);
  void CountText(bool is_ended);

  void Say(std::string_view kind, std::string_view text) const;
  void Complain(std::string_view text) const { Say("Error: pmLoadDerivedConfig: ", text); }
  void ComplainOfLine(std::string_view text) const;
  void ComplainOfSyntax(std::string_view name, std::string_view value,
                        const SyntaxError& error) const;

  std::string_view rest_;  // after the current line
  const std::string& file_;
  DerivedTable& table_;
  const DerivedComplaints& complain_;
  const LineNumbers numbers_;
  std::size_t number_ = 0;       // of the line, in the file
  std::size_t last_number_ = 0;  // of the last line joined to it
  std::string line_;
  std::size_t added_ = 0;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Comma-separated values, as RFC 4180 defines them.
//
// A spreadsheet runs a cell that begins with one of "=+-@", a tab or an end of a line, even in
// quotes.  With an apostrophe in front the cell is text.

#include <string_view>
#include <utility>

#include "fdr/tools/replay/row_sink.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

bool IsRun(const std::string& text) {
  return !text.empty() && std::string_view("=+-@\t\r\n").find(text[0]) != std::string_view::npos;
}

void AppendField(const std::string& text, bool quoted, std::string& out) {
  out += ',';
  if (!quoted && text.find_first_of(",\"\r\n") == std::string::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

class Csv final : public RowSink {
 public:
  Csv(const std::vector<Column>& columns, const Zone& zone, bool safe)
      : columns_(columns), zone_(zone), safe_(safe) {}

  void Begin(std::string& out) override {
    out += "time";
    for (const Column& column : columns_)
      AppendField(
          Text(column.units.empty() ? column.Name() : column.Name() + " (" + column.units + ')'),
          false, out);
    out += '\n';
  }

  void Add(const Row& row, std::string& out) override {
    out += Rfc3339(row.stamp, zone_);
    for (const Cell& cell : row.cells) {
      const bool is_text = std::holds_alternative<std::string>(cell);
      const std::string text = is_text ? Text(ExactText(cell)) : ExactText(cell);
      const bool has_value = cell.index() != 0;
      AppendField(text, has_value && text.empty(), out);  // "" is a text, nothing is no value
    }
    out += '\n';
  }

 private:
  std::string Text(std::string text) const {
    return safe_ && IsRun(text) ? '\'' + std::move(text) : text;
  }

  const std::vector<Column>& columns_;
  Zone zone_;
  bool safe_;
};

}  // namespace

std::unique_ptr<RowSink> MakeCsv(const std::vector<Column>& columns, const Zone& zone, bool safe) {
  return std::make_unique<Csv>(columns, zone, safe);
}

}  // namespace fdr::tools

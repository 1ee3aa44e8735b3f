// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Comma-separated values, as RFC 4180 has them.

#include "fdr/tools/replay/row_sink.h"
#include "fdr/tools/time_text.h"

namespace fdr::tools {
namespace {

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
  Csv(const std::vector<Column>& columns, const Zone& zone) : columns_(columns), zone_(zone) {}

  void Begin(std::string& out) override {
    out += "time";
    for (const Column& column : columns_)
      AppendField(column.units.empty() ? column.Name() : column.Name() + " (" + column.units + ')',
                  false, out);
    out += '\n';
  }

  void Add(const Row& row, std::string& out) override {
    out += Rfc3339(row.stamp, zone_);
    for (const Cell& cell : row.cells) {
      const std::string text = ExactText(cell);
      const bool has_value = cell.index() != 0;
      AppendField(text, has_value && text.empty(), out);  // "" is a text, nothing is no value
    }
    out += '\n';
  }

 private:
  const std::vector<Column>& columns_;
  Zone zone_;
};

}  // namespace

std::unique_ptr<RowSink> MakeCsv(const std::vector<Column>& columns, const Zone& zone) {
  return std::make_unique<Csv>(columns, zone);
}

}  // namespace fdr::tools

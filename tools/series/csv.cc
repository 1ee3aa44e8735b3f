// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Comma-separated values, as RFC 4180 defines them.

#include <string>

#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/text/csv_text.h"

namespace fdr::tools {
namespace {

class Csv final : public RowSink {
 public:
  Csv(const std::vector<Column>& columns, const Zone& zone, bool safe)
      : columns_(columns), zone_(zone), safe_(safe) {}

  void SetZone(const Zone& zone) override { zone_ = zone; }

  void Begin(std::string& out) override {
    out += "time";
    for (const Column& column : columns_)
      AppendCsvText(
          column.units.empty() ? column.Name() : column.Name() + " (" + column.units + ')', safe_,
          out += ',');
    out += '\n';
  }

  void Add(const Row& row, std::string& out) override {
    out += Rfc3339(row.stamp, zone_);
    for (const Cell& cell : row.cells) {
      out += ',';
      if (const auto* const text = std::get_if<std::string>(&cell);
          text != nullptr && text->empty())
        out += "\"\"";  // a text; nothing is no value
      else if (text != nullptr)
        AppendCsvText(*text, safe_, out);
      else
        out += ExactText(cell);
    }
    out += '\n';
  }

 private:
  const std::vector<Column>& columns_;
  Zone zone_;
  bool safe_;
};

}  // namespace

std::unique_ptr<RowSink> MakeCsv(const std::vector<Column>& columns, const Zone& zone, bool safe) {
  return std::make_unique<Csv>(columns, zone, safe);
}

}  // namespace fdr::tools

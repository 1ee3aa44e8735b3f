// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "fdr/tools/find/ends_by.h"
#include "fdr/tools/find/stretch_sink.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/text/csv_text.h"

namespace fdr::tools {
namespace {

class StretchCsv final : public StretchSink {
 public:
  StretchCsv(const Condition& condition, const Zone& zone, bool safe)
      : condition_(condition), zone_(zone), safe_(safe) {}

  void Begin(std::string& out) override {
    out += "start,end,seconds,samples,ends_by,instance";
    for (const ConditionTerm& term : condition_.terms) {
      const std::string units = term.units.empty() ? "" : " (" + term.units + ')';
      AppendCsvText(ExtremeName(term) + (' ' + term.text) + units, safe_, out += ',');
      out += ",at";
    }
    out += '\n';
  }

  void Add(const Stretch& stretch, const std::string& instance, std::string& out) override {
    out +=
        fmt::format("{},{},{},{},{},", Rfc3339(stretch.start, zone_), Rfc3339(stretch.end, zone_),
                    stretch.Seconds(), stretch.samples, EndsBy(stretch.why));
    AppendCsvText(instance, safe_, out);
    for (const auto& extreme : stretch.extremes)
      out += extreme ? fmt::format(",{},{}", extreme->value, Rfc3339(extreme->stamp, zone_)) : ",,";
    out += '\n';
  }

 private:
  const Condition& condition_;
  Zone zone_;
  bool safe_;
};

}  // namespace

std::unique_ptr<StretchSink> MakeStretchCsv(const Condition& condition, const Zone& zone,
                                            bool safe) {
  return std::make_unique<StretchCsv>(condition, zone, safe);
}

}  // namespace fdr::tools

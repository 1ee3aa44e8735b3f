// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/size_report.h"

#include <fmt/format.h>

#include <string>

#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {

void SizeReport::operator()(const RecordedGroup& record) {
  if (!told_.emplace(record.interval, record.names).second) return;
  const double seconds = static_cast<double>(record.interval) / 1e9;
  const double a_day = static_cast<double>(record.bytes) * 86400 / seconds;
  std::string text = record.interval == 0 ? "once" : "every " + HumanDuration(seconds);
  text += fmt::format(", {}: {}", Count(record.names.size(), "metric"), HumanSize(record.bytes));
  if (record.interval > 0)
    text += fmt::format(", {} a day", HumanSize(static_cast<std::uint64_t>(a_day)));
  for (const std::string& name : record.names) text += "\n    " + name;
  PrintError(text);
}

}  // namespace fdr::tools

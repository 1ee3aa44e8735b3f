// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart_legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr int kMarker = 2, kGap = 3;  // columns for a marker and its blank, and between entries
constexpr int kShortName = 16;        // names are not cut below this to have more columns
constexpr int kValue = 12;            // columns for a value; fixed, so that names do not move

}  // namespace

ChartLegend::ChartLegend(const ChartPanel& panel, const ChartTimes& times, int most_lines,
                         const ChartOptions& options) {
  const int value_width = times.here ? kValue : 0;
  int widest = 0;
  for (const ChartSeries& series : panel.series) {
    names_.push_back(DisplayText(series.name, options.utf8));
    widest = std::max(widest, DisplayWidth(names_.back()) + value_width);
  }
  if (widest == 0) return;

  const auto count = static_cast<int>(names_.size());
  const auto columns_with = [&](int name) {
    return std::max(1, (options.width + kGap) / (kMarker + name + kGap));
  };
  columns_ = columns_with(widest);
  const int most_columns = std::max(columns_, columns_with(kShortName + value_width));
  const int wanted_columns = (count + most_lines - 1) / most_lines;
  columns_ = std::clamp(wanted_columns, columns_, most_columns);
  name_width_ = std::min(widest, (options.width + kGap) / columns_ - kGap - kMarker);
  lines_ = std::min((count + columns_ - 1) / columns_, most_lines);

  if (const int room = lines_ * columns_; room < count) {
    const int not_shown = count - room + 1;
    names_.resize(static_cast<std::size_t>(room - 1));
    const int width = options.width - (columns_ - 1) * (kMarker + name_width_ + kGap);
    rest_ = fmt::format("and {} more", not_shown);
    if (DisplayWidth(rest_) > width) rest_ = CutMiddle(fmt::format("+{}", not_shown), width, false);
  }
  const std::vector<std::optional<double>> values = ValuesAtCursor(panel, times);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const int room = name_width_ - value_width;
    const std::string value =
        values[i] ? DisplayText(ValueText(*values[i], panel.unit), options.utf8) : "-";
    if (!times.here || room < 0) {
      names_[i] = CutMiddle(names_[i], name_width_, options.utf8);
      continue;
    }
    if (room > 0) names_[i] = CutMiddle(names_[i], room, options.utf8) + ' ';
    names_[i] += CutEnd(value, kValue - 1, options.utf8);
  }
}

void ChartLegend::Draw(const SeriesStyle& style, StyledLines& out) const {
  for (int i = 0; i < lines_ * columns_; ++i) {
    const auto entry = static_cast<std::size_t>(i);
    if (entry < names_.size()) {
      out.Write(style.Marker(i), style.Color(i));
      out.Blank(1);
      out.Write(names_[entry]);
      out.Blank(name_width_ - DisplayWidth(names_[entry]) + kGap);
    } else if (entry == names_.size()) {
      out.Write(rest_);
    }
    if ((i + 1) % columns_ == 0) out.EndLine();
  }
}

}  // namespace fdr::tools

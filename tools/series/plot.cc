// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <utility>

#include "fdr/tools/chart/chart.h"
#include "fdr/tools/series/chart_panels.h"
#include "fdr/tools/series/chart_samples.h"
#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

// Edges are behind the columns that are shown.
bool IsEdge(const Column& column) { return column.edge.has_value(); }

class Plot final : public RowSink {
 public:
  Plot(const std::vector<Column>& columns, const PlotStyle& style)
      : columns_(columns),
        style_(style),
        options_{
            .width = style.width, .height = style.height, .utf8 = style.utf8, .color = style.color},
        panels_(columns, style.look),
        samples_(columns.size()),
        numbers_(columns.size()) {}

  void Add(const Row& row, std::string&) override {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      numbers_[i] = NumberOf(row.cells[i]);
      if (numbers_[i]) *numbers_[i] *= panels_.factor(i);
    }
    samples_.Add(row.stamp, numbers_, row.after_gap);
    last_ = row;
  }

  bool Draws() const override { return true; }

  void Resize(int width, int height) override {
    if (!style_.has_own_width) options_.width = width;
    if (!style_.has_own_height) options_.height = height;
  }

  // "22:13:25.000  1 minute 8.14, 5 minute 7.2"
  std::string LastRow() const override {
    if (!last_) return {};
    std::string text = TimeText(last_->stamp, style_.time) + "  ";
    const auto end = std::ranges::find_if(columns_, &IsEdge);
    const auto count = static_cast<std::size_t>(end - columns_.begin());
    const bool one_metric = std::all_of(columns_.begin(), end, [&](const Column& column) {
      return column.metric == columns_.front().metric;
    });
    for (std::size_t i = 0; i < count; ++i) {
      const Column& column = columns_[i];
      if (i > 0) text += ", ";
      if (count > 1) {
        const bool is_instance = one_metric && !column.instance.empty();
        text += DisplayText(is_instance ? column.instance : column.Name(), style_.utf8) + " ";
      }
      text += DisplayText(ReadableText(last_->cells[i]), style_.utf8);
    }
    return text;
  }

  // Draws on the second screen of the terminal, so that the first one is still there at the end.
  void Refresh(std::string& out) override {
    if (!style_.shows_text) return;
    if (!std::exchange(on_other_screen_, true)) out += kEnterScreen;
    std::string chart;
    Draw(true, chart);
    out += kGoToStart;
    for (const char c : chart) {
      if (c == '\n') out += kEraseRestOfLine;  // erasing everything first would flicker
      out += c;
    }
    out += kEraseRestOfScreen;
  }

  void End(std::string& out) override {
    if (std::exchange(on_other_screen_, false)) out += kLeaveScreen;
    options_.grows = style_.grows;
    if (style_.shows_text) Draw(false, out);
  }

  Result<void> Save() override {
    if (!style_.files.any()) return {};
    samples_.Settle();
    return SavePictures(style_.files, panels_.Fill(samples_, style_.joins_records), Times(),
                        style_.host, style_.time);
  }

 private:
  ChartTimes Times() const {
    return {samples_.times(), [this](Timestamp t) { return TimeText(t, style_.time); }};
  }

  void Draw(bool with_cursor, std::string& out) {
    samples_.Settle();
    ChartTimes times = Times();
    if (with_cursor && last_) times.here = last_->stamp;
    out += DrawChart(panels_.Fill(samples_, style_.joins_records), times, options_);
  }

  const std::vector<Column>& columns_;
  const PlotStyle style_;
  ChartOptions options_;
  ChartPanels panels_;
  ChartSamples samples_;
  std::vector<std::optional<double>> numbers_;  // of the row that is added
  std::optional<Row> last_;
  bool on_other_screen_ = false;
};

}  // namespace

std::unique_ptr<RowSink> MakePlot(const std::vector<Column>& columns, const PlotStyle& style) {
  return std::make_unique<Plot>(columns, style);
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "fdr/tools/chart/chart.h"
#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

// A chart cannot show more samples.  Beyond that, only the extremes of neighbours are kept.
constexpr std::size_t kMostSamples = 1 << 16;
constexpr std::size_t kMostValues = 1 << 22;     // of all series together, ...
constexpr std::size_t kFewestSamples = 1 << 10;  // ... though a chart needs some
constexpr std::size_t kThinned = 4;              // this many samples become two

// The units in which values are drawn.  Bytes are drawn as bytes, whatever their scale was.
struct DrawnUnits {
  std::string text;
  double factor = 1;
  bool binary = false;
};

DrawnUnits DrawnUnitsOf(const Column& column) {
  const Units& units = column.desc.units;
  const bool is_bytes = units.dim_space == 1 && units.dim_count == 0 && units.dim_time == 0;
  if (!is_bytes) return {column.units, 1, false};
  return {column.is_rate ? "B/s" : "B", std::pow(1024.0, units.scale_space), true};
}

class Plot final : public RowSink {
 public:
  Plot(const std::vector<Column>& columns, const PlotStyle& style)
      : style_(style), series_(columns.size()) {
    for (const Column& column : columns) units_.push_back(DrawnUnitsOf(column));
    const bool one_unit = std::all_of(units_.begin(), units_.end(), [&](const DrawnUnits& units) {
      return units.text == units_.front().text;
    });
    const bool one_metric = std::all_of(columns.begin(), columns.end(), [&](const Column& column) {
      return column.metric == columns.front().metric;
    });
    options_ = {.width = style.width,
                .height = style.height,
                .utf8 = style.utf8,
                .color = style.color,
                .binary = std::all_of(units_.begin(), units_.end(),
                                      [](const DrawnUnits& units) { return units.binary; }),
                .title = one_metric ? columns.front().metric : "",
                .unit = one_unit ? units_.front().text : ""};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const bool has_instance = !columns[i].instance.empty();
      series_[i].name = one_metric && has_instance ? columns[i].instance : columns[i].Name();
      if (!one_unit && !units_[i].text.empty()) series_[i].name += " (" + units_[i].text + ")";
    }
  }

  void Add(const Row& row, std::string&) override {
    if (times_.size() >= std::clamp(kMostValues / series_.size(), kFewestSamples, kMostSamples))
      Thin();
    const bool goes_back = !times_.empty() && row.stamp < times_.back();
    if (times_.size() == 1) goes_back_ = goes_back;
    is_mixed_ |= goes_back != goes_back_;
    if (row.after_gap) AddGap(row.stamp, goes_back ? Kind::kGapBehind : Kind::kGapBefore);
    last_ = row;
    times_.push_back(row.stamp);
    kinds_.push_back(Kind::kRow);
    for (std::size_t i = 0; i < series_.size(); ++i) {
      std::optional<double> value = NumberOf(row.cells[i]);
      if (value) *value *= units_[i].factor;
      series_[i].values.push_back(value);
    }
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
    for (std::size_t i = 0; i < series_.size(); ++i) {
      if (i > 0) text += ", ";
      if (series_.size() > 1) text += DisplayText(series_[i].name, style_.utf8) + " ";
      text += DisplayText(ReadableText(last_->cells[i]), style_.utf8);
    }
    return text;
  }

  // Draws on the second screen of the terminal, so that the first one is still there at the end.
  void Refresh(std::string& out) override {
    if (!std::exchange(on_other_screen_, true)) out += kEnterScreen;
    std::string chart;
    MarkLastRow();
    Draw(chart);
    options_.here.reset();
    out += kGoToStart;
    for (const char c : chart) {
      if (c == '\n') out += kEraseRestOfLine;  // erasing everything first would flicker
      out += c;
    }
    out += kEraseRestOfScreen;
  }

  void End(std::string& out) override {
    if (on_other_screen_) out += kLeaveScreen;
    Draw(out);
  }

 private:
  // A gap is a sample without values, before or after another sample in time; no line crosses a
  // gap.
  enum class Kind : std::uint8_t { kGapBefore, kRow, kGapBehind };

  void AddGap(Timestamp stamp, Kind kind) {
    times_.push_back(stamp);
    kinds_.push_back(kind);
    for (ChartSeries& series : series_) series.values.emplace_back();
  }

  // The user turned round or jumped: a row seen twice is drawn once.
  void Sort() {
    std::vector<std::size_t> order(times_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) { return std::pair(times_[i], kinds_[i]); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    order.erase(std::unique(order.begin(), order.end(),
                            [&](std::size_t a, std::size_t b) { return key(a) == key(b); }),
                order.end());
    const auto pick = [&](auto& all) {
      auto picked = all;
      picked.clear();
      for (const std::size_t i : order) picked.push_back(all[i]);
      all = std::move(picked);
    };
    for (ChartSeries& series : series_) pick(series.values);
    pick(kinds_);
    pick(times_);
    goes_back_ = is_mixed_ = false;
  }

  // At the edges of the chart the row is seen without a mark.
  void MarkLastRow() {
    if (!last_) return;
    const auto [first, last] = std::minmax_element(times_.begin(), times_.end());
    if (*first < last_->stamp && last_->stamp < *last) options_.here = last_->stamp;
  }

  void Draw(std::string& out) {
    if (is_mixed_) Sort();
    std::vector<ChartSeries> drawn = series_;
    if (style_.joins_records)
      for (ChartSeries& series : drawn) Join(series.values);
    const ChartTimes times{times_, [this](Timestamp t) { return TimeText(t, style_.time); }};
    out += DrawChart(drawn, times, options_);
  }

  // Not every record has every metric.  A missing value lies on the line between its neighbours,
  // unless recording was interrupted there.
  void Join(std::vector<std::optional<double>>& values) const {
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (kinds_[i] != Kind::kRow) last.reset();
      if (!values[i]) continue;
      if (last) JoinTwo(values, *last, i);
      last = i;
    }
  }

  void JoinTwo(std::vector<std::optional<double>>& values, std::size_t from, std::size_t to) const {
    const double length = SecondsBetween(times_[from], times_[to]);
    for (std::size_t i = from + 1; i < to; ++i) {
      const double part = length != 0 ? SecondsBetween(times_[from], times_[i]) / length : 0;
      values[i] = *values[from] * (1 - part) + *values[to] * part;
    }
  }

  // Keeps only the smallest and the largest of every kThinned samples.
  void Thin() {
    if (is_mixed_) Sort();
    std::size_t kept = 0;
    for (std::size_t from = 0; from < times_.size(); from += kThinned, kept += 2) {
      const std::size_t to = std::min(from + kThinned, times_.size());
      for (ChartSeries& series : series_) ThinSeries(series.values, from, to, kept);
      times_[kept] = times_[from];
      times_[kept + 1] = times_[to - 1];
      const auto begin = kinds_.begin() + static_cast<std::ptrdiff_t>(from);
      const auto end = begin + static_cast<std::ptrdiff_t>(to - from);
      const auto gap = std::find_if(begin, end, [](Kind kind) { return kind != Kind::kRow; });
      const bool has_gap = gap != end;
      const Kind second = has_gap ? *gap : Kind::kRow;
      kinds_[kept] = Kind::kRow;
      kinds_[kept + 1] = second;
      if (has_gap)
        for (ChartSeries& series : series_) series.values[kept + 1].reset();
    }
    times_.resize(kept);
    kinds_.resize(kept);
    for (ChartSeries& series : series_) series.values.resize(kept);
  }

  static void ThinSeries(std::vector<std::optional<double>>& values, std::size_t from,
                         std::size_t to, std::size_t kept) {
    std::optional<std::size_t> low, high;
    for (std::size_t i = from; i < to; ++i) {
      if (!values[i]) continue;
      if (!low || *values[i] < *values[*low]) low = i;
      if (!high || *values[i] > *values[*high]) high = i;
    }
    const std::optional<double> first = low ? values[std::min(*low, *high)] : std::nullopt;
    const std::optional<double> second = low ? values[std::max(*low, *high)] : std::nullopt;
    values[kept] = first;
    values[kept + 1] = second;
  }

  PlotStyle style_;
  ChartOptions options_;
  std::vector<DrawnUnits> units_;  // by column
  std::vector<ChartSeries> series_;
  std::vector<Timestamp> times_;
  std::vector<Kind> kinds_;  // by sample
  bool goes_back_ = false;   // in time, from sample to sample
  bool is_mixed_ = false;    // both directions occur
  bool on_other_screen_ = false;
  std::optional<Row> last_;
};

}  // namespace

std::unique_ptr<RowSink> MakePlot(const std::vector<Column>& columns, const PlotStyle& style) {
  return std::make_unique<Plot>(columns, style);
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/heat_map.h"
#include "fdr/tools/chart/panel_shapes.h"
#include "fdr/tools/chart/picture_legend.h"
#include "fdr/tools/chart/time_ticks.h"
#include "fdr/tools/picture/font.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr double kMargin = 16, kTitleSize = 16, kTextSize = 12, kLabelSize = 11;
constexpr double kHead = 66;         // title and subtitle
constexpr double kPanelTitle = 22;   // above the legend of a panel
constexpr double kPanelGap = 16;     // below its plot
constexpr double kTimesHeight = 16;  // a line of times below the last plot
constexpr double kAfterLabel = 8;    // between a label and the plot
constexpr double kTallPlot = 240, kPlot = 170, kLowestPlot = 48;
constexpr double kHeatRow = 15;
constexpr double kTickDistance = 110, kRowHeight = 19;

struct PanelPlace {
  const ChartPanel* panel;
  PictureLegend legend;
  double plot_height = 0;
  HeatMap heat = {};
  PanelFrame frame = {};
};

class ChartPicture {
 public:
  ChartPicture(std::span<const ChartPanel> panels, const ChartTimes& times,
               const PictureStyle& style)
      : times_(times), style_(style), axis_(times.samples) {
    picture_.width = style.width;
    picture_.title = style.title + ", " + style.subtitle;
    for (const ChartPanel& panel : panels)
      places_.push_back({&panel, PictureLegend(panel, style.width - 2 * kMargin)});
    ChooseHeights();
    ChooseFrames();
    ChooseTicks();
  }

  Picture Draw() {
    const double bottom = ends_ + kPanelGap + kTimesHeight * (has_dates_ ? 2 : 1);
    picture_.height = std::max({static_cast<int>(std::ceil(bottom)), style_.height});
    Add(Blocks{{{0, 0, 1.0 * picture_.width, 1.0 * picture_.height}}, {Tint::kPaper, 0}, ""});
    AddText({kMargin, kMargin + kTitleSize, style_.title, kTitleSize});
    AddText({kMargin,
             kMargin + kTitleSize + 18,
             style_.subtitle,
             kTextSize,
             Anchor::kStart,
             {Tint::kFaint, 0}});
    for (const PanelPlace& place : places_) DrawPanel(place);
    if (style_.has_frames)
      for (const auto& [panel, legend, plot_height, heat, frame] : places_)
        picture_.frames.push_back({frame.x, frame.y, frame.width, frame.height});
    DrawTimes();
    return std::move(picture_);
  }

 private:
  void Add(PictureShape shape) { picture_.shapes.push_back(std::move(shape)); }

  // Never wider than the picture.
  void AddText(PictureText text) {
    text.text = CutToWidth(DisplayText(text.text, true), text.size, style_.width - 2 * kMargin);
    Add(std::move(text));
  }

  static bool IsHeat(const PanelPlace& place) { return place.panel->kind == PanelKind::kHeat; }

  // What a chosen height leaves for the plots is shared equally.
  void ChooseHeights() {
    double others = kHead + kTimesHeight * 2;
    for (const PanelPlace& place : places_)
      others += kPanelTitle + place.legend.height() + kPanelGap;
    const double share = std::max(
        (style_.height - others) / std::max<double>(1, static_cast<double>(places_.size())),
        kLowestPlot);
    for (PanelPlace& place : places_)
      if (const auto rows = static_cast<double>(place.panel->series.size()); IsHeat(place))
        place.plot_height =
            style_.height > 0 ? std::max(share, kLabelSize * rows) : kHeatRow * rows;
      else if (style_.height > 0)
        place.plot_height = share;
      else
        place.plot_height = places_.size() > 2 ? kPlot : kTallPlot;
  }

  // Axes and heat maps come first: their labels say where the plots begin.
  void ChooseFrames() {
    double left = 0;
    for (PanelPlace& place : places_) {
      const auto range = RangeOf(*place.panel, times_.samples.size());
      const int rows = std::max(static_cast<int>(place.plot_height / kRowHeight), 3);
      place.frame.values =
          range ? ChooseValueAxis(range->low, range->high, rows) : ChooseValueAxis(0, 1, rows);
      place.frame.rows = rows - 1 + 0.45;  // how far above the top row a value may be
      if (!IsHeat(place))
        for (const std::string& label : place.frame.values.labels)
          left = std::max(left, TextWidth(label, kLabelSize));
      else
        for (const ChartSeries& series : place.panel->series)
          left = std::max(left, std::min(TextWidth(DisplayText(series.name, true), kLabelSize),
                                         style_.width * 0.3));
    }
    labels_width_ = left;
    double y = kHead;
    for (PanelPlace& place : places_) {
      y += kPanelTitle + place.legend.height();
      place.frame.x = kMargin + left + kAfterLabel;
      place.frame.y = y;
      place.frame.width = std::max(style_.width - kMargin - place.frame.x, 1.0);
      place.frame.height = place.plot_height;
      y += place.plot_height;
      ends_ = y;
      y += kPanelGap;
      if (IsHeat(place))
        place.heat = MakeHeatMap(*place.panel, times_, axis_, HeatColumns(place.frame.width),
                                 static_cast<int>(place.plot_height / kLabelSize));
    }
  }

  void ChooseTicks() {
    if (axis_.empty() || places_.empty()) return;
    const int most = std::max(static_cast<int>(places_[0].frame.width / kTickDistance), 1);
    ticks_ = RoundTimes(axis_.At(0), axis_.At(1), most, style_.zone);
    for (const TimeTick& tick : ticks_) has_dates_ |= !tick.date.empty();
  }

  double PlaceOf(const PanelFrame& frame, Timestamp time) const {
    return frame.PlaceOf(axis_.FractionOf(time));
  }

  void DrawPanel(const PanelPlace& place) {
    const PanelFrame& frame = place.frame;
    const double title = frame.y - place.legend.height() - 8;
    AddText({kMargin, title, PanelTitle(*place.panel), kTextSize});
    place.legend.Draw(kMargin, title + 6, picture_.shapes);
    if (IsHeat(place))
      DrawHeat(place, title);
    else
      DrawValues(place);
    const double floor = frame.y + frame.height;
    Add(Stroke{{{{frame.x, floor}, {frame.x + frame.width, floor}}},
               {Tint::kFaint, 0},
               1,
               Dashes::kNone,
               ""});
    std::vector<PictureRun> marks;
    for (const TimeTick& tick : ticks_)
      marks.push_back({{PlaceOf(frame, tick.time), floor}, {PlaceOf(frame, tick.time), floor + 4}});
    if (!marks.empty()) Add(Stroke{std::move(marks), {Tint::kFaint, 0}, 1, Dashes::kNone, ""});
    if (!RangeOf(*place.panel, times_.samples.size()))
      Add(PictureText{frame.PlaceOf(0.5),
                      frame.y + frame.height / 2,
                      "no data",
                      kTextSize,
                      Anchor::kMiddle,
                      {Tint::kFaint, 0}});
  }

  void DrawValues(const PanelPlace& place) {
    const PanelFrame& frame = place.frame;
    std::vector<PictureRun> grid;
    for (std::size_t row = 0; row < frame.values.labels.size(); ++row) {
      const std::string& label = frame.values.labels[row];
      if (label.empty()) continue;
      const double y = frame.y + frame.height * (1 - static_cast<double>(row) / frame.rows);
      grid.push_back({{frame.x, y}, {frame.x + frame.width, y}});
      Add(PictureText{frame.x - kAfterLabel,
                      y + kLabelSize * 0.36,
                      label,
                      kLabelSize,
                      Anchor::kEnd,
                      {Tint::kFaint, 0}});
    }
    for (const TimeTick& tick : ticks_) {
      const double x = PlaceOf(frame, tick.time);
      grid.push_back({{x, frame.y}, {x, frame.y + frame.height}});
    }
    if (!grid.empty()) Add(Stroke{std::move(grid), {Tint::kGrid, 0}, 1, Dashes::kNone, ""});
    AddPanelShapes(*place.panel, times_, axis_, frame, picture_.shapes);
  }

  void DrawHeat(const PanelPlace& place, double title) {
    const PanelFrame& frame = place.frame;
    AddHeatShapes(place.heat, frame, picture_.shapes);
    const double row_height =
        frame.height / std::max<double>(1, static_cast<double>(place.heat.rows.size()));
    for (std::size_t i = 0; i < place.heat.rows.size(); ++i)
      Add(PictureText{
          frame.x - kAfterLabel,
          frame.y + (static_cast<double>(i) + 0.5) * row_height + kLabelSize * 0.36,
          CutToWidth(DisplayText(place.heat.rows[i].name, true), kLabelSize, labels_width_),
          kLabelSize,
          Anchor::kEnd,
          {Tint::kText, 0}});
    DrawHeatScale(place.heat, place.panel->unit, frame.x + frame.width, title, picture_.shapes);
  }

  void DrawTimes() {
    if (places_.empty()) return;
    const PanelFrame& frame = places_.back().frame;
    for (const TimeTick& tick : ticks_) {
      const double x = PlaceOf(frame, tick.time), y = ends_ + kTimesHeight;
      for (const auto& [text, line] : {std::pair(&tick.text, 0), {&tick.date, 1}}) {
        const double half = TextWidth(*text, kLabelSize) / 2;
        if (!text->empty())
          Add(PictureText{std::clamp(x, half + 2, std::max(style_.width - half - 2, half + 2)),
                          y + line * kTimesHeight,
                          *text,
                          kLabelSize,
                          Anchor::kMiddle,
                          {Tint::kFaint, 0}});
      }
    }
  }

  const ChartTimes& times_;
  const PictureStyle& style_;
  const TimeAxis axis_;
  Picture picture_;
  std::vector<PanelPlace> places_;
  std::vector<TimeTick> ticks_;
  bool has_dates_ = false;
  double labels_width_ = 0;
  double ends_ = kHead;  // the lower edge of the last plot
};

}  // namespace

Picture PictureOf(std::span<const ChartPanel> panels, const ChartTimes& times,
                  const PictureStyle& style) {
  return ChartPicture(panels, times, style).Draw();
}

}  // namespace fdr::tools

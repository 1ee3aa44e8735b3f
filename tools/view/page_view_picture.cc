// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a page of `fdr view` is drawn: its facts and bars, and the table below them.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "fdr/tools/text/display_text.h"
#include "fdr/tools/view/page_view.h"

namespace fdr::tools {
namespace {

constexpr int kTitleWidth = 8;  // of a bar
constexpr std::array<const char*, 5> kFills = {"#", "=", "+", "-", ":"};
constexpr std::array kInks = {Ink::kGood, Ink::kBusy, Ink::kPlain, Ink::kFull, Ink::kFull};

}  // namespace

// "0.52 0.41 0.38"
std::string PageView::NumbersText(std::size_t metric) const {
  constexpr std::size_t kMostNumbers = 3;  // of instances
  std::string text;
  const std::vector<InstanceId> instances = values_.Instances(metric);
  for (std::size_t i = 0; i < std::min(instances.size(), kMostNumbers); ++i) {
    const std::string value = Field(metric, instances[i]).text;
    text += (text.empty() ? "" : " ") + (value.empty() ? "-" : value);
  }
  return text.empty() ? "-" : text;
}

// The one that the fact is about: the largest, or the first one, such as the load of a minute.
InstanceId PageView::InstanceOf(const Fact& fact) const {
  const std::vector<InstanceId> instances = values_.Instances(fact.metric);
  if (instances.empty()) return kSingular;
  if (!fact.shape->is_largest) return instances.front();
  return *std::ranges::max_element(instances, {}, [&](InstanceId instance) {
    return NumberOf(values_.Value(fact.metric, instance)).value_or(-1);
  });
}

std::string PageView::FactText(const Fact& fact, InstanceId instance) {
  std::string text;
  if (fact.shape->is_largest && instance != kSingular)
    text = NameOf(watched_[fact.metric].desc.indom, instance) + ' ' +
           Field(fact.metric, instance).text;
  else
    text = NumbersText(fact.metric);
  if (fact.shape->whole.empty()) return text + fact.shape->unit;
  // What it is a part of may not be recorded.
  if (fact.whole) text += " of " + NumbersText(*fact.whole) + fact.shape->unit;
  return text;
}

bool PageView::IsFactHigh(const Fact& fact, InstanceId instance) const {
  const std::optional<double> part = Share(fact.metric, instance);
  std::optional<double> whole;
  if (fact.whole) whole = Share(*fact.whole);
  if (fact.shape->whole.empty()) whole = fact.shape->all;
  return part && whole && *whole > 0 && IsHigh(fact.shape->high, *part / *whole);
}

int PageView::DrawFacts(Frame& frame, int line) {
  constexpr std::string_view kBetween = "   ";
  int column = 0;
  for (const Fact& fact : facts_) {
    const InstanceId instance = InstanceOf(fact);
    const std::string value = FactText(fact, instance);
    const int width = DisplayWidth(fact.shape->title) + 1 + DisplayWidth(value);
    if (column > 0 && column + width > frame.width()) {
      ++line;
      column = 0;
    }
    column = frame.Put(line, column, fact.shape->title, Ink::kFaint);
    column =
        frame.Put(line, column + 1, value, IsFactHigh(fact, instance) ? Ink::kHigh : Ink::kStrong);
    column += static_cast<int>(kBetween.size());
  }
  return facts_.empty() ? line : line + 1;
}

std::optional<double> PageView::Share(std::size_t metric) const {
  const std::vector<InstanceId> instances = values_.Instances(metric);
  if (instances.empty()) return std::nullopt;
  return Share(metric, instances.front());
}

std::optional<double> PageView::Share(std::size_t metric, InstanceId instance) const {
  const std::optional<double> value = NumberOf(values_.Value(metric, instance));
  if (!value) return std::nullopt;
  return ShareOf(metric, *value);
}

// A number of seconds, bytes or things, so that parts and wholes can be compared.
double PageView::ShareOf(std::size_t metric, double number) const {
  const Quantity quantity = QuantityOf(metric);
  constexpr double kPercent = 100;
  return IsShareOfTime(quantity) ? number * RecordedScale(quantity).factor / kPercent : number;
}

std::vector<PageView::BarPart> PageView::PartsOf(const Bar& bar) const {
  constexpr double kLeastShare = 0.005;  // that is worth its place
  const std::optional<double> whole = Share(bar.whole);
  std::vector<BarPart> parts;
  for (const auto& [shape, metric] : bar.parts) {
    const std::optional<double> part = whole ? Share(metric) : std::nullopt;
    // Nothing is used of what is not there.
    const double share = part && *whole > 0 ? std::clamp(*part / *whole, 0.0, 1.0) : 0;
    const std::string number = part ? fmt::format("{:.0f} %", 100 * share) : "-";
    const bool is_named = parts.empty() || share >= kLeastShare;
    parts.push_back({share, is_named ? fmt::format("{} {}", shape->title, number) : ""});
  }
  return parts;
}

// "CPU     [#####===--              ]  user 12 %  sys 4 %  of 2 CPUs"
void PageView::DrawBar(Frame& frame, int line, const Bar& bar) const {
  constexpr int kEdges = 4, kBetween = 2, kLeastWidth = 10, kMostWidth = 60;
  const std::vector<BarPart> parts = PartsOf(bar);
  int room = frame.width() - kTitleWidth - kEdges;  // that the texts leave
  double used = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].text.empty()) room -= DisplayWidth(parts[i].text) + kBetween;
    if (bar.parts[i].first->counts) used += parts[i].share;
  }
  const std::string whole = "of " + NumbersText(bar.whole) + bar.shape->unit;
  const int width = std::clamp(std::min(frame.width() / 3, room), kLeastWidth, kMostWidth);
  const bool is_high = IsHigh(bar.shape->high, used);
  frame.Put(line, 0, bar.shape->title, is_high ? Ink::kHigh : Ink::kFaint);
  frame.Put(line, kTitleWidth, "[");
  frame.Put(line, kTitleWidth + 1 + width, "]");
  int text = kTitleWidth + width + kEdges;
  double before = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t look = i % kFills.size();
    const auto from = static_cast<int>(std::lround(std::min(before, 1.0) * width));
    before += parts[i].share;
    const auto to = static_cast<int>(std::lround(std::min(before, 1.0) * width));
    for (int column = from; column < to; ++column)
      frame.Put(line, kTitleWidth + 1 + column, kFills[look], kInks[look]);
    const Ink ink = is_high && bar.parts[i].first->counts ? Ink::kHigh : kInks[look];
    if (!parts[i].text.empty()) text = frame.Put(line, text, parts[i].text, ink) + kBetween;
  }
  if (text + DisplayWidth(whole) <= frame.width()) frame.Put(line, text, whole, Ink::kFaint);
}

void PageView::Draw(Frame& frame, int first_line, int lines) {
  constexpr int kLeastTable = 3;  // lines beside a note
  int line = DrawFacts(frame, first_line);
  for (const Bar& bar : bars_) DrawBar(frame, line++, bar);
  if (line > first_line) ++line;
  const bool has_note = idle_rows_ > 0 && first_line + lines - line > kLeastTable;
  table_.Draw(frame, line, first_line + lines - line - (has_note ? 1 : 0));
  if (has_note)
    frame.Put(
        first_line + lines - 1, 0,
        fmt::format("Left out: {} whose counters are the same now and at both ends", idle_rows_),
        Ink::kFaint);
  if (table_.size() == 0 && idle_rows_ == 0) frame.Put(line + 1, 0, EmptyText(), Ink::kFaint);
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/page_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "fdr/replay/copy/thin/true_extremes.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/options/metric_pattern.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostRows = 20'000;
constexpr int kTitleWidth = 8;  // of a bar

bool IsBelow(const std::string& metric, const std::vector<std::string>& subtrees) {
  return std::ranges::any_of(subtrees, [&](const std::string& subtree) {
    return subtree.empty() || metric == subtree || metric.starts_with(subtree + '.');
  });
}

std::vector<std::string> ExpressionsOf(const ViewPage& page) {
  std::vector<std::string> all;
  for (const PageFact& fact : page.facts) all.push_back(fact.expression);
  for (const PageGauge& gauge : page.gauges) {
    for (const GaugePart& part : gauge.parts) all.push_back(part.expression);
    all.push_back(gauge.whole);
  }
  for (const PageColumn& column : page.columns)
    all.insert(all.end(), column.expressions.begin(), column.expressions.end());
  return all;
}

}  // namespace

Result<std::unique_ptr<PageView>> PageView::Open(Context& archive, const ViewPage& page) {
  std::unique_ptr<PageView> view(new PageView(archive, page));
  if (const Result<void> defined = view->Define(); !defined) return Fail(defined.error());
  view->Choose();
  // Metrics have different units: their names are in order.
  view->table_.SortBy(page.subtrees.empty() ? page.sort_column + 1 : 0);
  return view;
}

Result<void> PageView::Define() {
  std::vector<std::string> names = ExpressionsOf(page_);
  const Result<Context*> context = WithDerived(archive_, {}, names, derived_);
  if (!context) return Fail(context.error());
  context_ = *context;
  for (const std::string& subtree : page_.subtrees)
    if (const auto below = context_->Traverse(subtree))
      names.insert(names.end(), below->begin(), below->end());
  // A metric of a bar may also be below a subtree.
  std::unordered_set<std::string> taken;
  std::erase_if(names, [&](const std::string& name) { return !taken.insert(name).second; });
  watched_ = WatchMetrics(*context_, names);
  LeaveExtremesOut();
  return {};
}

// The chart of a metric has its extremes.
void PageView::LeaveExtremesOut() {
  std::vector<ShownMetric> metrics;
  for (const WatchedMetric& metric : watched_)
    metrics.push_back({metric.name, metric.desc, metric.IsCounter()});
  std::unordered_set<std::string> extremes;
  for (const TrueExtremes& of : FindExtremes(*context_, metrics))
    for (const std::optional<ExtremeMetric>& extreme : {of.min, of.max})
      if (extreme) extremes.insert(extreme->name);
  std::erase_if(watched_,
                [&](const WatchedMetric& metric) { return extremes.contains(metric.name); });
}

PageView::Place PageView::Watched(const std::string& expression) const {
  const auto found = std::ranges::find(watched_, expression, &WatchedMetric::name);
  if (found == watched_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - watched_.begin());
}

// Keeps what this archive has.
void PageView::Choose() {
  for (const PageFact& fact : page_.facts)
    if (const Place metric = Watched(fact.expression)) facts_.emplace_back(fact.title, *metric);
  for (const PageGauge& gauge : page_.gauges) {
    const Place whole = Watched(gauge.whole);
    if (!whole) continue;
    Bar bar{gauge.title, {}, *whole};
    for (const GaugePart& part : gauge.parts)
      if (const Place metric = Watched(part.expression))
        bar.parts.emplace_back(part.title, *metric);
    if (!bar.parts.empty()) bars_.push_back(std::move(bar));
  }
  for (const PageColumn& column : page_.columns)
    for (const std::string& expression : column.expressions)
      if (const Place metric = Watched(expression)) {
        columns_.push_back({&column, *metric});
        break;
      }
}

PageView::Charted PageView::ChosenForChart() const {
  const ViewRow* row = table_.Chosen();
  if (row == nullptr) return {};
  Place metric;
  if (!page_.subtrees.empty()) {
    metric = Watched(row->key.substr(0, row->key.find('[')));
  } else if (!columns_.empty()) {
    const std::size_t column = table_.sort_column();  // the first one is the name of the row
    metric = columns_[std::clamp(column, std::size_t{1}, columns_.size()) - 1].metric;
  }
  if (!metric || !IsNumeric(watched_[*metric].desc.type)) return {};
  return {&watched_[*metric], row->instance};
}

void PageView::Lead(Tape& tape) const {
  // A table without columns, such as that of processes which were not recorded, leads nowhere.
  if (page_.sort_column >= columns_.size() || !page_.subtrees.empty()) return tape.FollowAll();
  tape.Follow(*context_, watched_[columns_[page_.sort_column].metric].id);
}

Result<void> PageView::Read(const Moment& moment) {
  Result<WatchedValues> values = WatchedValues::Read(*context_, watched_, moment);
  if (!values) return Fail(values.error());
  values_ = std::move(*values);
  names_.clear();
  if (page_.subtrees.empty())
    FillColumns();
  else
    FillMetrics();
  return {};
}

Quantity PageView::QuantityOf(std::size_t metric) const {
  const Desc& desc = watched_[metric].desc;
  const bool is_counter = desc.semantics == Semantics::kCounter;
  const bool is_real = desc.type == Type::kFloat || desc.type == Type::kDouble;
  return {desc.units, is_counter, !is_counter && !is_real};
}

const std::string& PageView::NameOf(InDomId indom, InstanceId instance) {
  auto [names, is_new] = names_.try_emplace(indom);
  if (is_new)
    if (auto instances = context_->Instances(indom))
      for (NamedInstance& one : *instances) names->second.emplace(one.id, std::move(one.name));
  auto [name, is_unknown] = names->second.try_emplace(instance);
  if (is_unknown) name->second = std::to_string(instance);
  return name->second;
}

ViewField PageView::Field(std::size_t metric, InstanceId instance) const {
  const Cell cell = values_.Value(metric, instance);
  const std::optional<double> number = NumberOf(cell);
  if (!number) return {cell.index() == 0 ? "" : ReadableText(cell), std::nullopt};
  return {ReadableText(*number, QuantityOf(metric)), number};
}

void PageView::FillColumns() {
  std::vector<ViewColumn> shapes = {{page_.row_title, page_.row_width, page_.rows_are_numbers}};
  std::vector<std::pair<InDomId, InstanceId>> instances;
  for (const Column& column : columns_) {
    const Desc& desc = watched_[column.metric].desc;
    const PageColumn& shape = *column.shape;
    shapes.push_back({shape.title, shape.width, IsNumeric(desc.type), shape.is_minor});
    for (const InstanceId instance : values_.Instances(column.metric))
      instances.emplace_back(desc.indom, instance);
  }
  std::ranges::sort(instances);
  instances.erase(std::unique(instances.begin(), instances.end()), instances.end());
  std::vector<ViewRow> rows;
  for (const auto& [indom, instance] : instances) {
    const std::string& name = NameOf(indom, instance);
    ViewRow row{name, {{name, std::nullopt}}, instance};
    if (page_.rows_are_numbers)
      row.fields[0] = {std::to_string(instance), static_cast<double>(instance)};
    for (const Column& column : columns_) row.fields.push_back(Field(column.metric, instance));
    rows.push_back(std::move(row));
    if (rows.size() == kMostRows) break;
  }
  table_.Set(std::move(shapes), std::move(rows));
}

void PageView::FillMetrics() {
  std::vector<ViewRow> rows;
  for (std::size_t metric = 0; metric < watched_.size() && rows.size() < kMostRows; ++metric) {
    const WatchedMetric& watched = watched_[metric];
    // Facts and bars show others, too.
    if (IsExpression(watched.name) || !IsBelow(watched.name, page_.subtrees)) continue;
    const bool has_instances = !watched.desc.indom.IsNull();
    if (!instance_.empty() && !has_instances) continue;
    for (const InstanceId instance : values_.Instances(metric)) {
      const std::string of = has_instances ? NameOf(watched.desc.indom, instance) : "";
      if (!instance_.empty() && of != instance_) continue;
      const std::string name = has_instances ? watched.name + '[' + of + ']' : watched.name;
      const std::string& shown = instance_.empty() ? name : watched.name;
      rows.push_back({name, {{shown, std::nullopt}, Field(metric, instance)}, instance});
      if (rows.size() == kMostRows) break;
    }
  }
  table_.Set({{page_.row_title, page_.row_width, false}, {"value", 0, false}}, std::move(rows));
}

std::string PageView::FactText(std::size_t metric) const {
  constexpr std::size_t kMostNumbers = 3;  // of instances
  std::string text;
  const std::vector<InstanceId> instances = values_.Instances(metric);
  for (std::size_t i = 0; i < std::min(instances.size(), kMostNumbers); ++i) {
    const std::string value = Field(metric, instances[i]).text;
    text += (text.empty() ? "" : " ") + (value.empty() ? "-" : value);
  }
  return text.empty() ? "-" : text;
}

int PageView::DrawFacts(Frame& frame, int line) const {
  constexpr std::string_view kBetween = "   ";
  int column = 0;
  for (const auto& [title, metric] : facts_) {
    const std::string value = FactText(metric);
    const int width = DisplayWidth(title) + 1 + DisplayWidth(value);
    if (column > 0 && column + width > frame.width()) {
      ++line;
      column = 0;
    }
    column = frame.Put(line, column, title, Ink::kFaint);
    column = frame.Put(line, column + 1, value, Ink::kStrong);
    column += static_cast<int>(kBetween.size());
  }
  return facts_.empty() ? line : line + 1;
}

// A number of seconds, bytes or things, so that parts and wholes can be compared.
std::optional<double> PageView::Share(std::size_t metric) const {
  const std::vector<InstanceId> instances = values_.Instances(metric);
  if (instances.empty()) return std::nullopt;
  const std::optional<double> value = NumberOf(values_.Value(metric, instances.front()));
  if (!value) return std::nullopt;
  const double number = *value;
  const Quantity quantity = QuantityOf(metric);
  constexpr double kPercent = 100;
  return IsShareOfTime(quantity) ? number * RecordedScale(quantity).factor / kPercent : number;
}

// "CPU     [#####===--              ]  user 12.3 %  sys 4.0 %"
void PageView::DrawBar(Frame& frame, int line, const Bar& bar) const {
  static constexpr std::array<const char*, 5> kFills = {"#", "=", "+", "-", ":"};
  static constexpr std::array kInks = {Ink::kGood, Ink::kBusy, Ink::kPlain, Ink::kFull, Ink::kFull};
  constexpr double kLeastShare = 0.005;  // that is worth its place
  constexpr int kEdges = 4, kBetween = 2, kLeastWidth = 10, kMostWidth = 60;
  const std::optional<double> whole = Share(bar.whole);
  std::vector<double> shares;
  std::vector<std::string> texts;
  int room = frame.width() - kTitleWidth - kEdges;  // that the texts leave
  for (const auto& [title, metric] : bar.parts) {
    const std::optional<double> part = whole ? Share(metric) : std::nullopt;
    // Nothing is used of what is not there.
    shares.push_back(part && *whole > 0 ? std::clamp(*part / *whole, 0.0, 1.0) : 0);
    const bool is_named = texts.empty() || shares.back() >= kLeastShare;
    const std::string number = part ? fmt::format("{:.0f} %", 100 * shares.back()) : "-";
    texts.push_back(is_named ? fmt::format("{} {}", title, number) : "");
    if (is_named) room -= DisplayWidth(texts.back()) + kBetween;
  }
  const int width = std::clamp(std::min(frame.width() / 3, room), kLeastWidth, kMostWidth);
  frame.Put(line, 0, bar.title, Ink::kFaint);
  frame.Put(line, kTitleWidth, "[");
  frame.Put(line, kTitleWidth + 1 + width, "]");
  int text = kTitleWidth + width + kEdges;
  double before = 0;
  for (std::size_t i = 0; i < bar.parts.size(); ++i) {
    const std::size_t look = i % kFills.size();
    const auto from = static_cast<int>(std::lround(std::min(before, 1.0) * width));
    before += shares[i];
    const auto to = static_cast<int>(std::lround(std::min(before, 1.0) * width));
    for (int column = from; column < to; ++column)
      frame.Put(line, kTitleWidth + 1 + column, kFills[look], kInks[look]);
    if (!texts[i].empty()) text = frame.Put(line, text, texts[i], kInks[look]) + kBetween;
  }
}

bool PageView::HasValues() const {
  // Of what has a value now, a counter also needs one before.
  const auto count = [this](std::size_t metric, bool with_value) {
    return std::ranges::count_if(values_.Instances(metric), [&](InstanceId instance) {
      return (values_.Value(metric, instance).index() != 0) == with_value;
    });
  };
  const auto has = [&](std::size_t metric) { return count(metric, true) > 0; };
  std::ptrdiff_t shown = 0, empty = 0;
  for (std::size_t metric = 0; metric < watched_.size(); ++metric) {
    const std::string& name = watched_[metric].name;
    if (IsExpression(name) || !IsBelow(name, page_.subtrees)) continue;
    shown += count(metric, true);
    empty += count(metric, false);
  }
  return (shown > 0 && shown >= empty) ||
         std::ranges::any_of(facts_, [&](const auto& fact) { return has(fact.second); }) ||
         std::ranges::any_of(columns_, [&](const Column& column) { return has(column.metric); }) ||
         std::ranges::any_of(bars_, [&](const Bar& bar) {
           return has(bar.whole) && std::ranges::any_of(bar.parts, [&](const auto& part) {
                    return has(part.second);
                  });
         });
}

std::string PageView::EmptyText() const {
  const bool knows_rows =
      !columns_.empty() || std::ranges::any_of(watched_, [this](const WatchedMetric& metric) {
        return IsBelow(metric.name, page_.subtrees);
      });
  if (knows_rows) return fmt::format("No {} has a value at this time", page_.row_name);
  return fmt::format("No {} was recorded; 8 shows all metrics", page_.row_name);
}

void PageView::Draw(Frame& frame, int first_line, int lines) {
  int line = DrawFacts(frame, first_line);
  for (const Bar& bar : bars_) DrawBar(frame, line++, bar);
  if (line > first_line) ++line;
  table_.Draw(frame, line, first_line + lines - line);
  if (table_.size() == 0) frame.Put(line + 1, 0, EmptyText(), Ink::kFaint);
}

}  // namespace fdr::tools

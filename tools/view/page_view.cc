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

namespace fdr::tools {
namespace {

constexpr std::size_t kMostRows = 20'000;

bool IsBelow(const std::string& metric, const std::vector<std::string>& subtrees) {
  return std::ranges::any_of(subtrees, [&](const std::string& subtree) {
    return subtree.empty() || metric == subtree || metric.starts_with(subtree + '.');
  });
}

std::vector<std::string> ExpressionsOf(const ViewPage& page) {
  std::vector<std::string> all;
  for (const PageFact& fact : page.facts) {
    all.push_back(fact.expression);
    if (!fact.whole.empty()) all.push_back(fact.whole);
  }
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
    if (const Place metric = Watched(fact.expression))
      facts_.push_back({&fact, *metric, Watched(fact.whole)});
  for (const PageGauge& gauge : page_.gauges) {
    const Place whole = Watched(gauge.whole);
    if (!whole) continue;
    Bar bar{&gauge, {}, *whole};
    for (const GaugePart& part : gauge.parts)
      if (const Place metric = Watched(part.expression)) bar.parts.emplace_back(&part, *metric);
    if (!bar.parts.empty()) bars_.push_back(std::move(bar));
  }
  for (const PageColumn& column : page_.columns)
    for (const std::string& expression : column.expressions)
      if (const Place metric = Watched(expression)) {
        columns_.push_back({&column, *metric});
        column_metrics_.push_back(watched_[*metric]);
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

// Rows whose counters stand still would hide the others.  If one end of the archive is damaged, all
// rows are shown.
void PageView::ReadIdle(Timestamp start, Timestamp end) {
  if (!page_.leaves_idle_out) return;
  static_cast<void>(
      idle_.Read(*context_, page_.subtrees.empty() ? column_metrics_ : watched_, start, end));
}

Result<void> PageView::ReadValues(const Moment& moment) {
  Result<WatchedValues> values = WatchedValues::Read(*context_, watched_, moment);
  if (!values) return Fail(values.error());
  values_ = std::move(*values);
  names_.clear();
  return {};
}

void PageView::Fill() {
  if (page_.subtrees.empty())
    FillColumns();
  else
    FillMetrics();
}

Result<void> PageView::Read(const Moment& moment, Timestamp start, Timestamp end) {
  ReadIdle(start, end);
  if (const Result<void> read = ReadValues(moment); !read) return read;
  shows_stretch_ = false;
  Fill();
  return {};
}

Result<bool> PageView::ReadStretch(const Moment& stretch, Timestamp start, Timestamp end,
                                   const std::function<bool()>& go_on) {
  ReadIdle(start, end);
  const Result<bool> is_complete =
      growth_.Read(*context_, column_metrics_, stretch.before, stretch.now, go_on);
  if (!is_complete) return is_complete;
  // Names are those of its end.
  if (const Result<void> read = ReadValues(stretch); !read) return Fail(read.error());
  shows_stretch_ = true;
  stretch_seconds_ = stretch.Seconds();
  Fill();
  return is_complete;
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
  // Those that have gone by the end of a stretch have the last name that they had.  Processes are
  // numbers, and there may be very many.
  if (is_new && shows_stretch_ && !page_.rows_are_numbers)
    if (auto instances = context_->AllInstances(indom))
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

// "84.0 s", "1.2 MiB"
ViewField PageView::GrowthField(const Column& column, InstanceId instance) const {
  const Cell cell = growth_.Of(static_cast<std::size_t>(&column - columns_.data()), instance);
  const std::optional<double> number = NumberOf(cell);
  if (!number) return {cell.index() == 0 ? "" : ReadableText(cell), std::nullopt};
  Quantity quantity = QuantityOf(column.metric);
  quantity.per_second = false;
  return {ReadableText(*number, quantity), number};
}

ViewField PageView::Field(const Column& column, InstanceId instance) const {
  ViewField field = shows_stretch_ ? GrowthField(column, instance) : Field(column.metric, instance);
  if (!field.number) return field;
  double number = *field.number;
  if (shows_stretch_ && watched_[column.metric].IsCounter()) number /= stretch_seconds_;
  field.is_high = IsHigh(column.shape->high, ShareOf(column.metric, number) / column.shape->all);
  return field;
}

std::vector<std::pair<InDomId, InstanceId>> PageView::InstancesOfRows() const {
  std::vector<std::pair<InDomId, InstanceId>> instances;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    for (const InstanceId instance :
         shows_stretch_ ? growth_.Instances(i) : values_.Instances(columns_[i].metric))
      instances.emplace_back(column_metrics_[i].desc.indom, instance);
  std::ranges::sort(instances);
  instances.erase(std::unique(instances.begin(), instances.end()), instances.end());
  return instances;
}

bool PageView::IsIdle(std::size_t place, std::size_t metric, InstanceId instance) const {
  return idle_.Has(place, instance, NumberOf(values_.Recorded(metric, instance))) &&
         NumberOf(values_.Value(metric, instance)).value_or(0) == 0;
}

// A counter that is not known may have grown.  A row without a counter is shown.
bool PageView::IsIdleRow(InstanceId instance) const {
  bool has_counter = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::size_t metric = columns_[i].metric;
    const Cell shown = shows_stretch_ ? growth_.Of(i, instance) : values_.Value(metric, instance);
    if (NumberOf(shown).value_or(0) != 0) return false;
    if (!column_metrics_[i].IsCounter()) continue;
    if (!IsIdle(i, metric, instance)) return false;
    has_counter = true;
  }
  return has_counter;
}

void PageView::FillColumns() {
  std::vector<ViewColumn> shapes = {{page_.row_title, page_.row_width, page_.rows_are_numbers}};
  for (const auto& [shape, metric] : columns_)
    shapes.push_back(
        {shape->title, shape->width, IsNumeric(watched_[metric].desc.type), shape->is_minor});
  std::vector<ViewRow> rows;
  idle_rows_ = 0;
  for (const auto& [indom, instance] : InstancesOfRows()) {
    if (page_.leaves_idle_out && IsIdleRow(instance)) {
      ++idle_rows_;
      continue;
    }
    const std::string& name = NameOf(indom, instance);
    ViewRow row{name, {{name, std::nullopt}}, instance};
    if (page_.rows_are_numbers)
      row.fields[0] = {std::to_string(instance), static_cast<double>(instance)};
    for (const Column& column : columns_) row.fields.push_back(Field(column, instance));
    rows.push_back(std::move(row));
    if (rows.size() == kMostRows) break;
  }
  table_.Set(std::move(shapes), std::move(rows));
}

void PageView::FillMetrics() {
  std::vector<ViewRow> rows;
  idle_rows_ = 0;
  for (std::size_t metric = 0; metric < watched_.size() && rows.size() < kMostRows; ++metric) {
    const WatchedMetric& watched = watched_[metric];
    // Facts and bars show others, too.
    if (IsExpression(watched.name) || !IsBelow(watched.name, page_.subtrees)) continue;
    const bool has_instances = !watched.desc.indom.IsNull();
    if (!instance_.empty() && !has_instances) continue;
    for (const InstanceId instance : values_.Instances(metric)) {
      if (page_.leaves_idle_out && IsIdle(metric, metric, instance)) {
        ++idle_rows_;
        continue;
      }
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
         std::ranges::any_of(facts_, [&](const Fact& fact) { return has(fact.metric); }) ||
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

}  // namespace fdr::tools

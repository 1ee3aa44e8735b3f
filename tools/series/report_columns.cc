// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/report_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/replay/reports/instance_filter.h"
#include "fdr/replay/reports/report_scale.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/readable_scale.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostNamed = 5;  // metrics in a warning

ReadableScale LookOf(const ReportScale& scale, const Desc& desc, int decimals) {
  ReadableScale look;
  const ReadableScale recorded = RecordedScale({.units = scale.units});
  // "KiB/s" rather than "Kbyte / sec", if it is the same.
  look.unit = !scale.written.empty() ? scale.written
              : recorded.factor == 1 ? recorded.unit
                                     : ToString(scale.units);
  const bool is_whole = IsInteger(desc.type) && !scale.is_rate && scale.factor == 1;
  look.decimals = is_whole ? 0 : decimals;
  return look;
}

// "a, b, c, d, e, ..."
std::string SomeOf(const std::vector<std::string>& metrics) {
  const std::size_t count = std::min(kMostNamed, metrics.size());
  return fmt::format(
      "{}{}",
      fmt::join(metrics.begin(), metrics.begin() + static_cast<std::ptrdiff_t>(count), ", "),
      metrics.size() > count ? ", ..." : "");
}

// Collects the columns of one report.
class ReportColumns {
 public:
  ReportColumns(const MetricSource& source, const ChosenReport& report, bool raw,
                const ColumnLimit& limit, bool quiet, std::vector<Column>& columns)
      : source_(source),
        report_(report),
        options_(report.options),
        limit_(limit),
        quiet_(quiet),
        columns_(columns) {
    if (raw) options_.type = "raw";
  }

  Result<void> Add() {
    if (options_.instances)
      if (Result<void> parsed = Parse(*options_.instances, report_.place, common_); !parsed)
        return parsed;
    ReadPredicates();
    const std::size_t before = columns_.size();
    for (const ReportMetric& metric : report_.metrics)
      if (Result<void> added = AddMetric(metric); !added) return added;
    for (const std::string& predicate : predicates_)
      if (Result<void> added = AddPredicate(predicate, before); !added) return added;
    if (columns_.size() == before)
      return Fail(Errc::kNotFound, fmt::format("Nothing of the report :{} is here{}{}",
                                               report_.name, Missing(), Unmatched()));
    if (!missing_.empty() && !quiet_ && !options_.ignore_unknown.value_or(false))
      PrintError(fmt::format("warning: the report :{} is incomplete{}", report_.name, Missing()));
    return {};
  }

 private:
  void Warn(const TextPlace& place, const std::string& what) const {
    if (!quiet_) PrintError("warning: " + place.Text() + ": " + what);
  }

  Result<void> Parse(const std::string& list, const TextPlace& place, InstanceFilter& filter) {
    Result<InstanceFilter> parsed = InstanceFilter::Parse(list);
    if (!parsed) return Fail(Errc::kInvalidArgument, place.Text() + ": " + parsed.error().what);
    filter = std::move(*parsed);
    return {};
  }

  void ReadPredicates() {
    const std::string names =
        options_.rank.value_or(0) == 0 ? std::string() : options_.predicate.value_or("");
    for (std::string_view list = names; !list.empty();) {
      const std::size_t end = std::min(list.find(','), list.size());
      if (const std::string name(Trimmed(list.substr(0, end))); !name.empty())
        predicates_.push_back(name);
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }

  // "; 3 metrics are missing: a, b, c"
  std::string Missing() const {
    if (missing_.empty()) return "";
    return fmt::format(
        "; {} missing: {}",
        missing_.size() == 1 ? "1 metric is" : fmt::format("{} metrics are", missing_.size()),
        SomeOf(missing_));
  }

  // "; its instances match none of a, b, c"
  std::string Unmatched() const {
    return unmatched_.empty() ? "" : "; its instances match none of " + SomeOf(unmatched_);
  }

  // The metric itself, or those below it.
  std::vector<std::pair<std::string, Desc>> Find(const std::string& name) {
    std::vector<std::pair<std::string, Desc>> found;
    const auto add = [&](const std::string& metric) {
      const Result<MetricId> id = source_.context.Find(metric);
      if (!id) return;
      if (const Result<Desc> desc = source_.context.DescOf(*id)) found.emplace_back(metric, *desc);
    };
    add(name);
    if (!found.empty()) return found;
    for (const std::string& below :
         source_.context.Traverse(name).value_or(std::vector<std::string>()))
      add(below);
    return found;
  }

  Result<void> AddMetric(const ReportMetric& metric) {
    const auto found = Find(metric.metric);
    if (found.empty()) missing_.push_back(metric.metric);
    for (const auto& [name, desc] : found) {
      if (options_.omit_flat.value_or(false) && desc.indom.IsNull()) continue;
      const Result<ReportScale> scale = ScaleOf(desc, metric, options_);
      if (!scale) {
        if (!options_.ignore_incompat.value_or(false)) Warn(metric.place, scale.error().what);
        continue;
      }
      if (Result<void> added = AddInstances(ColumnOf(name, desc, metric, *scale), metric); !added)
        return added;
    }
    return {};
  }

  Column ColumnOf(const std::string& name, const Desc& desc, const ReportMetric& metric,
                  const ReportScale& scale) const {
    Column column;
    column.metric = name;
    column.desc = desc;
    column.is_rate = scale.is_rate;
    column.scale = scale.factor;
    column.units = scale.written.empty() ? ToString(scale.units) : scale.written;
    column.look.label = metric.label;
    column.look.scale = LookOf(scale, desc, DecimalsOf(metric, options_));
    const std::int64_t width =
        options_.width_force.value_or(metric.width.value_or(options_.width.value_or(0)));
    constexpr std::int64_t kWidest = 1000;
    column.look.width = static_cast<std::size_t>(std::clamp<std::int64_t>(width, 0, kWidest));
    column.pick = PickOf(name, metric);
    return column;
  }

  ColumnPick PickOf(const std::string& name, const ReportMetric& metric) const {
    ColumnPick pick;
    const auto number = [](const std::optional<std::int64_t>& option) {
      return option ? std::optional(static_cast<double>(*option)) : std::nullopt;
    };
    pick.limit = options_.limit_filter_force ? number(options_.limit_filter_force)
                 : metric.limit              ? metric.limit
                                             : number(options_.limit_filter);
    const bool is_predicate =
        std::find(predicates_.begin(), predicates_.end(), name) != predicates_.end();
    if (predicates_.empty() || is_predicate) pick.rank = options_.rank.value_or(0);
    return pick;
  }

  Result<void> AddInstances(Column column, const ReportMetric& metric) {
    if (column.desc.indom.IsNull()) {
      column.pick.rank = 0;
      return Push(column);
    }
    InstanceFilter filter = common_;
    if (!metric.instances.empty())
      if (Result<void> parsed = Parse(metric.instances, metric.place, filter); !parsed)
        return parsed;
    const Result<std::vector<NamedInstance>> instances = InstancesOf(source_, column.desc);
    if (!instances) return Fail(instances.error());
    // Others are compared as well if the ranking comes before the filter.
    const bool ranks_all = options_.invert_filter.value_or(false) && column.pick.rank != 0;
    column.pick.follows = LeaderOf(column);
    const auto is_shown = [&](const auto& instance) { return filter.Matches(instance.name); };
    if (!instances->empty() && std::none_of(instances->begin(), instances->end(), is_shown))
      unmatched_.push_back(column.metric);
    for (const NamedInstance& instance : *instances) {
      column.pick.is_hidden = !filter.Matches(instance.name);
      if (column.pick.is_hidden && !ranks_all) continue;
      column.id = instance.id;
      column.instance = instance.name;
      if (Result<void> pushed = Push(column); !pushed) return pushed;
    }
    return {};
  }

  Result<void> Push(const Column& column) {
    if (columns_.size() >= limit_.most) return TooMany(column.desc.indom.IsNull());
    columns_.push_back(column);
    return {};
  }

  // The metric whose rank decides which instances of others are shown.
  std::string LeaderOf(const Column& column) {
    if (column.pick.rank != 0) return "";
    for (const std::string& predicate : predicates_)
      for (const auto& [name, desc] : Find(predicate))
        if (desc.indom == column.desc.indom) return name;
    return "";
  }

  // A metric that is only compared is a column, too: as with pmrep, the reader sees the reason.
  Result<void> AddPredicate(const std::string& name, std::size_t from) {
    if (std::any_of(columns_.begin() + static_cast<std::ptrdiff_t>(from), columns_.end(),
                    [&](const Column& column) { return column.metric == name; }))
      return {};
    return AddMetric({.metric = name, .place = report_.place});
  }

  tl::unexpected<Error> TooMany(bool is_singular) const {
    return Fail(Errc::kInvalidArgument,
                fmt::format("{} shows {} series at most; with the report :{} there are more: {}",
                            limit_.output, limit_.most, report_.name,
                            is_singular ? "name fewer metrics" : "its key instances chooses some"));
  }

  const MetricSource& source_;
  const ChosenReport& report_;
  ReportOptions options_;
  const ColumnLimit& limit_;
  bool quiet_;
  std::vector<Column>& columns_;
  InstanceFilter common_;
  std::vector<std::string> predicates_, missing_, unmatched_;
};

}  // namespace

Result<std::vector<Column>> SelectColumns(const MetricSource& source, const MetricArguments& choice,
                                          bool raw, const ColumnLimit& limit, bool quiet) {
  std::vector<Column> columns;
  for (const MetricArguments::Item& item : choice.items) {
    const Result<void> added =
        item.report ? ReportColumns(source, *item.report, raw, limit, quiet, columns).Add()
                    : AddColumns(source, item.argument, raw, limit, columns);
    if (!added) return Fail(added.error());
  }
  MergeColumns(columns);
  return columns;
}

}  // namespace fdr::tools

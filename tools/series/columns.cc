// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/derive/possible_instances.h"
#include "fdr/replay/pattern/glob.h"
#include "fdr/replay/units/rate_units.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/options/metric_pattern.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostHints = 5;
constexpr const char* kAsIn = ", as in 'disk.dev.read[sda,sdb]'";

// Takes one instance of the list in brackets: up to a comma or the end, or in quotes.
Result<std::string> TakeInstance(const std::string& text, std::size_t& at) {
  while (at < text.size() && text[at] == ' ') ++at;
  std::string name;
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const std::size_t close = text.find(text[at], at + 1);
    if (close == std::string::npos)
      return Fail(Errc::kInvalidArgument, "A quote without an end: " + text.substr(at) + kAsIn);
    name = text.substr(at + 1, close - at - 1);
    at = close + 1;
    while (at < text.size() && text[at] == ' ') ++at;
    if (at < text.size() && text[at] != ',')
      return Fail(Errc::kInvalidArgument, "A comma is missing before " + text.substr(at) + kAsIn);
    return name;
  }
  const std::size_t end = std::min(text.find(',', at), text.size());
  name = text.substr(at, end - at);
  name.erase(name.find_last_not_of(' ') + 1);
  at = end;
  if (name.empty())
    return Fail(Errc::kInvalidArgument, "An instance is missing in [" + text + "]" + kAsIn);
  return name;
}

bool IsMeant(const NamedInstance& instance, const std::string& pattern) {
  return instance.name == pattern || std::to_string(instance.id) == pattern ||
         FirstWordOf(instance.name) == pattern || MatchesGlob(pattern, instance.name);
}

tl::unexpected<Error> NoSuchInstance(const std::string& metric, const std::string& pattern,
                                     const std::vector<NamedInstance>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const NamedInstance& instance : all) names.push_back(instance.name);
  std::vector<std::string> hints = NearestNames(pattern, names, kMostHints);
  if (hints.empty())
    hints.assign(names.begin(),
                 names.begin() + static_cast<std::ptrdiff_t>(std::min(kMostHints, names.size())));
  std::string what = fmt::format("{} has no instance \"{}\"", metric, pattern);
  if (!hints.empty())
    what += fmt::format("; it has {}{}", fmt::join(hints, ", "),
                        names.size() > hints.size() ? ", ..." : "");
  return Fail(Errc::kNotFound, std::move(what));
}

// Returns them ascending by identifier.
Result<std::vector<NamedInstance>> SelectInstances(const MetricSource& source,
                                                   const std::string& metric, const Desc& desc,
                                                   const std::vector<std::string>& patterns) {
  Result<std::vector<NamedInstance>> all = InstancesOf(source, desc);
  if (!all || patterns.empty()) return all;
  std::vector<NamedInstance> chosen;
  for (const std::string& pattern : patterns) {
    const std::size_t before = chosen.size();
    std::copy_if(all->begin(), all->end(), std::back_inserter(chosen),
                 [&](const NamedInstance& instance) { return IsMeant(instance, pattern); });
    if (chosen.size() == before) return NoSuchInstance(metric, pattern, *all);
  }
  return chosen;
}

// A counter becomes a rate per second; a counter of time becomes a share of time.
void MakeRate(Column& column) {
  const Units& units = column.desc.units;
  column.is_rate = true;
  if (units.dim_time != 0) column.scale = std::pow(SecondsOf(units.scale_time), units.dim_time);
  column.units = ToString(UnitsOfRate(units));
}

// `instance`: nullptr for a metric without instances.
tl::unexpected<Error> TooMany(const std::string& metric, const std::string* instance,
                              std::size_t series, const ColumnLimit& limit) {
  const std::string hint =
      instance != nullptr ? fmt::format("name some instances, as in '{}[{}]'", metric, *instance)
                          : "name fewer metrics";
  return Fail(Errc::kInvalidArgument,
              fmt::format("{} shows {} series at most; with {} there are {}: {}", limit.output,
                          limit.most, metric, series, hint));
}

Result<void> AddMetric(const MetricSource& source, const std::string& name,
                       const std::vector<std::string>& patterns, bool raw, const ColumnLimit& limit,
                       std::vector<Column>& columns) {
  const Result<MetricId> id = source.context.Find(name);
  if (!id) return Fail(id.error());
  const Result<Desc> desc = source.context.DescOf(*id);
  if (!desc) return Fail(desc.error());
  Column column = ColumnOf(name, *desc, raw);
  if (desc->indom.IsNull()) {
    if (!patterns.empty())
      return Fail(Errc::kInvalidArgument, name + " has no instances, but one value");
    if (columns.size() >= limit.most) return TooMany(name, nullptr, columns.size() + 1, limit);
    columns.push_back(std::move(column));
    return {};
  }
  Result<std::vector<NamedInstance>> chosen = SelectInstances(source, name, *desc, patterns);
  if (!chosen) return Fail(chosen.error());
  if (chosen->empty()) return {};
  if (const std::size_t series = columns.size() + chosen->size(); series > limit.most)
    return TooMany(name, &chosen->front().name, series, limit);
  for (NamedInstance& instance : *chosen) {
    column.id = instance.id;
    column.instance = std::move(instance.name);
    columns.push_back(column);
  }
  return {};
}

}  // namespace

Column ColumnOf(const std::string& metric, const Desc& desc, bool raw) {
  Column column;
  column.metric = metric;
  column.desc = desc;
  column.units = ToString(desc.units);
  if (!raw && desc.semantics == Semantics::kCounter && IsNumeric(desc.type)) MakeRate(column);
  return column;
}

Result<ColumnSpec> ParseColumnSpec(const std::string& argument) {
  if (argument.find('[') != std::string::npos && argument.find(']') == std::string::npos)
    return Fail(Errc::kInvalidArgument, "A bracket without an end: " + argument + kAsIn);
  // A bracket before a dot belongs to a glob: "disk.[ad]*.read".
  if (argument.empty() || argument.back() != ']') return ColumnSpec{argument, {}};
  const std::size_t open = argument.find('[');
  if (open == std::string::npos || open == 0)
    return Fail(Errc::kInvalidArgument, "No metric before the bracket: " + argument + kAsIn);
  ColumnSpec spec{argument.substr(0, open), {}};
  const std::string list = argument.substr(open + 1, argument.size() - open - 2);
  for (std::size_t at = 0;; ++at) {
    Result<std::string> instance = TakeInstance(list, at);
    if (!instance) return Fail(instance.error());
    spec.instances.push_back(std::move(*instance));
    if (at >= list.size()) return spec;
  }
}

Result<std::vector<NamedInstance>> InstancesOf(const MetricSource& source, const Desc& desc) {
  Result<std::vector<NamedInstance>> all = source.context.AllInstances(desc.indom);
  if (!all && all.error().code != Errc::kNotFound) return all;
  if (!all) all.emplace();
  if (source.derived != nullptr)
    if (const auto definition = source.derived->Definition(desc.id))
      KeepPossible(definition->expression, *all);
  std::sort(all->begin(), all->end(),
            [](const NamedInstance& a, const NamedInstance& b) { return a.id < b.id; });
  return all;
}

Result<void> AddColumns(const MetricSource& source, const std::string& argument, bool raw,
                        const ColumnLimit& limit, std::vector<Column>& columns) {
  if (IsExpression(argument)) return AddMetric(source, argument, {}, raw, limit, columns);
  const Result<ColumnSpec> spec = ParseColumnSpec(argument);
  if (!spec) return Fail(spec.error());
  const Result<std::vector<std::string>> names = ExpandPattern(source.context, spec->metric);
  if (!names) return Fail(names.error());
  for (const std::string& name : *names)
    if (Result<void> added = AddMetric(source, name, spec->instances, raw, limit, columns); !added)
      return added;
  return {};
}

void MergeColumns(std::vector<Column>& columns) {
  std::map<std::pair<std::string, InstanceId>, std::size_t> places;
  std::vector<Column> merged;
  for (Column& column : columns) {
    const auto [place, is_new] = places.try_emplace({column.metric, column.id}, merged.size());
    if (is_new)
      merged.push_back(std::move(column));
    else
      merged[place->second] = std::move(column);
  }
  columns = std::move(merged);
}

Result<std::vector<Column>> SelectColumns(const MetricSource& source,
                                          const std::vector<std::string>& arguments, bool raw,
                                          const ColumnLimit& limit) {
  std::vector<Column> columns;
  for (const std::string& argument : arguments)
    if (const Result<void> added = AddColumns(source, argument, raw, limit, columns); !added)
      return Fail(added.error());
  MergeColumns(columns);
  return columns;
}

}  // namespace fdr::tools

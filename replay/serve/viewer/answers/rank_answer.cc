// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/rank_answer.h"

#include <algorithm>
#include <map>

#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/series_rows.h"
#include "fdr/replay/serve/viewer/window_statistics.h"
#include "fdr/replay/statistics/little_amount.h"
#include "fdr/replay/time/interval.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMostRanked = 1000, kRanked = 50;
constexpr double kRare = 0.01;

struct RankWindows {
  Nanos from = 0, to = 0, base_from = 0, base_to = 0;
};

// "-1d", or "FROM,TO".
Result<void> ReadBase(std::string_view text, RankWindows& windows) {
  const auto wrong = [] {
    return Fail(Errc::kInvalidArgument, "base is a shift such as -1d, or FROM,TO");
  };
  if (const std::size_t comma = text.find(','); comma != std::string_view::npos) {
    const auto from = ParseSeconds(text.substr(0, comma)),
               to = ParseSeconds(text.substr(comma + 1));
    if (!from || !to || *to <= *from) return wrong();
    windows.base_from = *from;
    windows.base_to = *to;
    return {};
  }
  const Nanos length = windows.to - windows.from;
  Nanos shift = -length;
  if (!text.empty()) {
    if (!text.starts_with('-')) return wrong();
    const auto back = ParseInterval(text.substr(1), IntervalRules::kPlain);
    if (!back || back->sec >= kMostSeconds) return wrong();
    shift = -(back->sec * kNanosPerSecond + back->nsec);
  }
  windows.base_from = windows.from + shift;
  windows.base_to = windows.to + shift;
  return {};
}

Result<RankWindows> WindowsIn(const Parameters& parameters) {
  BucketQuery query;
  if (const Result<void> read = ReadTimes(parameters, query); !read) return Fail(read.error());
  RankWindows windows{.from = query.from, .to = query.to};
  if (const Result<void> read = ReadBase(parameters.Get("base"), windows); !read)
    return Fail(read.error());
  return windows;
}

struct RankedSeries {
  std::size_t metric = 0;
  InstanceId instance = kSingular;
  std::string name;
  SeriesPart before, after;
  SeriesDifference difference;
  std::size_t others = 0;
};

// The part of the time in which values are outside of those that are usual.
double OutsideOf(const SeriesPart& before, const SeriesPart& after) {
  if (after.statistics == nullptr) return 0;
  if (before.statistics == nullptr) return 1;
  const ValueDistribution &usual = before.statistics->values(), &now = after.statistics->values();
  const double low = usual.Quantile(kRare), high = usual.Quantile(1 - kRare);
  double outside = 0, all = 0;
  for (const ValueBucket& bucket : now.buckets()) {
    const double weight = now.weight() > 0 ? bucket.weight : bucket.count;
    all += weight;
    if (bucket.Value() < low || bucket.Value() > high) outside += weight;
  }
  return all > 0 ? outside / all : 0;
}

// Pairs the series of two windows by the names of instances.
class Ranking {
 public:
  Ranking(const MetricChoice& choice, const WindowSeriesStatistics& before,
          const WindowSeriesStatistics& after)
      : choice_(choice), before_(before), after_(after) {
    for (std::size_t i = 0; i < before.series().size(); ++i)
      places_.emplace(Key(before.series()[i].metric, before.series()[i].name), i);
  }

  void Compare() {
    for (std::size_t i = 0; i < after_.series().size(); ++i) {
      const WindowSeriesStatistics::Series& series = after_.series()[i];
      const auto found = places_.find(Key(series.metric, series.name));
      const bool has_both = found != places_.end();
      Add(series, has_both ? before_.PartOf(found->second) : before_.PartWithout(series.metric),
          after_.PartOf(i));
      if (has_both) places_.erase(found);
    }
    for (const auto& [key, i] : places_)
      Add(before_.series()[i], before_.PartOf(i), after_.PartWithout(key.first));
    std::stable_sort(ranked_.begin(), ranked_.end(),
                     [](const RankedSeries& a, const RankedSeries& b) {
                       return a.difference.distance > b.difference.distance;
                     });
  }
  // Leaves the oddest series of each metric.
  void FoldInstances() {
    std::map<std::size_t, std::size_t> first;
    std::vector<RankedSeries> folded;
    for (RankedSeries& series : ranked_) {
      const auto [place, is_new] = first.try_emplace(series.metric, folded.size());
      if (is_new)
        folded.push_back(std::move(series));
      else
        ++folded[place->second].others;
    }
    ranked_ = std::move(folded);
  }
  std::size_t compared() const { return compared_; }
  const std::vector<RankedSeries>& ranked() const { return ranked_; }

 private:
  using Key = std::pair<std::size_t, std::string>;

  void Add(const WindowSeriesStatistics::Series& series, const SeriesPart& before,
           const SeriesPart& after) {
    if (before.statistics == nullptr && after.statistics == nullptr) return;
    // A metric that is recorded in one window only says nothing.
    if (!before_.HasMetric(series.metric) || !after_.HasMetric(series.metric)) return;
    ++compared_;
    const ChosenMetric& metric = choice_.metrics[series.metric];
    const SeriesDifference difference =
        DifferenceOf(before, after,
                     {.little = LittleOf(metric.desc, choice_.IsRate(metric)),
                      .is_amount = IsAmount(metric.desc),
                      .is_told = metric.desc.semantics == Semantics::kDiscrete});
    if (difference.distance > 0)
      ranked_.push_back({series.metric, series.instance, series.name, before, after, difference});
  }

  const MetricChoice& choice_;
  const WindowSeriesStatistics &before_, &after_;
  std::map<Key, std::size_t> places_;  // of series before
  std::vector<RankedSeries> ranked_;
  std::size_t compared_ = 0;
};

void WriteSpark(JsonWriter& json, const SeriesPart& part) {
  json.BeginArray();
  for (std::size_t i = 0; i < TimeCells::kCells; ++i) {
    const auto mean =
        part.statistics != nullptr ? part.statistics->cells().Mean(i, 1) : std::optional<double>();
    if (mean)
      json.Double(*mean);
    else
      json.Null();
  }
  json.EndArray();
}

void WriteRanked(JsonWriter& json, const MetricChoice& choice, const RankedSeries& series) {
  json.BeginObject();
  WriteSeries(json, choice, {series.metric, 0, series.instance, series.name});
  const Presence presence = series.difference.presence;
  json.Key("distance").Double(series.difference.distance);
  json.Key("presence")
      .String(presence == Presence::kAppeared ? "appeared"
              : presence == Presence::kGone   ? "gone"
                                              : "both");
  json.Key("before").Double(series.difference.before);
  json.Key("after").Double(series.difference.after);
  json.Key("outside").Double(OutsideOf(series.before, series.after));
  json.Key("others").UInt(series.others);
  WriteSpark(json.Key("spark"), series.after);
  WriteSpark(json.Key("base_spark"), series.before);
  json.EndObject();
}

Result<void> ReadSide(const OpenedSource& source, const HttpRequest& request,
                      WindowSeriesStatistics& statistics) {
  return statistics.Read(*source.archive(), [&] { return request.CheckLimit(); });
}

// The same metrics by name.  What the source does not have in the same kind gets no identifier, and
// so no values.
Result<MetricChoice> ChoiceIn(Context& context, const MetricChoice& choice) {
  std::vector<std::string> names;
  for (const ChosenMetric& metric : choice.metrics) names.push_back(metric.name);
  const auto found = context.Find(names);
  if (!found) return Fail(found.error());
  MetricChoice other = choice;
  for (std::size_t i = 0; i < other.metrics.size(); ++i) {
    Desc& desc = other.metrics[i].desc;
    const auto there = (*found)[i] ? context.DescOf(*(*found)[i])
                                   : Result<Desc>(Fail(Errc::kNotFound, "no such metric"));
    const bool is_same = there && there->semantics == desc.semantics &&
                         there->units == desc.units && IsNumeric(there->type) &&
                         there->indom.IsNull() == desc.indom.IsNull();
    if (is_same)
      desc = *there;
    else
      desc.id = MetricId();
  }
  return other;
}

StatisticsWindow WindowOf(Nanos from, Nanos to) { return {StampAt(from), StampAt(to)}; }

}  // namespace

Result<HttpResponse> AnswerRank(const OpenedSource& source, const OpenedSource& base_source,
                                const HttpRequest& request) {
  const auto windows = WindowsIn(request.parameters);
  if (!windows) return Fail(windows.error());
  const auto top = request.parameters.Count("top", kMostRanked);
  if (!top) return Fail(top.error());
  auto choice = ChooseMetrics(source.context(), request.parameters, WithoutMetrics::kTakeAll);
  if (!choice) return Fail(choice.error());
  KeepNumbers(*choice);
  const auto base_choice = ChoiceIn(base_source.context(), *choice);
  if (!base_choice) return Fail(base_choice.error());
  WindowSeriesStatistics before(*base_choice, WindowOf(windows->base_from, windows->base_to));
  WindowSeriesStatistics after(*choice, WindowOf(windows->from, windows->to));
  if (const auto read = ReadSide(base_source, request, before); !read) return Fail(read.error());
  if (const auto read = ReadSide(source, request, after); !read) return Fail(read.error());
  Ranking ranking(*choice, before, after);
  ranking.Compare();
  if (request.parameters.Get("instances") != "1") ranking.FoldInstances();
  HttpResponse response;
  JsonWriter json(response.body);
  json.BeginObject().Key("s").String(source.source().id());
  WriteTime(json.Key("from"), windows->from);
  WriteTime(json.Key("to"), windows->to);
  WriteTime(json.Key("base_from"), windows->base_from);
  WriteTime(json.Key("base_to"), windows->base_to);
  json.Key("compared").UInt(ranking.compared()).Key("rank").BeginArray();
  const std::size_t shown =
      std::min(ranking.ranked().size(), static_cast<std::size_t>(top->value_or(kRanked)));
  for (std::size_t i = 0; i < shown; ++i) WriteRanked(json, *choice, ranking.ranked()[i]);
  json.EndArray().EndObject();
  return response;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/rank_answer.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/named_descs.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/series_ranking.h"
#include "fdr/replay/serve/viewer/series_rows.h"
#include "fdr/replay/time/interval.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMostRanked = 1000, kRanked = 50;

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

// Writes the members behind the names.
void WriteRanked(JsonWriter& json, const MetricChoice& choice, const RankedSeries& series) {
  WriteUnits(json, choice, choice.metrics[series.metric]);
  const Presence presence = series.difference.presence;
  json.Key("distance").Double(series.difference.distance);
  json.Key("presence")
      .String(presence == Presence::kAppeared ? "appeared"
              : presence == Presence::kGone   ? "gone"
                                              : "both");
  json.Key("before").Double(series.difference.before);
  json.Key("after").Double(series.difference.after);
  json.Key("outside").Double(series.Outside());
  json.Key("others").UInt(series.others);
  WriteSpark(json.Key("spark"), series.after);
  WriteSpark(json.Key("base_spark"), series.before);
}

// The same metrics by name.  What the source does not have in the same kind gets no identifier, and
// so no values.
Result<MetricChoice> ChoiceIn(Context& context, const MetricChoice& choice) {
  std::vector<std::string> names;
  for (const ChosenMetric& metric : choice.metrics) names.push_back(metric.name);
  const auto descs = NamedDescs(context, names);
  if (!descs) return Fail(descs.error());
  MetricChoice other = choice;
  for (std::size_t i = 0; i < other.metrics.size(); ++i) {
    Desc& desc = other.metrics[i].desc;
    const Result<Desc>& there = (*descs)[i];
    const bool is_same = there && there->semantics == desc.semantics &&
                         there->units == desc.units && IsNumeric(there->type) &&
                         there->indom.IsNull() == desc.indom.IsNull();
    if (is_same)
      desc = *there;
    else
      desc.id = MetricId();
  }
  if (const Result<void> read = ReadLabels(context, other); !read) return Fail(read.error());
  return other;
}

StatisticsWindow WindowOf(Nanos from, Nanos to) { return {StampAt(from), StampAt(to)}; }

// What is compared.
struct RankQuestion {
  OpenedSource source;
  std::optional<OpenedSource> base_source;  // another one
  RankWindows windows;
  std::size_t top = 0;
  bool folds_instances = true;
  std::shared_ptr<WorkLimit> limit;

  const OpenedSource& base() const { return base_source ? *base_source : source; }
};

TextParts RankText(RankQuestion question, MetricChoice choice, MetricChoice base_choice) {
  const RankWindows& windows = question.windows;
  const CheckLimit check = [&] {
    return question.limit ? question.limit->Check() : Result<void>();
  };
  WindowSeriesStatistics before(base_choice, WindowOf(windows.base_from, windows.base_to));
  WindowSeriesStatistics after(choice, WindowOf(windows.from, windows.to));
  const Result<void> base_read = before.Read(*question.base().archive(), check);
  if (!base_read) co_return Fail(base_read.error());
  const Result<void> read = after.Read(*question.source.archive(), check);
  if (!read) co_return Fail(read.error());
  SeriesRanking ranking(choice, before, after);
  ranking.Compare();
  if (question.folds_instances) ranking.FoldInstances();
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("s").String(question.source.source().id());
  WriteTime(json.Key("from"), windows.from);
  WriteTime(json.Key("to"), windows.to);
  WriteTime(json.Key("base_from"), windows.base_from);
  WriteTime(json.Key("base_to"), windows.base_to);
  json.Key("compared").UInt(ranking.compared()).Key("rank").BeginArray();
  const std::size_t shown = std::min(ranking.ranked().size(), question.top);
  for (std::size_t i = 0; i < shown; ++i) {
    const RankedSeries& series = ranking.ranked()[i];
    const ChosenMetric& metric = choice.metrics[series.metric];
    json.BeginObject();
    for (SeriesNames names(json, metric, series.instance, series.name); auto part = names.Next();)
      co_yield *part;
    WriteRanked(json, choice, series);
    json.EndObject();
    co_yield text;
  }
  json.EndArray().EndObject();
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerRank(OpenedSource source, std::optional<OpenedSource> base_source,
                                const HttpRequest& request) {
  const auto windows = WindowsIn(request.parameters);
  if (!windows) return Fail(windows.error());
  const auto top = request.parameters.Count("top", kMostRanked);
  if (!top) return Fail(top.error());
  RankQuestion question{
      .source = std::move(source),
      .base_source = std::move(base_source),
      .windows = *windows,
      .top = static_cast<std::size_t>(top->value_or(kRanked)),
      .folds_instances = request.parameters.Get("instances") != "1",
      .limit = request.limit,
  };
  auto choice =
      ChooseMetrics(question.source.context(), request.parameters, WithoutMetrics::kTakeAll);
  if (!choice) return Fail(choice.error());
  KeepNumbers(*choice);
  if (!request.parameters.Has("m")) LeaveStatisticsOut(*choice);
  auto base_choice = ChoiceIn(question.base().context(), *choice);
  if (!base_choice) return Fail(base_choice.error());
  return Written(RankText(std::move(question), std::move(*choice), std::move(*base_choice)));
}

}  // namespace fdr

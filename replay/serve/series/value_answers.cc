// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/value_answers.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "fdr/replay/serve/series/enclosure.h"
#include "fdr/replay/serve/series/language/series_parser.h"
#include "fdr/replay/serve/series/language/series_spelling.h"
#include "fdr/replay/serve/series/matching_series.h"
#include "fdr/replay/serve/series/query_values.h"
#include "fdr/replay/serve/series/rows_text.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kMostSeries = 10'000;       // whose values one request may ask for
constexpr std::size_t kMostComputed = 4'000'000;  // values that one request may compute with

Result<void> CheckNumber(const std::vector<FoundSeries>& series) {
  if (series.size() <= kMostSeries) return {};
  return Fail(Errc::kTooLarge, "values of more than " + std::to_string(kMostSeries) + " series");
}

// What an answer has rows of.
class Rows {
 public:
  explicit Rows(const HttpRequest& request)
      : request_(request), count_(std::make_shared<RowCount>(request.limit)) {}

  void Add(const std::vector<FoundSeries>& series, const SeriesWindow& window) {
    for (SourceSeries& part : SeriesBySource(series))
      texts_.push_back(SourceRows(std::move(part), window, count_));
  }

  void Add(const std::string& id, std::vector<ComputedSeries> series) {
    texts_.push_back(ComputedRows(id, std::move(series), count_));
  }

  // Reads no source yet.
  HttpResponse Streamed() && {
    HttpResponse response;
    response.source = std::make_unique<TextParts>(
        EnclosedText(Enclosure(request_.parameters), AllRows(std::move(texts_), count_)));
    return response;
  }

 private:
  const HttpRequest& request_;
  std::shared_ptr<RowCount> count_;
  std::vector<TextParts> texts_;
};

// Whether samples of now must be fetched first: then the answer does not matter.
bool MustWait(const SeriesQuestion& question) {
  return question.wishes != nullptr && !question.wishes->empty();
}

void Wish(const SeriesQuestion& question, const std::vector<FoundSeries>& series,
          const SeriesWindow& window) {
  if (question.wishes != nullptr) question.wishes->Add(series, window);
}

void Wish(const SeriesQuestion& question, const SeriesQuery& query, const BoundQuery& bound,
          const std::vector<SeriesWindow>& windows) {
  for (std::size_t i = 0; i < query.nodes.size(); ++i) {
    if (query.nodes[i].op != SeriesOp::kOperand) continue;
    std::vector<FoundSeries> series;
    for (const BoundSeries& one : bound.nodes[i]) series.push_back(one.origin);
    Wish(question, series, windows[query.nodes[i].operands[0]]);
  }
}

TextParts ListOf(std::vector<std::string> ids) {
  std::string text;
  JsonWriter json(text);
  json.BeginArray();
  for (const std::string& id : ids) {
    json.String(id);
    co_yield text;
  }
  json.EndArray();
  co_return text;
}

HttpResponse Identifiers(const HttpRequest& request, std::vector<std::string> ids) {
  return Enclosed(request.parameters, ListOf(std::move(ids)));
}

Result<std::vector<SeriesWindow>> WindowsOf(const SeriesQuery& query,
                                            const SeriesOptions& options) {
  const SeriesClock clock = {options.clocks.wall(), options.zone};
  std::vector<SeriesWindow> windows;
  for (const SeriesOperand& operand : query.operands) {
    const auto window = ResolveWindow(operand.window, clock);
    if (!window) return Fail(window.error());
    windows.push_back(*window);
  }
  return windows;
}

HttpResponse RespondPlain(const SeriesQuestion& question, const SeriesOperand& operand,
                          const SeriesWindow& window) {
  auto found = MatchingSeries(operand, question);
  if (!found) return FailedFor(found.error());
  std::set<std::string_view> known;  // sources with the same labels have the same series
  std::erase_if(*found,
                [&](const FoundSeries& one) { return !known.insert(one.metric->id).second; });
  if (operand.window.AsksForValues()) {
    if (auto checked = CheckNumber(*found); !checked) return FailedFor(checked.error());
    Wish(question, *found, window);
    Rows rows(question.request);
    rows.Add(*found, window);
    return std::move(rows).Streamed();
  }
  std::vector<std::string> ids;
  for (const FoundSeries& one : *found) ids.push_back(one.metric->id);
  return Identifiers(question.request, std::move(ids));
}

HttpResponse RespondExpression(const SeriesQuestion& question, SeriesQuery query,
                               const std::vector<SeriesWindow>& windows) {
  const HttpRequest& request = question.request;
  const auto bound = BindQuery(query, question);
  if (!bound) return FailedFor(bound.error());
  if (bound->result().empty()) return Identifiers(request, {});
  const bool asks_for_values = std::ranges::any_of(
      query.operands, [](const SeriesOperand& one) { return one.window.AsksForValues(); });
  if (asks_for_values) Wish(question, query, *bound, windows);
  if (MustWait(question)) return {};
  std::size_t budget = kMostComputed;
  Result<std::vector<ComputedSeries>> computed = std::vector<ComputedSeries>();
  if (asks_for_values) computed = ComputeValues(query, *bound, windows, request, budget);
  if (!computed) return FailedFor(computed.error());
  std::string name = Spell(query);
  // The name says nothing of windows: each request has its own.
  for (SeriesOperand& operand : query.operands) operand.window = {};
  const std::string id = question.expressions.Remember({std::move(name), std::move(query)});
  if (!asks_for_values) return Identifiers(request, {id});
  Rows rows(request);
  rows.Add(id, std::move(*computed));
  return std::move(rows).Streamed();
}

bool IsId(std::string_view id) {
  return id.size() == 40 && std::ranges::all_of(id, [](char c) {
           return IsDigit(c) || (ToLower(c) >= 'a' && ToLower(c) <= 'f');
         });
}

// The rows of each series once, in the order of the request: first those of metrics.
Result<Rows> WantedRows(const SeriesQuestion& question, const SeriesWindow& window) {
  if (!question.request.parameters.Has("series"))
    return Fail(Errc::kInvalidArgument, "the parameter \"series\" is missing");
  std::vector<FoundSeries> metrics;
  std::vector<std::pair<std::string, std::shared_ptr<const KnownExpression>>> expressions;
  std::set<std::string> seen;
  for (const std::string& written : question.ids()) {
    if (!IsId(written))
      return Fail(Errc::kInvalidArgument, "Invalid SID " + written + " near offset 0");
    const std::string id = ToLower(std::string_view(written));
    if (!seen.insert(id).second) continue;
    if (const auto found = FindSeries(question.sources(), id))
      metrics.push_back(*found);
    else if (auto expression = question.expressions.Find(id))
      expressions.emplace_back(id, std::move(expression));
  }
  if (auto checked = CheckNumber(metrics); !checked) return Fail(checked.error());
  Wish(question, metrics, window);
  Rows rows(question.request);
  rows.Add(metrics, window);
  std::size_t budget = kMostComputed;
  for (const auto& [id, expression] : expressions) {
    const SeriesQuery& query = expression->query;
    const auto bound = BindAgain(query, question);
    if (!bound) return Fail(bound.error());
    if (bound->result().empty()) continue;
    const std::vector<SeriesWindow> windows(query.operands.size(), window);
    Wish(question, query, *bound, windows);
    if (MustWait(question)) continue;
    auto computed = ComputeValues(query, *bound, windows, question.request, budget);
    if (!computed) return Fail(computed.error());
    rows.Add(id, std::move(*computed));
  }
  return rows;
}

}  // namespace

HttpResponse RespondQuery(const SeriesQuestion& question, const SeriesOptions& options) {
  const std::string* const expression = question.request.parameters.Find("expr");
  if (expression == nullptr || expression->empty())
    return FailedResponse(400, "the parameter \"expr\" is missing");
  Result<SeriesQuery> query = ParseSeriesQuery(*expression);
  if (!query) return FailedFor(query.error());
  const auto windows = WindowsOf(*query, options);
  if (!windows) return FailedFor(windows.error());
  if (query->IsPlain()) return RespondPlain(question, query->operands[0], windows->front());
  return RespondExpression(question, std::move(*query), *windows);
}

HttpResponse RespondValues(const SeriesQuestion& question, const SeriesOptions& options) {
  const auto text = WindowTextOf(question.request.parameters);
  if (!text) return FailedFor(text.error());
  const auto window = ResolveWindow(*text, {options.clocks.wall(), options.zone});
  if (!window) return FailedFor(window.error());
  Result<Rows> rows = WantedRows(question, *window);
  if (!rows) return FailedFor(rows.error());
  return std::move(*rows).Streamed();
}

}  // namespace fdr

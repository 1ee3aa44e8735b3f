// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /pmapi/fetch: values of metrics.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/serve/web_api/web_value_text.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

using Metric = KnownMetrics::Metric;

// Unknown names and numbers are left out.
Answered<std::vector<Metric>> RequestedMetrics(const PmapiCall& call) {
  const std::vector<std::string> names = NamesIn(call.request, "name");
  const std::vector<std::string> ids = NamesIn(call.request, "pmid");
  if (names.empty() && ids.empty()) return Refuse("missing parameter 'names' or 'pmids'");
  Result<std::vector<Metric>> metrics = call.source.Find(names);
  if (!metrics) return RefuseFor(metrics.error());
  for (const std::string& text : ids) {
    const std::optional<MetricId> id = MetricIdOf(text);
    Result<Metric> metric = id ? call.source.Find(*id) : nullptr;
    if (!metric) return RefuseFor(metric.error());
    metrics->push_back(std::move(*metric));
  }
  std::erase(*metrics, nullptr);
  return std::move(*metrics);
}

void AppendVersion(const std::string& version, std::string& text) {
  text += "{\"instance\":null,\"value\":";
  AppendJsonString(version, text);
  text += '}';
}

// Begins the object of a value.  The caller appends a string, with the result, and ends the object.
// Nothing, with nothing appended, for infinity, which has no JSON.
std::optional<StringParts> BeginInstance(const FetchedValue& value, Type type, bool is_first,
                                         std::string& text) {
  const std::size_t begin = text.size();
  text += is_first ? "{\"instance\":" : ",{\"instance\":";
  if (value.instance == kSingular)
    text += "null";
  else
    AppendInteger(value.instance, text);
  text += ",\"value\":";
  if (const auto string = StringIn(type, value)) return BeginJsonString(*string, text);
  if (!IsNumeric(type)) {
    text += "null";
  } else if (!AppendNumberText(type, value, text)) {
    text.resize(begin);
    return std::nullopt;
  }
  return StringParts();
}

// What the source does not have is not fetched from it.
std::vector<MetricId> IdsOf(const std::vector<Metric>& metrics) {
  std::vector<MetricId> ids;
  ids.reserve(metrics.size());
  for (const Metric& metric : metrics)
    if (!metric->is_made_up) ids.push_back(metric->desc.id);
  return ids;
}

TextParts ValuesText(std::string text, std::vector<Metric> metrics, FetchResult result,
                     std::string version) {
  text += ",\"timestamp\":";
  AppendStampText(result.stamp(), text);
  text += ",\"values\":[";
  std::size_t next = 0;
  bool is_first_metric = true;
  for (const Metric& metric : metrics) {
    if (!std::exchange(is_first_metric, false)) text += ',';
    co_yield StringParts(metric->values_head, text);
    const FetchedSet* const set =
        !metric->is_made_up && next < result.sets().size() ? &result.sets()[next++] : nullptr;
    if (set != nullptr && set->count > 0) {
      bool is_first = true;
      for (const FetchedValue& value : result.Values(*set)) {
        auto parts = BeginInstance(value, metric->desc.type, is_first, text);
        if (!parts) continue;
        is_first = false;
        co_yield *parts;
        text += '}';
        co_yield text;
      }
    } else if (metric->is_version) {
      AppendVersion(version, text);
    }
    text += "]}";
  }
  text.append("]").append(kEndOfBody);
  co_return text;
}

}  // namespace

PmapiAnswer AnswerFetch(const PmapiCall& call) {
  if (const auto set = SetPlaceOf(call); !set) return tl::unexpected(set.error());
  Answered<std::vector<Metric>> metrics = RequestedMetrics(call);
  if (!metrics) return tl::unexpected(metrics.error());
  FetchResult result;
  result.Begin(call.now);
  if (const std::vector<MetricId> ids = IdsOf(*metrics); !ids.empty() || call.source.IsArchive())
    if (const Result<bool> fetched = call.source.Fetch(ids, result); !fetched)
      return RefuseFor(fetched.error());
  return LongAnswer(ValuesText(call.BeginBody(), std::move(*metrics), std::move(result),
                               call.source.state().catalog->version()));
}

}  // namespace fdr

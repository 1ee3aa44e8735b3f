// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /pmapi/fetch: values of metrics.

#include <string>
#include <vector>

#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/serve/web_api/value_text.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

using Metric = MetricCatalog::Metric;

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

void AppendVersion(const std::string& version, std::string& body) {
  body += "{\"instance\":null,\"value\":";
  AppendJsonString(version, body);
  body += '}';
}

void AppendInstances(const FetchResult& result, const FetchedSet& set, Type type,
                     std::string& body) {
  bool is_first = true;
  for (const FetchedValue& value : result.Values(set)) {
    const std::size_t begin = body.size();
    body += is_first ? "{\"instance\":" : ",{\"instance\":";
    if (value.instance == kSingular)
      body += "null";
    else
      AppendInteger(value.instance, body);
    body += ",\"value\":";
    if (!AppendJsonValue(type, value, body)) {  // infinity has no JSON
      body.resize(begin);
      continue;
    }
    body += '}';
    is_first = false;
  }
}

// What the source does not have is not fetched from it.
std::vector<MetricId> IdsOf(const std::vector<Metric>& metrics) {
  std::vector<MetricId> ids;
  ids.reserve(metrics.size());
  for (const Metric& metric : metrics)
    if (!metric->is_made_up) ids.push_back(metric->desc.id);
  return ids;
}

}  // namespace

PmapiAnswer AnswerFetch(const PmapiCall& call) {
  if (const auto set = SetPlaceOf(call); !set) return tl::unexpected(set.error());
  const Answered<std::vector<Metric>> metrics = RequestedMetrics(call);
  if (!metrics) return tl::unexpected(metrics.error());
  FetchResult result;
  result.Begin(call.now);
  if (const std::vector<MetricId> ids = IdsOf(*metrics); !ids.empty() || call.source.IsArchive())
    if (const Result<bool> fetched = call.source.Fetch(ids, result); !fetched)
      return RefuseFor(fetched.error());
  std::string body = call.BeginBody() + ",\"timestamp\":";
  AppendStampText(result.stamp(), body);
  body += ",\"values\":[";
  std::size_t next = 0;
  for (const Metric& metric : *metrics) {
    if (body.back() == '}') body += ',';
    body += metric->values_head;
    const FetchedSet* const set =
        !metric->is_made_up && next < result.sets().size() ? &result.sets()[next++] : nullptr;
    if (set != nullptr && set->count > 0)
      AppendInstances(result, *set, metric->desc.type, body);
    else if (metric->is_version)
      AppendVersion(call.source.state().catalog->version(), body);
    body += "]}";
  }
  return Answered200(std::move(body) + "]}");
}

}  // namespace fdr

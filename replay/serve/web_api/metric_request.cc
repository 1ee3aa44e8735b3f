// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /pmapi/metric and /pmapi/children: what metrics there are, and what they are.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

using Metric = KnownMetrics::Metric;

constexpr std::size_t kBetweenChecks = 64;  // of the time limit
constexpr std::size_t kMostNames = 65'536;  // of one request

// A metric, or why there is none.
struct Listed {
  std::string name;
  Metric metric;
  std::string failure;
  std::shared_ptr<const MetricDetails> details = {};  // of the metric
};

Answered<void> AddAll(const PmapiCall& call, const std::vector<std::string>& names,
                      std::vector<Listed>& listed) {
  const Result<std::vector<Metric>> metrics = call.source.Find(names);
  if (!metrics) return RefuseFor(metrics.error());
  for (std::size_t i = 0; i < names.size(); ++i)
    listed.push_back({names[i], (*metrics)[i], "failed to lookup metric name"});
  return {};
}

// The metric of this name, or all below it.
Answered<void> AddBelow(const PmapiCall& call, const std::string& name, bool is_only,
                        std::vector<Listed>& listed) {
  const Result<std::vector<std::string>> below = call.source.context().Traverse(name);
  if (below) return AddAll(call, *below, listed);
  const std::string text = PcpTextOf(below.error());
  if (is_only) return Refuse(name + " traversal failed - " + text);
  listed.push_back({name, nullptr, text});
  return {};
}

Answered<std::vector<Listed>> ListByName(const PmapiCall& call,
                                         const std::vector<std::string>& names) {
  const Result<std::vector<Metric>> metrics = call.source.Find(names);
  if (!metrics) return RefuseFor(metrics.error());
  std::vector<Listed> listed;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((*metrics)[i] != nullptr) {
      listed.push_back({names[i], (*metrics)[i], {}});
      continue;
    }
    if (const Result<void> in_time = call.request.CheckLimit(); !in_time)
      return RefuseFor(in_time.error());
    auto added = AddBelow(call, names[i], names.size() == 1, listed);
    if (!added) return tl::unexpected(added.error());
  }
  return listed;
}

Answered<std::vector<Listed>> ListById(const PmapiCall& call, const std::vector<std::string>& ids) {
  std::vector<Listed> listed;
  for (const std::string& text : ids) {
    const std::optional<MetricId> id = MetricIdOf(text);
    Result<Metric> metric = id ? call.source.Find(*id) : nullptr;
    if (!metric) return RefuseFor(metric.error());
    const std::string name = *metric != nullptr ? (*metric)->name : text;
    listed.push_back({name, std::move(*metric), "Unknown or illegal metric identifier"});
  }
  return listed;
}

// Without any name, all metrics.
Answered<std::vector<Listed>> ListOf(const PmapiCall& call) {
  std::vector<std::string> names = NamesIn(call.request, "name");
  for (std::string& prefix : call.request.parameters.List("prefix"))
    names.push_back(std::move(prefix));
  const std::vector<std::string> ids = NamesIn(call.request, "pmid");
  if (names.size() > kMostNames || ids.size() > kMostNames)
    return Refuse("a request names at most " + std::to_string(kMostNames) + " metrics", 503);
  if (names.empty() && !ids.empty()) return ListById(call, ids);
  if (names.empty()) names.emplace_back();
  return ListByName(call, names);
}

Answered<void> AddDetails(const PmapiCall& call, std::vector<Listed>& list) {
  std::size_t count = 0;
  for (Listed& listed : list) {
    if (count++ % kBetweenChecks == 0)
      if (const Result<void> in_time = call.request.CheckLimit(); !in_time)
        return RefuseFor(in_time.error());
    if (listed.metric == nullptr) continue;
    auto details = call.source.DetailsOf(*listed.metric);
    if (!details) return RefuseFor(details.error());
    listed.details = std::move(*details);
  }
  return {};
}

TextParts DescriptionsText(std::string text, std::vector<Listed> list) {
  text += ",\"metrics\":[";
  bool is_first = true;
  for (const Listed& listed : list) {
    if (!std::exchange(is_first, false)) text += ',';
    if (listed.details == nullptr) {
      JsonWriter json(text);
      co_yield json.BeginObject().Key("name").Parts(listed.name);
      json.Key("message").String(listed.failure).Key("success").Bool(false).EndObject();
    } else {
      co_yield StringParts(listed.details->description, text);
    }
    co_yield text;
  }
  text.append("]").append(kEndOfBody);
  co_return text;
}

TextParts ChildrenText(std::string text, std::string prefix, std::vector<NameChild> children) {
  text += ",\"name\":";
  co_yield BeginJsonString(prefix, text);
  for (const bool is_leaf : {true, false}) {
    text += is_leaf ? ",\"leaf\":" : ",\"nonleaf\":";
    JsonWriter json(text);
    json.BeginArray();
    for (const NameChild& child : children) {
      if (child.is_leaf == is_leaf) co_yield json.Parts(child.name);
      co_yield text;
    }
    json.EndArray();
  }
  text += kEndOfBody;
  co_return text;
}

}  // namespace

PmapiAnswer AnswerMetric(const PmapiCall& call) {
  Answered<std::vector<Listed>> list = ListOf(call);
  if (!list) return tl::unexpected(list.error());
  if (const auto added = AddDetails(call, *list); !added) return tl::unexpected(added.error());
  return LongAnswer(DescriptionsText(call.BeginBody(), std::move(*list)));
}

PmapiAnswer AnswerChildren(const PmapiCall& call) {
  const std::string prefix(call.request.parameters.Get("prefix"));
  Result<std::vector<NameChild>> children = call.source.context().Children(prefix);
  if (!children) return Refuse("child traversal failed - " + PcpTextOf(children.error()));
  return LongAnswer(ChildrenText(call.BeginBody(), prefix, std::move(*children)));
}

}  // namespace fdr

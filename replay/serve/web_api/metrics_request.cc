// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /metrics and /pmapi/metrics: values of all numeric metrics, for Prometheus.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/web_api/metrics_text.h"
#include "fdr/replay/serve/web_api/name_choice.h"
#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/text/prometheus_name.h"

namespace fdr {
namespace {

using Metric = KnownMetrics::Metric;

using LabelTexts = std::unordered_map<InstanceId, std::string>;

// Two names may be the same once they are mapped.  Then the first one stays.
Answered<std::vector<Metric>> NumericMetrics(const PmapiCall& call) {
  std::vector<std::string> wanted = NamesIn(call.request, "name"), names;
  if (wanted.empty()) wanted.emplace_back();
  for (const std::string& name : wanted) {
    Result<std::vector<std::string>> below = call.source.context().Traverse(name);
    if (!below) return Refuse("'" + name + "' - " + PcpTextOf(below.error()));
    names.insert(names.end(), below->begin(), below->end());
  }
  if (const std::vector<std::string> filter = call.request.parameters.List("filter");
      !filter.empty()) {
    const Answered<NameChoice> choice = NameChoiceOf(call.request, filter);
    if (!choice) return tl::unexpected(choice.error());
    std::erase_if(names, [&](const std::string& name) { return !(*choice)(name); });
  }
  Result<std::vector<Metric>> metrics = call.source.Find(names);
  if (!metrics) return RefuseFor(metrics.error());
  std::set<std::string> taken;
  std::erase_if(*metrics, [&](const Metric& metric) {
    return metric == nullptr || metric->is_made_up || !IsNumeric(metric->desc.type) ||
           !taken.insert(PrometheusName(metric->name)).second;
  });
  return std::move(*metrics);
}

// Makes the labels of the instances of many metrics.
class LabelTextMaker {
 public:
  explicit LabelTextMaker(AskedSource& source) : source_(source) {}

  Result<std::shared_ptr<const LabelTexts>> For(const KnownMetric& metric,
                                                const MetricDetails& details) {
    auto& made = made_[{metric.desc.indom, details.labels}];
    if (made != nullptr) return made;
    Result<LabelTexts> texts = metric.desc.indom.IsNull()
                                   ? LabelTexts{{kSingular, MetricsLabels(details.parts).Alone()}}
                                   : OfInstances(metric.desc.indom, details.parts);
    if (!texts) return Fail(texts.error());
    made = std::make_shared<const LabelTexts>(std::move(*texts));
    return made;
  }

 private:
  struct Domain {
    std::vector<NamedInstance> instances;
    InstanceLabels labels;
  };

  Result<LabelTexts> OfInstances(InDomId indom, const std::vector<MergeLabel>& parts) {
    const Result<const Domain*> domain = DomainOf(indom);
    if (!domain) return Fail(domain.error());
    const MetricsLabels of_metric(parts);
    LabelTexts texts;
    for (const NamedInstance& instance : (*domain)->instances) {
      const OwnedLabelSet* const own = (*domain)->labels.OwnOf(instance.id);
      texts.emplace(instance.id,
                    own == nullptr ? of_metric.With(instance) : Merged(parts, *own).With(instance));
    }
    return texts;
  }

  static MetricsLabels Merged(const std::vector<MergeLabel>& parts, const OwnedLabelSet& own) {
    LabelMerger merger;
    merger.Add(parts, "");
    static_cast<void>(AddLabels(own, merger));
    return MetricsLabels(merger.labels());
  }

  Result<const Domain*> DomainOf(InDomId indom) {
    const auto [place, is_new] = domains_.try_emplace(indom);
    if (!is_new) return &place->second;
    auto instances = source_.context().Instances(indom);
    if (instances) place->second.instances = std::move(*instances);
    auto labels = source_.state().catalog->LabelsOfInstances(source_.source(), indom);
    if (!labels) return Fail(labels.error());
    place->second.labels = std::move(*labels);
    return &place->second;
  }

  AskedSource& source_;
  std::map<InDomId, Domain> domains_;
  std::map<std::pair<InDomId, std::string>, std::shared_ptr<const LabelTexts>> made_;
};

Result<void> AddFamilies(const PmapiCall& call, const std::vector<Metric>& metrics,
                         MetricsSnapshot& snapshot) {
  LabelTextMaker maker(call.source);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (i >= snapshot.result.sets().size() || snapshot.result.sets()[i].count == 0) continue;
    if (const Result<void> in_time = call.request.CheckLimit(); !in_time)
      return Fail(in_time.error());
    const auto details = call.source.DetailsOf(*metrics[i]);
    if (!details) return Fail(details.error());
    const auto texts = maker.For(*metrics[i], **details);
    if (!texts) return Fail(texts.error());
    snapshot.families.push_back({metrics[i], *details, i, *texts});
  }
  return {};
}

}  // namespace

PmapiAnswer AnswerMetrics(const PmapiCall& call) {
  if (const auto set = SetPlaceOf(call); !set) return tl::unexpected(set.error());
  const Answered<std::vector<Metric>> metrics = NumericMetrics(call);
  if (!metrics) return tl::unexpected(metrics.error());
  std::vector<MetricId> ids;
  for (const Metric& metric : *metrics) ids.push_back(metric->desc.id);
  MetricsSnapshot snapshot;
  snapshot.format = FormatFor(call.request.Header("accept"));
  snapshot.has_times = call.request.parameters.Get("times") == "true";
  if (!ids.empty())
    if (const auto fetched = call.source.Fetch(ids, snapshot.result); !fetched)
      return RefuseFor(fetched.error());
  if (const auto added = AddFamilies(call, *metrics, snapshot); !added)
    return RefuseFor(added.error());
  const char* const type = ContentTypeOf(snapshot.format);
  PmapiAnswer answer = LongAnswer(MetricsText(std::move(snapshot)));
  if (answer) answer->type = type;
  return answer;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Requests about metrics: names, descriptors, instances, texts, labels.

#include <fmt/format.h>

#include <algorithm>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/tools/agent/request.h"
#include "fdr/tools/agent/request_words.h"

namespace fdr::tools {
namespace {

constexpr std::pair<std::string_view, LabelLevel> kLevels[] = {
    {"domain", LabelLevel::kDomain},
    {"cluster", LabelLevel::kCluster},
    {"item", LabelLevel::kItem},
    {"indom", LabelLevel::kInDom},
    {"instances", LabelLevel::kInstances}};

// The agent's own names are shown even if they are not where the name space has its root.
Result<Answer> NamesOfMetric(AskedAgent& session, MetricId id) {
  auto names = session.names().NamesOf(id);
  if (!names) names = session.Ask([&](Context&) { return session.agent().NamesOf(id); });
  if (!names) return Fail(names.error());
  NamesAnswer answer;
  for (const std::string& name : *names) answer.names.push_back({name, id});
  return answer;
}

// The identifier of what a word of this level means.
Result<std::uint32_t> LabelledId(AskedAgent& session, LabelLevel level, const std::string& word) {
  if (level == LabelLevel::kDomain) {
    const auto domain = WholeNumber(word, kLastAgentDomain);
    if (!domain) return Fail(Errc::kInvalidArgument, word + ": expected the number of a domain");
    return *domain;
  }
  if (level == LabelLevel::kInDom || level == LabelLevel::kInstances) {
    const Result<InDomId> indom = InDomMeant(session, word);
    if (!indom) return Fail(indom.error());
    return indom->value;
  }
  std::optional<MetricId> cluster;
  if (level == LabelLevel::kCluster) cluster = MetricIdOf(word + ".0");
  const Result<MetricId> metric = cluster ? *cluster : MetricMeant(session, word);
  if (!metric) return Fail(metric.error());
  if (level == LabelLevel::kItem) return metric->value;
  return MetricId::Build(metric->domain(), metric->cluster(), 0).value;
}

}  // namespace

Result<Answer> AskNames(AskedAgent& session, RequestWords words) {
  const std::string prefix = words.empty() ? "" : words[0];
  if (const auto id = MetricIdOf(prefix)) return NamesOfMetric(session, *id);
  const auto names = session.Ask([&](Context& agent) { return agent.Traverse(prefix); });
  if (!names) return Fail(About(prefix, names.error()));
  const auto ids = session.metrics().Find(*names);
  if (!ids) return Fail(ids.error());
  NamesAnswer answer;
  for (std::size_t i = 0; i < names->size(); ++i) answer.names.push_back({(*names)[i], (*ids)[i]});
  return answer;
}

Result<Answer> AskChildren(AskedAgent& session, RequestWords words) {
  auto children = session.Ask([&](Context& agent) { return agent.Children(words[0]); });
  if (!children) return Fail(About(words[0], children.error()));
  return ChildrenAnswer{std::move(*children)};
}

Result<Answer> AskDesc(AskedAgent& session, RequestWords words) {
  const Result<Desc> desc = DescMeant(session, words[0]);
  if (!desc) return Fail(desc.error());
  return DescAnswer{words[0], *desc};
}

Result<Answer> AskInstances(AskedAgent& session, RequestWords words) {
  const Result<InDomId> indom = InDomMeant(session, words[0]);
  if (!indom) return Fail(indom.error());
  auto instances = session.Ask([&](Context& agent) { return agent.Instances(*indom); });
  if (!instances) return Fail(About(words[0], instances.error()));
  return InstancesAnswer{*indom, std::move(*instances)};
}

Result<Answer> AskText(AskedAgent& session, RequestWords words) {
  const std::string kind = words.size() == 2 ? words[1] : "";
  if (!kind.empty() && kind != "oneline" && kind != "help")
    return Fail(Errc::kInvalidArgument, kind + ": expected oneline or help");
  const auto indom = InDomIdOf(words[0]);
  const Result<MetricId> metric = indom ? MetricId() : MetricMeant(session, words[0]);
  if (!metric) return Fail(metric.error());
  const std::uint32_t id = indom ? indom->value : metric->value;
  const auto text = [&](TextKind of_metric, TextKind of_indom) {
    return session.Ask(
        [&](Context& agent) { return agent.Text(indom ? of_indom : of_metric, id); });
  };
  TextsAnswer answer;
  Error error;
  const auto take = [&](Result<std::string> one, std::optional<std::string>& to) {
    if (one)
      to = std::move(*one);
    else
      error = one.error();
  };
  if (kind != "help")
    take(text(TextKind::kMetricOneLine, TextKind::kInDomOneLine), answer.one_line);
  if (kind != "oneline") take(text(TextKind::kMetricHelp, TextKind::kInDomHelp), answer.help);
  if (!answer.one_line && !answer.help) return Fail(About(words[0], error));
  return answer;
}

Result<Answer> AskLabels(AskedAgent& session, RequestWords words) {
  const auto level =
      std::ranges::find(kLevels, words[0], &std::pair<std::string_view, LabelLevel>::first);
  if (level == std::end(kLevels))
    return Fail(Errc::kInvalidArgument,
                words[0] + ": expected domain, cluster, item, indom or instances");
  if (words.size() < 2 && level->second != LabelLevel::kDomain)
    return Fail(Errc::kInvalidArgument, fmt::format("expected labels {} ID", words[0]));
  const Result<std::uint32_t> id =
      words.size() < 2 ? session.domain() : LabelledId(session, level->second, words[1]);
  if (!id) return Fail(id.error());
  auto sets = session.Ask([&](Context& agent) { return agent.Labels(level->second, *id); });
  if (!sets) return Fail(About(words.back(), sets.error()));
  return LabelsAnswer{std::move(*sets)};
}

}  // namespace fdr::tools

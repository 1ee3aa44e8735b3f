// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the words of requests mean: metrics, domains, instances.

#include <algorithm>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/tools/agent/request.h"
#include "fdr/tools/agent/request_words.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {

Result<MetricId> MetricMeant(AskedAgent& session, const std::string& word) {
  if (const auto id = MetricIdOf(word)) return *id;
  Result<MetricId> id = session.metrics().Find(word);
  if (id) return id;
  const std::vector<std::string> names =
      session.names().Traverse("").value_or(std::vector<std::string>());
  Error error = About(word, id.error());
  if (error.code == Errc::kNotFound) error.what += DidYouMean(word, names);
  return Fail(std::move(error));
}

Result<Desc> DescMeant(AskedAgent& session, const std::string& word) {
  const Result<MetricId> id = MetricMeant(session, word);
  if (!id) return Fail(id.error());
  const Result<Desc> desc = session.Ask([&](Context& agent) { return agent.DescOf(*id); });
  if (!desc) return Fail(About(word, desc.error()));
  return desc;
}

Result<InDomId> InDomMeant(AskedAgent& session, const std::string& word) {
  if (const auto indom = InDomIdOf(word)) return *indom;
  const Result<Desc> desc = DescMeant(session, word);
  if (!desc) return Fail(desc.error());
  if (desc->indom.IsNull()) return Fail(Errc::kInvalidArgument, word + " has no instances");
  return desc->indom;
}

Result<std::vector<InstanceId>> InstancesMeant(AskedAgent& session, InDomId indom,
                                               RequestWords words) {
  constexpr std::uint32_t kLargestInstance = 0x7fffffff;
  std::vector<InstanceId> ids;
  std::optional<std::vector<NamedInstance>> known;
  for (const std::string& word : words) {
    if (const auto number = WholeNumber(word, kLargestInstance)) {
      ids.push_back(static_cast<InstanceId>(*number));
      continue;
    }
    if (!known) {
      auto instances = session.metrics().Instances(indom);
      if (!instances) return Fail(About(ToString(indom), instances.error()));
      known = std::move(*instances);
    }
    const auto named = std::ranges::find(*known, word, &NamedInstance::name);
    if (named == known->end())
      return Fail(Errc::kNotFound, ToString(indom) + " has no instance " + word);
    ids.push_back(named->id);
  }
  return ids;
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/context.h"

namespace fdr {

Result<std::vector<Result<MetricId>>> Context::Find(std::span<const std::string> names) {
  return Answer<std::vector<Result<MetricId>>>(
      [&](auto done) { StartFind(names, std::move(done)); });
}

Result<MetricId> Context::Find(std::string_view name) {
  const std::string one(name);
  const Result<std::vector<Result<MetricId>>> found = Find(std::span(&one, 1));
  if (!found) return Fail(found.error());
  return found->front();
}

Result<std::vector<std::string>> Context::NamesOf(MetricId id) {
  return Answer<std::vector<std::string>>([&](auto done) { StartNamesOf(id, std::move(done)); });
}

Result<std::vector<NameChild>> Context::Children(std::string_view name) {
  return Answer<std::vector<NameChild>>([&](auto done) { StartChildren(name, std::move(done)); });
}

Result<std::vector<std::string>> Context::Traverse(std::string_view name) {
  return Answer<std::vector<std::string>>([&](auto done) { StartTraverse(name, std::move(done)); });
}

Result<std::vector<Result<Desc>>> Context::Descs(std::span<const MetricId> ids) {
  return Answer<std::vector<Result<Desc>>>([&](auto done) { StartDescs(ids, std::move(done)); });
}

Result<Desc> Context::DescOf(MetricId id) {
  const Result<std::vector<Result<Desc>>> descs = Descs(std::span(&id, 1));
  if (!descs) return Fail(descs.error());
  return descs->front();
}

Result<std::vector<NamedInstance>> Context::Instances(InDomId indom) {
  return Answer<std::vector<NamedInstance>>(
      [&](auto done) { StartInstances(indom, std::move(done)); });
}

Result<std::vector<NamedInstance>> Context::AllInstances(InDomId indom) {
  return Answer<std::vector<NamedInstance>>(
      [&](auto done) { StartAllInstances(indom, std::move(done)); });
}

Result<std::string> Context::Text(TextKind kind, std::uint32_t id) {
  return Answer<std::string>([&](auto done) { StartText(kind, id, std::move(done)); });
}

Result<std::vector<OwnedLabelSet>> Context::Labels(LabelLevel level, std::uint32_t id) {
  return Answer<std::vector<OwnedLabelSet>>(
      [&](auto done) { StartLabels(level, id, std::move(done)); });
}

Fetched Context::Fetch(std::span<const MetricId> metrics, const Profile& profile,
                       FetchResult& result) {
  return Answer<bool>([&](auto done) { StartFetch(metrics, profile, result, std::move(done)); });
}

Fetched Context::FetchRecord(FetchResult& result) {
  return Answer<bool>([&](auto done) { StartFetchRecord(result, std::move(done)); });
}

}  // namespace fdr

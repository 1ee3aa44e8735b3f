// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/collector_facts.h"

#include <array>
#include <filesystem>
#include <memory>
#include <vector>

namespace fdr {
namespace {

constexpr InDomId kRecorders = InDomId::Build(2, 1);

constexpr MetricId Pmcd(std::uint32_t cluster, std::uint32_t item) {
  return MetricId::Build(2, cluster, item);
}

struct IdentityMetric {
  const char* name;
  MetricId id;
  Type type;
  InDomId indom;
};
// In the order that PCP's tools expect.  They ignore a record with more or fewer metrics.
constexpr std::array<IdentityMetric, 5> kIdentity = {{
    {"pmcd.pmlogger.host", Pmcd(3, 3), Type::kString, kRecorders},
    {"pmcd.pmlogger.port", Pmcd(3, 0), Type::kU32, kRecorders},
    {"pmcd.pmlogger.archive", Pmcd(3, 2), Type::kString, kRecorders},
    {"pmcd.pid", Pmcd(0, 23), Type::kU64, {}},
    {"pmcd.seqnum", Pmcd(0, 24), Type::kU32, {}},
}};

std::string NameOf(const IdentityMetric& metric) { return metric.name; }

Desc DescOf(const IdentityMetric& metric) {
  return {.id = metric.id,
          .type = metric.type,
          .indom = metric.indom,
          .semantics = Semantics::kDiscrete,
          .units = {}};
}

const std::vector<std::string> kAsked = {"pmcd.pid", "pmcd.seqnum", "pmcd.timezone",
                                         "pmcd.zoneinfo"};

// Holds the state of the fetch until the result has come.
struct Finding {
  CollectorFacts* facts;
  std::vector<MetricId> ids;
  Profile everything;
  FetchResult result;
  Done<void> done;
};

void Take(Finding& finding) {
  CollectorFacts& facts = *finding.facts;
  facts.stamp = finding.result.stamp();
  const std::span<const FetchedSet> sets = finding.result.sets();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i].count != 1) continue;
    const FetchedValue& value = finding.result.Values(sets[i])[0];
    const bool is_number = value.header == 0 || value.IsNumber();
    if (i == 0 && is_number) facts.collector_pid = value.bits;
    if (i == 1 && is_number) facts.collector_sequence = value.Word();
    if (i == 2) facts.timezone = value.Text().value_or("");
    if (i == 3) facts.zoneinfo = value.Text().value_or("");
  }
}

Bytes Terminated(const std::string& text) { return AsBytes({text.c_str(), text.size() + 1}); }

}  // namespace

void StartFactFinding(Context& source, CollectorFacts& facts, Done<void> done) {
  facts.host = source.HostName();
  if (const std::string zone = source.TimeZone(); !zone.empty()) facts.timezone = zone;
  if (source.mode() != Mode::kLive) return done({});  // a fetch would move on in the log
  const auto finding = std::make_shared<Finding>(
      Finding{.facts = &facts, .ids = {}, .everything = {}, .result = {}, .done = std::move(done)});
  source.StartFind(kAsked, [&source, finding](Result<std::vector<Result<MetricId>>> found) {
    if (!found) return finding->done(Fail(found.error()));
    for (const Result<MetricId>& id : *found) finding->ids.push_back(id.value_or(MetricId{}));
    source.StartFetch(finding->ids, finding->everything, finding->result,
                      [finding](Result<bool> fetched) {
                        if (fetched && *fetched) Take(*finding);
                        finding->done(fetched ? Result<void>() : Fail(fetched.error()));
                      });
  });
}

Result<void> DescribeIdentity(const MetadataFeed& source, const RecorderIdentity& recorder,
                              Timestamp stamp, ArchiveWriter& writer) {
  for (const IdentityMetric& metric : kIdentity) {
    const Desc desc = DescOf(metric);
    if (!source.Allows(desc, metric.name) || !writer.CheckMetric(desc, std::array{NameOf(metric)}))
      continue;
    const Result<void> added = writer.AddMetric(desc, {metric.name});
    if (!added) return added;
  }
  return writer.AddInDom(stamp, kRecorders, {{recorder.pid, std::to_string(recorder.pid)}});
}

Result<void> WriteIdentity(const CollectorFacts& facts, const RecorderIdentity& recorder,
                           const std::string& base, Timestamp stamp, ArchiveWriter& writer) {
  const std::string archive = (std::filesystem::path(recorder.directory) / base).string();
  std::array<std::byte, 8> collector_pid;
  StoreU64(collector_pid.data(), facts.collector_pid);
  ResultEncoder record;
  record.Begin(stamp);
  const auto begin = [&](std::size_t set, ValueFormat format) {
    const Desc desc = DescOf(kIdentity[set]);
    if (!writer.Describes(desc.id) || !writer.CheckMetric(desc, {})) return false;
    record.BeginSet(desc.id, format);
    return true;
  };
  if (begin(0, ValueFormat::kPointer))
    record.AddBlock(recorder.pid, Type::kString, Terminated(recorder.host));
  if (begin(1, ValueFormat::kInPlace))
    record.AddInPlace(recorder.pid, 0);  // no port: this recorder cannot be controlled
  if (begin(2, ValueFormat::kPointer))
    record.AddBlock(recorder.pid, Type::kString, Terminated(archive));
  if (begin(3, ValueFormat::kPointer)) record.AddBlock(kSingular, Type::kU64, collector_pid);
  if (begin(4, ValueFormat::kInPlace)) record.AddInPlace(kSingular, facts.collector_sequence);
  if (record.empty()) return {};  // an empty record would be a mark
  return writer.WriteResult(record);
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares identifiers of series with those that `pminfo -s -l` prints.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/replay/serve/series/id/series_labels.h"
#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr {
namespace {

using test::At;

// As pminfo prints them.
std::string InstanceLines(LabelsOfSource& labels, Context& context, InDomId indom) {
  const auto instances = context.Instances(indom);
  if (!instances) return {};
  const InstanceLabels of_instances = *labels.OfInstances(indom);
  std::string lines;
  for (const NamedInstance& instance : *instances)
    lines += "    inst [" + std::to_string(instance.id) + " or \"" + instance.name + "\"] series " +
             InstanceSeriesId(instance.name, of_instances.Of(instance.id)) + "\n";
  return lines;
}

std::string LinesOf(Context& context, std::string_view name) {
  LabelsOfSource labels(context);
  const Result<MetricId> id = context.Find(name);
  if (!id) return id.error().Message();
  const Desc desc = *context.DescOf(*id);
  std::string lines = std::string(name) + "\n";
  lines += "    Source: " + SourceSeriesId(labels.OfSource()->of_series) + "\n";
  lines += "    Series: " + MetricSeriesId(name, labels.OfMetric(desc)->of_series, desc) + "\n";
  if (!desc.indom.IsNull()) lines += InstanceLines(labels, context, desc.indom);
  return lines;
}

std::string LinesOf(Context& context, const std::vector<std::string>& names) {
  std::string lines;
  for (const std::string& name : names) lines += LinesOf(context, name);
  return lines;
}

// In the order of the names.
std::string PeerLines(const std::string& option, const std::string& source,
                      const std::vector<std::string>& names) {
  std::string lines;
  for (const std::string& name : names)
    lines += test::PeerOutput({"pminfo", option, source, "-s", name});
  return lines;
}

void ExpectThePeersInArchive(const std::string& base) {
  const auto context = ArchiveContext::Open(base);
  ASSERT_TRUE(context) << context.error().Message();
  const std::vector<std::string> names = *(*context)->Traverse("");
  EXPECT_EQ(LinesOf(**context, names), PeerLines("-a", base, names));
}

TEST(SeriesPeerTest, ArchivesOfThePeer) {
  for (const char* name : {"sample-labels", "omnibus_v3", "mmv.help"})
    ExpectThePeersInArchive(std::string(test::kPeerArchives) + "/" + name);
}

TEST(SeriesPeerTest, GoldenArchives) {
  for (const char* name : {"v2-labels-texts", "v3-labels-texts", "v3-all-types"})
    ExpectThePeersInArchive(test::TestData(std::string("golden/") + name));
}

// Labels that are optional at every level, and names that would need escapes in JSON.
TEST(SeriesPeerTest, OddNamesAndLabels) {
  constexpr MetricId kFirst = MetricId::Build(245, 3, 0), kSecond = MetricId::Build(245, 3, 1);
  constexpr InDomId kOddDomain = InDomId::Build(245, 1);
  const test::TempDirectory directory;
  const auto labels = [](std::string name, InstanceId instance = kSingular) {
    return std::vector<test::Labels>{
        {{{name, "\"x\""}, {name + "_optional", "1", true}}, instance}};
  };
  // pminfo shows only those instances that have labels, if there are such.
  std::vector<test::Labels> of_instances;
  for (InstanceId i = 0; i < 4; ++i) of_instances.push_back(labels("instance", i).front());
  test::ArchiveBuilder(directory / "odd")
      .Metric({.name = "odd.first", .id = kFirst, .type = Type::kDouble, .indom = kOddDomain})
      .Metric({.name = "odd.second",
               .id = kSecond,
               .semantics = Semantics::kCounter,
               .units = {.dim_count = 1},
               .more_names = {"odd.alias"}})
      .InDom(At(0), kOddDomain,
             {{0, "plain"}, {1, "quo\"te"}, {2, "back\\slash"}, {3, "gr\xc3\xbcn"}})
      .LabelSets(At(0), LabelLevel::kContext, kContextId, labels("host"))
      .LabelSets(At(0), LabelLevel::kDomain, 245, labels("domain"))
      .LabelSets(At(0), LabelLevel::kInDom, kOddDomain.value, labels("indom"))
      .LabelSets(At(0), LabelLevel::kCluster, kFirst.value, labels("cluster"))
      .LabelSets(At(0), LabelLevel::kItem, kFirst.value, labels("host"))
      .LabelSets(At(0), LabelLevel::kInstances, kOddDomain.value, of_instances)
      .Record(At(0), {{kFirst, {{0, 1.0}, {1, 2.0}}}, test::Single(kSecond, std::int64_t{1})})
      .Record(At(1), {{kFirst, {{0, 1.0}, {1, 2.0}}}, test::Single(kSecond, std::int64_t{1})})
      .Close();
  ExpectThePeersInArchive(directory / "odd");
}

constexpr const char* kNames[] = {"hinv.ncpu",     "kernel.all.load", "kernel.percpu.cpu.user",
                                  "disk.dev.read", "mem.util.used",   "kernel.uname.release"};

// The collector tells local clients who they are, in optional labels.
TEST(SeriesPeerTest, HostsAndThisMachine) {
  const test::PeerCollector collector;
  const std::vector<std::string> names(std::begin(kNames), std::end(kNames));
  const auto host = LiveContext::Open(collector.tcp());
  ASSERT_TRUE(host) << host.error().Message();
  const std::string first = LinesOf(**host, names);  // before the peer asks the new collector
  EXPECT_EQ(first, PeerLines("-h", collector.tcp(), names));
  const auto machine = LocalContext::Open({.clock = [] { return At(0); }});
  ASSERT_TRUE(machine) << machine.error().Message();
  EXPECT_EQ(LinesOf(**machine, names), PeerLines("-h", collector.unix_socket(), names));
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/local_context.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "fdr/tests/local/kernel_tree.h"

namespace fdr {
namespace {

using test::KernelTree;

template <class T>
std::optional<Errc> CodeOf(const Result<T>& result) {
  return result ? std::nullopt : std::optional(result.error().code);
}

constexpr MetricId kUnknown = MetricId::Build(60, 4095, 1023);
constexpr InDomId kProcessors = InDomId::Build(60, 0), kDisks = InDomId::Build(60, 1);

class LocalContextTest : public testing::Test {
 protected:
  LocalContextTest() {
    tree_.Write("proc/stat",
                "cpu  300 20 10 1000 0 0 0 0 0 0\n"
                "cpu0 100 10 5 500 0 0 0 0 0 0\n"
                "cpu1 200 10 5 500 0 0 0 0 0 0\n"
                "intr 4711 1 2 3\nctxt 17\nbtime 1600000000\n");
    tree_.Write("proc/uptime", "35832.51 8230.38\n");
    tree_.Write("proc/sys/kernel/hostname", "toyhost\n");
  }

  LocalContext& context() { return tree_.context(); }
  MetricId Id(std::string_view name) {
    const Result<MetricId> id = context().Find(name);
    EXPECT_TRUE(id) << name;
    return id.value_or(kUnknown);
  }
  std::vector<std::string> UsersOfProcessors() {
    FetchResult result;
    const MetricId id = Id("kernel.percpu.cpu.user");
    EXPECT_TRUE(context().Fetch(std::span(&id, 1), result));
    std::vector<std::string> texts;
    for (const FetchedValue& value : result.AllValues())
      texts.push_back(std::to_string(value.instance) + ":" + std::to_string(value.bits));
    return texts;
  }

  KernelTree tree_;
};

using Texts = std::vector<std::string>;

TEST_F(LocalContextTest, NeedsAClock) {
  EXPECT_EQ(CodeOf(LocalContext::Open({})), Errc::kInvalidArgument);
}

TEST_F(LocalContextTest, SaysWhatHostItIs) {
  EXPECT_EQ(context().HostName(), "toyhost");
  EXPECT_EQ(context().TimeZone(), "UTC");
}

TEST_F(LocalContextTest, FindsMetricsByName) {
  EXPECT_EQ(Id("kernel.all.cpu.user"), MetricId::Build(60, 0, 20));
  EXPECT_EQ(CodeOf(context().Find("kernel.all.cpu")), Errc::kNotAMetric);
  EXPECT_EQ(CodeOf(context().Find("kernel.none")), Errc::kNotFound);
  EXPECT_EQ(CodeOf(context().Find("")), Errc::kNotFound);
}

TEST_F(LocalContextTest, NamesMetrics) {
  EXPECT_EQ(*context().NamesOf(MetricId::Build(60, 0, 20)), Texts{"kernel.all.cpu.user"});
  EXPECT_EQ(CodeOf(context().NamesOf(kUnknown)), Errc::kNotFound);
}

TEST_F(LocalContextTest, ListsWhatIsBelowAName) {
  const auto children = context().Children("kernel.all.cpu.irq");
  ASSERT_TRUE(children);
  EXPECT_EQ(children->size(), 2u);
  EXPECT_TRUE(children->front().is_leaf);
  EXPECT_EQ(context().Traverse("kernel.all.cpu.irq")->size(), 2u);
  EXPECT_TRUE(context().Children("kernel.all.cpu.user")->empty());
  EXPECT_EQ(CodeOf(context().Children("nothing")), Errc::kNotFound);
  EXPECT_EQ(CodeOf(context().Traverse("nothing")), Errc::kNotFound);
}

TEST_F(LocalContextTest, HasEveryNameOnlyOnceAndEveryIdentifierToo) {
  const Texts names = *context().Traverse("");
  std::set<MetricId> ids;
  const auto found = context().Find(names);
  for (const auto& id : *found) ids.insert(id.value());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(ids.size(), names.size());
  EXPECT_GT(names.size(), 1500u);
}

TEST_F(LocalContextTest, DescribesMetrics) {
  const auto desc = context().DescOf(Id("kernel.percpu.cpu.user"));
  ASSERT_TRUE(desc);
  EXPECT_EQ(desc->indom, kProcessors);
  EXPECT_EQ(desc->type, Type::kU64);
  EXPECT_EQ(desc->semantics, Semantics::kCounter);
  EXPECT_EQ(ToString(desc->units), "millisec");
  EXPECT_EQ(CodeOf(context().DescOf(kUnknown)), Errc::kNotFound);
}

TEST_F(LocalContextTest, FetchesWhatWasAskedForInItsOrder) {
  const MetricId ids[] = {Id("kernel.all.uptime"), kUnknown, Id("kernel.all.pswitch"),
                          Id("swap.in"), Id("mem.util.free")};
  FetchResult result;
  ASSERT_TRUE(context().Fetch(ids, result).value());
  EXPECT_EQ(result.stamp(), tree_.clock);
  ASSERT_EQ(result.sets().size(), 5u);
  EXPECT_EQ(result.Values(result.sets()[0])[0].AsDouble(), 35832.51);
  EXPECT_EQ(result.sets()[1].status, SetStatus::kUnknownMetric);
  EXPECT_EQ(result.Values(result.sets()[2])[0].bits, 17u);
  EXPECT_EQ(result.sets()[3].status, SetStatus::kRecordedError);
  EXPECT_EQ(result.sets()[3].code, -12350);
  EXPECT_EQ(result.sets()[4].status, SetStatus::kNoValues);
  EXPECT_EQ(result.sets()[4].count, 0u);
}

TEST_F(LocalContextTest, ReadsAnewEveryTime) {
  EXPECT_EQ(UsersOfProcessors(), (Texts{"0:1000", "1:2000"}));
  tree_.Write("proc/stat", "cpu1 201 10 5 500 0 0 0 0 0 0\n");
  EXPECT_EQ(UsersOfProcessors(), Texts{"1:2010"});
  tree_.Write("proc/stat", "");
  EXPECT_EQ(UsersOfProcessors(), Texts{});
}

TEST_F(LocalContextTest, ReturnsTheInstancesOfTheProfile) {
  Profile profile;
  profile.Set(kProcessors, false);
  profile.Include(kProcessors, {1});
  context().SetProfile(profile);
  EXPECT_EQ(UsersOfProcessors(), Texts{"1:2000"});
  profile.SetAll(false);
  context().SetProfile(profile);
  EXPECT_EQ(UsersOfProcessors(), Texts{});
  EXPECT_EQ(tree_.Value("kernel.all.pswitch"), "17") << "has no instances";
}

TEST_F(LocalContextTest, ListsInstancesInAscendingOrder) {
  const std::vector<NamedInstance> two = {{0, "cpu0"}, {1, "cpu1"}};
  EXPECT_EQ(*context().Instances(kProcessors), two);
  EXPECT_EQ(*context().AllInstances(kProcessors), two);
  EXPECT_EQ(CodeOf(context().Instances(InDomId::Build(60, 4711))), Errc::kNotFound);
  EXPECT_EQ(CodeOf(context().Instances({})), Errc::kNotFound);
}

TEST_F(LocalContextTest, KeepsIdentifiersOfInstancesThatComeAndGo) {
  const auto disks = [this](std::string_view names) {
    std::string text;
    for (; !names.empty(); names.remove_prefix(std::min<std::size_t>(4, names.size())))
      text += "8 0 " + std::string(names.substr(0, 3)) + " 1 2 3 4 5 6 7 8 9 10 11\n";
    tree_.Write("proc/diskstats", text);
    return *context().Instances(kDisks);
  };
  using Members = std::vector<NamedInstance>;
  EXPECT_EQ(disks("sda sdb"), (Members{{0, "sda"}, {1, "sdb"}}));
  EXPECT_EQ(disks("sdb"), (Members{{1, "sdb"}}));
  EXPECT_EQ(disks("sdc sda sdb"), (Members{{0, "sda"}, {1, "sdb"}, {2, "sdc"}}));
}

TEST_F(LocalContextTest, DoesNotTakeADeviceForAnotherThatHadItsName) {
  tree_.Write("proc/diskstats", "253 0 dm-0 1 2 3 4 5 6 7 8 9 10 11\n");
  tree_.Write("sys/block/dm-0/dm/name", "vg-old\n");
  EXPECT_EQ(tree_.Instances("disk.dm.read"), Texts{"vg-old"});
  tree_.Write("sys/block/dm-0/dm/name", "vg-new\n");
  EXPECT_EQ(tree_.Instances("disk.dm.read"), Texts{"vg-new"});
}

TEST_F(LocalContextTest, ForgetsTheLastReadingOfAFileThatIsTorn) {
  tree_.Write("proc/zoneinfo", "Node 0, zone DMA\n  per-node stats\n    nr_shmem 1\n");
  EXPECT_EQ(tree_.Value("mem.zoneinfo.nr_shmem"), "4");
  tree_.Write("proc/zoneinfo", "    nr_shmem 1\n");
  EXPECT_EQ(tree_.Value("mem.zoneinfo.nr_shmem"), "");
}

TEST_F(LocalContextTest, HasAHelpTextForEveryMetricAndDomain) {
  std::set<InDomId> indoms;
  const auto names = context().Traverse("");
  for (const std::string& name : *names) {
    const MetricId id = Id(name);
    const auto line = context().Text(TextKind::kMetricOneLine, id.value);
    const auto help = context().Text(TextKind::kMetricHelp, id.value);
    ASSERT_TRUE(line && help) << name;
    EXPECT_GT(line->size(), 3u) << name;
    EXPECT_EQ(line->find('\n'), std::string::npos) << name;
    EXPECT_TRUE(help->starts_with(*line)) << name;
    indoms.insert(context().DescOf(id)->indom);
  }
  indoms.erase(InDomId());
  for (const InDomId indom : indoms) {
    EXPECT_TRUE(context().Text(TextKind::kInDomOneLine, indom.value)) << ToString(indom);
    EXPECT_TRUE(context().Text(TextKind::kInDomHelp, indom.value)) << ToString(indom);
  }
  EXPECT_EQ(CodeOf(context().Text(TextKind::kMetricHelp, kUnknown.value)), Errc::kNotFound);
  EXPECT_EQ(CodeOf(context().Text(TextKind::kInDomHelp, 1)), Errc::kNotFound);
}

TEST_F(LocalContextTest, LabelsItself) {
  tree_.Write("etc/machine-id", "3d1219c7c4c5404aaa1f6d2a48adfda4\n");
  const auto sets = context().Labels(LabelLevel::kContext, 0);
  ASSERT_TRUE(sets);
  ASSERT_EQ(sets->size(), 1u);
  const LabelSet set{.json = sets->front().json, .entries = sets->front().entries};
  ASSERT_EQ(set.entries.size(), 5u);
  EXPECT_EQ(set.Name(set.entries[0]), "domainname");
  EXPECT_EQ(set.Value(set.entries[0]), "\"localdomain\"");
  EXPECT_EQ(set.Name(set.entries[1]), "groupid");
  EXPECT_EQ(set.Name(set.entries[2]), "hostname");
  EXPECT_EQ(set.Value(set.entries[2]), "\"toyhost\"");
  EXPECT_EQ(set.Value(set.entries[3]), "\"3d1219c7c4c5404aaa1f6d2a48adfda4\"");
  tree_.Write("proc/sys/kernel/domainname", "example.org\n");
  const auto named = context().Labels(LabelLevel::kContext, 0);
  EXPECT_TRUE(named->front().json.starts_with(R"({"domainname":"example.org","groupid":)"))
      << named->front().json;
}

TEST_F(LocalContextTest, LabelsDomainsAndInstances) {
  const auto domain = context().Labels(LabelLevel::kDomain, 60);
  ASSERT_EQ(domain->size(), 1u);
  EXPECT_EQ(domain->front().json, R"({"agent":"linux"})");
  const auto processors = context().Labels(LabelLevel::kInstances, kProcessors.value);
  ASSERT_EQ(processors->size(), 2u);
  EXPECT_EQ(processors->back().instance, 1);
  EXPECT_EQ(processors->back().json, R"({"cpu":1})");
  EXPECT_TRUE(context().Labels(LabelLevel::kItem, kUnknown.value)->empty());
  const auto indom = context().Labels(LabelLevel::kInDom, kProcessors.value);
  EXPECT_EQ(indom->front().json, R"({"device_type":"cpu","indom_name":"per cpu"})");
  const auto interrupts = context().Labels(LabelLevel::kInDom, InDomId::Build(60, 36).value);
  EXPECT_EQ(interrupts->front().json, R"({"indom_name":"per softirq"})");
  EXPECT_TRUE(context().Labels(LabelLevel::kInstances, 1)->empty());
}

TEST_F(LocalContextTest, HasOneMode) {
  EXPECT_EQ(context().mode(), Mode::kLive);
  EXPECT_TRUE(context().SetMode(Mode::kLive));
  EXPECT_EQ(CodeOf(context().SetMode(Mode::kForward)), Errc::kInvalidArgument);
  EXPECT_EQ(CodeOf(context().SetMode(Mode::kLive, Timestamp{1, 0})), Errc::kInvalidArgument);
  FetchResult result;
  EXPECT_EQ(CodeOf(context().FetchRecord(result)), Errc::kInvalidArgument);
}

TEST_F(LocalContextTest, TellsTheTimeOfTheLastFetch) {
  EXPECT_EQ(context().Now(), tree_.clock);
  const Timestamp then = tree_.clock;
  EXPECT_EQ(tree_.Value("kernel.all.pswitch"), "17");
  tree_.clock.sec += 10;
  EXPECT_EQ(context().Now(), then);
  EXPECT_EQ(context().origin(), tree_.clock);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record` of a host that changes while it is recorded.  The tests of tests/logger use a source
// in the same process.  Here the changes come through a collector's protocol.

#include <fmt/format.h>

#include <map>

#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tests/hosts/invented_host.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordChangesTest : public RecordFixture {
 protected:
  RecordChangesTest() { host_.source.step = 20'000'000; }

  // Records this number of samples of everything below "top".
  ChildOutcome RecordHost(int samples) const {
    return Record({"-h", host_.host(), base_, "top", "-t", "20ms", "-s", std::to_string(samples)});
  }

  // The values of a metric in the archive: "1 2 | ! 3", where | is a mark, ! an error and - no
  // value.  "?" if the archive does not know the metric.
  static std::string Values(const std::string& base, const std::string& name) {
    const auto context = ArchiveContext::Open(base);
    if (!context) return context.error().Message();
    const auto id = (*context)->Find(name);
    if (!id) return "?";
    FetchResult record;
    std::vector<std::string> all;
    while (test::Got((*context)->FetchRecord(record))) {
      if (record.is_mark()) all.emplace_back("|");
      for (const FetchedSet& set : record.sets()) {
        if (set.id != *id) continue;
        if (set.count == 0) all.emplace_back(set.code != 0 ? "!" : "-");
        for (const FetchedValue& value : record.Values(set))
          all.push_back(std::to_string(value.bits));
      }
    }
    return fmt::format("{}", fmt::join(all, " "));
  }

  InventedHost host_;
};

TEST_F(RecordChangesTest, AMetricThatBecomesAnotherOneEndsTheArchiveAndBeginsTheNext) {
  host_.source.Add("top.a", 0, 1);
  host_.source.Add("top.b", 1, 5);
  host_.before_fetch = [this](int fetch) -> std::uint32_t {
    if (fetch != 3 && fetch != 6) return 0;
    InventedSource::Metric& a = host_.source.metrics["top.a"];
    a.desc.type = fetch == 3 ? Type::kU64 : Type::kU32;
    a.values = {{kSingular, fetch == 3 ? std::uint64_t{1} << 40 : 2}};
    return kAgentsRestarted;
  };
  const ChildOutcome outcome = RecordHost(9);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 2) << outcome.err;
  EXPECT_NE(outcome.err.find("goes on in " + base_ + "-00: "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("goes on in " + base_ + "-01: "), std::string::npos) << outcome.err;
  for (const char* number : {"", "-00", "-01"}) ExpectSound(base_ + number);
  EXPECT_EQ(Values(base_, "top.a"), "1 1 1 |");
  EXPECT_EQ(Values(base_ + "-00", "top.a"), "1099511627776 1099511627776 1099511627776 |");
  EXPECT_EQ(Values(base_ + "-01", "top.a"), "2 2 2");
  EXPECT_EQ(Values(base_ + "-01", "top.b"), "5 5 5");
}

// The collector does not always tell that an agent was restarted by hand.
TEST_F(RecordChangesTest, SoDoesOneThatNobodyToldOf) {
  host_.source.Add("top.a", 0, 1);
  host_.before_fetch = [this](int fetch) -> std::uint32_t {
    if (fetch != 3) return 0;
    InventedSource::Metric& a = host_.source.metrics["top.a"];
    a.desc.type = Type::kU64;
    a.values = {{kSingular, std::uint64_t{1} << 40}};
    return 0;
  };
  const ChildOutcome outcome = RecordHost(6);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("goes on in " + base_ + "-00: "), std::string::npos) << outcome.err;
  for (const char* number : {"", "-00"}) ExpectSound(base_ + number);
  EXPECT_EQ(Values(base_, "top.a"), "1 1 1");
  EXPECT_EQ(Values(base_ + "-00", "top.a"), "1099511627776 1099511627776 1099511627776");
}

TEST_F(RecordChangesTest, AClockThatStepsBackEndsTheArchiveAndOneThatLeapsDoesNot) {
  InventedSource::Metric& a = host_.source.Add("top.a", 0, 0);
  const std::map<int, int> steps = {{3, 3600}, {6, -7200}, {8, -1}, {10, 86400}, {12, -86400}};
  host_.before_fetch = [&](int fetch) -> std::uint32_t {
    a.values = {{kSingular, static_cast<std::uint64_t>(fetch)}};
    if (const auto step = steps.find(fetch); step != steps.end())
      host_.source.now.sec += step->second;
    return 0;
  };
  host_.source.now.sec = 1'700'000'000;
  const ChildOutcome outcome = RecordHost(14);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  const std::vector<std::string> expected = {"0 1 2 3 4 5", "6 7", "8 9 10 11", "12 13"};
  std::string err;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string base = base_ + (i == 0 ? "" : fmt::format("-{:02}", i - 1));
    ExpectSound(base);
    EXPECT_EQ(Values(base, "top.a"), expected[i]);
    if (i > 0)
      err += "fdr: " + host_.host() + ": goes on in " + base + ": The clock was set back\n";
  }
  EXPECT_EQ(outcome.err, err);
}

// When the collector is asked for the instances, half of them have gone, and others have come.
TEST_F(RecordChangesTest, AThousandInstancesComeAndGoWithEachSample) {
  constexpr int kSamples = 20, kCount = 1000;
  InventedSource::Metric& s = host_.source.AddSet("top.s", 0, {});
  host_.before_fetch = [&](int fetch) -> std::uint32_t {
    s.values.clear();
    for (int i = 0; i < kCount; ++i)
      s.values[fetch * kCount / 2 + i] = static_cast<std::uint64_t>(fetch);
    return 0;
  };
  host_.after_fetch = [&](int fetch) {
    auto& members = host_.source.members[kInvented];
    members.clear();
    for (int i = kCount / 2; i < kCount * 3 / 2; ++i) {
      const int id = fetch * kCount / 2 + i;
      members[id] = "process " + std::to_string(id);
    }
  };
  const ChildOutcome outcome = RecordHost(kSamples);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  ExpectSound(base_);
  const auto context = ArchiveContext::Open(base_);
  ASSERT_TRUE(context);
  const MetricId id = *(*context)->Find("top.s");
  FetchResult result;
  int records = 0;
  for (; test::Got((*context)->Fetch(std::span(&id, 1), result)); ++records) {
    ASSERT_EQ(result.AllValues().size(), std::size_t{kCount});
    std::map<InstanceId, std::string> names;
    const auto members = (*context)->Instances(kInvented);
    ASSERT_TRUE(members);
    for (const NamedInstance& member : *members) names[member.id] = member.name;
    for (const FetchedValue& value : result.AllValues()) {
      const bool was_known = value.instance >= (records + 1) * kCount / 2 || records > 0;
      const std::string number = std::to_string(value.instance);
      EXPECT_EQ(names[value.instance], was_known ? "process " + number : number);
    }
  }
  EXPECT_EQ(records, kSamples);
}

TEST_F(RecordChangesTest, NamesAppearAndVanishAndComeBackAsSomethingElse) {
  host_.source.Add("top.a", 0, 1);
  host_.before_fetch = [this](int fetch) -> std::uint32_t {
    switch (fetch) {
      case 2:
        host_.source.Add("top.b", 1, 7);
        return kNamesChanged;
      case 5:
        host_.source.metrics.erase("top.b");
        return kNamesChanged;
      case 8:
        host_.source.Add("top.b", 2, 9);  // another metric of that name
        return kNamesChanged;
      default:
        return 0;
    }
  };
  const ChildOutcome outcome = RecordHost(12);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "fdr: " + host_.host() + ": goes on in " + base_ +
                             "-00: top.b was another metric before\n");
  for (const char* number : {"", "-00"}) ExpectSound(base_ + number);
  EXPECT_EQ(Values(base_, "top.a"), "1 1 1 1 1 1 1 1 1");
  EXPECT_EQ(Values(base_, "top.b"), "7 7 ! !");
  EXPECT_EQ(Values(base_ + "-00", "top.a"), "1 1 1");
  EXPECT_EQ(Values(base_ + "-00", "top.b"), "9 9 9");
}

// An agent describes one type, and sends values of another.
TEST_F(RecordChangesTest, ValuesOfAnotherTypeThanDescribedAreRecordedAsErrors) {
  InventedSource::Metric& a = host_.source.Add("top.a", 0, 1);
  host_.source.Add("top.b", 1, 5);
  host_.before_fetch = [&](int) -> std::uint32_t {
    a.desc.type = Type::kU64;
    return 0;
  };
  host_.after_fetch = [&](int) { a.desc.type = Type::kU32; };
  const ChildOutcome outcome = RecordHost(3);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  ExpectSound(base_);
  EXPECT_EQ(Values(base_, "top.a"), "! ! !");
  EXPECT_EQ(Values(base_, "top.b"), "5 5 5");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random orders for fetch groups on archives.  The everyday test runs a seeded part; with FDR_SOAK,
// the test runs all of it.
//
// The test leaves out orders of which the peer hangs or dies.  In the mode that interpolates, these
// are the same metric under two names, singular metrics with several values, and going backward.
// In all modes, these are a field of NULL, and destroying a group of NULL.  The test does not turn
// strings into numbers, either: the result depends on earlier failures.

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

struct Asked {
  std::string name;
  Desc desc;
  std::vector<std::string> instances;
};

class Script {
 public:
  Script(const std::string& archive, std::uint64_t seed) : random_(seed) {
    Add({"create", "2", archive});
    Read(archive);
  }

  std::string Make() {
    const int rounds = 1 + Below(3);
    for (int round = 0; round < rounds && !metrics_.empty(); ++round) {
      if (round > 0 || Below(2) == 0) Move();
      for (int i = 1 + Below(8); i > 0; --i) Extend();
      for (int i = 1 + Below(3); i > 0; --i) {
        Add({"fetch", std::to_string(1 + Below(6))});
        // If a metric comes only after the end of the log, the peer finds it or not.  That depends
        // on what it has read before.
        if (Below(3) != 0) continue;
        Move();
        if (Below(2) == 0) Extend();
      }
      Add({"clear"});
    }
    Add({"destroy"});
    return std::move(text_);
  }

 private:
  int Below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  template <class List>
  const auto& Pick(const List& list) {
    return list[static_cast<std::size_t>(Below(static_cast<int>(std::size(list))))];
  }

  void Add(const std::vector<std::string>& order) {
    for (std::size_t i = 0; i < order.size(); ++i) text_ += (i > 0 ? "|" : "") + order[i];
    text_ += '\n';
  }

  void Read(const std::string& archive) {
    auto context = ArchiveContext::Open(archive);
    ASSERT_TRUE(context) << context.error().Message();
    start_ = (*context)->label().start;
    end_ = *(*context)->EndTime();
    const Metadata& metadata = (*context)->timeline().metadata();
    std::set<std::uint32_t> seen;
    const auto names = (*context)->Traverse("");
    ASSERT_TRUE(names) << names.error().Message();
    for (const std::string& name : *names) {
      const Result<MetricId> id = (*context)->Find(name);
      const Desc* const desc = id ? metadata.FindDesc(*id) : nullptr;
      if (desc == nullptr || !seen.insert(id->value).second) continue;
      Asked& metric = metrics_.emplace_back(Asked{name, *desc, {}});
      if (const InDomHistory* const domain = metadata.FindInDom(desc->indom))
        for (const auto& instance : domain->AllInstances())
          metric.instances.push_back(std::string(instance.name));
    }
  }

  std::string Instance(const Asked& metric) {
    if (Below(20) == 0) return "no such";
    if (metric.instances.empty() || Below(20) == 0) return "-";
    return Pick(metric.instances);
  }

  // A scale, most often one that fits.
  std::string Scale(const Desc& desc) {
    static constexpr const char* kAny[] = {"instant", "rate",   "1",    "count", "Kbyte / sec",
                                           "sec/sec", "/ sec",  "x y",  "",      "millisec",
                                           "10",      "byte/s", "hour", "rate ", "KB/MB"};
    if (Below(3) == 0) return "-";
    if (Below(3) == 0) return Pick(kAny);
    static constexpr const char* kSpaces[] = {"byte", "KB", "MB", "GB", "3 KB", "0.5 Mbyte"};
    static constexpr const char* kTimes[] = {"nanosec", "microsec", "millisec", "sec",
                                             "min",     "hour",     "7 sec"};
    static constexpr const char* kCounts[] = {"count", "count x 10", "count x 10^3",
                                              "count x 10^-2", "4 count"};
    const Units& units = desc.units;
    const int is_rate = Below(2) == 0 ? 1 : 0;
    std::string above, below;
    const auto put = [&](int power, std::string unit) {
      if (power == 0) return;
      std::string& side = power > 0 ? above : below;
      if (std::abs(power) > 1) unit += "^" + std::to_string(std::abs(power));
      side += " " + unit;
    };
    put(units.dim_space, Pick(kSpaces));
    put(units.dim_time - is_rate, Pick(kTimes));
    put(units.dim_count, Pick(kCounts));
    return above + (below.empty() ? "" : " /" + below);
  }

  std::string Type(const Asked& metric) {
    if (Below(40) == 0) return std::to_string(Below(13) - 1);
    if (metric.desc.type == fdr::Type::kString) return "6";
    return std::to_string(Below(7));
  }

  std::string Outputs(const std::string& all) {
    if (Below(4) != 0) return all;
    std::string some = "_";
    for (const char c : all)
      if (Below(2) == 0) some += c;
    return some;
  }

  void Extend() {
    const Asked& metric = Pick(metrics_);
    const bool is_event =
        metric.desc.type == fdr::Type::kEvent || metric.desc.type == fdr::Type::kHighresEvent;
    if (Below(20) == 0) {
      static constexpr const char* kKinds[] = {"timestamp", "timeval", "timespec", "none"};
      Add({"stamp", Pick(kKinds)});
    } else if (is_event ? Below(6) != 0 : Below(40) == 0) {
      const Asked& field = Pick(metrics_);
      Add({"event", metric.name, Instance(metric), Below(8) == 0 ? "event.flags" : field.name,
           Scale(field.desc), Type(field), std::to_string(Below(6)), Outputs("tvsS#")});
    } else if (Below(2) == 0) {
      Add({"item", Below(30) == 0 ? "no.such" : metric.name, Instance(metric), Scale(metric.desc),
           Type(metric), Outputs("vs")});
    } else {
      const int most = Below(4) == 0 ? Below(5) : 100;
      Add({"indom", metric.name, Scale(metric.desc), Type(metric), std::to_string(most),
           Outputs("cnvsS#")});
    }
  }

  // Moves forward, backward or interpolated, by any step, from any time between records.  The time
  // is never exactly that of a record: pmSetMode(3) decides which records then come first.
  void Move() {
    const std::int64_t length = end_.sec - start_.sec + 2;
    const std::int64_t at =
        start_.sec - 1 +
        static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(length + 2));
    const std::int64_t step = 1 + length * 1000 / (1 + Below(200));
    static constexpr int kModes[] = {1, 1, 2, 2, 3};
    Add({"mode", std::to_string(Pick(kModes)), std::to_string(at),
         std::to_string(1 + Below(999'999'998)),
         std::to_string(Below(2) ? step : 1 + Below(2000))});
  }

  std::mt19937_64 random_;
  std::string text_;
  std::vector<Asked> metrics_;
  Timestamp start_, end_;
};

class FetchGroupsTest : public ::testing::TestWithParam<std::string> {};

TEST_P(FetchGroupsTest, AgreeWithThePeer) {
  const std::string name = GetParam();
  const std::string archive =
      name.find('/') != name.npos ? TestData(name) : std::string(kPeerArchives) + "/" + name;
  const int seeds = IsSoak() ? 300 : 4;
  for (int seed = 1; seed <= seeds && !HasFailure(); ++seed) {
    const std::string script = Script(archive, static_cast<std::uint64_t>(seed)).Make();
    EXPECT_TRUE(TwinsAgree({.program = "fetch_groups", .stdin_text = script}))
        << "seed " << seed << "\n"
        << script;
  }
}

TEST(FetchGroupTest, ComesBackToWhereItWasFromLookingForWhatIsNotThere) {
  std::string script = "create|2|" + TestData("golden/v2-all-types") +
                       "\nstamp|timespec\nitem|toy.i32|red|instant|0|vs\n";
  for (const char* order :
       {"item|no.such|-|-|0|vs", "item|toy.i32|no such|-|0|vs", "item|toy.i32|-|-|0|vs",
        "item|toy.string|red|-|6|vs", "item|toy.i32|red|x y|0|vs", "item|toy|-|-|0|vs",
        "indom|no.such|-|0|3|vs", "event|no.such|-|toy.i32|-|0|3|v",
        "event|toy.i32|no such|toy.i32|-|0|3|v", "event|toy.i32|red|no.such|-|0|3|v"})
    script += "mode|2|1700000000|0|0\nfetch|2\n" + std::string(order) + "\nfetch|6\n" + order +
              "\nfetch|1\n";
  EXPECT_TRUE(TwinsAgree({.program = "fetch_groups", .stdin_text = script}));
}

TEST(FetchGroupTest, NarrowsTheProfileToTheInstancesThatAreAskedFor) {
  std::string script = "create|2|" + std::string(kPeerArchives) + "/20041125\n";
  for (const char* order :
       {"item|pmcd.numagents|-|-|0|vs", "item|kernel.all.load|1 minute|-|5|v",
        "item|kernel.all.load|5 minute|-|5|v", "indom|filesys.capacity|-|5|3|v",
        "item|filesys.capacity|no such|-|5|v", "item|disk.dev.read|hda|x y|5|v", "clear",
        "item|kernel.all.load|15 minute|-|5|v", "indom|kernel.all.load|-|5|3|v", "clear",
        "item|kernel.all.load|1 minute|-|5|v"})
    for (const char* metric : {"kernel.all.load", "filesys.capacity", "disk.dev.read"})
      script += std::string(order) + "\nprofile|" + metric + "\n";
  EXPECT_TRUE(TwinsAgree({.program = "fetch_groups", .stdin_text = script}));
}

// Counters of every type, which fall in different ways, and a gauge that falls.
void WriteFallingCounters(const std::string& base) {
  constexpr std::uint64_t kTwo31 = std::uint64_t{1} << 31, kTwo63 = std::uint64_t{1} << 63;
  ArchiveBuilder archive(base, Version::k2);
  std::uint32_t item = 0;
  std::vector<Metric> metrics;
  for (const Type type :
       {Type::k32, Type::kU32, Type::k64, Type::kU64, Type::kFloat, Type::kDouble})
    for (const Semantics semantics : {Semantics::kCounter, Semantics::kInstant})
      metrics.push_back({.name = "falls.m" + std::to_string(item),
                         .id = MetricId::Build(60, 1, item++),
                         .type = type,
                         .semantics = semantics});
  for (const Metric& metric : metrics) archive.Metric(metric);
  const std::vector<std::uint64_t> large = {1000, 10, kTwo31 - 1, 5, 2 * kTwo31 - 1, 0, 7, 6};
  const std::vector<std::uint64_t> huge = {1000, 10, kTwo63 - 1, 5, 2 * kTwo63 - 1, 0, 7, 6};
  for (std::size_t i = 0; i < large.size(); ++i) {
    std::vector<Values> sets;
    for (const Metric& metric : metrics) {
      const bool is_wide = metric.type != Type::k32 && metric.type != Type::kU32;
      const std::uint64_t number = (is_wide ? huge : large)[i];
      const bool is_real = metric.type == Type::kFloat || metric.type == Type::kDouble;
      const bool is_signed = metric.type == Type::k32 || metric.type == Type::k64;
      const std::uint64_t most = is_wide ? kTwo63 - 1 : kTwo31 - 1;
      const std::uint64_t kept = is_signed ? std::min(number, most) : number;
      sets.push_back(
          Single(metric.id, is_real ? Payload(static_cast<double>(number)) : Payload(kept)));
    }
    archive.Record(At(static_cast<double>(i) * 10), sets);
  }
}

TEST(FetchGroupTest, CountersWrapIfTheEnvironmentSaysSo) {
  const TempDirectory directory;
  WriteFallingCounters(directory / "falls");
  for (int metric = 0; metric < 12; ++metric) {
    std::string script = "create|2|" + (directory / "falls") + "\n";
    for (const char* how : {"-|5", "rate|5", "-|3", "-|0"})
      script += "item|falls.m" + std::to_string(metric) + "|-|" + how + "|vs\n";
    for (const char* mode : {"2|1700000000|0|0", "1|1700000000|0|10000"})
      for (const char* setting : {"PCP_COUNTER_WRAP", "PCP_COUNTER_WRAP=", "PCP_COUNTER_WRAP=1"})
        EXPECT_TRUE(TwinsAgree({.program = "fetch_groups",
                                .stdin_text = script + "mode|" + mode + "\nfetch|7\n",
                                .environment = {setting}}))
            << metric << " " << mode << " " << setting;
  }
}

TEST(FetchGroupTest, OfNothingIsAnError) {
  EXPECT_TRUE(TwinsAgree({.program = "fetch_groups",
                          .stdin_text = "create|2|/no/such\nfetch|1\nclear\nstamp|none\n"
                                        "item|x|-|-|0|vs\nindom|x|-|0|1|v\n"}));
}

INSTANTIATE_TEST_SUITE_P(Archives, FetchGroupsTest,
                         ::testing::Values("20041125", "20180606", "dstat-disks", "dyninsts",
                                           "eventrec", "gap", "kenj-pc-1", "mark_no_mark_0",
                                           "omnibus_v3", "rep", "uwrap", "value-test",
                                           "golden/v2-all-types", "golden/v3-events",
                                           "golden/v3-instances-delta", "golden/v2-marks-volumes",
                                           "peer/v3-pmlogger"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

}  // namespace
}  // namespace fdr::test

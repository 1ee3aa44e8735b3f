// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record` of derived metrics: in the archive they are metrics like any others.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tests/hosts/invented_host.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

using Words = std::vector<std::string>;

class RecordDerivedTest : public RecordFixture {
 protected:
  RecordDerivedTest() {
    WriteToy(toy_, R"(
time      1000  1010  1015  1020  1030  1040
reads      100   110     |   200   230   240 counter u64
free        80    90     |    70    60    50 instant u32
load[0]      1     2     |     3     4     5 instant u32
load[1]     10    20     |    30    40    50 instant u32
)");
  }

  std::string Write(const std::string& name, const std::string& text) const {
    WriteFile(directory_ / name, AsBytes(text));
    return directory_ / name;
  }

  // Records the toy archive, every 10 seconds.
  ChildOutcome RecordToy(Words arguments, Words environment = {}) const {
    arguments.insert(arguments.begin(), {"--from", toy_, "-t", "10s", base_});
    return Record(std::move(arguments), std::move(environment));
  }

  // The values of a metric, record by record: "1 [0]=2,[1]=3 - ! |", where | is a mark, ! an error
  // and - no value.
  static std::string Values(const std::string& base, const std::string& name) {
    const auto context = ArchiveContext::Open(base);
    if (!context) return context.error().Message();
    const auto id = (*context)->Find(name);
    if (!id) return "?";
    const Type type = (*context)->DescOf(*id)->type;
    FetchResult record;
    std::string all;
    while (test::Got((*context)->FetchRecord(record))) {
      if (record.is_mark()) all += " |";
      for (const FetchedSet& set : record.sets())
        if (set.id == *id) all += ' ' + TextOf(set, record.Values(set), type);
    }
    return all.substr(std::min<std::size_t>(all.size(), 1));
  }

  // PCP warns of the instance domain of `metric`, as it does for archives of its own logger.
  static void ExpectSoundBut(const std::string& base, const std::string& metric) {
    const ChildOutcome ours = RunFdr({"check", "-w", base});
    EXPECT_TRUE(Has(ours.out, "0 errors, 0 warnings")) << ours.out;
    const ChildOutcome theirs = RunPeer({"pmlogcheck", "-w", base});
    EXPECT_EQ(theirs.out, "");
    EXPECT_TRUE(theirs.err.starts_with(base + ".meta: " + metric + " [511.2048.")) << theirs.err;
    EXPECT_TRUE(Has(theirs.err, "]: domain of pmid (511) != domain of indom (")) << theirs.err;
    EXPECT_EQ(std::count(theirs.err.begin(), theirs.err.end(), '\n'), 1) << theirs.err;
  }

  static std::string TextOf(const FetchedSet& set, std::span<const FetchedValue> values,
                            Type type) {
    if (values.empty()) return set.code != 0 ? "!" : "-";
    Words words;
    for (const FetchedValue& value : values) {
      const std::string number = type == Type::kDouble
                                     ? fmt::format("{}", std::bit_cast<double>(value.bits))
                                     : fmt::format("{}", static_cast<std::int64_t>(value.bits));
      words.push_back(value.instance == kSingular ? number
                                                  : fmt::format("[{}]={}", value.instance, number));
    }
    return fmt::format("{}", fmt::join(words, ","));
  }

  const std::string toy_ = directory_ / "toy";
};

TEST_F(RecordDerivedTest, WhatIsDerivedIsRecordedBesidesTheRest) {
  const ChildOutcome outcome =
      RecordToy({"--derive", "my.twice=free * 2", "--derive", "my.load=load + free", "my", "free"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  ExpectSoundBut(base_, "my.load");
  EXPECT_EQ(Values(base_, "free"), "80 90 | 70 60 50");
  EXPECT_EQ(Values(base_, "my.twice"), "160 180 | 140 120 100");
  EXPECT_EQ(Values(base_, "my.load"),
            "[0]=81,[1]=90 [0]=92,[1]=110 | [0]=73,[1]=100 [0]=64,[1]=100 [0]=55,[1]=100");
  EXPECT_EQ(Values(base_, "load"), "?");
  const std::string descs = PeerOutput({"pmdumplog", "-d", base_});
  EXPECT_TRUE(Has(descs, "PMID: 511.2048.3 (my.twice)\n    Data Type: 32-bit unsigned int"))
      << descs;
  EXPECT_TRUE(Has(descs, "PMID: 511.2048.4 (my.load)\n")) << descs;
  const std::string values = PeerOutput({"pmval", "-a", base_, "-t", "10sec", "my.twice"});
  for (const char* value : {"160", "180", "140", "120", "100"}) EXPECT_TRUE(Has(values, value));
}

// The first sample has nothing to compare with, nor has the first one behind an interruption.
TEST_F(RecordDerivedTest, RatesAndDifferencesAreOfTwoSamples) {
  ASSERT_EQ(RecordToy({"--derive", "my.rate=rate(reads)", "--derive", "my.delta=delta(reads)",
                       "--derive", "my.both=delta(load)", "my"})
                .exit_status,
            0);
  ExpectSoundBut(base_, "my.both");
  EXPECT_EQ(Values(base_, "my.rate"), "1 | 3 1");
  EXPECT_EQ(Values(base_, "my.delta"), "10 | 30 10");
  EXPECT_EQ(Values(base_, "my.both"), "[0]=1,[1]=10 | [0]=1,[1]=10 [0]=1,[1]=10");
}

TEST_F(RecordDerivedTest, TheyReplayAsAnyOther) {
  ASSERT_EQ(RecordToy({"--derive", "my.load=load * 2"}).exit_status, 0);
  const auto rows = [](const std::string& archive, const std::string& metric) {
    const std::string text = RunFdr({"replay", archive, "--csv", "--raw", "-t", "5s", metric}).out;
    return text.substr(text.find('\n'));
  };
  EXPECT_EQ(rows(base_, "my.load"), rows(toy_, "load * 2"));
  EXPECT_EQ(rows(base_, "my.load + 1"), rows(toy_, "load * 2 + 1"));
  // If the archive has a metric of that name, the name means the recorded metric.
  const ChildOutcome hidden = RunFdr({"names", base_, "--derive", "my.load=free", "my.load"});
  EXPECT_FALSE(Has(hidden.out, "= free")) << hidden.out;
}

TEST_F(RecordDerivedTest, WithoutMetricsAllOfAnArchiveIsRecordedAndWhatIsDerived) {
  ASSERT_EQ(RecordToy({"--derive", "my.twice=free * 2"}).exit_status, 0);
  EXPECT_EQ(Values(base_, "my.twice"), "160 180 | 140 120 100");
  EXPECT_EQ(Values(base_, "free"), "80 90 | 70 60 50");
}

TEST_F(RecordDerivedTest, FilesDefineThemWithHelpTexts) {
  const std::string file = Write("derived",
                                 "my.twice = free * 2\n"
                                 "my.twice(oneline) = twice as much\n"
                                 "my.twice(helptext) = \"All of it,\ntwice.\"\n"
                                 "my.bad = nobody\n");
  const ChildOutcome outcome = RecordToy({"my.*", "--derived", file});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err,
            "fdr: warning: cannot compute my.bad: operand nobody: Unknown operand metric\n");
  ExpectSound(base_);
  const std::string texts = PeerOutput({"pminfo", "-tT", "-a", base_, "my"});
  EXPECT_TRUE(Has(texts, "my.twice [twice as much]\nHelp:\nAll of it,\ntwice.\n")) << texts;
  EXPECT_EQ(Values(base_, "my.bad"), "?");
  EXPECT_EQ(Record({"--from", toy_, "-t", "10s", base_ + "2", "my", "--derived", file, "-q"}).err,
            "");
}

TEST_F(RecordDerivedTest, TheEnvironmentDefinesThem) {
  const std::string variable = "PCP_DERIVED_CONFIG=/nowhere:" + Write("d", "my.twice=free*2\n");
  ASSERT_EQ(RecordToy({"my.t*"}, {variable}).exit_status, 0);
  EXPECT_EQ(Values(base_, "my.twice"), "160 180 | 140 120 100");
}

// The derived metrics of the source keep their identifiers.
TEST_F(RecordDerivedTest, ThoseOfAnArchiveThatHasSomeGetOtherIdentifiers) {
  ASSERT_EQ(RecordToy({"--derive", "my.twice=free * 2"}).exit_status, 0);
  const std::string second = directory_ / "second";
  ASSERT_EQ(Record({"--from", base_, "-t", "10s", "--derive", "my.fourfold=my.twice * 2", second})
                .exit_status,
            0);
  ExpectSound(second);
  EXPECT_EQ(Values(second, "my.fourfold"), "320 360 | 280 240 200");
  EXPECT_EQ(Values(second, "my.twice"), Values(base_, "my.twice"));
  const std::string descs = PeerOutput({"pmdumplog", "-d", second});
  EXPECT_TRUE(Has(descs, "PMID: 511.2048.3 (my.twice)\n")) << descs;
  EXPECT_TRUE(Has(descs, "PMID: 511.2048.4 (my.fourfold)\n")) << descs;
}

TEST_F(RecordDerivedTest, MistakesAreExplained) {
  const auto fails = [this](Words arguments, int status, const std::string& why) {
    arguments.insert(arguments.begin(), {"--from", toy_, "-t", "10s", base_});
    Fails(std::move(arguments), status, why);
  };
  fails({"free * 2"}, 2, "free * 2: To be recorded it needs a name: --derive 'NAME=free * 2'");
  fails({"--derive", "my-twice=free * 2"}, 2, "Not a name for a metric: my-twice");
  fails({"--derive", "twice"}, 2, "Not NAME=EXPRESSION: twice");
  fails({"--derive", "a=free +* 2"}, 2, "Not an expression");
  fails({"--derive", "a=free", "--derive", "a=load"}, 2, "Duplicate");
  fails({"--derived", "/nowhere/at/all"}, 1, "/nowhere/at/all");
  fails({"--derive", "a=nobody + 1", "a"}, 1, "operand nobody: Unknown operand metric");
  EXPECT_TRUE(Archives(directory_.path()) == std::set<std::string>{"toy"});
}

TEST_F(RecordDerivedTest, ThisMachineHasThem) {
  const Words derive = {"--derive", "my.cpus=hinv.ncpu * 2", "--derive",
                        "my.rate=rate(kernel.all.pswitch)"};
  Words named = {base_, "-t", "20ms", "-s", "5", "hinv.ncpu", "my"};
  named.insert(named.end(), derive.begin(), derive.end());
  const ChildOutcome outcome = Record(named);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "my.rate"), 5);
  EXPECT_TRUE(Values(base_, "my.rate").starts_with("- ")) << Values(base_, "my.rate");
  EXPECT_EQ(std::stoi(Values(base_, "my.cpus")), 2 * std::stoi(Values(base_, "hinv.ncpu")));
  // If no metric is named, the derived ones are added to the default metrics.
  Words unnamed = {directory_ / "more", "-t", "50ms", "-s", "2"};
  unnamed.insert(unnamed.end(), derive.begin(), derive.end());
  ASSERT_EQ(Record(unnamed).exit_status, 0);
  EXPECT_EQ(Records(directory_ / "more", "my.cpus"), 2);
  EXPECT_EQ(Records(directory_ / "more", "kernel.all.load"), 2);
}

TEST_F(RecordDerivedTest, ConfigurationsNameThem) {
  const std::string config = Write("config",
                                   "log on once { my.cpus }\n"
                                   "log on 20 msec { my.load [ \"1 minute\" ] }\n");
  const ChildOutcome outcome =
      Record({"-c", config, "--derive", "my.cpus=hinv.ncpu + 1", "--derive",
              "my.load=kernel.all.load * 100", base_, "-s", "4"});
  EXPECT_EQ(outcome.err, "");
  ExpectSoundBut(base_, "my.load");
  EXPECT_EQ(Records(base_, "my.cpus"), 1);
  EXPECT_EQ(Records(base_, "my.load"), 3);
  EXPECT_TRUE(Values(base_, "my.load").starts_with("[1]=")) << Values(base_, "my.load");
  EXPECT_FALSE(Has(Values(base_, "my.load"), ","));
}

TEST_F(RecordDerivedTest, RecordingGoesOnInAnArchiveThatHasThem) {
  const Words derive = {"--derive", "my.cpus=hinv.ncpu", "--derive",
                        "my.rate=rate(kernel.all.pswitch)"};
  const auto record = [&](Words more) {
    more.insert(more.begin(), {base_, "my", "-t", "20ms", "-s", "2", "--append"});
    return Record(std::move(more));
  };
  ASSERT_EQ(record(derive).exit_status, 0);
  ASSERT_EQ(record(derive).exit_status, 0);
  ExpectSound(base_);
  const std::string values = Values(base_, "my.rate");
  EXPECT_TRUE(values.starts_with("- ") && Has(values, " | - ")) << values;
  // The identifier of my.other belongs to another metric in the archive.
  const ChildOutcome other = record({"--derive", "my.other=hinv.ncpu"});
  EXPECT_TRUE(Has(other.err, "goes on in " + base_ + "-00")) << other.err;
  ExpectSound(base_ + "-00");
  EXPECT_EQ(Records(base_ + "-00", "my.other"), 2);
}

TEST_F(RecordDerivedTest, ARingHasThem) {
  const ChildOutcome outcome =
      Record({base_, "--ring", "10s", "-t", "20ms", "-s", "3", "--derive", "a=hinv.ncpu", "a"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
}

class RecordDerivedHostTest : public RecordDerivedTest {
 protected:
  RecordDerivedHostTest() {
    InventedSource::Metric& counter = host_.source.Add("top.c", 0, 0);
    counter.desc.semantics = Semantics::kCounter;
    host_.source.Add("top.a", 1, 1);
    host_.source.step = 1'000'000'000;
    host_.before_fetch = [&](int fetch) -> std::uint32_t {
      counter.values = {{kSingular, static_cast<std::uint64_t>(fetch) * 10}};
      return fetch == change_at_ ? change_() : 0;
    };
  }

  ChildOutcome RecordHost(int samples, Words more) const {
    more.insert(more.begin(),
                {"-h", host_.host(), base_, "-t", "20ms", "-s", std::to_string(samples)});
    return Record(std::move(more));
  }

  InventedHost host_;
  int change_at_ = -1;
  std::function<std::uint32_t()> change_;
};

TEST_F(RecordDerivedHostTest, AHostHasThem) {
  const ChildOutcome outcome =
      RecordHost(4, {"--derive", "my.rate=rate(top.c)", "--derive", "my.sum=top.a + 5", "my"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  ExpectSound(base_);
  EXPECT_EQ(Values(base_, "my.rate"), "- 10 10 10");
  EXPECT_EQ(Values(base_, "my.sum"), "6 6 6 6");
}

TEST_F(RecordDerivedHostTest, OperandsMayComeLater) {
  change_at_ = 2;
  change_ = [this] {
    host_.source.Add("top.b", 2, 7);
    return std::uint32_t{kNamesChanged};
  };
  const ChildOutcome outcome = RecordHost(6, {"--derive", "my.b=top.b * 2", "my.b", "top.a"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "cannot compute my.b: operand top.b: Unknown operand metric"));
  ExpectSound(base_);
  EXPECT_EQ(Values(base_, "top.a"), "1 1 1 1 1 1");
  EXPECT_EQ(Values(base_, "my.b"), "14 14 14");
}

TEST_F(RecordDerivedHostTest, OperandsMayGoAndComeBackAsSomethingElse) {
  host_.source.Add("top.b", 2, 7);
  change_at_ = 2;
  change_ = [this] {
    host_.source.metrics.erase("top.b");
    change_at_ = 4;
    change_ = [this] {
      host_.source.Add("top.b", 3, std::uint64_t{1} << 40).desc.type = Type::kU64;
      return std::uint32_t{kNamesChanged};
    };
    return std::uint32_t{kNamesChanged};
  };
  const ChildOutcome outcome = RecordHost(7, {"--derive", "my.b=top.b * 2", "my.b", "top.a"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  for (const char* number : {"", "-00"}) ExpectSound(base_ + number);
  EXPECT_EQ(Values(base_, "my.b"), "14 14 !");
  EXPECT_EQ(Values(base_ + "-00", "my.b"), "2199023255552 2199023255552");
}

// The operand has an error for a while, and then no value.
TEST_F(RecordDerivedHostTest, WhatBecomesOfOperandsBecomesOfThem) {
  InventedSource::Metric& a = host_.source.metrics["top.a"];
  change_at_ = 1;
  change_ = [&] {
    a.error = a.error == 0 ? -12350 : 0;
    a.values.clear();
    change_at_ = 3;
    return 0u;
  };
  EXPECT_EQ(RecordHost(5, {"--derive", "my.a=top.a + 1", "my.a"}).exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Values(base_, "my.a"), "2 ! ! - -");
}

TEST_F(RecordDerivedHostTest, BehindAChangeOfAgentsRatesBeginAnew) {
  change_at_ = 2;
  change_ = [] { return std::uint32_t{kAgentsRestarted}; };
  EXPECT_EQ(RecordHost(6, {"--derive", "my.rate=rate(top.c)", "my.rate"}).exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Values(base_, "my.rate"), "- 10 | - - 10 10");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy --derive`: metrics that are computed of those that are copied.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class DeriveCopyTest : public testing::Test {
 protected:
  DeriveCopyTest() {
    WriteToy(toy_, R"(
time      1000  1010  1015  1020  1030  1040
reads      100   110     |   200   230   250 counter u64
free        80     .     |    70    60    50 instant u32
used         1     2     |     .     4     5 instant u32
cpus         2     .     |     .     4     . discrete u32
load[0]      1     2     |     3     4     5 instant u32
load[1]     10    20     |    30    40     - instant u32
)");
  }

  ChildOutcome Copy(std::vector<std::string> options) const {
    options.insert(options.begin(), {"copy", toy_, out_});
    return RunFdr(std::move(options));
  }

  // The records of one metric: "30:00=5 30:10=6".  The time 1000 is 22:30:00.
  static std::string Values(const std::string& base, const std::string& metric) {
    const ChildOutcome rows = RunFdr({"replay", base, "--csv", "--raw", "--tz", "utc", metric});
    std::string values;
    for (std::size_t at = rows.out.find('\n') + 1; at < rows.out.size();) {
      const std::size_t end = rows.out.find('\n', at), comma = rows.out.find(',', at);
      const std::size_t minutes = rows.out.find(':', at) + 1;
      values += (values.empty() ? "" : " ") + rows.out.substr(minutes, 5) + '=' +
                rows.out.substr(comma + 1, end - comma - 1);
      at = end + 1;
    }
    return values;
  }

  void Fails(std::vector<std::string> options, int status, const std::string& why) const {
    const ChildOutcome outcome = Copy(std::move(options));
    EXPECT_EQ(outcome.exit_status, status);
    EXPECT_TRUE(Has(outcome.err, why)) << outcome.err;
    EXPECT_EQ(RunFdr({"info", out_}).exit_status, 1);
  }

  void ExpectSound() const {
    EXPECT_EQ(RunFdr({"check", "-w", out_}).exit_status, 0);
    EXPECT_EQ(PeerOutput({"pmlogcheck", "-w", out_}), "");
  }

  const TempDirectory directory_;
  const std::string toy_ = directory_ / "toy", out_ = directory_ / "out";
};

// All that was recorded is there, too.
TEST_F(DeriveCopyTest, RecordsWithAllOperandsGetAValue) {
  const ChildOutcome outcome =
      Copy({"--derive", "my.sum=free + used", "--derive", "my.rate=rate(reads)"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  ExpectSound();
  EXPECT_EQ(Values(out_, "my.sum"), "30:00=81 30:30=64 30:40=55");
  // No rate leads over the mark.
  EXPECT_EQ(Values(out_, "my.rate"), "30:10=1 30:30=3 30:40=2");
  for (const char* const metric : {"reads", "free", "used", "cpus"})
    EXPECT_EQ(Values(out_, metric), Values(toy_, metric)) << metric;
  const std::string shown = PeerOutput({"pminfo", "-d", "-a", out_, "my.rate"});
  EXPECT_TRUE(Has(shown, "Semantics: instant  Units: count / sec") ||
              Has(shown, "Semantics: instant  Units: / sec"))
      << shown;
}

TEST_F(DeriveCopyTest, DiscreteOperandsHoldUpToAMark) {
  ASSERT_EQ(Copy({"--derive", "share=used / cpus"}).exit_status, 0);
  EXPECT_EQ(Values(out_, "share"), "30:00=0.5 30:10=1 30:30=1 30:40=1.25");
}

TEST_F(DeriveCopyTest, InstancesHaveValuesOfTheirOwn) {
  ASSERT_EQ(Copy({"--derive", "most=max(load)", "--derive", "twice=load * 2"}).exit_status, 0);
  EXPECT_EQ(Values(out_, "most"), "30:00=10 30:10=20 30:20=30 30:30=40 30:40=5");
  const std::string dump = PeerOutput({"pmdumplog", out_, "twice"});
  EXPECT_TRUE(Has(dump, "value 80")) << dump;
}

// Those of which others are computed are copied only if they are chosen.
TEST_F(DeriveCopyTest, TheyAreChosenAsOtherMetrics) {
  ASSERT_EQ(Copy({"--derive", "my.sum=free * 2 + used", "--derive", "my.other=free", "--only",
                  "my.s*,cpus"})
                .exit_status,
            0);
  ExpectSound();
  EXPECT_EQ(Values(out_, "my.sum"), "30:00=161 30:30=124 30:40=105");
  const std::string names = PeerOutput({"pminfo", "-a", out_});
  EXPECT_TRUE(Has(names, "cpus\n")) << names;
  for (const char* const gone : {"my.other", "free", "used"})
    EXPECT_FALSE(Has(names, gone)) << names;
}

TEST_F(DeriveCopyTest, TheyMayBeLeftOut) {
  ASSERT_EQ(Copy({"--derive", "a=free", "--derive", "b=free * 2", "--without", "free,a,load"})
                .exit_status,
            0);
  EXPECT_EQ(Values(out_, "b"), "30:00=160 30:20=140 30:30=120 30:40=100");
  const std::string names = PeerOutput({"pminfo", "-a", out_});
  EXPECT_TRUE(Has(names, "used\n")) << names;
  for (const char* const gone : {"free", "load", "a\n"}) EXPECT_FALSE(Has(names, gone)) << names;
}

// Of thinned counters, the rate is the mean of the interval.
TEST_F(DeriveCopyTest, TheyAreComputedOfWhatIsLeftByThinning) {
  ASSERT_EQ(Copy({"-t", "20s", "--derive", "my.rate=rate(reads)"}).exit_status, 0);
  ExpectSound();
  EXPECT_EQ(Values(out_, "reads"), "30:00=100 30:10=110 30:20=200 30:40=250");
  EXPECT_EQ(Values(out_, "my.rate"), "30:10=1 30:40=2.5");
}

TEST_F(DeriveCopyTest, SeveralArchivesBecomeOneWithThem) {
  const std::string later = directory_ / "later";
  WriteToy(later, "\ntime 1100 1110\nreads 300 310 counter u64\n");
  ASSERT_EQ(RunFdr({"copy", toy_, later, out_, "--derive", "my.rate=rate(reads)"}).exit_status, 0);
  ExpectSound();
  EXPECT_EQ(Values(out_, "my.rate"), "30:10=1 30:30=3 30:40=2 31:50=1");
}

// A derived metric of the archive keeps its identifier.
TEST_F(DeriveCopyTest, ACopyOfACopyHasMore) {
  ASSERT_EQ(Copy({"--derive", "my.sum=free + used"}).exit_status, 0);
  const std::string second = directory_ / "second";
  const ChildOutcome outcome = RunFdr({"copy", out_, second, "--derive", "my.more=my.sum + 1"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(Values(second, "my.more"), "30:00=82 30:30=65 30:40=56");
  const std::string descs = PeerOutput({"pmdumplog", "-d", second});
  EXPECT_TRUE(Has(descs, "PMID: 511.2048.3 (my.sum)\n")) << descs;
  EXPECT_TRUE(Has(descs, "PMID: 511.2048.4 (my.more)\n")) << descs;
}

// A delta has only what changed of a domain.
TEST_F(DeriveCopyTest, InstancesHaveTheirNamesBehindDeltas) {
  WriterOptions options = ArchiveBuilder::Options(Version::k3);
  options.domains = DomainRecords::kDeltas;
  const InDomId disks = InDomId::Build(60, 1);
  const MetricId reads = MetricId::Build(60, 0, 1);
  ArchiveBuilder builder(toy_ + "-deltas", options);
  builder.Metric({.name = "disk.reads", .id = reads, .indom = disks});
  const auto record = [&](double t, const InstanceList& members) {
    builder.InDom(At(t), disks, members);
    test::Values values{reads, {}};
    for (const Instance& member : members)
      values.values.emplace_back(member.id, std::int64_t{10 * member.id});
    builder.Record(At(t), {values});
  };
  record(0, {{1, "sda"}, {2, "sdb"}, {3, "nvme0"}, {4, "sdc"}});
  record(10, {{1, "sda"}, {2, "sdb"}, {3, "nvme0"}, {4, "sdc"}, {5, "sdd"}});
  record(20, {{1, "sda"}, {3, "nvme0"}, {4, "sdc"}, {5, "sdd"}});
  builder.Close();
  const auto archive = Archive::Open(toy_ + "-deltas");
  ASSERT_TRUE(archive && (*archive)->metadata().counts().indom_deltas == 2);
  ASSERT_EQ(
      RunFdr({"copy", toy_ + "-deltas", out_, "--derive", "sum=sum(matchinst(/^sd/, disk.reads))"})
          .exit_status,
      0);
  ExpectSound();
  EXPECT_EQ(Values(out_, "sum"), "13:20=70 13:30=120 13:40=100");
}

// One of a file is left out.
TEST_F(DeriveCopyTest, ANameOfTheArchiveEndsTheCopy) {
  for (const char* const taken : {"free=used + 1", "load.more=used", "free =used"})
    for (const bool quiet : {false, true}) {
      std::vector<std::string> options = {"--derive", taken};
      if (quiet) options.emplace_back("-q");
      Fails(options, 1, "it is a name of the archive; choose another one");
    }
  WriteFile(directory_ / "file", AsBytes("free = used + 1\nmore = used + 1\n"));
  const ChildOutcome outcome = Copy({"--derived", directory_ / "file"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "warning: free is a name of the archive, so it is not computed\n");
  EXPECT_EQ(Values(out_, "more"), "30:00=2 30:10=3 30:30=5 30:40=6");
}

// About others, archives need not agree.
TEST_F(DeriveCopyTest, OnlyWhatIsChosenOrComputedWithHasToAgree) {
  const std::string later = directory_ / "later";
  WriteToy(later, R"(
time      1100  1110
reads      300   310 counter u32
free         8     9 instant u32
)");
  const auto copy = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"copy", toy_, later, out_, "--derive", "twice=free * 2", "--derive",
                               "my.rate=rate(reads)"});
    return RunFdr(std::move(more));
  };
  for (const std::vector<std::string>& choice :
       {std::vector<std::string>{}, {"--only", "my"}, {"--without", "free"}, {"--only", "reads"}}) {
    const ChildOutcome outcome = copy(choice);
    EXPECT_EQ(outcome.exit_status, 1);
    EXPECT_TRUE(Has(outcome.err, "the metadata of the archives disagree")) << outcome.err;
  }
  const ChildOutcome outcome = copy({"--only", "twi*"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Values(out_, "twice"), "30:00=160 30:20=140 30:30=120 30:40=100 31:40=16 31:50=18");
  EXPECT_FALSE(Has(PeerOutput({"pminfo", "-a", out_}), "reads"));
}

TEST_F(DeriveCopyTest, WhatNeverHasAValueIsReported) {
  WriteToy(directory_ / "apart", "\ntime 1000 1001\na 1 . instant\nb . 2 instant\n");
  const auto copy = [this](std::vector<std::string> more) {
    more.insert(more.begin(), {"copy", directory_ / "apart", "--derive", "sum=a + b"});
    return RunFdr(std::move(more));
  };
  const ChildOutcome apart = copy({out_});
  EXPECT_EQ(apart.exit_status, 0);
  EXPECT_TRUE(apart.err.ends_with('\n')) << apart.err;
  EXPECT_TRUE(Has(apart.err, "warning: sum has no values: no record has all")) << apart.err;
  EXPECT_FALSE(Has(PeerOutput({"pminfo", "-a", out_}), "sum"));
}

TEST_F(DeriveCopyTest, MistakesAreExplained) {
  Fails({"--derive", "free + used"}, 2, "Not NAME=EXPRESSION");
  Fails({"--derive", "my-sum=free"}, 2, "Not a name for a metric: my-sum");
  Fails({"--derive", "a=free +* 2"}, 2, "Not an expression");
  Fails({"--derive", "a=nobody + 1"}, 1, "Cannot compute a: operand nobody");
  Fails({"--derive", "a=free", "--only", "b"}, 1, "Unknown metric \"b\"");
  Fails({"--derive", "a=free", "--scrub"}, 2, "--scrub does not go with derived metrics");
  Fails({"--derive", "a=free", "--rename", "free=idle"}, 2,
        "Rules for metrics do not go with derived ones");
  Fails({"--derived", "/nowhere/at/all"}, 1, "/nowhere/at/all");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy -V 2` of version 3.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// An archive of version 3 with all that version 2 lacks.
class LowerVersionTest : public testing::Test {
 protected:
  static constexpr MetricId kThree = MetricId::Build(60, 7, 1);
  static constexpr InDomId kThreeDomain{60U << 22 | 7U};

  // Three records, a second apart; the first has nanoseconds.
  void Write(Timestamp start, WriterOptions options) {
    options.domains = DomainRecords::kDeltas;
    ArchiveBuilder archive(three_, options);
    const Timestamp first = start.Plus(750), second = start.Plus(kNanosPerSecond);
    archive.Metric({.name = "toy.three", .id = kThree, .indom = kThreeDomain});
    archive.InDom(first, kThreeDomain, {{0, "a"}, {1, "b"}, {2, "c"}, {3, "d"}});
    archive.Record(first, {{kThree, {{0, 1}}}});
    archive.InDom(second, kThreeDomain, {{0, "a"}, {1, "b"}, {2, "c"}, {3, "d"}, {4, "e"}});
    archive.Record(second, {{kThree, {{4, 2}}}});
    archive.Record(second.Plus(kNanosPerSecond), {{kThree, {{4, 3}}}});
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "copy");
    return RunFdr(std::move(arguments));
  }

  static WriterOptions Three() {
    WriterOptions options = ArchiveBuilder::Options(Version::k3);
    options.label.timezone = "CET-1";
    options.label.zoneinfo = ":Europe/Berlin";
    return options;
  }

  void ExpectRefused(std::vector<std::string> more, const std::string& why) {
    more.insert(more.begin(), {three_, out_, "-V", "2"});
    const ChildOutcome refused = Run(more);
    EXPECT_EQ(refused.exit_status, 1);
    EXPECT_TRUE(Has(refused.err, why)) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
  }

  const TempDirectory directory_;
  const std::string out_ = directory_ / "out";
  const std::string three_ = directory_ / "three";
};

TEST_F(LowerVersionTest, WhatIsLostIsSaid) {
  Write(At(0), Three());
  const ChildOutcome outcome = Run({three_, out_, "-V", "2"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(outcome.err,
            "version 2: 1 stamp lost its nanoseconds; the label lost its zone "
            ":Europe/Berlin; domains have full records in the place of differences\n");
  EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
  EXPECT_TRUE(Has(RunFdr({"check", out_}).out, "0 errors, 0 warnings"));
  const std::string dump = PeerOutput({"pmdumplog", "-mli", out_});
  for (const char* text : {"Version 2", "value 3", "\"e\""})
    EXPECT_TRUE(Has(dump, text)) << text << dump;
  EXPECT_EQ(Run({"-q", three_, directory_ / "quiet", "-V", "2"}).err, "");
  const ChildOutcome record = RunFdr({"record", "--from", three_, directory_ / "from", "-V", "2"});
  EXPECT_EQ(record.exit_status, 0) << record.err;
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-l", directory_ / "from"}), "Version 2"));
}

TEST_F(LowerVersionTest, TimesAfter2038AreRefusedUnlessTheyAreMovedOrLeftOut) {
  constexpr std::int64_t kLastSecond = 0x7fffffff;  // of version 2
  Write({kLastSecond - 1, 0}, Three());
  ExpectRefused({}, "three: Version 2 cannot hold a record at second 2147483648: it ends in 2038");
  ExpectRefused({"-t", "1m"}, "it ends in 2038");
  ExpectRefused({"--only", "toy.three"}, "it ends in 2038");
  EXPECT_EQ(Run({three_, directory_ / "part", "-V", "2", "-T", "1s"}).exit_status, 0);
  EXPECT_EQ(Run({three_, directory_ / "moved", "-V", "2", "--shift", "-10000days"}).exit_status, 0);
}

TEST_F(LowerVersionTest, ALabelThatIsTooLongIsRefused) {
  WriterOptions options = Three();
  const std::string host(64, 'h'), zone = "CET-1CEST,M3.5.0/2:00:00,M10.5.0/3:00:00";
  options.label.host = std::string_view(host);
  options.label.timezone = std::string_view(zone);
  Write(At(0), options);
  ExpectRefused({}, "Version 2 cannot hold the host of the label, which has 64 bytes: 63 fit");
  ExpectRefused({"--host", "h"}, "the time zone of the label, which has 40 bytes: 39 fit");
  EXPECT_EQ(Run({three_, out_, "-V", "2", "--host", "h", "--zone", "CET-1"}).exit_status, 0);
}

}  // namespace
}  // namespace fdr::test

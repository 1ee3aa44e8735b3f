// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record --from`: compares the new archive with a replay of the old one.

#include "fdr/tests/support/testdata.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

constexpr const char* kPicture = R"(
time     1000  1010  1015  1020  1030  1040
c         100   110     |    10    20    30   counter
x[1]        1     2     |     4     4     5   instant double
x[2]        1     .     |     6     4     5   instant double
)";

class RecordFromTest : public RecordFixture {
 protected:
  RecordFromTest() { WriteToy(toy_, kPicture); }

  // Rows of a replay at this interval, as CSV.
  static std::string Replayed(const std::string& archive, const std::vector<std::string>& metrics,
                              const std::string& interval) {
    std::vector<std::string> arguments = {"replay", archive, "-t",  interval,
                                          "--csv",  "--tz",  "utc", "--raw"};
    arguments.insert(arguments.end(), metrics.begin(), metrics.end());
    return RunFdr(arguments).out;
  }

  const std::string toy_ = directory_ / "toy";
};

TEST_F(RecordFromTest, AThinnedArchiveReplaysAsTheWholeOne) {
  const ChildOutcome outcome = Record({"--from", toy_, "-t", "20s", base_});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Replayed(base_, {"c", "x"}, "20s"), Replayed(toy_, {"c", "x"}, "20s"));
  EXPECT_NE(PeerOutput({"pmdumplog", base_}).find("<mark>"), std::string::npos);
  const std::string label = PeerOutput({"pmdumplog", "-L", base_});
  EXPECT_NE(label.find("toyhost"), std::string::npos) << label;
}

TEST_F(RecordFromTest, AWindowMayBeChosen) {
  ASSERT_EQ(Record({"--from", toy_, "-t", "5s", "-S", "21s", "-T", "35s", "-A", "5s", "-O", "2s",
                    base_, "c"})
                .exit_status,
            0);
  const auto context = ArchiveContext::Open(base_);
  ASSERT_TRUE(context);
  EXPECT_EQ((*context)->label().start, (Timestamp{1700001030, 0}));
  EXPECT_EQ(Records(base_, "c"), 3);
  EXPECT_EQ(Records(base_, "x"), -2);
}

TEST_F(RecordFromTest, TheZoneOfTheArchiveStays) {
  const std::string source = TestData("peer/v3-pmlogger");
  ASSERT_EQ(Record({"--from", source, "-t", "1s", "--tz", "archive", base_}).exit_status, 0);
  ExpectSound(base_);
  const auto before = ArchiveContext::Open(source), after = ArchiveContext::Open(base_);
  ASSERT_TRUE(before && after);
  EXPECT_EQ((*after)->label().host, (*before)->label().host);
  EXPECT_EQ((*after)->label().timezone, (*before)->label().timezone);
  EXPECT_EQ((*after)->label().zoneinfo, (*before)->label().zoneinfo);
}

TEST_F(RecordFromTest, WhereNothingIsKnownThereIsAMarkAndNoRecords) {
  WriteToy(directory_ / "gap", R"(
time     1000  1010  1011  500000  500010
c         100   200     |       5      15   counter
)");
  ASSERT_EQ(Record({"--from", directory_ / "gap", "-t", "1s", base_}).exit_status, 0);
  ExpectSound(base_);
  // There are 11 samples on either side of the gap, and a single mark between them.
  const std::string dump = PeerOutput({"pmdumplog", base_});
  const auto count = [&](const std::string& word) {
    int n = 0;
    for (std::size_t at = dump.find(word); at != std::string::npos; at = dump.find(word, at + 1))
      ++n;
    return n;
  };
  EXPECT_EQ(count("(c): value"), 22) << dump;
  EXPECT_EQ(count("<mark>"), 1) << dump;
  EXPECT_LT(test::ReadFile(base_ + ".0").size(), 4000u);
}

TEST_F(RecordFromTest, SeveralArchivesAreOneSource) {
  WriteToy(directory_ / "toy2", R"(
time     1100  1110
c         200   210   counter
)");
  const std::string both = toy_ + "," + directory_ / "toy2";
  ASSERT_EQ(Record({"--from", both, "-t", "10s", base_}).exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Replayed(base_, {"c"}, "10s"), Replayed(both, {"c"}, "10s"));
}

TEST_F(RecordFromTest, MistakesAreExplained) {
  Fails({"--from", toy_, base_}, 2, "--interval");
  Fails({"--from", toy_, "-t", "1s", "-h", "db1", base_}, 2, "--host");
  Fails({"-S", "1s", "-t", "1s", base_}, 2, "--from");
  Fails({"--from", toy_, "-t", "1s", "-s", "5min", base_}, 2, "Use -T to limit");
  Fails({"--from", directory_ / "none", "-t", "1s", base_}, 1, "No such archive");
  Fails({"--from", toy_, "-t", "1s", base_, "no.such"}, 1, "There is nothing to record");
  Fails({"--from", toy_, "-t", "1s", "-S", "1h", base_}, 1, "nothing was recorded");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Command lines.  The test leaves out an ambiguous name behind -W as the last word, since it kills
// the peer.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <ctime>
#include <string>
#include <vector>

#include "fdr/tests/pmapi/command_lines.h"
#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

// The everyday test runs a seeded part; with FDR_SOAK, all cases run.  Every case is a process.
int Count(int soak) {
#ifdef FDR_SANITIZED
  return soak / 400;
#else
  return IsSoak() ? soak : soak / 40;
#endif
}

class OptionsTest : public ::testing::Test {
 protected:
  OptionsTest() { CommandLines::WriteFiles(directory_.path()); }

  // Some times are of today.  In some zone, a day may begin between the two programs.
  ::testing::AssertionResult Agree(const std::string& lines, const char* program = "options") {
    // Not time(2), whose clock may lag behind the one that the programs ask.
    const auto quarter = [] {
      std::timespec now = {};
      std::timespec_get(&now, TIME_UTC);
      return now.tv_sec / (15 * 60);
    };
    while (true) {
      const std::time_t before = quarter();
      const auto agreed =
          TwinsAgree({.program = program, .arguments = {directory_.path()}, .stdin_text = lines});
      if (agreed || before == quarter()) return agreed;
    }
  }

  TempDirectory directory_;
};

TEST_F(OptionsTest, UsageMessagesAreThePeers) {
  std::string lines;
  for (const char* flags : {"0", "8", "16", "24", "32", "40", "4096", "4104", "4112"})
    for (int table = 0; table < 11; ++table)
      lines += "usage\t" + std::to_string(table) + "\t" + flags + "\n";
  EXPECT_TRUE(Agree(lines));
}

TEST_F(OptionsTest, OptionsAreFoundWhereThePeerFindsThem) {
  CommandLines random(1);
  std::string lines;
  for (int i = Count(20'000); i > 0; --i) lines += random.ForGetopt();
  EXPECT_TRUE(Agree(lines));
}

TEST_F(OptionsTest, LongOptionsBehindWAreThePeers) {
  EXPECT_TRUE(
      Agree("getopt\t9\t0\t-W\tcount=5\t-Wverb\t-Wcount\tx\n"
            "getopt1\t9\t0\t-Wcount\tx\t-Wverbose=3\t-Wnope\t-W\tcounter\t-W\n"
            "getopt1\t9\t512\t-Wcoun\tx\t-v\ty\n"
            "getopt1\t9\t512\t-W\twidth=3\t-Wwidth\n"
            "getopt1\t3\t0\t-W\twidth=3\n"));
}

TEST_F(OptionsTest, CommonOptionsAreThePeers) {
  CommandLines random(2);
  std::string lines;
  for (int i = Count(20'000); i > 0; --i) lines += random.ForOptions();
  EXPECT_TRUE(Agree(lines));
  EXPECT_TRUE(Agree(lines, "options_highres"));
}

TEST_F(OptionsTest, FilesOfNamesMayHaveCommentsAndDirectives) {
  EXPECT_TRUE(
      Agree("options\t1\t0\t-n\tnames\noptions\t1\t0\t--namespace=names\n"
            "options\t1\t0\t+PCP_NAMESPACE=names\noptions\t1\t0\t-N\tnames\tmetric\n"
            "options\t1\t0\t--uniqnames\tnames\noptions\t1\t0\t+PCP_UNIQNAMES=names\n"
            "options\t1\t0\t-n\tsame-names\noptions\t1\t0\t+PCP_NAMESPACE=same-names\n"));
}

TEST_F(OptionsTest, ArchivesOfAFolioAreRelativeToIt) {
  const std::string nested = directory_ / "nested";
  ASSERT_EQ(mkdir(nested.c_str(), 0700), 0);
  CommandLines::WriteFiles(nested);
  EXPECT_TRUE(Agree("options\t1\t4\t+PCP_FOLIO=nested/folio\noptions\t1\t0\t+PCP_FOLIO=" + nested +
                    "/folio\n"));
}

// Not a single comma: it kills the peer.
TEST_F(OptionsTest, ListsOfArchivesWithEmptyNamesAreWhatThePeerMakesOfThem) {
  const std::string a = std::string(kPeerArchives) + "/omnibus_v2";
  std::string lines;
  for (const std::string& list : {"," + a, ",," + a, a + ",", a + ",,", a + ",,,", a + ",," + a,
                                  a + "," + a, a + ",,/nonexistent", a + ",/nonexistent,"})
    lines += "context\t1\t0\t-a\t" + list + "\n";
  EXPECT_TRUE(Agree(lines));
}

TEST_F(OptionsTest, TimeWindowsAndZonesOfArchivesAreThePeers) {
  const std::string corpus = "/var/lib/pcp/testsuite/archives/";
  const std::vector<std::string> archives = {
      corpus + "bug1057",          corpus + "20041125",       corpus + "20071023-08-06-36",
      corpus + "20101004-trunc",   corpus + "19970807.09.54", TestData("peer/v2-pmlogger"),
      TestData("peer/v3-pmlogger")};
  CommandLines random(3);
  std::string lines;
  for (int i = Count(4'000); i > 0; --i) lines += random.ForContext(archives);
  lines += "context\t1\t1028\t-a\t" + archives[0] + "\t-a\t/nonexistent\n";
  EXPECT_TRUE(Agree(lines));
  EXPECT_TRUE(Agree(lines, "options_highres"));
}

}  // namespace
}  // namespace fdr::test

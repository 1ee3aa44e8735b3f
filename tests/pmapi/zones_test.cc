// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reporting zones.  For differences on purpose, see docs/compatibility.md, "Times and intervals".

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

std::string Times(std::mt19937_64& random, int count) {
  std::string lines;
  for (; count > 0; --count) {
    // Most times are in this century or the centuries next to it.
    auto sec = static_cast<std::int64_t>(random() % 12'000'000'000) - 4'000'000'000;
    if (random() % 20 == 0) sec *= 1000;
    lines += "at " + std::to_string(sec) + "\n";
  }
  return lines;
}

// The names of compiled zones.  Other files have names without capitals.
std::vector<std::string> ZoneFiles() {
  const fs::path directory = "/usr/share/zoneinfo";
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const std::string name = entry.path().lexically_relative(directory).string();
    if (entry.is_regular_file() && name[0] >= 'A' && name[0] <= 'Z') names.push_back(name);
  }
  return names;
}

TEST(Zones, LocalTimesInAllZonesAreThePeers) {
  std::mt19937_64 random(20011231);
  const int count = IsSoak() ? 1000 : 20;
  std::string requests;
  std::vector<std::string> names = ZoneFiles();
  ASSERT_GT(names.size(), 300u);
  names.insert(names.end(), {"", "UTC", "EST", "Foo", "XY", "a b", ":UTC", ":Europe/Berlin",
                             "/usr/share/zoneinfo/Asia/Tokyo", "../etc/localtime", "AEST-10",
                             "IST-5:30", "<+03>-3", "<-0330>3:30", "CET-1CEST,M3.5.0,M10.5.0/3",
                             "AEST-10AEDT,M10.1.0,M4.1.0/3", "EST5EDT,J60,300/4:30:15"});
  for (const std::string& name : names) requests += "new " + name + "\n" + Times(random, count);
  EXPECT_TRUE(TwinsAgree({.program = "zones", .stdin_text = requests}));
}

TEST(Zones, HandlesAreThePeers) {
  EXPECT_TRUE(TwinsAgree({.program = "zones",
                          .stdin_text = "use 0\nuse -1\nnew EST\nnew EST\nuse 1\nuse 0\nuse 2\n"
                                        "new Asia/Tokyo\nat 0\nuse 0\nat 0\nuse 7\nat 0\n"}));
}

TEST(Zones, ThoseOfArchivesAreThePeers) {
  const std::string corpus = "/var/lib/pcp/testsuite/archives/";
  EXPECT_TRUE(TwinsAgree({.program = "zones",
                          .stdin_text = "of it\nopen " + corpus + "20041125\nof it\nat 0\nopen " +
                                        corpus + "bug1057\nof it\nopen " +
                                        TestData("peer/v3-pmlogger") + "\nof it\nuse 0\nat 0\n"}));
}

TEST(Zones, WithoutOneTimesAreThoseOfTheProcess) {
  std::mt19937_64 random(19990101);
  for (const char* zone : {"TZ=Europe/Berlin", "TZ=", "TZ=AEST-10", "TZ=Nowhere/Land"})
    EXPECT_TRUE(
        TwinsAgree({.program = "zones", .stdin_text = Times(random, 100), .environment = {zone}}))
        << zone;
}

TEST(Zones, Version7RefusesWhatIsNoNameOfAZone) {
  const TwinAnswers answers = RunTwins(
      {.program = "zones",
       .stdin_text = "new \nnew /etc/localtime\nnew ../x\nnew a b\nnew <+03>-3\nnew Asia/Tokyo\n",
       .environment = {"FDR_PCP_VERSION=7"}});
  EXPECT_EQ(answers.ours,
            "0, now -1 -\n-22, now -1 -\n-22, now -1 -\n-22, now -1 -\n-22, now -1 -\n"
            "-22, now -1 -\n0, now 0 Asia/Tokyo\n");
}

}  // namespace
}  // namespace fdr::test

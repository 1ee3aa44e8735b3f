// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What programs ask of every archive, and what results hold where there are no values.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

// Small and large domains, both versions, several volumes, marks, a multi-volume set, old formats.
std::vector<std::string> Archives() {
  std::vector<std::string> archives;
  for (const char* name :
       {"20041125", "20071023-08-06-36", "20180127.08.40", "bug1057", "eventrec", "foo+",
        "mark-bug", "omnibus_v2", "omnibus_v3", "pcp-atop-boot", "rattle", "vldb-disks"})
    archives.push_back(fmt::format("{}/{}", kPeerArchives, name));
  for (const char* name : {"peer/v2-pmlogger", "peer/v3-pmlogger", "golden/v3-events"})
    archives.push_back(TestData(name));
  return archives;
}

TEST(ArchivesTest, InstancesOfAllTimesAreFoundByNumberAndByName) {
  for (const std::string& archive : Archives())
    EXPECT_TRUE(TwinsAgree({.program = "instances", .arguments = {archive}})) << archive;
}

TEST(ArchivesTest, AFetchOfEventMetricsHasTheTimeOfTheNextRecord) {
  // Each fetch is a process.  Five fetches are before the archive, in three quarters, and after it.
  const std::string steps = kSlowness > 1 && !IsSoak() ? "4" : "20";
  for (const std::string& archive : Archives())
    EXPECT_TRUE(TwinsAgree({.program = "event_fetches", .arguments = {archive, steps}})) << archive;
}

TEST(ArchivesTest, ASetWithoutValuesHasRoomForOneThatIsZero) {
  const ChildOutcome outcome = RunTwin({.program = "empty_sets",
                                        .arguments = {std::string(kPeerArchives) + "/omnibus_v2"},
                                        .environment = {"MALLOC_PERTURB_=85"}},
                                       "_ours");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.out;
}

TEST(ArchivesTest, FeaturesOfTheLibraryAreThoseThatThePeerNames) {
  EXPECT_TRUE(TwinsAgree({.program = "features"}));
}

}  // namespace
}  // namespace fdr::test

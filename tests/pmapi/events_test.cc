// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Event arrays are fetched and unpacked.

#include <gtest/gtest.h>

#include <string>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

TEST(EventsTest, AreTheSameInEveryArchiveThatHasAny) {
  for (const char* name : {"20180102", "eventrec", "eventrec-old", "foo+", "omnibus-nomark_v2",
                           "omnibus-nomark_v3", "omnibus_v2", "omnibus_v3", "pyapi"})
    EXPECT_TRUE(
        TwinsAgree({.program = "events", .arguments = {std::string(kPeerArchives) + "/" + name}}))
        << name;
  for (const char* name : {"golden/v2-events", "golden/v3-events"})
    EXPECT_TRUE(TwinsAgree({.program = "events", .arguments = {TestData(name)}})) << name;
}

TEST(EventsTest, AreUnpackedFromWhateverAProgramMade) {
  const int seeds = IsSoak() ? 50 : 1;
  for (int seed = 1; seed <= seeds && !HasFailure(); ++seed)
    EXPECT_TRUE(TwinsAgree({.program = "events", .arguments = {std::to_string(seed), "20000"}}));
}

// The peer dies of many of these arrays, so the test cannot compare answers.
TEST(EventsTest, DoNoHarmWhereAnArchiveIsDamaged) {
  const TempDirectory directory;
  for (const char* suffix : {".meta", ".index"})
    WriteFile(directory / ("damaged" + std::string(suffix)),
              ReadFile(TestData("golden/v2-events" + std::string(suffix))));
  const ByteBuffer data = ReadFile(TestData("golden/v2-events.0"));
  constexpr std::uint32_t kWords[] = {0x7fffffff, 3, 0xffffffff, 0x06000001, 0x0900ffff};
  constexpr std::size_t kLabelSize = 132;
  for (std::size_t at = kLabelSize; at + 4 <= data.size(); at += 4) {
    ByteBuffer damaged = data;
    StoreU32(damaged.data() + at, kWords[at / 4 % std::size(kWords)]);
    WriteFile(directory / "damaged.0", damaged);
    const Result<ChildOutcome> outcome =
        RunChild({.argv = {FDR_TWINS "/events_ours", directory / "damaged"}});
    ASSERT_TRUE(outcome && outcome->Succeeded()) << at;
  }
}

}  // namespace
}  // namespace fdr::test

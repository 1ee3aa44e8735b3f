// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The peer's tools read archives that our writer made: testdata/golden.

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "fdr/tests/support/golden_archives.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

class WrittenArchivesTest : public testing::TestWithParam<GoldenArchive> {};

std::string NameOf(const testing::TestParamInfo<GoldenArchive>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Golden, WrittenArchivesTest,
                         testing::ValuesIn(GoldenArchives().begin(), GoldenArchives().end()),
                         NameOf);

TEST_P(WrittenArchivesTest, TheCheckerIsSilent) {
  EXPECT_EQ(PeerOutput({"pmlogcheck", GoldenBase(GetParam())}), "");
}

TEST_P(WrittenArchivesTest, TheDumperReadsAllOfIt) {
  const std::string text = PeerOutput({"pmdumplog", "-a", "-e", "-h", GoldenBase(GetParam())});
  EXPECT_EQ(text.find("rror"), std::string::npos) << text;
  EXPECT_NE(PeerOutput({"pmdumplog", "-I", GoldenBase(GetParam())}), "");
}

// The peer copies the archive, and its checker finds no fault in the copy.
TEST_P(WrittenArchivesTest, TheExtractorCopiesIt) {
  const TempDirectory directory;
  const std::string copy = directory / "copy";
  PeerOutput({"pmlogextract", GoldenBase(GetParam()), copy});
  EXPECT_EQ(PeerOutput({"pmdumplog", "-m", copy}),
            PeerOutput({"pmdumplog", "-m", GoldenBase(GetParam())}));
  EXPECT_EQ(PeerOutput({"pmlogcheck", copy}), "");
}

class WrittenValuesTest : public testing::TestWithParam<std::string> {
 protected:
  std::string Base(const std::string& name) const {
    return TestData("golden/") + GetParam() + name;
  }
  // The output of pmdumplog.  Nanoseconds become microseconds, so that both versions are alike.
  std::string Dump(const std::string& name, std::vector<std::string> options) const {
    options.insert(options.begin(), "pmdumplog");
    options.push_back(Base(name));
    const std::regex nanoseconds("(:[0-9]{2}\\.[0-9]{6})000\\b");
    return std::regex_replace(PeerOutput(options), nanoseconds, "$1");
  }
};

INSTANTIATE_TEST_SUITE_P(BothVersions, WrittenValuesTest, testing::Values("v2", "v3"),
                         [](const auto& version) { return version.param; });

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_P(WrittenValuesTest, ValuesOfEveryType) {
  const std::string text = Dump("-all-types", {"-m"});
  EXPECT_HAS(text, R"(
22:13:22.123456 9 metrics
    245.0.1 (toy.i32):
        inst [0 or "red"] value -3
        inst [1 or "green"] value -2147483648
        inst [2 or "blue light"] value 2147483647
    245.0.2 (toy.u32):
        inst [0 or "red"] value 2
        inst [1 or "green"] value 4000000002
        inst [2 or "blue light"] value 4294967292
    245.0.3 (toy.i64):
        inst [0 or "red"] value -1099511627778
        inst [1 or "green"] value -9223372036854775806
        inst [2 or "blue light"] value 9223372036854775805
    245.0.4 (toy.u64):
        inst [0 or "red"] value 2
        inst [1 or "green"] value 9223372036854775810
        inst [2 or "blue light"] value 18446744073709551608
    245.0.5 (toy.float):
        inst [0 or "red"] value 3.5
        inst [1 or "green"] value -0.1
        inst [2 or "blue light"] value 1e+30
    245.0.6 (toy.double):
        inst [0 or "red"] value -4.25
        inst [1 or "green"] value 1e-300
        inst [2 or "blue light"] value 0.2
    245.0.7 (toy.string): value ""
    245.0.8 (toy.aggregate): value [0102030407]
    245.0.9 (toy.gone): No values returned!
)");
  EXPECT_HAS(text, "(toy.gone): Metric not supported by this version of monitored application");
  EXPECT_HAS(text, "(toy.gone): No PMCD agent for domain of request");
}

TEST_P(WrittenValuesTest, Descriptors) {
  EXPECT_HAS(Dump("-all-types", {"-d"}), R"(
PMID: 245.0.4 (toy.u64)
    Data Type: 64-bit unsigned int  InDom: 245.1 0x3d400001
    Semantics: counter  Units: count
)");
  EXPECT_HAS(Dump("-marks-volumes", {"-d"}), "PMID: 245.0.13 (toy.counter or toy.also.counter)\n");
}

TEST_P(WrittenValuesTest, InstancesOverTime) {
  const std::string name = GetParam() == "v2" ? "-instances" : "-instances-delta";
  EXPECT_HAS(Dump(name, {"-i"}), R"(
InDom: 245.2
22:13:20.000000 4 instances
   10 or "init"
   20 or "shell"
   30 or "editor"
   40 or "compiler"
22:13:40.000000 5 instances
   10 or "init"
   20 or "shell"
   25 or "pager"
   30 or "editor"
   50 or "linker"
22:13:50.000000 4 instances
   10 or "init"
   20 or "shell -l"
   25 or "pager"
   30 or "editor"
22:14:00.000000 2 instances
   10 or "init"
   99 or "new world"
22:14:10.000000 1 instances
   10 or "init"
)");
  const std::string stored = Dump(name, {"-I"});
  EXPECT_EQ(stored.find("delta 3 instances\n   add 25 or \"pager\"\n   del 40\n   add 50") !=
                std::string::npos,
            GetParam() == "v3")
      << stored;
}

TEST_P(WrittenValuesTest, MarksAndVolumes) {
  const std::string text = Dump("-marks-volumes", {"-m"});
  EXPECT_HAS(text, "22:13:21.001000  <mark>\n");
  EXPECT_HAS(text, "22:13:26.001000  <mark>\n");
  EXPECT_HAS(PeerOutput({"pmval", "-r", "-t", "1sec", "-a", Base("-marks-volumes"), "toy.counter"}),
             R"(
samples:   11
interval:  1.00 sec
22:13:20.000                 1000
22:13:21.000                 1010
22:13:22.000  No values available
22:13:23.000  No values available
22:13:24.000  No values available
22:13:25.000                   10
22:13:26.000                   20
22:13:27.000  No values available
22:13:28.000  No values available
22:13:29.000                    2
22:13:30.000                    3
)");
}

TEST_P(WrittenValuesTest, TheIndexLeadsToFirstRecordsAndTheEnd) {
  EXPECT_HAS(Dump("-marks-volumes", {"-t"}), GetParam() == "v2" ? R"(
22:13:20.000000	      0          132          132
22:13:26.000000	      1          203          132
22:13:29.000000	      2          203          132
22:13:30.000000	      2          203          184
)"
                                                                : R"(
22:13:20.000000	      0          808          808
22:13:26.000000	      1          879          808
22:13:29.000000	      2          879          808
22:13:30.000000	      2          879          864
)");
}

TEST_P(WrittenValuesTest, LabelsOfEveryLevelAndTexts) {
  EXPECT_HAS(Dump("-labels-texts", {"-e", "-h"}), R"(
22:13:20.000000
    Context labels (50 bytes): {"hostname":"toyhost","machineid":"0123","zone":7}
        [0] name(2,8) : value(12,9) [context]
        [1] name(23,9) : value(34,6) [context]
        [2] name(42,4) : value(48,1) [context,optional]
    Domain 245 labels (15 bytes): {"agent":"toy"}
        [0] name(2,5) : value(9,5) [domain]
    Cluster 245.0 labels (17 bytes): {"cluster":[1,2]}
        [0] name(2,7) : value(11,5) [cluster]
    PMID 245.0.1 labels (26 bytes): {"exact":true,"unit":null}
        [0] name(2,5) : value(9,4) [pmid]
        [1] name(15,4) : value(21,4) [pmid]
    InDom 245.1 labels (15 bytes): {"space":"rgb"}
        [0] name(2,5) : value(9,5) [indom]
    InDom 245.1[0] labels (12 bytes): {"wave":700}
        [0] name(2,4) : value(8,3) [instances]
    InDom 245.1[1] labels (25 bytes): {"wave":530,"eye":"best"}
        [0] name(13,3) : value(18,6) [instances]
        [1] name(2,4) : value(8,3) [instances]
    InDom 245.1[2] labels (0 bytes): 
22:13:21.000000
    Context labels (20 bytes): {"hostname":"moved"}
        [0] name(2,8) : value(12,7) [context]

Metric Help Text in the Log ...
PMID: 245.0.1 [a number]
PMID: 245.0.1
A number of each colour.
It means nothing.
InDom: 245.1 [colours]
InDom: 245.1

)");
  const std::string info =
      PeerOutput({"pminfo", "-a", Base("-labels-texts"), "-l", "-T", "-f", "toy.i32"});
  // The peer shows no labels of clusters here, even for its own archives.
  EXPECT_HAS(info, R"("exact":true,"hostname":"toyhost","machineid":"0123","space":"rgb")");
  EXPECT_HAS(info, "It means nothing.");
  EXPECT_HAS(info, R"(inst [1 or "green"] value 2)");
}

TEST_P(WrittenValuesTest, Events) {
  EXPECT_HAS(Dump("-events", {"-m"}), R"(
22:13:22.000000 2 metrics
    245.0.10 (toy.event): 3 (and 9 missed) event records
        --- event record [0] timestamp 22:13:21.500000 flags 0x1 (point) ---
        245.0.2 (toy.u32): value 77
        245.0.12 (toy.note): value "a note"
        245.0.6 (toy.double): value 2.5
        --- event record [1] timestamp 22:13:22.000000 flags 0xa (start,id) ---
        245.0.2 (toy.u32): value 77
        --- event record [2] timestamp 22:13:22.000000 flags 0x80000000 (missed) ---
        ==> 9 missed event records
    245.0.11 (toy.highres): 3 event records
        --- event record [0] timestamp 22:13:21.500000 flags 0x1 (point) ---
)");
  EXPECT_HAS(Dump("-events", {"-m"}), "245.0.10 (toy.event): No event records\n");
}

TEST(WrittenInPlaceFloatsTest, AreReadAsSuch) {
  EXPECT_HAS(PeerOutput({"pmdumplog", "-m", TestData("golden/v2-inplace-floats")}), R"(
22:13:22.000000 1 metric
    245.0.5 (toy.float):
        inst [0 or "red"] value 1
        inst [1 or "green"] value -1.25
        inst [2 or "blue light"] value 3e+08
)");
}

}  // namespace
}  // namespace fdr::test

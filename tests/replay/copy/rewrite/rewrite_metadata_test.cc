// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rules do to labels of archives, descriptors, domains and texts.

#include "fdr/tests/replay/copy/rewrite/drawn_archive.h"

namespace fdr::test {
namespace {

class RewriteMetadataTest : public RewriteTest {
 protected:
  void WriteDiscs(Version version = Version::k3) {
    Write(
        [](ArchiveBuilder& archive) {
          archive.Metric({.name = "load", .id = kLoad, .more_names = {"kernel.load"}})
              .Metric({.name = "disc.reads", .id = kReads, .indom = kDiscs})
              .Metric({.name = "disc.writes", .id = kWrites, .indom = kDiscs})
              .Text(TextKind::kMetricOneLine, kReads.value, "reads")
              .Text(TextKind::kMetricHelp, kReads.value, "many \"reads\"")
              .Text(TextKind::kInDomOneLine, kDiscs.value, "discs")
              .InDom(At(1), kDiscs, {{0, "sda one"}, {1, "sdb"}})
              .Record(At(1), {Single(kLoad, std::int64_t{7}),
                              {kReads, {{0, std::int64_t{1}}, {1, std::int64_t{2}}}},
                              {kWrites, {{0, std::int64_t{3}}}}})
              .InDom(At(2), kDiscs, {{1, "sdb"}, {2, "sda two"}})
              .Record(At(2), {{kReads, {{1, std::int64_t{2}}, {2, std::int64_t{4}}}}});
        },
        version);
  }
};

TEST_F(RewriteMetadataTest, TheLabelOfTheArchive) {
  WriteDiscs();
  const auto archive = Rewritten(
      "GLOBAL { HostName -> db-2.example.com tz -> \"UTC+1\" zoneinfo -> \":Europe/Paris\" "
      "features -> bits(31) }");
  EXPECT_EQ(archive->label().host.view(), "db-2.example.com");
  EXPECT_EQ(archive->label().timezone.view(), "UTC+1");
  EXPECT_EQ(archive->label().zoneinfo.view(), ":Europe/Paris");
  EXPECT_EQ(archive->label().features, 0x80000000u);
  EXPECT_EQ(Rewritten("global { hostname -> \"a b\" }")->label().host.view(), "a b");
}

TEST_F(RewriteMetadataTest, VersionTwoHasALesserLabel) {
  WriteDiscs(Version::k2);
  EXPECT_NE(Rewrite("global { zoneinfo -> \":UTC\" }"), "");
  EXPECT_NE(Rewrite("global { features -> 1 }"), "");
  EXPECT_NE(Rewrite("global { hostname -> " + std::string(64, 'h') + " }"), "");
  const std::string longest(63, 'h');
  EXPECT_EQ(Rewritten("global { hostname -> " + longest + " }")->label().host.view(), longest);
}

TEST_F(RewriteMetadataTest, Descriptors) {
  WriteDiscs();
  EXPECT_EQ(MetricsOf(*Rewritten("metric disc.reads { name -> io.read_count pmid -> 60.*.7 "
                                 "sem -> counter units -> 0,-1,1,0,SEC,ONE type -> u64 }")),
            "60.0.1 load kernel.load U32 - instant none\n"
            "60.1.7 io.read_count U64 60.1 counter count / sec\n"
            "60.1.2 disc.writes U32 60.1 instant none\n");
}

TEST_F(RewriteMetadataTest, TheNameThatWasWrittenChanges) {
  WriteDiscs();
  EXPECT_EQ(MetricsOf(*Rewritten("metric kernel.load { name -> all.load } "
                                 "metric 60.1.1 { name -> a.b } metric 60.*.2 { name -> a.c }")),
            "60.0.1 load all.load U32 - instant none\n"
            "60.1.1 a.b U32 60.1 instant none\n"
            "60.1.2 a.c U32 60.1 instant none\n");
}

TEST_F(RewriteMetadataTest, ADomainMovesWithItsMetrics) {
  WriteDiscs();
  const auto archive = Rewritten("indom 60.* { indom -> 61.* } metric 60.*.* { pmid -> 61.*.* }");
  EXPECT_EQ(MetricsOf(*archive),
            "61.0.1 load kernel.load U32 - instant none\n"
            "61.1.1 disc.reads U32 61.1 instant none\n"
            "61.1.2 disc.writes U32 61.1 instant none\n");
  EXPECT_EQ(InDomsOf(*archive), "61.1 @1 0=sda one 1=sdb\n61.1 @2 1=sdb 2=sda two\n");
  EXPECT_EQ(TextsOf(*archive), "line 61.1.1 reads\nhelp 61.1.1 many \"reads\"\nline 61.1 discs\n");
}

TEST_F(RewriteMetadataTest, OnlyNamedMetricsMoveToACopy) {
  WriteDiscs();
  const auto archive = Rewritten(
      "indom 60.1 { indom -> duplicate 61.1 inst 1 -> 100 iname \"sdb\" -> \"disc b\" }\n"
      "metric disc.reads { indom -> 61.1 pmid -> 61.*.* }");
  EXPECT_EQ(ValuesOf(*archive),
            "1 60.0.1 [-1]=7\n1 61.1.1 [0]=1 [100]=2\n1 60.1.2 [0]=3\n2 61.1.1 [100]=2 [2]=4\n");
  EXPECT_EQ(InDomsOf(*archive),
            "60.1 @1 0=sda one 1=sdb\n60.1 @2 1=sdb 2=sda two\n"
            "61.1 @1 0=sda one 100=disc b\n61.1 @2 2=sda two 100=disc b\n");
  EXPECT_EQ(TextsOf(*archive),
            "line 61.1.1 reads\nhelp 61.1.1 many \"reads\"\nline 60.1 discs\nline 61.1 discs\n");
}

TEST_F(RewriteMetadataTest, AnInstanceWithADeletedNameDoesNotComeBack) {
  WriteDiscs();
  const auto archive = Rewritten("indom 60.1 { iname \"sda\" -> delete }");
  EXPECT_EQ(InDomsOf(*archive), "60.1 @1 1=sdb\n");
  EXPECT_EQ(ValuesOf(*archive), "1 60.0.1 [-1]=7\n1 60.1.1 [1]=2\n1 60.1.2\n2 60.1.1 [1]=2\n");
}

TEST_F(RewriteMetadataTest, NamesOfInstancesChangeByPattern) {
  WriteDiscs();
  EXPECT_EQ(InDomsOf(*Rewritten("indom 60.1 { iname replace /^sd([a-z])/ -> \"disc-\\1\" }")),
            "60.1 @1 0=disc-a one 1=disc-b\n60.1 @2 1=disc-b 2=disc-a two\n");
  EXPECT_EQ(InDomsOf(*Rewritten("indom 60.1 { iname redact }")),
            "60.1 @1 0=0 [redacted] 1=1 [redacted]\n60.1 @2 1=1 [redacted] 2=2 [redacted]\n");
  EXPECT_EQ(Rewrite("indom 60.1 { iname replace /.*/ -> \"\" }"),
            "The rules would leave no name to instance 0 \"sda one\" of 60.1");
}

TEST_F(RewriteMetadataTest, Texts) {
  WriteDiscs();
  EXPECT_EQ(TextsOf(*Rewritten(
                "text metric disc.reads help { text -> \"new \\\"text\\\"\nof two lines\" }")),
            "line 60.1.1 reads\nhelp 60.1.1 new \"text\"\nof two lines\nline 60.1 discs\n");
  EXPECT_EQ(TextsOf(*Rewritten("text metric 60.1.* help \"many \\\"reads\\\"\" { delete }")),
            "line 60.1.1 reads\nline 60.1 discs\n");
  EXPECT_EQ(TextsOf(*Rewritten(
                "text metric 60.1.1 * { metric -> 60.1.2 } text indom 60.1 all { delete }")),
            "line 60.1.2 reads\nhelp 60.1.2 many \"reads\"\n");
  EXPECT_EQ(TextsOf(*Rewritten("text metric disc.reads \"other\" { delete }")),
            "line 60.1.1 reads\nhelp 60.1.1 many \"reads\"\nline 60.1 discs\n");
  EXPECT_EQ(TextsOf(*Rewritten("metric disc.reads { delete }")), "line 60.1 discs\n");
}

TEST_F(RewriteMetadataTest, SeveralArchivesHaveTheSameRules) {
  WriteDiscs();
  Write(
      [](ArchiveBuilder& archive) {
        archive.Metric({.name = "disc.reads", .id = kReads, .indom = kDiscs})
            .Metric({.name = "more", .id = kName})
            .InDom(At(1.5), kDiscs, {{0, "sda three"}, {7, "sdh"}})
            .Record(At(1.5), {{kReads, {{0, std::int64_t{5}}, {7, std::int64_t{6}}}}})
            .Record(At(3), {Single(kName, std::int64_t{1})});
      },
      Version::k3, "other");
  names_ = {"other", "in"};
  const auto archive = Rewritten(
      "indom 60.1 { iname \"sda\" -> delete inst 7 -> 8 } metric more { name -> most } "
      "metric disc.writes { delete }");
  EXPECT_EQ(ValuesOf(*archive),
            "1 60.0.1 [-1]=7\n1 60.1.1 [1]=2\n1.5 60.1.1 [8]=6\n2 60.1.1 [1]=2\n3 60.2.1 [-1]=1\n");
  EXPECT_EQ(InDomsOf(*archive), "60.1 @1 1=sdb\n60.1 @1.5 1=sdb 8=sdh\n");
  EXPECT_EQ(unused_, std::vector<std::string>());
}

TEST_F(RewriteMetadataTest, RulesThatFitNothingAreKnown) {
  WriteDiscs();
  Rewritten("metric no.such { delete }\nmetric load { }\nindom 9.* { inst 1 -> 2 }");
  EXPECT_EQ(unused_, (std::vector<std::string>{"rules:3: the rule fits no instance domain",
                                               "rules:1: the rule fits no metric"}));
}

}  // namespace
}  // namespace fdr::test

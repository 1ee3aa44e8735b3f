// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rules that contradict each other, or would lose something.

#include "fdr/tests/replay/copy/rewrite/drawn_archive.h"

namespace fdr::test {
namespace {

class RewriteCollisionTest : public RewriteTest {
 protected:
  RewriteCollisionTest() {
    Write([](ArchiveBuilder& archive) {
      archive.Metric({.name = "load", .id = kLoad, .indom = kCpuNames})
          .Metric({.name = "disc.reads", .id = kReads, .indom = kDiscs})
          .Metric({.name = "disc.writes", .id = kWrites, .type = Type::kString, .indom = kDiscs})
          .Text(TextKind::kMetricOneLine, kReads.value, "reads")
          .Text(TextKind::kMetricOneLine, kWrites.value, "writes")
          .InDom(At(1), kDiscs, {{0, "sda one"}, {1, "sdb"}})
          .InDom(At(1), kCpuNames, {{0, "cpu0"}})
          .Record(At(1), {{kLoad, {{0, std::int64_t{1}}}},
                          {kReads, {{0, std::int64_t{1}}, {1, std::int64_t{2}}}}});
    });
  }

  // The complaint of the rules, without the place.
  std::string Complaint(std::string_view rules) {
    const std::string error = Rewrite(rules);
    const std::string first = error.substr(0, error.find('\n'));
    return first.starts_with("rules:") ? first.substr(first.find(": ") + 2) : first;
  }
};

TEST_F(RewriteCollisionTest, NumbersOfMetrics) {
  EXPECT_EQ(Complaint("metric load { pmid -> 60.1.1 }"),
            "metrics load and disc.reads would have the number 60.1.1");
  EXPECT_EQ(Complaint("metric 60.1.* { pmid -> 60.1.9 }"),
            "metrics disc.reads and disc.writes would have the number 60.1.9");
  EXPECT_EQ(Complaint("metric load { pmid -> 60.1.1 } metric disc.reads { delete }"), "");
}

TEST_F(RewriteCollisionTest, Names) {
  EXPECT_EQ(Complaint("metric load { name -> disc.reads }"),
            "The rules would give the name \"disc.reads\" to metrics 60.0.1 and 60.1.1");
  EXPECT_EQ(Complaint("metric 60.1.* { name -> x.y }"),
            "The rules would give the name \"x.y\" to metrics 60.1.1 and 60.1.2");
  EXPECT_EQ(Complaint("metric load { name -> disc }"),
            "The rules would make a metric \"disc.reads\" beside \"disc\"");
  EXPECT_EQ(Complaint("metric load { name -> disc.reads.all }"),
            "The rules would make a metric \"disc.reads\" beside \"disc.reads.all\"");
  EXPECT_EQ(Complaint("metric load { name -> disc } metric disc.reads { name -> a } "
                      "metric disc.writes { name -> b }"),
            "");
}

TEST_F(RewriteCollisionTest, Domains) {
  EXPECT_EQ(Complaint("indom 60.1 { indom -> 60.2 }"),
            "instance domains 60.1 and 60.2 would both be 60.2");
  EXPECT_EQ(Complaint("indom 60.* { indom -> 60.7 }"),
            "instance domains 60.1 and 60.2 would both be 60.7");
  EXPECT_EQ(Complaint("indom 60.1 { indom -> duplicate 60.2 }"),
            "instance domains 60.1 and 60.2 would both be 60.2");
  EXPECT_EQ(Complaint("indom 60.1 { indom -> 60.2 } indom 60.2 { indom -> 60.1 }"), "");
  EXPECT_EQ(Complaint("metric load { indom -> 60.9 }"),
            "metric load: the new archive has no instance domain 60.9");
  EXPECT_EQ(Complaint("indom 60.1 { indom -> 61.1 } metric disc.reads { indom -> 60.2 }"),
            "metric disc.reads would have two instance domains: 61.1 and 60.2");
}

TEST_F(RewriteCollisionTest, Instances) {
  EXPECT_EQ(Complaint("indom 60.1 { inst 0 -> 1 }"),
            "The rules would give number 1 of 60.1 to \"sda one\" and \"sdb\"");
  EXPECT_EQ(Complaint("indom 60.1 { iname \"sdb\" -> \"sda two\" }"),
            "The rules would give the name \"sda\" of 60.1 to instances 0 and 1");
  EXPECT_EQ(Complaint("indom 60.1 { inst 0 -> 2 inst 0 -> 3 }"),
            "instance 0 of instance domain 60.1 has two rules");
  EXPECT_EQ(
      Complaint("indom 60.1 { iname \"sda\" -> \"a\" } indom 60.* { iname \"sda\" -> \"b\" }"),
      "instance \"sda\" of instance domain 60.1 has two rules");
  EXPECT_EQ(Complaint("indom 60.1 { inst 1 -> 7 iname \"sdb\" -> delete }"),
            "another rule about instance 1 \"sdb\" of 60.1 contradicts");
}

TEST_F(RewriteCollisionTest, Clauses) {
  EXPECT_EQ(Complaint("metric load { type -> u64 type -> 32 }"),
            "metric load: it has two rules of the kind type");
  EXPECT_EQ(Complaint("metric load { sem -> counter } metric 60.*.* { sem -> instant }"),
            "metric load: it has two rules of the kind sem");
  EXPECT_EQ(Complaint("metric load { delete name -> x }"),
            "metric load: it is deleted, and has other rules");
  EXPECT_EQ(Complaint("metric load { name -> x } metric 60.0.1 { delete }"),
            "metric load: it is deleted, and has other rules");
  EXPECT_EQ(Complaint("metric load { delete delete } metric 60.0.* { delete }"), "");
  EXPECT_EQ(Complaint("metric disc.writes { type -> u64 }"),
            "metric disc.writes: its type is string, but only numbers become another type");
  EXPECT_EQ(Complaint("metric disc.writes { indom -> null output max }"),
            "metric disc.writes: only numbers have min, max, sum and avg");
  EXPECT_EQ(Complaint("metric load { value /a/ -> \"b\" }"),
            "metric load: its values are no strings");
}

TEST_F(RewriteCollisionTest, Texts) {
  EXPECT_EQ(Complaint("text metric disc.reads { metric -> 60.1.2 }"),
            "The rules would give two help texts to 60.1.2");
  EXPECT_EQ(Complaint("text metric disc.reads { metric -> 60.7.7 }"),
            "the new archive has nothing with this number");
  EXPECT_EQ(Complaint("text metric disc.reads { metric -> 60.1.2 } "
                      "text metric disc.writes { metric -> 60.1.1 }"),
            "");
}

TEST_F(RewriteCollisionTest, TextsDoNotGrowWithoutBound) {
  std::string rules = "indom 60.1 {";
  for (int i = 0; i < 30; ++i) rules += " iname replace /.*/ -> \"&&\"";
  EXPECT_EQ(Complaint(rules + " }"), "The rule would make a text of more than 1 MiB");
}

}  // namespace
}  // namespace fdr::test

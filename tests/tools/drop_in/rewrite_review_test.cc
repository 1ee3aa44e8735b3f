// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/rewrite_review.h"

#include <gtest/gtest.h>

#include <memory>

#include "fdr/archive/archive.h"
#include "fdr/replay/copy/rewrite/load_rules.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::tools {
namespace {

constexpr MetricId kReviewLoad = MetricId::Build(60, 2, 0);
constexpr MetricId kReviewOther = MetricId::Build(60, 3, 0);
constexpr InDomId kReviewNames = InDomId::Build(60, 2);

class RewriteReviewTest : public testing::Test {
 protected:
  void SetUp() override {
    test::ArchiveBuilder(directory_ / "a", Version::k3)
        .Metric({.name = "toy.load", .id = kReviewLoad, .indom = kReviewNames})
        .Metric({.name = "toy.other", .id = kReviewOther})
        .InDom(test::At(0), kReviewNames, {{1, "1 minute"}, {5, "5 minute"}, {6, "6"}})
        .Record(test::At(0), {{kReviewLoad, {{1, std::int64_t{1}}}}})
        .InDom(test::At(1), kReviewNames, {{2, "2 hours"}, {6, "6"}})
        .Record(test::At(1), {{kReviewLoad, {{2, std::int64_t{1}}}}});
  }

  // All warnings, then the conflict.
  std::string Review(const std::string& text) {
    test::WriteFile(directory_ / "rules", AsBytes(text));
    const auto rules = LoadRewriteRules({directory_ / "rules"});
    EXPECT_TRUE(rules) << test::ErrorOf(rules);
    if (!rules) return "";
    const auto archive = Archive::Open(directory_ / "a", {}).value();
    RewriteReview review(*rules, archive->metadata(), archive->label());
    std::string said;
    review.OnWarning([&said](const RuleMessage& warning) { said += warning.text + '\n'; });
    review.Run();
    if (review.conflict()) said += "! " + review.conflict()->text;
    // Without a sink the conflict is the same.
    RewriteReview silent(*rules, archive->metadata(), archive->label());
    silent.Run();
    EXPECT_EQ(silent.conflict().has_value(), review.conflict().has_value());
    return said;
  }

  const test::TempDirectory directory_;
};

TEST_F(RewriteReviewTest, InstancesAreFoundByNumberAndByFirstWordAtAllTimes) {
  EXPECT_EQ(Review("indom 60.2 { inst 5 -> 7 inst 2 -> 8 iname \"6\" -> \"six\" }"), "");
  EXPECT_EQ(Review("indom 60.2 { inst 9 -> 3 iname \"9 x\" -> \"y\" }"),
            "Unknown instance 9 in inst clause for indom 60.2\n"
            "Unknown instance \"9 x\" in iname clause for indom 60.2\n");
  EXPECT_EQ(Review("indom 60.2 { iname \"1\" -> delete inst 1 -> 8 }"),
            "! Duplicate or conflicting clauses for instance [1] \"1 minute\" of indom 60.2");
  EXPECT_EQ(Review("indom 60.2 { inst 2 -> 8 iname \"2\" -> delete }"),
            "! Duplicate or conflicting clauses for instance [2] \"2 hours\" of indom 60.2");
}

TEST_F(RewriteReviewTest, ClausesThatChangeNothingAreNamed) {
  EXPECT_EQ(Review("indom 60.2 { inst 5 -> 5 }"), "Instance domain 60.2: Instance: 5: No change\n");
  EXPECT_EQ(Review("metric 60.2.* { type -> u32 }"),
            "Metric: toy.load (60.2.0): type: PM_TYPE_U32: No change\n");
  EXPECT_EQ(Review("metric 60.*.0 { sem -> instant }"),
            "Metric: toy.load (60.2.0): sem: instant: No change\n"
            "Metric: toy.other (60.3.0): sem: instant: No change\n");
  EXPECT_EQ(Review("metric 60.9.0 { delete }"),
            "Metric 60.9.0 pmNameID: Unknown or illegal metric identifier\n");
}

TEST_F(RewriteReviewTest, NumbersMustNotMeet) {
  EXPECT_EQ(Review("indom 60.2 { inst 5 -> 6 }"),
            "! Duplicate instance id 6 (\"6\" and \"5 minute\") for indom 60.2");
}

}  // namespace
}  // namespace fdr::tools

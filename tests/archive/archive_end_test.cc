// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a writer ends an archive: nothing in it is after its last record, so that a check has nothing
// to warn of.

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "fdr/archive/archive.h"
#include "fdr/archive/check.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ArchiveBuilder;
using test::At;
using test::ErrorOf;

class ArchiveEndTest : public testing::TestWithParam<Version> {
 protected:
  static constexpr MetricId kMetric = MetricId::Build(245, 0, 1);
  static constexpr InDomId kInDom = InDomId::Build(245, 1);
  static inline const InstanceList kOne = {{1, "one"}}, kTwo = {{1, "one"}, {2, "two"}},
                                   kThree = {{1, "one"}, {2, "two"}, {3, "three"}};

  static WriterOptions Options(DomainRecords domains) {
    WriterOptions options = ArchiveBuilder::Options(GetParam());
    options.domains = domains;
    return options;
  }
  static ArchiveBuilder& Begin(ArchiveBuilder& archive) {
    return archive.Metric({.name = "toy.a", .id = kMetric, .indom = kInDom})
        .InDom(At(0), kInDom, kOne)
        .Record(At(0), {{kMetric, {{1, 1}}}});
  }
  // Two changes of the domain at the stamp of the last record, which has the new instances.
  static ArchiveBuilder& BeginWithTwoChanges(ArchiveBuilder& archive) {
    return Begin(archive)
        .InDom(At(1), kInDom, kTwo)
        .Record(At(1), {{kMetric, {{2, 1}}}})
        .InDom(At(1), kInDom, kThree)
        .Record(At(1), {{kMetric, {{3, 1}}}});
  }

  // All that a check warns of.
  std::string Findings() const {
    const auto files = FindArchive(base_);
    EXPECT_TRUE(files) << ErrorOf(files);
    std::string findings;
    CheckArchive(*files, {}, [&](const Finding& finding) {
      if (finding.severity() != Severity::kInfo) findings += finding.sentence + "\n";
    });
    return findings;
  }

  // The instances that readers know at last.
  std::string LastMembers() const {
    const auto archive = Archive::Open(base_);
    EXPECT_TRUE(archive) << ErrorOf(archive);
    const InDomHistory& history = *(*archive)->metadata().FindInDom(kInDom);
    std::string names;
    for (const Instance& member : history.Members(history.size() - 1))
      names += std::string(member.name) + ' ';
    return names;
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
};

INSTANTIATE_TEST_SUITE_P(Versions, ArchiveEndTest, testing::Values(Version::k2, Version::k3));

TEST_P(ArchiveEndTest, WhatChangedAfterTheLastRecordIsLeftOut) {
  for (const DomainRecords domains : {DomainRecords::kFull, DomainRecords::kDeltas}) {
    ArchiveBuilder archive(base_, Options(domains));
    Begin(archive)
        .InDom(At(1), kInDom, kTwo)
        .Record(At(1), {{kMetric, {{2, 1}}}})
        .InDom(At(2), kInDom, kThree)
        .LabelSets(At(2), LabelLevel::kContext, 0xffffffff, {{{{"late", "1"}}}})
        .Close();
    EXPECT_EQ(Findings(), "");
    EXPECT_EQ(LastMembers(), "one two ");
    for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(base_ + suffix);
  }
}

TEST_P(ArchiveEndTest, SoIsTheRecordThatWasRefused) {
  ArchiveBuilder archive(base_, Options(DomainRecords::kFull));
  Begin(archive);
  ASSERT_TRUE(archive.writer().AddInDom(At(1), kInDom, kTwo));
  EXPECT_FALSE(archive.writer().WriteResult(ResultEncoder()));
  archive.Close();
  EXPECT_EQ(Findings(), "");
  EXPECT_EQ(LastMembers(), "one ");
}

// The second difference of a stamp needs a stamp of its own.
TEST_P(ArchiveEndTest, TheLastRecordKeepsTheNamesOfItsInstances) {
  ArchiveBuilder archive(base_, Options(DomainRecords::kDeltas));
  BeginWithTwoChanges(archive).Close();
  EXPECT_EQ(Findings(), "");
  EXPECT_EQ(LastMembers(), "one two three ");
}

// The same, though something else came for later, which is left out.
TEST_P(ArchiveEndTest, WhatCameLaterDoesNotTakeTheseNames) {
  const auto end_with = [this](const std::function<void(ArchiveBuilder&)>& add_later) {
    ArchiveBuilder archive(base_, Options(DomainRecords::kDeltas));
    BeginWithTwoChanges(archive);
    add_later(archive);
    archive.Close();
    EXPECT_EQ(Findings(), "");
    EXPECT_EQ(LastMembers(), "one two three ");
    for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(base_ + suffix);
  };
  const auto add_labels = [](ArchiveBuilder& archive) {
    archive.LabelSets(At(2), LabelLevel::kContext, 0xffffffff, {{{{"late", "1"}}}});
  };
  const auto add_members = [](ArchiveBuilder& archive) { archive.InDom(At(2), kInDom, kOne); };
  end_with(add_labels);
  end_with(add_members);
  end_with([&](ArchiveBuilder& archive) { add_labels(archive), add_members(archive); });
}

// Copied metadata may be after the last record: then the mark is behind them, too.
TEST_P(ArchiveEndTest, TheMarkIsBehindAllMetadata) {
  if (GetParam() == Version::k2) return;  // needs no mark
  ArchiveBuilder archive(base_, Options(DomainRecords::kDeltas));
  BeginWithTwoChanges(archive);
  ASSERT_TRUE(archive.writer().CopyMetadata(LabelSetRecord{At(1).Plus(5000), 1, 0xffffffff, {}}));
  InDomBuilder builder;
  builder.Add(1, "other");
  const InDomId other = InDomId::Build(245, 2);
  ASSERT_TRUE(archive.writer().CopyMetadata(builder.Build(At(1).Plus(9000), other, false)));
  archive.Close();
  EXPECT_EQ(Findings(), "");
}

}  // namespace
}  // namespace fdr

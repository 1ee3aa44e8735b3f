// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/instance_stage.h"

#include <gtest/gtest.h>

#include <optional>

#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/metadata/label_history.h"
#include "fdr/tests/archive/copy/copied_archive.h"
#include "fdr/tests/archive/copy/record_stamps.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::ErrorOf;
using test::ReadFile;
using test::Single;
using test::StampsOf;

constexpr MetricId kLoadOfAll = MetricId::Build(60, 0, 1);
constexpr MetricId kReadsOfDisc = MetricId::Build(60, 1, 1);
constexpr MetricId kModelOfDisc = MetricId::Build(60, 1, 2);
constexpr InDomId kDiscDomain = InDomId::Build(60, 1);

class InstanceStageTest : public testing::TestWithParam<Version> {
 protected:
  // "sdb" goes, and another disc gets its number.
  void Write() {
    test::ArchiveBuilder builder(in_, GetParam());
    builder.Metric({.name = "load", .id = kLoadOfAll})
        .Metric({.name = "reads", .id = kReadsOfDisc, .indom = kDiscDomain})
        .Metric({.name = "model", .id = kModelOfDisc, .type = Type::kString, .indom = kDiscDomain})
        .InDom(At(1), kDiscDomain, {{0, "sda"}, {1, "sdb"}})
        .LabelSets(
            At(1), LabelLevel::kInstances, kDiscDomain.value,
            {{.labels = {{"bay", "1"}}, .instance = 0}, {.labels = {{"bay", "2"}}, .instance = 1}});
    builder.Record(At(1), {Single(kLoadOfAll, std::int64_t{1}),
                           {kReadsOfDisc, {{0, std::int64_t{10}}, {1, std::int64_t{20}}}},
                           {kModelOfDisc, {{0, "fast"}, {1, "slow"}}}});
    builder.Record(At(2), {{kReadsOfDisc, {{0, std::int64_t{11}}}}});
    builder.InDom(At(3), kDiscDomain, {{0, "sda"}, {1, "sdc"}});
    builder.Record(At(3), {{kReadsOfDisc, {{0, std::int64_t{12}}, {1, std::int64_t{1}}}}});
    builder.Record(At(4),
                   {{kReadsOfDisc, {{5, std::int64_t{99}}}}});  // its domain does not list it
  }

  // Keeps instances whose names are among these.
  void Copy(const std::string& names, bool keeps_unknown = false,
            std::unordered_set<InDomId> domains = {kDiscDomain},
            InstanceStage::KeepsValue keeps_value = {}) {
    const auto keeps = [names, keeps_unknown](InDomId, InstanceId,
                                              std::optional<std::string_view> name) {
      return name ? names.find(*name) != std::string::npos : keeps_unknown;
    };
    JoinOptions options;
    options.stages = [&, keeps](CopySink& writer, const Metadata&) -> Result<CopySink*> {
      return &stage_.emplace(domains, keeps, writer, keeps_value);
    };
    EXPECT_EQ(ErrorOf(JoinArchives({FindArchive(in_).value()}, out_, options)), "");
    auto archive = Archive::Open(out_);
    ASSERT_EQ(ErrorOf(archive), "");
    written_ = std::move(*archive);
    test::ExpectSound(out_);
  }

  std::string NamesAt(double t) const {
    std::string names;
    const InDomHistory& domain = *written_->metadata().FindInDom(kDiscDomain);
    for (const Instance& member : domain.Members(domain.At(At(t)).value()))
      (names += member.name) += ' ';
    return names;
  }

  const test::TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
  std::optional<InstanceStage> stage_;
  std::unique_ptr<Archive> written_;
};

TEST_P(InstanceStageTest, OthersLoseTheirValuesNamesAndLabels) {
  Write();
  Copy("sda");
  EXPECT_EQ(StampsOf(*written_), "1/ 2 3 ") << "the record with none of them is left out";
  EXPECT_EQ(NamesAt(1), "sda ");
  EXPECT_EQ(NamesAt(3), "sda ");
  const LabelHistory* const labels =
      written_->metadata().FindLabels(LabelLevel::kInstances, kDiscDomain.value);
  ASSERT_NE(labels, nullptr);
  ASSERT_EQ(labels->Record(0).sets.size(), 1u);
  EXPECT_EQ(labels->Record(0).sets[0].instance, 0);
}

TEST_P(InstanceStageTest, ANumberMayGetAnotherName) {
  Write();
  Copy("sdc");
  EXPECT_EQ(StampsOf(*written_), "1/ 3 ") << "the first has a metric without instances";
  EXPECT_EQ(NamesAt(3), "sdc ");
}

TEST_P(InstanceStageTest, AMetricMayKeepAnotherNameOfANumber) {
  Write();
  const auto keeps_value = [](MetricId metric, InstanceId, std::optional<std::string_view> name) {
    return metric != kReadsOfDisc || name == "sdc";
  };
  Copy("sda sdb sdc", false, {kDiscDomain}, keeps_value);
  EXPECT_EQ(StampsOf(*written_), "1/ 3 ") << "the first has another metric of the domain";
}

TEST_P(InstanceStageTest, AnInstanceWithoutANameIsAsked) {
  Write();
  Copy("sda", true);
  EXPECT_EQ(StampsOf(*written_), "1/ 2 3 4 ");
}

TEST_P(InstanceStageTest, WhatIsKeptWholeIsTheSameBytes) {
  Write();
  Copy("sda sdb sdc", true);
  EXPECT_TRUE(ReadFile(in_ + ".0") == ReadFile(out_ + ".0"));
}

TEST_P(InstanceStageTest, OtherDomainsAreTheSameBytes) {
  Write();
  Copy("", false, {InDomId::Build(60, 7)});
  EXPECT_TRUE(ReadFile(in_ + ".0") == ReadFile(out_ + ".0"));
}

INSTANTIATE_TEST_SUITE_P(Versions, InstanceStageTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr

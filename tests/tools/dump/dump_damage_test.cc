// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damages a small archive in many places.  Each time every section of its dump must come to an end.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tools/dump/dump_descs.h"
#include "fdr/tools/dump/dump_index.h"
#include "fdr/tools/dump/dump_indoms.h"
#include "fdr/tools/dump/dump_label.h"
#include "fdr/tools/dump/dump_labelsets.h"
#include "fdr/tools/dump/dump_texts.h"
#include "fdr/tools/dump/dump_values.h"
#include "fdr/tools/dump/json_dump.h"
#include "fdr/tools/dump/raw_dump.h"

namespace fdr::tools {
namespace {

using test::At;
using test::Single;

constexpr MetricId kNumber = MetricId::Build(1, 0, 1);
constexpr MetricId kText = MetricId::Build(1, 0, 2);
constexpr MetricId kEvents = MetricId::Build(1, 0, 3);
constexpr InDomId kDomain = InDomId::Build(1, 1);

class DumpDamageTest : public testing::Test {
 protected:
  DumpDamageTest() {
    test::ArchiveBuilder(base_, Version::k2)
        .Metric({.name = "number", .id = kNumber, .type = Type::kDouble, .indom = kDomain})
        .Metric({.name = "text", .id = kText, .type = Type::kString})
        .Metric({.name = "events", .id = kEvents, .type = Type::kHighresEvent})
        .Text(TextKind::kMetricHelp, kText.value, "help")
        .LabelSets(At(0), LabelLevel::kInstances, kDomain.value,
                   {{{{"a", "1"}}, 0}, {{{"b", "\"two\""}}, 1}})
        .InDom(At(0), kDomain, {{0, "zero"}, {1, "one"}})
        .Record(At(0), {{kNumber, {{0, 0.5}, {1, 1e300}}}, Single(kText, std::string("hello"))})
        .Record(At(1), {Single(kEvents,
                               std::vector<test::Event>{
                                   {.stamp = At(1), .fields = {{kText, Type::kString, "x"}}}})})
        .Mark(At(2))
        .Record(At(3), {test::NoValues(kText, -12350)})
        .Close();
  }
  ~DumpDamageTest() override { ::close(fd_); }

  void DumpAll() {
    OutputBuffer out(fd_);
    const ProblemSink ignore;
    for (const char* file : {".0", ".meta", ".index"}) (void)DumpRaw(base_ + file, out);
    OpenOptions options;
    options.metadata_damage = MetadataDamage::kSkip;
    options.ignore_features = true;
    const auto archive = Archive::Open(base_, options);
    if (!archive) return;
    StampPrinter stamps(Zone(), (*archive)->version(), 2, (*archive)->label().start);
    const MetricNames names((*archive)->metadata());
    const DumpContext dump{**archive, names, stamps, out};
    DumpLabel(dump, true);
    DumpDescs(dump);
    DumpLabelSets(dump);
    DumpTexts(dump);
    (void)DumpStoredInDoms(dump, {});
    DumpInDoms(dump);
    (void)DumpIndex(dump, {});
    DumpValues(dump, {}, true, ignore);
    DumpValues(dump, {.reverse = true, .metrics = {{kText, kEvents}}, .marks = true}, true, ignore);
    DumpJson(**archive, names,
             {.descs = true,
              .labelsets = true,
              .texts = true,
              .stored_indoms = true,
              .indoms = true,
              .index = true,
              .values = true},
             {}, Zone(), {}, ignore, out);
    EXPECT_TRUE(out.Flush());
    ++dumped_;
  }

  // Tries one damage out of `step`, so that the test stays quick.
  void DamageFile(const std::string& suffix, int step) {
    const ByteBuffer original = test::ReadFile(base_ + suffix);
    int n = 0;
    const auto dump = [&](Bytes damaged) {
      if (n++ % step != 0) return;
      test::WriteFile(base_ + suffix, damaged);
      DumpAll();
    };
    test::ForEachTruncation(original, dump);
    test::ForEachBitFlip(original, dump);
  }

  test::TempDirectory directory_;
  std::string base_ = directory_ / "damaged";
  int fd_ = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  int dumped_ = 0;
};

TEST_F(DumpDamageTest, Data) {
  DamageFile(".0", 3);
  EXPECT_GT(dumped_, 500);
}

TEST_F(DumpDamageTest, Metadata) {
  DamageFile(".meta", 5);
  EXPECT_GT(dumped_, 500);
}

TEST_F(DumpDamageTest, Index) {
  DamageFile(".index", 3);
  EXPECT_GT(dumped_, 300);
}

}  // namespace
}  // namespace fdr::tools

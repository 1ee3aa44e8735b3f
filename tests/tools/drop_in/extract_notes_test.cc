// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmlogextract of fdr says where PCP's loses data: exactly when both make different archives.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/drop_in/run_program.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

constexpr MetricId kNoted = MetricId::Build(60, 0, 1), kNotedDisks = MetricId::Build(60, 0, 2);
constexpr InDomId kNotedDomain{60U << 22 | 1U};

std::string LostLabels(const std::string& input, const std::string& objects) {
  return "PCP's pmlogextract would lose labels of " + input + " (" + objects + "); they are kept";
}

class ExtractNotesTest : public testing::Test {
 protected:
  struct Outcome {
    std::string notes;
    bool is_same = false;  // as PCP's archive
  };

  // The file, but for the process in its label.
  static ByteBuffer ContentOf(const std::string& path) {
    ByteBuffer content = ReadFile(path);
    constexpr std::size_t kProcess = 8, kProcessSize = 4;
    EXPECT_GT(content.size(), kProcess + kProcessSize) << path;
    if (content.size() > kProcess + kProcessSize)
      std::fill_n(content.begin() + kProcess, kProcessSize, std::byte{0});
    return content;
  }

  Outcome Extract(std::vector<std::string> words) {
    const std::string number = std::to_string(count_++);
    const std::string ours = directory_ / "ours" + number, peers = directory_ / "peers" + number;
    std::vector<std::string> peer = words;
    words.push_back(ours);
    peer.insert(peer.begin(), "pmlogextract");
    peer.push_back(peers);
    const ChildOutcome outcome = RunProgram("pmlogextract", words);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(RunPeer(peer).exit_status, 0);
    bool is_same = true;
    for (const char* part : {".0", ".meta"})
      is_same &= ContentOf(ours + part) == ContentOf(peers + part);
    return {outcome.err, is_same};
  }

  // Metrics toy.a, and toy.disks with instances.
  ArchiveBuilder& Begin(const std::string& name) {
    builder_.emplace(directory_ / name);
    return builder_->Metric({.name = "toy.a", .id = kNoted})
        .Metric({.name = "toy.disks", .id = kNotedDisks, .indom = kNotedDomain});
  }
  void Labels(double at, LabelLevel level, std::uint32_t id, const std::string& value) {
    const InstanceId instance = level == LabelLevel::kInstances ? 1 : kSingular;
    builder_->LabelSets(At(at), level, id, {{{{"kind", '"' + value + '"'}}, instance}});
  }
  void Disks(double at, InstanceList instances) {
    builder_->InDom(At(at), kNotedDomain, std::move(instances));
  }
  void Record(double at, bool has_disks = false) {
    std::vector<Values> values = {Single(kNoted, std::int64_t{1})};
    if (has_disks) values.push_back({kNotedDisks, {{1, std::int64_t{2}}}});
    builder_->Record(At(at), values);
  }
  void End() { builder_.reset(); }

  // Whether there is a note, and whether it is true.
  void ExpectNote(const std::vector<std::string>& inputs, const std::string& note) {
    const Outcome outcome = Extract(inputs);
    EXPECT_TRUE(Has(outcome.notes, "pmlogextract: Note: " + note));
    EXPECT_FALSE(outcome.is_same) << note;
  }
  void ExpectNone(const std::vector<std::string>& inputs) {
    const Outcome outcome = Extract(inputs);
    EXPECT_EQ(outcome.notes, "");
    EXPECT_TRUE(outcome.is_same) << inputs.front();
  }

  const TempDirectory directory_;
  const std::string a_ = directory_ / "a", b_ = directory_ / "b";
  std::optional<ArchiveBuilder> builder_;
  int count_ = 0;
};

TEST_F(ExtractNotesTest, OneSetOfLabelsIsKeptByBoth) {
  Begin("a");
  Labels(1000, LabelLevel::kContext, 0xffffffff, "c");
  Labels(1000, LabelLevel::kItem, kNoted.value, "m");
  Labels(1000, LabelLevel::kInDom, kNotedDomain.value, "d");
  Labels(1000, LabelLevel::kInstances, kNotedDomain.value, "i");
  Disks(1000, {{1, "one"}});
  Record(1000, true);
  Record(1010, true);
  End();
  ExpectNone({a_});
}

TEST_F(ExtractNotesTest, ADomainWithoutRecordsHasItsLabelsInBoth) {
  Begin("a");
  Labels(1000, LabelLevel::kInDom, kNotedDomain.value, "d");
  Record(1000, true);
  Record(1010, true);
  End();
  ExpectNone({a_});
}

TEST_F(ExtractNotesTest, OfSeveralSetsAllAreKept) {
  for (const auto& [level, id, name] :
       {std::tuple{LabelLevel::kContext, 0xffffffffU, "the archive"},
        {LabelLevel::kDomain, 60U, "domain 60"},
        {LabelLevel::kCluster, 60U << 22, "cluster 60.0"},
        {LabelLevel::kItem, kNoted.value, "metric toy.a"}}) {
    for (const char* part : {".0", ".meta", ".index"}) fs::remove(a_ + part);
    Begin("a");
    Labels(1000, level, id, "first");
    Record(1000);
    Labels(1010, level, id, "second");
    Record(1010);
    End();
    ExpectNote({a_}, LostLabels(a_, "of " + std::string(name)));
  }
}

// Only the last one is there when the first value comes.
TEST_F(ExtractNotesTest, SetsThatNoValueNeedsAreNotMissed) {
  Begin("a");
  Disks(1000, {{1, "one"}});
  Labels(1000, LabelLevel::kItem, kNotedDisks.value, "first");
  Record(1000);
  Labels(1010, LabelLevel::kItem, kNotedDisks.value, "second");
  Record(1010);
  Record(1020, true);
  End();
  ExpectNone({a_});
}

TEST_F(ExtractNotesTest, EachInputHasItsLabels) {
  for (const auto& [name, start] : {std::pair{"a", 1000}, {"b", 2000}}) {
    Begin(name);
    Labels(start, LabelLevel::kItem, kNoted.value, name);
    Record(start);
    Record(start + 10);
    End();
  }
  ExpectNote({a_, b_}, LostLabels(a_, "of metric toy.a"));
}

// Two recordings of one machine in a row.
TEST_F(ExtractNotesTest, EqualLabelsOfEachInputAreSilent) {
  for (const auto& [name, start] : {std::pair{"a", 1000}, {"b", 2000}}) {
    Begin(name);
    Labels(start, LabelLevel::kContext, 0xffffffff, "c");
    Labels(start, LabelLevel::kItem, kNoted.value, "m");
    Labels(start, LabelLevel::kInDom, kNotedDomain.value, "d");
    Labels(start, LabelLevel::kInstances, kNotedDomain.value, "i");
    Disks(start, {{1, "one"}});
    Record(start, true);
    Record(start + 10, true);
    End();
  }
  EXPECT_EQ(Extract({a_, b_}).notes, "");
}

TEST_F(ExtractNotesTest, LabelsOfADomainDoNotWaitForItsInstances) {
  for (const LabelLevel level : {LabelLevel::kInDom, LabelLevel::kInstances}) {
    for (const char* part : {".0", ".meta", ".index"}) fs::remove(a_ + part);
    Begin("a");
    Disks(1000, {{1, "one"}});
    Record(1000, true);
    Labels(1010, level, kNotedDomain.value, "late");
    Record(1010, true);
    Disks(1020, {{1, "one"}, {2, "two"}});
    Record(1020, true);
    End();
    ExpectNote({a_}, "PCP's pmlogextract would lose labels of " + a_ +
                         " (of instance domain 60.1) until their instances change; they are kept");
  }
}

TEST_F(ExtractNotesTest, AMarkIsNotInFrontOfRecordsOfItsTime) {
  WriteToy(a_, "time 1000 1010\nc 1 2 counter\n");
  WriteToy(b_, "time 1000 1010 1020\nd 1 2 3 counter\n");
  ExpectNote({a_, b_}, "PCP's pmlogextract would hide records behind the mark that ends " + a_ +
                           "; the mark is written behind records of the same time");
  ExpectNone({b_, a_});
}

TEST_F(ExtractNotesTest, NoMarkIsInFrontOfTheFirstRecord) {
  const std::string days = "time 1000 87405 173805\nc 1 2 3 counter\n";
  WriteToy(a_, days);
  const Outcome later = Extract({"-w", "-S", "+4s", "-T", "+10s", a_});
  EXPECT_TRUE(Has(later.notes, " with a mark, and nobody could open it; the mark is left out"));
  EXPECT_FALSE(later.is_same);
  ExpectNone({"-w", "-S", "+0s", "-T", "+10s", a_});
}

TEST_F(ExtractNotesTest, ManyObjectsAreOneNote) {
  ArchiveBuilder builder(a_);
  std::vector<Values> values;
  for (std::uint32_t i = 0; i < 25; ++i) {
    const MetricId id = MetricId::Build(60, 1, i);
    builder.Metric({.name = "toy.m" + std::to_string(i), .id = id});
    values.push_back(Single(id, std::int64_t{1}));
  }
  for (const double at : {1000.0, 1010.0}) {
    for (const Values& one : values)
      builder.LabelSets(At(at), LabelLevel::kItem, one.id.value,
                        {{{{"at", std::to_string(at)}}, kSingular}});
    builder.Record(At(at), values);
  }
  builder.Close();
  EXPECT_EQ(
      Extract({a_}).notes,
      "pmlogextract: Note: " + LostLabels(a_, "of metric toy.m0, and of 24 more objects") + "\n");
}

TEST_F(ExtractNotesTest, ManyNotesAreCounted) {
  std::vector<std::string> inputs;
  for (int i = 0; i < 25; ++i) {
    inputs.push_back(directory_ / ("in" + std::to_string(i)));
    WriteToy(inputs.back(), "time 1000 1010\nc 1 2 counter\n");
  }
  const std::string notes = Extract(inputs).notes;
  EXPECT_TRUE(Has(notes, "pmlogextract: Note: there are 4 more such notes\n"));
  EXPECT_EQ(std::count(notes.begin(), notes.end(), '\n'), 21) << notes;
}

}  // namespace
}  // namespace fdr::test

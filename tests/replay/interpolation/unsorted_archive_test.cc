// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives whose records do not lie in the order of time are interpolated as if they did.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <random>
#include <thread>

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/unsorted_archive.h"

namespace fdr {
namespace {

using test::At;

// All values of a result, as text.
std::string TextOf(const FetchResult& result) {
  std::string text = fmt::format("{}.{:09}", result.stamp().sec, result.stamp().nsec);
  text += result.after_gap() ? " gap" : "";
  for (const FetchedSet& set : result.sets()) {
    text += fmt::format(" {}:{}", set.id.value, static_cast<int>(set.status));
    for (const FetchedValue& value : result.Values(set)) {
      text += fmt::format(" {}=", value.instance);
      if (set.format == ValueFormat::kInPlace || value.IsNumber())
        text += fmt::format("{:x}", value.bits);
      else
        for (const std::byte byte : value.Payload()) text += static_cast<char>(byte);
    }
  }
  return text;
}

class Asker {
 public:
  explicit Asker(const std::string& base) : base_(base), context_(Open()) {}

  std::unique_ptr<ArchiveContext> Open() const {
    ReplayOptions options;
    options.watch_gaps = true;
    auto context = ArchiveContext::Open(base_, options);
    EXPECT_TRUE(context) << context.error().Message();
    return context ? std::move(*context) : nullptr;
  }

  ArchiveContext& context() { return *context_; }
  std::string End() { return TextOf(context_->EndTime()); }

  std::string At(Timestamp t, const std::vector<MetricId>& metrics, bool fresh) {
    const auto own = fresh ? Open() : nullptr;
    ArchiveContext& context = own ? *own : *context_;
    FetchResult result;
    const Result<void> fetched = context.FetchAt(t, metrics, result);
    return fetched ? TextOf(result) : fetched.error().Message();
  }

  // The results of an interpolated walk.
  std::string Walk(Timestamp from, std::int64_t step, int steps,
                   const std::vector<MetricId>& metrics) {
    std::string text;
    EXPECT_TRUE(context_->SetMode(Mode::kInterpolated, from, step));
    FetchResult result;
    for (int i = 0; i < steps; ++i) {
      const Result<bool> fetched = context_->Fetch(metrics, result);
      text += !fetched ? fetched.error().Message() : *fetched ? TextOf(result) : "end";
      text += '\n';
    }
    return text;
  }

 private:
  static std::string TextOf(const Result<Timestamp>& t) {
    return t ? fmt::format("{}.{:09}", t->sec, t->nsec) : t.error().Message();
  }
  static std::string TextOf(const FetchResult& result) { return fdr::TextOf(result); }

  std::string base_;
  std::unique_ptr<ArchiveContext> context_;
};

void CompareAnswers(const test::UnsortedArchive& archive, std::uint64_t seed) {
  Asker unsorted(archive.unsorted), sorted(archive.sorted);
  ASSERT_EQ(unsorted.End(), sorted.End());
  const Timeline& timeline = sorted.context().timeline();
  std::vector<MetricId> all;
  for (const Desc& desc : timeline.metadata().metrics()) all.push_back(desc.id);
  const Timestamp start = timeline.start();
  const double span = SecondsBetween(start, timeline.End().value_or(start)) + 2;
  std::mt19937_64 random(seed);
  for (int i = 0; i < 12; ++i) {
    const auto nanos = static_cast<std::int64_t>(static_cast<double>(random() % 1000) / 1000 *
                                                 span * kNanosPerSecond);
    const Timestamp t = start.Plus(nanos - kNanosPerSecond);
    std::vector<MetricId> metrics = all;
    if (random() % 3 == 0) metrics = {all[random() % all.size()]};
    for (const bool fresh : {true, false})
      ASSERT_EQ(unsorted.At(t, metrics, fresh), sorted.At(t, metrics, fresh))
          << archive.unsorted << " seed " << seed << " fetch " << i;
  }
  const auto step = static_cast<std::int64_t>(span * kNanosPerSecond / 25);
  const Timestamp end = start.Plus(static_cast<std::int64_t>(span) * kNanosPerSecond);
  ASSERT_EQ(unsorted.Walk(start, step, 30, all), sorted.Walk(start, step, 30, all)) << seed;
  ASSERT_EQ(unsorted.Walk(end, -step, 30, all), sorted.Walk(end, -step, 30, all)) << seed;
}

TEST(UnsortedArchiveTest, IsInterpolatedAsTheSameRecordsSorted) {
  const std::uint64_t archives = test::IsSoak() ? 2000 : 30;
  std::size_t unsorted = 0;
  for (std::uint64_t seed = 0; seed < archives && !HasFatalFailure(); ++seed) {
    const test::TempDirectory directory;
    const test::RandomHistory history = test::WriteRandomArchives(directory.path(), seed);
    const std::string base = history.names.substr(0, history.names.find(','));
    const test::UnsortedArchive archive = test::WriteUnsorted(base, directory.path(), seed);
    if (archive.records < 2) continue;
    if (seed % 5 == 0) test::CompressVolumes(archive.unsorted, seed % 2 == 0);
    unsorted += archive.stretches > 1 ? 1 : 0;
    CompareAnswers(archive, seed);
  }
  std::cout << unsorted << " of " << archives << " archives are not in order\n";
  EXPECT_GT(unsorted, archives / 2);
}

constexpr MetricId kOften = MetricId::Build(60, 0, 1), kRarely = MetricId::Build(60, 0, 2),
                   kFiller = MetricId::Build(60, 0, 3);

struct Record {
  double second = 0;
  bool is_rare = false;
  ByteBuffer frame;
};

// One metric has a record each second.  The other has one half a second behind every tenth second.
class TwoMetricsTest : public testing::Test {
 protected:
  // Each record has `filler_size` bytes more.
  void Write(int seconds, std::size_t filler_size = 10) {
    test::ArchiveBuilder archive(sorted_);
    for (const MetricId id : {kOften, kRarely})
      archive.Metric({.name = "m" + std::to_string(id.value),
                      .id = id,
                      .type = Type::k64,
                      .semantics = Semantics::kCounter});
    archive.Metric({.name = "filler", .id = kFiller, .type = Type::kString});
    const auto filler = test::Single(kFiller, std::string(filler_size, 'x'));
    for (int s = 0; s < seconds; ++s) {
      archive.Record(At(s), {test::Single(kOften, std::int64_t{s}), filler});
      if (s % 10 == 0)
        archive.Record(At(s + 0.5), {test::Single(kRarely, std::int64_t{s}), filler});
    }
    archive.Close();
    std::filesystem::copy_file(sorted_ + ".meta", unsorted_ + ".meta");
    ReadRecords();
  }

  void ReadRecords() {
    const ByteBuffer bytes = test::ReadFile(sorted_ + ".0");
    std::size_t at = LabelSize(Version::k3);
    label_.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    for (; at < bytes.size(); at += records_.back().frame.size()) {
      const Bytes frame = Bytes(bytes).subspan(at, LoadU32(bytes.data() + at));
      const Timestamp stamp = LoadStamp(Version::k3, frame.data() + kFrameLengthSize);
      records_.push_back(
          {SecondsBetween(At(0), stamp), stamp.nsec != 0, ByteBuffer(frame.begin(), frame.end())});
    }
  }

  // Writes an index entry for every `indexed` records; no index if that is 0.
  void WriteUnsorted(const std::vector<Record>& records, std::size_t indexed = 0) {
    ByteBuffer volume = label_, index = test::ReadFile(sorted_ + ".index");
    index.resize(label_.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (indexed > 0 && i % indexed == 0)
        IndexEntry{.stamp = At(records[i].second),
                   .volume = 0,
                   .meta_offset = static_cast<std::int64_t>(label_.size()),
                   .data_offset = static_cast<std::int64_t>(volume.size())}
            .Encode(Version::k3, index);
      volume.insert(volume.end(), records[i].frame.begin(), records[i].frame.end());
    }
    test::WriteFile(unsorted_ + ".0", volume);
    if (indexed > 0) test::WriteFile(unsorted_ + ".index", index);
  }

  void ExpectAnswersOfSorted(const std::vector<double>& seconds) {
    Asker unsorted(unsorted_), sorted(sorted_);
    for (const double second : seconds)
      for (const MetricId id : {kOften, kRarely})
        for (const bool fresh : {true, false})
          EXPECT_EQ(unsorted.At(At(second), {id}, fresh), sorted.At(At(second), {id}, fresh))
              << second << ' ' << id.value;
  }

  // As if the rare records of this time had been written only at its end.
  static std::vector<Record> Delayed(const std::vector<Record>& all, double from, double to) {
    std::vector<Record> records, rare;
    for (const Record& record : all) {
      const bool is_late = record.is_rare && record.second >= from && record.second < to;
      (is_late ? rare : records).push_back(record);
      if (record.second != to) continue;
      records.insert(records.end(), rare.begin(), rare.end());
      rare.clear();
    }
    records.insert(records.end(), rare.begin(), rare.end());
    return records;
  }

  const test::TempDirectory directory_;
  const std::string sorted_ = directory_ / "sorted", unsorted_ = directory_ / "unsorted";
  ByteBuffer label_;
  std::vector<Record> records_;
};

// The archive is larger than the part that is read in any case.
TEST_F(TwoMetricsTest, ALargeArchiveWithoutAnIndexIsLookedAt) {
  Write(3000, 6000);
  WriteUnsorted(Delayed(records_, 0, 1e9));
  ExpectAnswersOfSorted({0, 3, 155, 1500.25, 2990.5, 2999});
}

TEST_F(TwoMetricsTest, TheIndexOfALargeArchiveTellsThatStampsGoBack) {
  Write(3000, 6000);
  WriteUnsorted(Delayed(records_, 0, 1e9), 100);
  ExpectAnswersOfSorted({0, 3, 155, 1500.25, 2990.5, 2999});
}

TEST_F(TwoMetricsTest, WhatTheIndexOfALargeArchiveDoesNotTellIsNoticedOnTheWay) {
  Write(3000, 6000);
  WriteUnsorted(Delayed(records_, 1100, 1200), 500);
  ExpectAnswersOfSorted({1155, 3, 1101, 1180.5, 2999});
}

TEST_F(TwoMetricsTest, AnArchiveMayGrowByAStretch) {
  Write(100);
  const std::vector<Record> delayed = Delayed(records_, 0, 1e9);
  WriteUnsorted({delayed.begin(), delayed.end() - 9});
  Asker growing(unsorted_), sorted(sorted_);
  EXPECT_EQ(growing.At(At(55.5), {kOften}, false), sorted.At(At(55.5), {kOften}, false));
  EXPECT_NE(growing.At(At(45), {kRarely}, false), sorted.At(At(45), {kRarely}, false));
  for (const std::size_t missing : {8u, 7u, 4u, 0u}) {
    WriteUnsorted({delayed.begin(), delayed.end() - static_cast<std::ptrdiff_t>(missing)});
    ASSERT_TRUE(growing.context().Grow());
    EXPECT_EQ(growing.At(At(55.5), {kOften}, false), sorted.At(At(55.5), {kOften}, false));
    EXPECT_EQ(growing.At(At(45), {kRarely}, false) == sorted.At(At(45), {kRarely}, false),
              missing <= 4)
        << missing;
  }
  EXPECT_EQ(growing.End(), sorted.End());
  for (const double second : {3.0, 44.0, 85.0})
    EXPECT_EQ(growing.At(At(second), {kRarely}, false), sorted.At(At(second), {kRarely}, false));
}

// All threads begin before the order of the records is known.
TEST_F(TwoMetricsTest, ThreadsThatShareAnArchiveGetTheSameAnswers) {
  Write(400);
  WriteUnsorted(Delayed(records_, 0, 1e9));
  Asker unsorted(unsorted_), sorted(sorted_);
  std::vector<std::string> expected;
  const std::vector<MetricId> both = {kOften, kRarely};
  for (int i = 0; i < 100; ++i) expected.push_back(sorted.At(At(3.7 * i), both, false));
  std::vector<std::unique_ptr<ArchiveContext>> contexts;
  for (int i = 0; i < 4; ++i) contexts.push_back(unsorted.context().Duplicate());
  std::vector<std::jthread> threads;
  threads.reserve(contexts.size());
  for (const auto& context : contexts)
    threads.emplace_back([&] {
      FetchResult result;
      for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(context->FetchAt(At(3.7 * i), both, result));
        EXPECT_EQ(TextOf(result), expected[static_cast<std::size_t>(i)]) << i;
      }
    });
}

TEST_F(TwoMetricsTest, StretchesAreNoProblemAndSingleRecordsAreOne) {
  Write(40);
  WriteUnsorted(Delayed(records_, 0, 1e9));
  int problems = 0;
  ReplayOptions options;
  options.open.on_problem = [&](const Problem&) { ++problems; };
  FetchResult result;
  const std::vector<MetricId> metrics = {kRarely};
  ASSERT_TRUE((*ArchiveContext::Open(unsorted_, options))->FetchAt(At(10), metrics, result));
  EXPECT_EQ(problems, 0);
  std::vector<Record> records = records_;
  std::swap(records[5], records[20]);  // two single records out of order
  WriteUnsorted(records);
  const auto context = ArchiveContext::Open(unsorted_, options);
  for (const double second : {10, 11, 30})
    ASSERT_TRUE((*context)->FetchAt(At(second), metrics, result));
  EXPECT_EQ(problems, 2);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Only parts of large records are read.  The values must be the same as with whole records, also
// where something is damaged.

#include "fdr/replay/interpolation/record_parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "fdr/archive/record/record_frame.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/counted_source.h"
#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::CountedSource;
using test::RecordBuilder;
using test::ToHex;

// Three sets: one has a number in place, one has two numbers in blocks, and one has a string.  The
// sets end at 80, where the blocks begin.
RecordBuilder ThreeSets(std::string_view number = "0000002a") {
  return RecordBuilder("5a000000 0001e240 | 00000003 | 0f000001 00000001 00000000 | ffffffff")
      .Hex(number)
      .Hex(
          "0f000002 00000002 00000001 | 00000000 00000017 | 00000001 0000001a"
          "0f000003 00000001 00000001 | ffffffff 0000001d"
          "0300000c 00000000 00000007 | 0300000c 00000000 00000008 | 06000008 61626364");
}
// A record of the same size.  The first set has an error instead of its value, and three further
// sets have no value.
RecordBuilder OtherSets() {
  return RecordBuilder(
      "5a000000 0001e240 | 00000005 | 0f000001 ffffcfc2 | 0f000004 00000000 | 0f000005 00000000"
      "0f000006 00000000"
      "0f000002 00000003 00000001 | 00000000 00000017 | 00000001 0000001a | 00000002 0000001d"
      "0300000c 00000000 00000009 | 0300000c 00000000 0000000a | 06000008 61626364");
}
constexpr std::uint32_t kSize = 112, kHead = 12, kSets = 80;

class RecordPartsTest : public testing::Test {
 protected:
  // The map of the record is what a reader of the whole record has learned.
  explicit RecordPartsTest(const RecordBuilder& record = ThreeSets())
      : source_(RecordBuilder().Frame(record)) {
    ResultRecord decoded;
    EXPECT_TRUE(decoded.DecodeSets(Version::k2, record.bytes()));
    map_ = maps_.Get(*maps_.Add(decoded, 1000));
  }

  RecordPlace At(const ByteSource& source) const { return {&source, 0, kSize}; }

  CountedSource source_;
  RecordMaps maps_;
  std::optional<RecordMap> map_;
  RecordParts parts_;
};

TEST_F(RecordPartsTest, OfASetItsLegIsReadAndItsNumbers) {
  parts_.Begin(At(source_), *map_);
  const auto first = parts_.Read(0, Type::kU32);
  ASSERT_TRUE(first);
  EXPECT_EQ(source_.TakeRead(), kSets - kHead);
  EXPECT_EQ(first->Word(0), 0x2au);
  const auto second = parts_.Read(1, Type::kU64);
  ASSERT_TRUE(second);
  EXPECT_EQ(source_.TakeRead(), 24u);
  EXPECT_EQ(LoadU64(second->Block(1).payload.data()), 8u);
  const auto third = parts_.Read(2, Type::kString);
  ASSERT_TRUE(third);
  EXPECT_EQ(source_.TakeRead(), 8u);
  EXPECT_EQ(AsText(third->Block(0).payload), "abcd");
}

TEST_F(RecordPartsTest, WhereverTheBlockOfAStringIsSaidToBeItIsRead) {
  std::vector<std::byte> bytes = ThreeSets().bytes();
  bytes[79] = std::byte{6};  // the block is at 12, where a set begins, and ends at 40
  StoreU32(bytes.data() + 12, 0x0600001c);
  const CountedSource source(RecordBuilder().Frame(bytes));
  parts_.Begin(At(source), *map_);
  // A reader of the third set does not notice that the set at 12 has changed.
  const auto third = parts_.Read(2, Type::kString);
  ASSERT_TRUE(third) << third.error().Message();
  const auto block = third->CheckedBlock(0);
  ASSERT_TRUE(block);
  EXPECT_EQ(ToHex(block->payload), ToHex(Bytes(bytes).subspan(16, 24)));
}

TEST_F(RecordPartsTest, WhatIsNotAsTheMapHasItIsAnError) {
  const CountedSource other(RecordBuilder().Frame(OtherSets())), cut(ByteBuffer(40));
  for (const std::uint32_t place : {0u, 1u, 2u}) {
    parts_.Begin(At(other), *map_);
    const auto set = parts_.Read(place, Type::kU64);
    if (place == 0) {  // the same metric, with an error
      ASSERT_TRUE(set);
      EXPECT_EQ(set->size(), 0u);
      continue;
    }
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, Errc::kCorruptRecord);
  }
  std::vector<std::byte> endless = ThreeSets().bytes();
  StoreU32(endless.data() + kHead + 4, 0x7fffffff);
  const CountedSource damaged(RecordBuilder().Frame(endless));
  for (const std::uint32_t place : {0u, 2u}) {
    parts_.Begin(At(damaged), *map_);
    const auto set = parts_.Read(place, Type::kU64);
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, Errc::kCorruptRecord);
  }
  // The place now holds a shorter record, in front of other records.
  RecordParts of_shorter;
  of_shorter.Begin({&source_, 0, kSets - 4}, *map_);
  const auto cut_off = of_shorter.Read(0, Type::kU32);
  ASSERT_FALSE(cut_off);
  EXPECT_EQ(cut_off.error().code, Errc::kCorruptRecord);
  parts_.Begin(At(cut), *map_);
  EXPECT_EQ(parts_.Read(0, Type::kU32).error().code, Errc::kTruncatedRecord);
}

constexpr InDomId kDisks = InDomId::Build(1, 1);
constexpr int kDiskCount = 12, kMetrics = 100, kRecords = 24, kSeconds = 10;
constexpr std::array kTypes = {Type::kU32, Type::k64, Type::kFloat, Type::kDouble, Type::kString};

MetricId IdOf(int metric) { return MetricId::Build(1, 1, static_cast<std::uint32_t>(metric)); }
Type TypeOf(int metric) { return kTypes[static_cast<std::size_t>(metric) % kTypes.size()]; }

test::Payload ValueOf(int metric, int disk, int record) {
  const int number = metric * 1000 + disk * 100 + record;
  if (TypeOf(metric) == Type::kString) return "state " + std::to_string(100 + number % 900);
  return std::int64_t{number};
}

// Records of four layouts, and a mark.
void Write(const std::string& base, Version version, int volumes = 1) {
  test::ArchiveBuilder archive(base, version);
  InstanceList disks;
  std::vector<std::string> names;
  names.reserve(kDiskCount);
  for (int disk = 0; disk < kDiskCount; ++disk) names.push_back("sd" + std::to_string(disk));
  for (int disk = 0; disk < kDiskCount; ++disk)
    disks.push_back({disk, names[static_cast<std::size_t>(disk)]});
  for (int m = 0; m < kMetrics; ++m)
    archive.Metric({.name = "m" + std::to_string(m),
                    .id = IdOf(m),
                    .type = TypeOf(m),
                    .indom = kDisks,
                    .semantics = m % 2 == 0 && TypeOf(m) != Type::kString ? Semantics::kCounter
                                                                          : Semantics::kInstant});
  archive.InDom(At(0), kDisks, disks);
  for (int record = 0; record < kRecords; ++record) {
    std::vector<test::Values> sets;
    for (int m = 0; m < kMetrics; ++m) {
      if (m == 7 && record % 5 == 2) continue;
      test::Values& set = sets.emplace_back(test::Values{IdOf(m), {}});
      for (int disk = 0; disk < kDiskCount; ++disk)
        if (record % 7 != 3 || disk != 4) set.values.push_back({disk, ValueOf(m, disk, record)});
    }
    if (record > 0 && record % (kRecords / volumes) == 0) archive.Volume();
    archive.Record(At(kSeconds * record), sets);
    if (record == 15) archive.Mark(At(kSeconds * record + 1));
  }
}

std::string Told(const FetchResult& result, MetricId id) {
  std::string told;
  for (const FetchedSet& set : result.sets()) {
    if (set.id != id) continue;
    told += fmt::format("{}", static_cast<int>(set.status));
    for (const FetchedValue& value : result.Values(set)) {
      const bool is_number = value.header == 0 || value.IsNumber();
      told += fmt::format(" {}:{:x}:", value.instance, value.header);
      told += is_number ? std::to_string(value.bits) : std::string(AsText(value.Payload()));
    }
  }
  return told;
}

bool AreAlike(const FetchedValue& a, const FetchedValue& b) {
  if (a.instance != b.instance || a.header != b.header) return false;
  return a.header == 0 || a.IsNumber() ? a.bits == b.bits
                                       : AsText(a.Payload()) == AsText(b.Payload());
}

// Whether Told() is the same for both.  To make the texts takes most of the time of a fetch.
bool AreAlike(const FetchResult& a, const FetchResult& b, MetricId id) {
  const auto in_a = std::ranges::find(a.sets(), id, &FetchedSet::id);
  const auto in_b = std::ranges::find(b.sets(), id, &FetchedSet::id);
  if (in_a == a.sets().end() || in_b == b.sets().end()) return false;
  return in_a->status == in_b->status &&
         std::ranges::equal(
             a.Values(*in_a), b.Values(*in_b),
             [](const FetchedValue& x, const FetchedValue& y) { return AreAlike(x, y); });
}

std::unique_ptr<ArchiveContext> Open(const std::string& base) {
  auto context = ArchiveContext::Open(base);
  EXPECT_TRUE(context) << context.error().Message();
  return context ? std::move(*context) : nullptr;
}

// Opens a context in the state that it has after many questions.
std::unique_ptr<ArchiveContext> OpenSummarised(const std::string& base) {
  auto context = Open(base);
  if (!context) return nullptr;
  const Archive& archive = context->timeline().archive(0);
  for (std::size_t v = 0; v < archive.volume_count(); ++v) static_cast<void>(archive.Summary(v));
  return context;
}

std::vector<MetricId> AllIds() {
  std::vector<MetricId> all(kMetrics);
  for (int m = 0; m < kMetrics; ++m) all[static_cast<std::size_t>(m)] = IdOf(m);
  return all;
}

void FlipBit(const std::string& file, std::uint64_t at, int bit) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(at));
  const int byte = stream.get();
  stream.seekp(static_cast<std::streamoff>(at));
  stream.put(static_cast<char>(byte ^ 1 << bit));
}

// Groups of metrics: some, all, all numbers, and single ones.
std::vector<std::vector<MetricId>> Groups() {
  std::vector<std::vector<MetricId>> groups = {{IdOf(1), IdOf(7), IdOf(50)}, AllIds(), AllIds()};
  std::erase_if(groups.back(),
                [](MetricId id) { return TypeOf(static_cast<int>(id.item())) == Type::kString; });
  for (const int m : {0, 1, 2, 3, 4, 7, 99}) groups.push_back({IdOf(m)});
  return groups;
}

class SomeMetricsTest : public testing::TestWithParam<Version> {
 protected:
  SomeMetricsTest() {
    Write(base_, GetParam());
    for (double t = 0.5; t < kSeconds * kRecords; t += 6.3) times_.push_back(At(t));
  }

  // Fetches the expected result of each time with a new context.
  void Expect() {
    expected_.clear();
    for (const Timestamp t : times_) {
      const auto fresh = Open(base_);
      ASSERT_TRUE(fresh->FetchAt(t, AllIds(), expected_.emplace_back()));
    }
  }

  void Compare(ArchiveContext& context, const std::vector<MetricId>& metrics, std::size_t at) {
    ASSERT_TRUE(context.FetchAt(times_[at], metrics, result_));
    for (const MetricId id : metrics) {
      if (AreAlike(result_, expected_[at], id)) continue;
      ASSERT_EQ(Told(result_, id), Told(expected_[at], id))
          << metrics.size() << " metrics, of them " << id.item() << " time " << at;
    }
  }

  void CompareAll(ArchiveContext& context, const std::vector<MetricId>& metrics) {
    for (std::size_t i = 0; i < times_.size(); ++i)
      ASSERT_NO_FATAL_FAILURE(Compare(context, metrics, i));
  }

  // Fetches forward, backward, and forward twice more.
  void Compare() {
    ASSERT_NO_FATAL_FAILURE(Expect());
    for (const std::vector<MetricId>& metrics : Groups())
      for (const auto& context : {Open(base_), OpenSummarised(base_)})
        for (const bool back : {false, true, false, false})
          for (std::size_t i = 0; i < times_.size(); ++i)
            ASSERT_NO_FATAL_FAILURE(Compare(*context, metrics, back ? times_.size() - 1 - i : i));
  }

  const test::TempDirectory directory_;
  std::string base_ = directory_ / "a";
  std::vector<Timestamp> times_;
  std::vector<FetchResult> expected_;
  FetchResult result_;
};

TEST_P(SomeMetricsTest, HaveTheValuesThatTheyHaveAmongAll) {
  const auto context = OpenSummarised(base_);
  const Archive& archive = context->timeline().archive(0);
  EXPECT_TRUE((*archive.Summary(0))->MapAt(archive.label().size())) << "no record has a map";
  Compare();
}

TEST_P(SomeMetricsTest, AreFoundTogetherWithOthersThatAreAskedForLater) {
  ASSERT_NO_FATAL_FAILURE(Expect());
  const auto context = OpenSummarised(base_);
  const std::vector<MetricId> all = Groups()[2];
  for (const int count : {1, 2, 3, 4, 30, 55, 80, 1, 3}) {
    for (int round = 0; round < 3; ++round)
      ASSERT_NO_FATAL_FAILURE(CompareAll(*context, {all.end() - count, all.end()}));
  }
}

// Only some records have the metric that is asked for later.  Otherwise they are like the others.
TEST_P(SomeMetricsTest, AreFoundWhereOnlySomeRecordsHaveWhatIsAskedForLater) {
  ASSERT_NO_FATAL_FAILURE(Expect());
  const std::vector<MetricId> before = {IdOf(0), IdOf(1), IdOf(2), IdOf(3), IdOf(5), IdOf(6)};
  std::vector<MetricId> with = before;
  with.push_back(IdOf(7));
  for (std::size_t start = 0; start < times_.size(); ++start) {
    const auto context = OpenSummarised(base_);
    for (int round = 0; round < 4; ++round) ASSERT_NO_FATAL_FAILURE(CompareAll(*context, before));
    for (std::size_t i = 0; i < times_.size(); ++i)
      ASSERT_NO_FATAL_FAILURE(Compare(*context, with, (start + i) % times_.size()));
  }
}

// A context's knowledge of records does not depend on the profile.
TEST_P(SomeMetricsTest, HaveTheInstancesThatTheProfileWants) {
  const std::vector<MetricId> numbers = Groups()[2];
  const auto context = OpenSummarised(base_);
  std::mt19937_64 random(5);
  for (int round = 0; round < 12; ++round) {
    Profile profile;
    std::vector<InstanceId> some;
    for (InstanceId disk = 0; disk < kDiskCount; ++disk)
      if (random() % 3 == 0) some.push_back(disk);
    if (round % 3 > 0) profile.Exclude(kDisks, some);
    context->SetProfile(profile);
    for (const Timestamp t : times_) {
      const auto fresh = Open(base_);
      fresh->SetProfile(profile);
      FetchResult expected;
      ASSERT_TRUE(fresh->FetchAt(t, numbers, expected));
      ASSERT_TRUE(context->FetchAt(t, numbers, result_));
      for (const MetricId id : numbers) {
        if (AreAlike(result_, expected, id)) continue;
        ASSERT_EQ(Told(result_, id), Told(expected, id));
      }
    }
  }
}

TEST_P(SomeMetricsTest, AlsoWhereABitIsWrongOrTheFileIsCut) {
  const std::string file = base_ + ".0", whole = directory_ / "whole";
  std::filesystem::copy_file(file, whole);
  const auto size = std::filesystem::file_size(file);
  std::mt19937_64 random(17);
  for (int round = 0, rounds = (test::IsSoak() ? 1000 : 40) / test::kSlowness; round < rounds;
       ++round) {
    std::filesystem::copy_file(whole, file, std::filesystem::copy_options::overwrite_existing);
    const std::uint64_t at = 200 + random() % (size - 200);
    if (round % 4 == 3)
      std::filesystem::resize_file(file, at);
    else
      FlipBit(file, at, static_cast<int>(random() % 8));
    SCOPED_TRACE(fmt::format("round {} at {}", round, at));
    ASSERT_NO_FATAL_FAILURE(Compare());
  }
}

// The context then has wrong knowledge of the records.  Answers may be wrong, but nothing else.
TEST_P(SomeMetricsTest, AlsoWhereSomebodyWritesIntoItMeanwhile) {
  const std::string file = base_ + ".0";
  const auto size = std::filesystem::file_size(file);
  const std::vector<MetricId> all = AllIds();
  std::mt19937_64 random(18);
  const auto context = OpenSummarised(base_);
  FetchResult result;
  for (int round = 0, rounds = test::IsSoak() ? 20'000 : 1000; round < rounds; ++round) {
    const Timestamp t = At(static_cast<double>(random() % (kSeconds * kRecords * 10)) / 10);
    const auto wanted = round % 2 == 0 ? std::span(all) : std::span(all).subspan(random() % 90, 3);
    const auto fetched = context->FetchAt(t, wanted, result);
    if (fetched) {
      ASSERT_EQ(result.sets().size(), wanted.size());
    } else {
      ASSERT_TRUE(IsDamage(fetched.error().code)) << fetched.error().Message();
    }
    if (round % 10 == 0)
      FlipBit(file, 200 + random() % (size - 200), static_cast<int>(random() % 8));
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, SomeMetricsTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr

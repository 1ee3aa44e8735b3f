// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/volume_summary.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr {
namespace {

constexpr MetricId Number(std::size_t metric) {
  return MetricId::Build(60, static_cast<std::uint32_t>(metric / 1000),
                         static_cast<std::uint32_t>(metric % 1000));
}

// Metric i, of type string, is called "m.i".
Metadata Describe(std::size_t metrics) {
  LabelRecord label;
  ByteBuffer file(label.size());
  for (std::size_t i = 0; i < metrics; ++i) {
    const std::string name = "m." + std::to_string(i);
    Desc desc;
    desc.id = Number(i);
    desc.type = Type::kString;
    EncodeMetadata(Version::k3, DescRecord{.desc = desc, .names = {name}}, file);
  }
  auto metadata = Metadata::Load(MemorySource("m.meta", file), label, MetadataDamage::kRefuse, {});
  EXPECT_TRUE(metadata);
  return std::move(*metadata);
}

// A volume without a label.  Its records have the stamps 0, 1, 2 ... seconds.
class Volume {
 public:
  /// Appends a record in which each of the metrics has a value of `size` bytes.
  void Record(const std::vector<std::size_t>& metrics, std::size_t size = 4) {
    encoder_.Begin({seconds_++, 0});
    const ByteBuffer value(size);
    for (const std::size_t metric : metrics) {
      encoder_.BeginSet(Number(metric), ValueFormat::kPointer);
      encoder_.AddBlock(kSingular, Type::kString, value);
    }
    encoder_.Encode(Version::k3, bytes_);
  }
  /// Appends a record of metric 0 with any stamp.
  void RecordAt(std::int64_t second, std::size_t size = 4) {
    std::swap(seconds_, second);
    Record({0}, size);
    seconds_ = second;
  }
  void Mark() { ResultEncoder::EncodeMark(Version::k3, {seconds_++, 0}, bytes_); }
  void Add(Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

  std::uint64_t size() const { return bytes_.size(); }
  void ExtendTo(std::uint64_t end, const Metadata& metadata, VolumeSummary& summary,
                const ProblemSink& on_problem = {}) const {
    const MemorySource source("m.0", bytes_);
    EXPECT_TRUE(summary.Extend(source, {.version = Version::k3}, end, metadata, on_problem));
  }
  VolumeSummary Summarise(const Metadata& metadata) const {
    VolumeSummary summary(0);
    ExtendTo(size(), metadata, summary);
    return summary;
  }

 private:
  std::int64_t seconds_ = 0;
  ByteBuffer bytes_;
  ResultEncoder encoder_;
};

// The size of a value whose record always has a chunk of its own: the data in it justify the memory
// of the chunk.
constexpr std::size_t kLarge = 4 * VolumeSummary::kChunkBytes;

WantedMetrics Wanting(const Metadata& metadata, std::size_t metric) {
  MetricBits bits((metadata.metrics().size() + 63) / 64);
  SetBit(bits, metric);
  return WantedMetrics(std::move(bits));
}

TEST(VolumeSummaryTest, AnEmptyVolumeHasNoChunks) {
  const Metadata metadata = Describe(1);
  const VolumeSummary summary = Volume().Summarise(metadata);
  WantedMetrics wanted = Wanting(metadata, 0);
  EXPECT_TRUE(summary.chunks().empty());
  EXPECT_EQ(summary.end(), 0u);
  EXPECT_FALSE(summary.NextWith(0, wanted));
  EXPECT_FALSE(summary.PreviousWith(0, wanted));
}

TEST(VolumeSummaryTest, AChunkHasTheMetricsAndTimesOfItsRecords) {
  const Metadata metadata = Describe(100);
  Volume volume;
  volume.Record({0});
  volume.Record({99});
  const std::uint64_t second = volume.size();
  volume.Record({5}, kLarge);
  const std::uint64_t third = volume.size();
  volume.Mark();
  const std::uint64_t fourth = volume.size();
  volume.Record({7});
  const VolumeSummary summary = volume.Summarise(metadata);
  ASSERT_EQ(summary.chunks().size(), 4u);
  const Chunk& a = summary.chunks()[0];
  const Chunk& b = summary.chunks()[1];
  EXPECT_EQ(a.offset, 0u);
  EXPECT_EQ(a.records, 2u);
  EXPECT_EQ(b.offset, second);
  EXPECT_EQ(b.records, 1u);
  EXPECT_EQ(summary.chunks()[2].offset, third);
  EXPECT_EQ(summary.chunks()[2].records, 1u);
  EXPECT_EQ(summary.chunks()[3].offset, fourth);
  EXPECT_EQ(a.last.sec, 1);
  EXPECT_EQ(b.first.sec, 2);
  EXPECT_EQ(b.last.sec, 2);
  EXPECT_FALSE(a.has_mark || b.has_mark || summary.chunks()[3].has_mark);
  EXPECT_TRUE(summary.chunks()[2].has_mark);
  for (const std::size_t metric : {0u, 99u, 5u}) {
    MetricBits bits(2);
    SetBit(bits, metric);
    EXPECT_EQ(summary.metric_sets().Intersects(a.metrics, bits), metric != 5) << metric;
    EXPECT_EQ(summary.metric_sets().Intersects(b.metrics, bits), metric == 5) << metric;
  }
  EXPECT_EQ(summary.ChunkAt(0), 0u);
  EXPECT_EQ(summary.ChunkAt(second - 1), 0u);
  EXPECT_EQ(summary.ChunkAt(second), 1u);
  EXPECT_EQ(summary.end(), volume.size());
}

TEST(VolumeSummaryTest, DamageIsReportedAndCountsAsAMark) {
  const Metadata metadata = Describe(1);
  Volume volume;
  volume.Record({0});
  const std::uint64_t broken = volume.size();
  volume.Add(ByteBuffer(50, std::byte{0x55}));
  const std::uint64_t mended = volume.size();
  volume.Record({0}, VolumeSummary::kChunkBytes / 2);
  volume.Record({0}, VolumeSummary::kChunkBytes / 2);
  const std::uint64_t sound = volume.size();
  volume.Record({0});
  const std::uint64_t senseless = volume.size();
  ByteBuffer shell;
  {
    const FrameScope frame(shell);
    shell.resize(shell.size() + 30, std::byte{0x55});
  }
  volume.Add(shell);
  volume.Record({0});
  VolumeSummary summary(0);
  std::vector<Problem> problems;
  volume.ExtendTo(volume.size(), metadata, summary,
                  [&](const Problem& problem) { problems.push_back(problem); });
  EXPECT_EQ(summary.end(), volume.size());
  ASSERT_EQ(summary.chunks().size(), 2u);
  EXPECT_TRUE(summary.chunks()[0].has_mark);
  EXPECT_EQ(summary.chunks()[1].offset, sound);
  EXPECT_TRUE(summary.chunks()[1].has_mark);
  ASSERT_EQ(summary.damage().size(), 2u);
  EXPECT_EQ(summary.damage()[0], (DamagedStretch{broken, mended}));
  EXPECT_EQ(summary.damage()[1], (DamagedStretch{senseless, senseless + shell.size()}));
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].offset, broken);
  EXPECT_EQ(problems[0].bytes_lost, mended - broken);
  EXPECT_EQ(problems[1].offset, senseless);
  EXPECT_EQ(problems[1].bytes_lost, shell.size());

  EXPECT_EQ(summary.BehindDamage(broken), mended);
  EXPECT_EQ(summary.BehindDamage(broken + 7), mended);
  EXPECT_EQ(summary.BehindDamage(mended), sound);  // no damage there: the next chunk
  EXPECT_EQ(summary.BehindDamage(sound), volume.size());
  EXPECT_EQ(summary.DamageAt(senseless), &summary.damage()[1]);
  EXPECT_EQ(summary.DamageAt(mended), nullptr);
  EXPECT_EQ(summary.BeforeDamage(mended), broken);
  EXPECT_EQ(summary.BeforeDamage(broken + 7), broken);
  EXPECT_EQ(summary.BeforeDamage(broken), 0u);
  EXPECT_EQ(summary.BeforeDamage(volume.size()), sound);
}

TEST(VolumeSummaryTest, DamageInFrontOfTheFirstRecordHasAChunk) {
  const Metadata metadata = Describe(1);
  Volume volume;
  volume.Add(ByteBuffer(50, std::byte{0x55}));
  volume.Record({0});
  const VolumeSummary summary = volume.Summarise(metadata);
  ASSERT_EQ(summary.chunks().size(), 1u);
  EXPECT_EQ(summary.chunks()[0].offset, 0u);
  EXPECT_TRUE(summary.chunks()[0].has_mark);
  EXPECT_EQ(summary.BehindDamage(0), 50u);
  EXPECT_EQ(summary.BeforeDamage(50), 0u);
}

// Writes records at these seconds.  Returns the places of the records that are damage.
std::vector<std::size_t> MisplacedOf(const std::vector<std::int64_t>& seconds, std::size_t size) {
  const Metadata metadata = Describe(1);
  Volume volume;
  VolumeSummary summary(0);  // of a volume that grows
  std::vector<std::uint64_t> offsets;
  for (const std::int64_t second : seconds) {
    offsets.push_back(volume.size());
    volume.RecordAt(second, size);
    volume.ExtendTo(volume.size(), metadata, summary);
  }
  const VolumeSummary whole = volume.Summarise(metadata);
  EXPECT_TRUE(std::ranges::equal(whole.damage(), summary.damage()));
  EXPECT_TRUE(std::ranges::equal(whole.misplaced(), summary.misplaced()));
  std::vector<std::size_t> misplaced;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (whole.DamageAt(offsets[i]) == nullptr) continue;
    misplaced.push_back(i);
    for (const VolumeSummary* each : std::array<const VolumeSummary*, 2>{&summary, &whole})
      EXPECT_TRUE(each->chunks()[each->ChunkAt(offsets[i])].has_mark);
  }
  return misplaced;
}

TEST(VolumeSummaryTest, WhereStampsGoBackOneOfTheTwoRecordsIsDamage) {
  using Places = std::vector<std::size_t>;
  for (const std::size_t size : {std::size_t{4}, kLarge}) {
    EXPECT_EQ(MisplacedOf({1, 2, 2, 3}, size), Places());
    EXPECT_EQ(MisplacedOf({10, 11, 5, 12, 13}, size), Places({2}));
    EXPECT_EQ(MisplacedOf({10, 11, 99, 12, 13}, size), Places({2}));
    EXPECT_EQ(MisplacedOf({99, 10, 11}, size), Places({0}));
    EXPECT_EQ(MisplacedOf({10, 11, 5}, size), Places({2}));
    EXPECT_EQ(MisplacedOf({10, 11, 99}, size), Places());
  }
}

TEST(VolumeSummaryTest, AStretchBehindAStepBackIsNoDamage) {
  const Metadata metadata = Describe(1);
  Volume volume;
  for (const std::int64_t second : {10, 11, 12, 6, 7, 8, 12, 13}) volume.RecordAt(second);
  const VolumeSummary summary = volume.Summarise(metadata);
  EXPECT_TRUE(summary.damage().empty());
  EXPECT_TRUE(summary.misplaced().empty());
  EXPECT_TRUE(summary.StampsGoBack());
}

TEST(VolumeSummaryTest, RecordsThatAreMisplacedInARowAreOneProblem) {
  const Metadata metadata = Describe(1);
  Volume volume;
  for (const std::int64_t second : {10, 11, 12}) volume.RecordAt(second);
  const std::uint64_t misplaced = volume.size();
  for (const std::int64_t second : {99, 98, 97}) volume.RecordAt(second);
  const std::uint64_t sound = volume.size();
  volume.RecordAt(12);
  VolumeSummary summary(0);
  std::vector<Problem> problems;
  volume.ExtendTo(volume.size(), metadata, summary,
                  [&](const Problem& problem) { problems.push_back(problem); });
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].offset, misplaced);
  EXPECT_EQ(problems[0].bytes_lost, sound - misplaced);
}

TEST(VolumeSummaryTest, ARecordBeforeOtherDamageMayTurnOutToBeMisplaced) {
  const Metadata metadata = Describe(1);
  Volume volume;
  volume.RecordAt(10);
  const std::uint64_t misplaced = volume.size();
  volume.RecordAt(99, kLarge);
  volume.Add(ByteBuffer(50, std::byte{0x55}));
  const std::uint64_t sound = volume.size();
  volume.RecordAt(11);
  const VolumeSummary summary = volume.Summarise(metadata);
  ASSERT_EQ(summary.damage().size(), 1u);
  EXPECT_EQ(summary.damage()[0], (DamagedStretch{misplaced, sound}));
}

TEST(VolumeSummaryTest, ItGoesOnBehindDamageThatItEndedWith) {
  const Metadata metadata = Describe(1);
  Volume volume;
  volume.Record({0});
  VolumeSummary summary(0);
  volume.ExtendTo(volume.size(), metadata, summary);
  const std::uint64_t broken = volume.size();
  volume.Add(ByteBuffer(50, std::byte{0x55}));
  volume.Record({0});
  volume.ExtendTo(volume.size(), metadata, summary);
  EXPECT_EQ(summary.end(), volume.size());
  ASSERT_EQ(summary.damage().size(), 1u);
  EXPECT_EQ(summary.damage()[0], (DamagedStretch{broken, broken + 50}));
}

TEST(VolumeSummaryTest, FindsWhatAWalkFinds) {
  const Metadata metadata = Describe(5);
  Volume volume;
  std::vector<std::vector<std::size_t>> chunks;
  for (std::size_t i = 0; i < 2100; ++i) {
    std::vector<std::size_t> metrics = {0};
    if (i % 7 == 3) metrics.push_back(1);
    if (i % 500 == 250) metrics.push_back(2);
    if (i == 1031) metrics.push_back(3);
    volume.Record(metrics, kLarge / metrics.size());
    chunks.push_back(std::move(metrics));
  }
  const VolumeSummary summary = volume.Summarise(metadata);
  ASSERT_EQ(summary.chunks().size(), chunks.size());
  for (std::size_t metric = 0; metric < 5; ++metric) {
    WantedMetrics wanted = Wanting(metadata, metric);
    const auto has = [&](std::size_t chunk) {
      return std::ranges::find(chunks[chunk], metric) != chunks[chunk].end();
    };
    std::optional<std::size_t> previous;
    for (std::size_t i = 0; i <= chunks.size(); ++i) {
      EXPECT_EQ(summary.PreviousWith(i, wanted), previous) << metric << ' ' << i;
      if (i < chunks.size() && has(i)) previous = i;
    }
    std::optional<std::size_t> next;
    for (std::size_t i = chunks.size() + 1; i-- > 0;) {
      if (i < chunks.size() && has(i)) next = i;
      EXPECT_EQ(summary.NextWith(i, wanted), next) << metric << ' ' << i;
    }
  }
}

TEST(VolumeSummaryTest, GrowsWithItsVolumeAndItsMetadata) {
  const Metadata few = Describe(64), many = Describe(200);
  Volume volume;
  VolumeSummary grown(0);
  for (std::size_t i = 0; i < 80; ++i) {
    const bool late = i >= 40;
    volume.Record({i % 64, late ? 199 : i % 7}, i % 3 == 0 ? kLarge : kLarge / 3);
    if (i == 60) volume.Mark();
    volume.ExtendTo(volume.size(), late ? many : few, grown);
    EXPECT_EQ(grown.end(), volume.size());
  }
  const VolumeSummary whole = volume.Summarise(many);
  ASSERT_EQ(grown.chunks().size(), whole.chunks().size());
  for (std::size_t i = 0; i < whole.chunks().size(); ++i) {
    const Chunk &a = grown.chunks()[i], &b = whole.chunks()[i];
    EXPECT_EQ(a.offset, b.offset);
    EXPECT_EQ(a.first, b.first);
    EXPECT_EQ(a.last, b.last);
    EXPECT_EQ(a.has_mark, b.has_mark);
    EXPECT_TRUE(std::ranges::equal(grown.metric_sets().Bits(a.metrics),
                                   whole.metric_sets().Bits(b.metrics)));
  }
  for (const std::size_t metric : {1u, 39u, 63u, 150u, 199u}) {
    WantedMetrics in_grown = Wanting(many, metric), in_whole = Wanting(many, metric);
    for (std::size_t i = 0; i <= whole.chunks().size(); ++i) {
      EXPECT_EQ(grown.NextWith(i, in_grown), whole.NextWith(i, in_whole));
      EXPECT_EQ(grown.PreviousWith(i, in_grown), whole.PreviousWith(i, in_whole));
    }
  }
}

TEST(VolumeSummaryTest, AChunkIsFoundWhateverIsGuessed) {
  const Metadata metadata = Describe(1);
  Volume volume;
  for (int i = 0; i < 7; ++i) volume.Record({0}, kLarge);
  const VolumeSummary summary = volume.Summarise(metadata);
  ASSERT_EQ(summary.chunks().size(), 7u);
  for (std::size_t chunk = 0; chunk < 7; ++chunk)
    for (const std::uint64_t offset : {summary.chunks()[chunk].offset, summary.EndOf(chunk) - 1})
      for (const std::size_t guess : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 100u})
        EXPECT_EQ(summary.ChunkAt(offset, guess), chunk) << guess;
}

TEST(VolumeSummaryTest, RecordsOfAKindShareTheirMapWhateverComesBetween) {
  const Metadata metadata = Describe(3);
  Volume volume;
  for (int i = 0; i < 8; ++i) {
    volume.Record({0, 1}, kLarge);
    volume.Record({0, 1, 2}, kLarge);
  }
  const VolumeSummary summary = volume.Summarise(metadata);
  const std::span<const Chunk> chunks = summary.chunks();
  ASSERT_EQ(chunks.size(), 16u);
  EXPECT_NE(chunks[0].map, RecordMaps::kNone);
  EXPECT_NE(chunks[1].map, RecordMaps::kNone);
  EXPECT_NE(chunks[0].map, chunks[1].map);
  for (std::size_t i = 2; i < chunks.size(); ++i) EXPECT_EQ(chunks[i].map, chunks[i % 2].map);
}

// The worst case: many metrics, and no two records with the same ones.
TEST(VolumeSummaryTest, TakesLessThanTwoPercentOfTheData) {
  std::mt19937 random(1);
  for (const std::size_t metrics : {10u, 1000u, 9000u}) {
    const Metadata metadata = Describe(metrics);
    Volume volume;
    while (volume.size() < 20 << 20) {
      std::vector<std::size_t> present;
      for (std::size_t i = 0; i < 10; ++i) present.push_back(random() % metrics);
      volume.Record(present, 100);
    }
    const VolumeSummary summary = volume.Summarise(metadata);
    EXPECT_LT(summary.MemoryUsed() * 50, volume.size()) << metrics;
  }
}

}  // namespace
}  // namespace fdr

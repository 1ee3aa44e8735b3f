// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/record_maps.h"

#include <gtest/gtest.h>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr {
namespace {

constexpr std::size_t kPlenty = 1 << 20;

MetricId Number(std::uint32_t metric) { return MetricId::Build(60, 1, metric); }

// A record with the metrics first, first + 1, ..., and as many values in place as `values` says for
// each metric.
class Encoded {
 public:
  Encoded(std::uint32_t first, const std::vector<int>& values) {
    encoder_.Begin({1, 0});
    for (const int count : values) {
      encoder_.BeginSet(Number(first++), ValueFormat::kInPlace);
      for (int i = 0; i < count; ++i) encoder_.AddInPlace(i, 7);
    }
    encoder_.Encode(Version::k3, bytes_);
    Decode();
  }
  void Decode() {
    const Bytes body = Bytes(bytes_).subspan(kFrameLengthSize, bytes_.size() - kFrameOverhead);
    EXPECT_TRUE(record.DecodeSets(Version::k3, body));
  }

  ResultRecord record;

 private:
  ResultEncoder encoder_;
  ByteBuffer bytes_;
};

void ExpectToLeadTo(const RecordMap& map, const ResultRecord& record) {
  for (std::uint32_t place = 0; place < record.sets().size(); ++place) {
    const ValueSet& set = record.sets()[place];
    EXPECT_EQ(map.Find(set.id()), place);
    const RecordMap::Leg leg = map.LegTo(place);
    EXPECT_LE(leg.from.set, place);
    EXPECT_LE(leg.from.offset, set.offset());
    EXPECT_LE(set.end(), leg.end);
    EXPECT_EQ(record.sets()[leg.from.set].offset(), leg.from.offset);
    EXPECT_LT(set.offset() - leg.from.offset, RecordMaps::kLegSize);
  }
  EXPECT_EQ(map.end, record.sets().back().end());
}

TEST(RecordMapsTest, WaypointsLeadToEachSet) {
  for (const std::vector<int>& values :
       std::vector<std::vector<int>>{{1},
                                     std::vector<int>(1000, 1),
                                     {300, 1, 1, 300, 0, 1, 2000, 1},
                                     std::vector<int>(9, 254)}) {
    const Encoded encoded(10, values);
    RecordMaps maps;
    const auto id = maps.Add(encoded.record, kPlenty);
    ASSERT_TRUE(id && *id != RecordMaps::kNone);
    const auto map = maps.Get(*id);
    ASSERT_TRUE(map);
    ExpectToLeadTo(*map, encoded.record);
    EXPECT_EQ(map->Find(Number(9)), std::nullopt);
  }
  EXPECT_FALSE(RecordMaps().Get(RecordMaps::kNone));
}

TEST(RecordMapsTest, WhatTheyTakeIsBounded) {
  const Encoded one(1, std::vector<int>(1000, 1)), other(2, std::vector<int>(1000, 2));
  RecordMaps maps;
  std::size_t most = 0;
  while (!maps.Add(one.record, most)) {
    EXPECT_EQ(maps.size(), 0u);
    ++most;
  }
  EXPECT_LE(maps.size(), most);
  EXPECT_GT(maps.size(), 1000 * sizeof(MetricId));
  // A second map of the same metrics needs no memory for the metrics.
  EXPECT_TRUE(maps.Add(one.record, most - 2000 * sizeof(MetricId)));
  EXPECT_FALSE(maps.Add(other.record, most - 2000 * sizeof(MetricId)));
  EXPECT_GE(maps.MemoryUsed(), maps.size());
}

TEST(RecordMapsTest, OneWithAMetricTwiceHasNone) {
  ResultEncoder encoder;
  encoder.Begin({1, 0});
  for (int i = 0; i < 2; ++i) {
    encoder.BeginSet(Number(1), ValueFormat::kInPlace);
    encoder.AddInPlace(kSingular, 7);
  }
  ByteBuffer bytes;
  encoder.Encode(Version::k3, bytes);
  ResultRecord record;
  ASSERT_TRUE(record.DecodeSets(
      Version::k3, Bytes(bytes).subspan(kFrameLengthSize, bytes.size() - kFrameOverhead)));
  EXPECT_EQ(RecordMaps().Add(record, kPlenty), RecordMaps::kNone);
}

TEST(RecordMapsTest, ThoseOfOthersAreTaken) {
  const Encoded one(1, {1, 500, 2}), other(7, {400, 1, 1, 1});
  RecordMaps maps, more;
  const RecordMaps::Id first = *maps.Add(one.record, kPlenty),
                       second = *more.Add(other.record, kPlenty);
  const RecordMaps::Id raised = maps.Append(more) + second;
  ExpectToLeadTo(*maps.Get(first), one.record);
  ExpectToLeadTo(*maps.Get(raised), other.record);
}

}  // namespace
}  // namespace fdr

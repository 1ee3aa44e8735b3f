// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_index.h"

#include <gtest/gtest.h>

#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr {
namespace {

using enum CheckCode;
using test::At;
using test::Check;
using test::CheckOutcome;
using test::CheckToy;

TEST(CheckIndexTest, EveryFaultOfTheIndexIsFound) {
  test::ExpectFound(
      {
          {kIndexPartial,
           [](CheckToy& toy) { toy.patches[".index"] = [](ByteBuffer& b) { b.pop_back(); }; }},
          {kIndexZeros, [](CheckToy& toy) { toy.entries[1] = {}; }},
          {kIndexStampInvalid, [](CheckToy& toy) { toy.entries[1].stamp.nsec = kNanosPerSecond; }},
          {kIndexStampInvalid, [](CheckToy& toy) { toy.entries[1].stamp.sec = -1; }},
          {kIndexVolumeNumber, [](CheckToy& toy) { toy.entries[1].volume = -1; }},
          {kIndexVolumeMissing, [](CheckToy& toy) { toy.entries[1].volume = 1; }},
          {kIndexMetaOffset, [](CheckToy& toy) { toy.entries[0].meta_offset = 807; }},
          {kIndexMetaOffset, [](CheckToy& toy) { ++toy.entries[1].meta_offset; }},
          {kIndexDataOffset, [](CheckToy& toy) { toy.entries[0].data_offset = 0; }},
          {kIndexDataOffset, [](CheckToy& toy) { toy.entries[1].data_offset = 1 << 20; }},
          {kIndexBeforeStart, [](CheckToy& toy) { toy.entries[0].stamp = At(-1); }},
          {kIndexAfterEnd, [](CheckToy& toy) { toy.entries[1].stamp = At(21); }},
          {kIndexBackwards, [](CheckToy& toy) { std::swap(toy.entries[0], toy.entries[1]); }},
          {kIndexRepeated, [](CheckToy& toy) { toy.entries.push_back(toy.entries[1]); }},
          {kIndexVolumeBackwards, [](CheckToy& toy) { toy.entries[0].volume = 1; }},
          {kIndexMetaBackwards, [](CheckToy& toy) { std::swap(toy.entries[0], toy.entries[1]); }},
          {kIndexDataBackwards, [](CheckToy& toy) { std::swap(toy.entries[0], toy.entries[1]); }},
          {kIndexAtEnd,
           [](CheckToy& toy) {
             toy.entries[1].data_offset = static_cast<std::int64_t>(toy.DataOffset(3));
           }},
          {kIndexNoRecord, [](CheckToy& toy) { toy.entries[1].data_offset -= 4; }},
          {kIndexNoMetadata, [](CheckToy& toy) { ++toy.entries[0].meta_offset; }},
          {kIndexStampDiffers, [](CheckToy& toy) { toy.entries[1].stamp = At(19); }},
          {kIndexLaterData, [](CheckToy& toy) { toy.entries[1].stamp = At(9); }},
          {kIndexLaterMetadata,
           [](CheckToy& toy) {
             toy.AddInDom(20, {{0, "cpu0"}});
             toy.entries.push_back({At(10), 0, static_cast<std::int64_t>(toy.MetadataOffset(9)),
                                    static_cast<std::int64_t>(toy.DataOffset(1))});
           }},
      },
      {"index."});
}

TEST(CheckIndexTest, EntriesMayStandBeforeEachVolumesFirstRecord) {
  CheckToy toy;
  toy.volumes[1] = {toy.data().back()};
  toy.data().pop_back();
  toy.entries[1].volume = 1;
  toy.entries[1].data_offset = static_cast<std::int64_t>(LabelSize(toy.version));
  EXPECT_EQ(Check(toy).Codes(), "");
}

TEST(CheckIndexTest, AnEntryIsKnownByItsOffsetAndStamp) {
  CheckToy toy;
  toy.entries[1].stamp = At(19);
  const Finding finding = Check(toy).Only(kIndexStampDiffers);
  EXPECT_EQ(finding.offset, LabelSize(toy.version) + IndexEntrySize(toy.version));
  EXPECT_EQ(finding.stamp, At(19));
}

TEST(CheckIndexTest, WithoutMetadataTheirOffsetsAreNotJudged) {
  CheckToy toy;
  toy.missing = {".meta"};
  EXPECT_EQ(Check(toy).Codes(), "data.no-desc file.no-metadata");
}

TEST(CheckIndexTest, AStretchOfZerosIsOneFinding) {
  CheckToy toy;
  toy.entries.insert(toy.entries.begin() + 1, 5000, IndexEntry{});
  const CheckOutcome outcome = Check(toy);
  EXPECT_EQ(outcome.Codes(), "index.zeros");
  EXPECT_EQ(outcome.Only(kIndexZeros).offset, LabelSize(toy.version) + IndexEntrySize(toy.version));
  EXPECT_EQ(outcome.summary.count(Severity::kError), 1u);
  EXPECT_EQ(outcome.Only(kIndexZeros).sentence,
            "Entry 1: " + std::to_string(5000 * IndexEntrySize(toy.version)) + " bytes are zeros");

  toy.entries.resize(5001);
  EXPECT_TRUE(Check(toy).Has(kIndexZeros)) << "at the end as well";
}

TEST(CheckIndexTest, EntriesAreReadAcrossTheEdgesOfTheBuffer) {
  CheckToy toy;
  while (toy.entries.size() < 5000) toy.entries.push_back(toy.entries.back());
  const CheckOutcome outcome = Check(toy, {.limit = 10000});
  EXPECT_EQ(outcome.findings.size(), 4998u);
  EXPECT_EQ(outcome.Codes(), "index.repeated");
}

}  // namespace
}  // namespace fdr

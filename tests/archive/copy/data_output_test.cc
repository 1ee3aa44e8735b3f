// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/data_output.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::ErrorOf;

class DataOutputTest : public testing::Test {
 protected:
  // Marks, as one piece.  Every second one counts as a record with values.
  void Add(int count) {
    ResultEncoder encoder;
    for (int i = 0; i < count; ++i) {
      encoder.Begin(At(i));
      ByteBuffer record;
      encoder.Encode(Version::k2, record);
      size_ = record.size();
      if (i % 2 == 1) data_.push_back({frames_.size(), size_, At(i)});
      frames_.insert(frames_.end(), record.begin(), record.end());
    }
  }

  // The sizes of the volumes without their labels, in records.
  std::vector<std::uint64_t> Write(VolumeBounds limit) {
    LabelRecord label;
    label.version = Version::k2;
    Result<DataOutput> output =
        DataOutput::Create(PosixFileSystem(), base_, label, {.places = {}, .size = 0}, limit);
    EXPECT_EQ(ErrorOf(output), "");
    EXPECT_EQ(ErrorOf(output->Append(frames_, data_)), "");
    EXPECT_EQ(ErrorOf(output->Close()), "");
    std::vector<std::uint64_t> sizes;
    for (int number = 0; std::filesystem::exists(base_ + "." + std::to_string(number)); ++number)
      sizes.push_back(
          (std::filesystem::file_size(base_ + "." + std::to_string(number)) - label.size()) /
          size_);
    return sizes;
  }

  // The volume and the place of each entry, in records.
  std::vector<std::pair<int, std::uint64_t>> Index() const {
    std::vector<std::pair<int, std::uint64_t>> places;
    const ByteBuffer bytes = test::ReadFile(base_ + ".index");
    const std::size_t label = LabelSize(Version::k2);
    for (std::size_t at = label; at < bytes.size(); at += IndexEntrySize(Version::k2)) {
      const auto entry =
          IndexEntry::Decode(Version::k2, Bytes(bytes).subspan(at, IndexEntrySize(Version::k2)));
      places.emplace_back(entry.volume,
                          (static_cast<std::uint64_t>(entry.data_offset) - label) / size_);
    }
    return places;
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  ByteBuffer frames_;
  std::vector<StampedRecord> data_;
  std::size_t size_ = 0;  // of a record
};

using Sizes = std::vector<std::uint64_t>;

TEST_F(DataOutputTest, WithoutALimitAPieceIsOneVolume) {
  Add(10);
  EXPECT_EQ(Write({}), Sizes{10});
}

TEST_F(DataOutputTest, APieceIsCutAfterSoManyRecords) {
  Add(10);
  EXPECT_EQ(Write({.records = 4}), (Sizes{4, 4, 2}));
  const std::vector<std::pair<int, std::uint64_t>> first = {{0, 1}, {1, 1}, {2, 1}};
  EXPECT_EQ(Index(), first);
}

TEST_F(DataOutputTest, APieceIsCutBeforeASize) {
  Add(10);
  const std::uint64_t label = LabelSize(Version::k2);
  EXPECT_EQ(Write({.bytes = label + 3 * size_}), (Sizes{3, 3, 3, 1}));
}

TEST_F(DataOutputTest, ASizeIsNotExceeded) {
  Add(10);
  EXPECT_EQ(Write({.bytes = LabelSize(Version::k2) + 3 * size_ - 1}), (Sizes{2, 2, 2, 2, 2}));
}

TEST_F(DataOutputTest, EachVolumeHasARecord) {
  Add(3);
  EXPECT_EQ(Write({.bytes = 1}), (Sizes{1, 1, 1}));
}

}  // namespace
}  // namespace fdr

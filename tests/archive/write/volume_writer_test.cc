// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/volume_writer.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <limits>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

using test::ErrorOf;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kLabelSize = LabelSize(Version::k2);

class VolumeWriterTest : public testing::Test {
 protected:
  VolumeWriter Open(std::uint64_t limit = kUnlimited, std::int32_t number = 0) {
    LabelRecord label;
    label.version = Version::k2;
    label.volume = number;
    Result<VolumeWriter> writer = VolumeWriter::Create(files_, "a", label, limit);
    EXPECT_EQ(ErrorOf(writer), "");
    EXPECT_FALSE(writer->has_record());
    EXPECT_EQ(ErrorOf(writer->Start(label)), "");
    EXPECT_EQ(ErrorOf(writer->TakeName()), "");
    EXPECT_FALSE(writer->has_record());
    return std::move(*writer);
  }
  static void Append(VolumeWriter& writer, std::string_view record) {
    ASSERT_EQ(ErrorOf(writer.MakeRoom(record.size())), "");
    ASSERT_EQ(ErrorOf(writer.Append(AsBytes(record))), "");
  }
  std::int32_t VolumeInLabel(const std::string& file) const {
    return LabelRecord::Decode(files_.files.at(file), file)->volume;
  }
  std::string Records(const std::string& file) const {
    return std::string(AsText(files_.files.at(file)).substr(kLabelSize));
  }

  test::MemoryFileSystem files_;
};

TEST_F(VolumeWriterTest, TellsWhereARecordStarts) {
  VolumeWriter writer = Open();
  EXPECT_EQ(writer.Append(AsBytes("first")), kLabelSize);
  EXPECT_EQ(writer.Append(AsBytes("second")), kLabelSize + 5);
  EXPECT_TRUE(writer.has_record());
  EXPECT_EQ(Records("a.0"), "firstsecond");
}

TEST_F(VolumeWriterTest, EachVolumeHasItsNumberInItsLabel) {
  VolumeWriter writer = Open(kUnlimited, 3);
  Append(writer, "first");
  ASSERT_TRUE(writer.StartVolume(7));
  EXPECT_EQ(writer.number(), 7);
  Append(writer, "second");
  EXPECT_EQ(VolumeInLabel("a.3"), 3);
  EXPECT_EQ(VolumeInLabel("a.7"), 7);
  EXPECT_EQ(Records("a.3") + "|" + Records("a.7"), "first|second");
  EXPECT_EQ(files_.open_descriptors(), 1u);
}

TEST_F(VolumeWriterTest, NumbersOnlyGrow) {
  VolumeWriter writer = Open(kUnlimited, 3);
  EXPECT_EQ(ErrorOf(writer.StartVolume(3)), "Volume 3 after volume 3");
  ASSERT_TRUE(writer.StartVolume(std::numeric_limits<std::int32_t>::max()));
  EXPECT_EQ(ErrorOf(writer.StartVolume(std::int64_t{writer.number()} + 1)),
            "Volume 2147483648 after volume 2147483647");
  Append(writer, "still here");
  LabelRecord label;
  label.volume = -1;
  EXPECT_EQ(ErrorOf(VolumeWriter::Create(files_, "b", label, kUnlimited)),
            "Negative volume number");
}

TEST_F(VolumeWriterTest, GoesOnInTheNextVolumeBeforeTheRecordThatWouldCrossTheLimit) {
  VolumeWriter writer = Open(kLabelSize + 10);
  Append(writer, "12345");
  Append(writer, "12345");
  EXPECT_EQ(writer.number(), 0);
  Append(writer, "x");
  EXPECT_EQ(writer.number(), 1);
  Append(writer, "1234567890");
  EXPECT_EQ(writer.number(), 2);
  EXPECT_EQ(files_.files.at("a.0").size(), kLabelSize + 10);
}

TEST_F(VolumeWriterTest, ARecordLargerThanTheLimitHasAVolumeOfItsOwn) {
  VolumeWriter writer = Open(1);
  Append(writer, "12345");
  EXPECT_EQ(writer.number(), 0);
  Append(writer, "12345");
  EXPECT_EQ(writer.number(), 1);
}

TEST_F(VolumeWriterTest, Version2AddressesTwoGigabytes) {
  VolumeWriter writer = Open();
  constexpr std::uint64_t kLargest = 0x7fffffff - kLabelSize;
  EXPECT_TRUE(writer.MakeRoom(kLargest));
  EXPECT_EQ(ErrorOf(writer.MakeRoom(kLargest + 1)), "A data record larger than the format allows");
  EXPECT_EQ(writer.number(), 0);
  Append(writer, "12345");
  EXPECT_TRUE(writer.MakeRoom(kLargest - 5));
  EXPECT_EQ(writer.number(), 0);
  EXPECT_TRUE(writer.MakeRoom(kLargest - 4));
  EXPECT_EQ(writer.number(), 1);
}

TEST_F(VolumeWriterTest, AVolumeThatExistsIsNotTouched) {
  VolumeWriter writer = Open();
  files_.files["a.1"] = ByteBuffer(3);
  const Result<void> refused = writer.StartVolume(1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::kExists);
  EXPECT_EQ(files_.files.at("a.1").size(), 3u);
  Append(writer, "still here");
  EXPECT_EQ(Records("a.0"), "still here");
}

TEST_F(VolumeWriterTest, AVolumeThatCannotGetItsLabelOrNameIsRemoved) {
  for (const std::size_t call : {1u, 2u}) {
    files_.files.clear();
    VolumeWriter writer = Open();
    files_.FailCall(files_.calls().size() + call, ENOSPC);
    EXPECT_EQ(ErrorOf(writer.StartVolume(1)), "No space left on device");
    EXPECT_EQ(files_.files.size(), 1u);
    Append(writer, "still here");
    EXPECT_EQ(writer.number(), 0);
  }
}

TEST_F(VolumeWriterTest, AVolumeThatCannotBeSyncedOrClosedEndsAll) {
  for (const std::size_t call : {3u, 4u}) {
    files_.files.clear();
    VolumeWriter writer = Open();
    files_.FailCall(files_.calls().size() + call, EIO);
    EXPECT_EQ(ErrorOf(writer.StartVolume(1)), "Input/output error");
    EXPECT_FALSE(files_.files.contains("a.1"));
    EXPECT_EQ(ErrorOf(writer.Append(AsBytes("more"))), "Input/output error");
  }
}

}  // namespace
}  // namespace fdr

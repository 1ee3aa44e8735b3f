// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/index_writer.h"

#include <gtest/gtest.h>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

constexpr std::int64_t kFirst = static_cast<std::int64_t>(LabelSize(Version::k3));
constexpr std::uint64_t kInterval = IndexWriter::kInterval;

class IndexWriterTest : public testing::Test {
 protected:
  void SetUp() override {
    LabelRecord label;
    label.host = std::string_view("toyhost");
    ASSERT_TRUE(writer_.Start(label));
    ASSERT_TRUE(writer_.TakeName());
  }

  void After(std::int64_t second, std::int64_t data_offset, bool has_indom,
             std::uint64_t volume_size, std::int32_t volume = 0) {
    const IndexEntry entry{{second, 0}, volume, 1000, data_offset};
    EXPECT_EQ(test::ErrorOf(writer_.AfterRecord(entry, has_indom, volume_size)), "");
  }

  // The seconds of the entries that were written.
  std::vector<std::int64_t> Seconds() {
    const MemorySource source("a.index", files_.files.at("a.index"));
    const Result<TemporalIndex> index = ReadTemporalIndex(source);
    EXPECT_EQ(test::ErrorOf(index), "");
    EXPECT_EQ(index->label.volume, kIndexVolume);
    EXPECT_EQ(index->label.host.view(), "toyhost");
    std::vector<std::int64_t> seconds;
    for (const IndexEntry& entry : index->entries) seconds.push_back(entry.stamp.sec);
    return seconds;
  }

  test::MemoryFileSystem files_;
  IndexWriter writer_ = *IndexWriter::Create(files_, "a");
};

using Stamps = std::vector<std::int64_t>;

TEST_F(IndexWriterTest, TheFirstRecordOfAVolumeGetsAnEntry) {
  After(1, kFirst, false, 1000);
  After(2, 1000, false, 1200);
  After(3, kFirst, false, 1000, 1);
  EXPECT_EQ(Seconds(), (Stamps{1, 3}));
}

TEST_F(IndexWriterTest, ARecordWithAnInstanceDomainGetsAnEntry) {
  After(1, kFirst, false, 1000);
  After(2, 1000, true, 1200);
  After(3, 1200, false, 1400);
  EXPECT_EQ(Seconds(), (Stamps{1, 2}));
}

TEST_F(IndexWriterTest, ARecordFarBehindTheLastEntryGetsOne) {
  After(1, kFirst, false, 1000);
  After(2, 1000, false, 1000 + kInterval);
  EXPECT_EQ(Seconds(), (Stamps{1}));
  After(3, 1000, false, 1000 + kInterval + 1);
  EXPECT_EQ(Seconds(), (Stamps{1, 3}));
  After(4, 1000, false, 1000 + 2 * kInterval + 1);
  After(5, 1000, false, 1000 + 2 * kInterval + 2);
  EXPECT_EQ(Seconds(), (Stamps{1, 3, 5}));
}

TEST_F(IndexWriterTest, ANewVolumeStartsTheDistanceAnew) {
  After(1, kFirst, false, 1000);
  After(2, 1000, false, 5 * kInterval);
  After(2, kFirst, false, 1000, 1);  // no second entry for that stamp
  After(3, 1000, false, kInterval + 1, 1);
  EXPECT_EQ(Seconds(), (Stamps{1, 2, 3}));
}

TEST_F(IndexWriterTest, AMarkInFrontDoesNotHideTheFirstRecord) {
  After(1, kFirst, false, 1000);
  After(2, 1000, false, 5 * kInterval);
  After(3, kFirst + 40, false, 1000, 1);
  After(4, 1000, false, 1200, 1);
  EXPECT_EQ(Seconds(), (Stamps{1, 2, 3}));
}

TEST_F(IndexWriterTest, NoTwoEntriesHaveTheSameStamp) {
  After(1, kFirst, true, 1000);
  After(1, 1000, true, 1200);
  ASSERT_TRUE(writer_.Finish({{1, 0}, 0, 1000, 1000}));
  EXPECT_EQ(Seconds(), (Stamps{1}));
  ASSERT_TRUE(writer_.Finish({{2, 0}, 0, 1000, 1200}));
  EXPECT_EQ(Seconds(), (Stamps{1, 2}));
}

TEST_F(IndexWriterTest, CopiesAnything) {
  const IndexEntry entry{{5, 6}, -7, -8, std::int64_t{1} << 40};
  ASSERT_TRUE(writer_.Copy(entry));
  ASSERT_TRUE(writer_.Copy(entry));
  EXPECT_EQ(Seconds(), (Stamps{5, 5}));
  const ByteBuffer& file = files_.files.at("a.index");
  EXPECT_EQ(IndexEntry::Decode(Version::k3, Bytes(file).last(32)), entry);
}

}  // namespace
}  // namespace fdr

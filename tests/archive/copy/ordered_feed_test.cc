// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies that keep the order of the records in the files: the feed, and the writer at its end.

#include "fdr/archive/copy/ordered_feed.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>

#include "fdr/tests/archive/copy/copied_archive.h"
#include "fdr/tests/archive/copy/record_stamps.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

namespace fs = std::filesystem;
using test::At;
using test::ErrorOf;
using test::ReadFile;
using test::Single;

constexpr MetricId kOrderedLoad = MetricId::Build(60, 0, 1);
constexpr MetricId kOrderedLate = MetricId::Build(60, 0, 2);
constexpr InDomId kOrderedDiscs = InDomId::Build(60, 1);
constexpr int kPerVolume = 4;

class OrderedFeedTest : public testing::Test {
 protected:
  // Records at each second; their domain changes in each volume.
  void Write(int volumes) {
    test::ArchiveBuilder builder(directory_ / "a", Version::k3);
    builder.Metric({.name = "agent.load", .id = kOrderedLoad, .indom = kOrderedDiscs});
    for (int second = 0; second < volumes * kPerVolume; ++second) {
      if (second > 0 && second % kPerVolume == 0) builder.Volume();
      if (second % kPerVolume == 0)
        builder.InDom(At(second), kOrderedDiscs, {{second, "disc"}, {1000, "other"}});
      builder.Record(At(second), {{kOrderedLoad, {{1000, std::int64_t{second}}}}});
    }
    if (has_late_metric_) builder.Metric({.name = "agent.late", .id = kOrderedLate});
  }

  void Change(const std::string& name, std::size_t at, std::byte to) {
    ByteBuffer bytes = ReadFile(directory_ / name);
    bytes[at] = to;
    test::WriteFile(directory_ / name, bytes);
  }

  // To the archive "o".
  Result<void> Copy(const OrderedFeed::GoOn& go_on = {}) {
    test::RemoveFiles(directory_, "o.");
    if (!archive_) Open();
    OrderedWriter writer(PosixFileSystem(), directory_ / "o");
    if (auto begun = writer.Begin(archive_->label()); !begun) return begun;
    OrderedFeed feed(*archive_, writer, writer, go_on);
    const Result<void> run = feed.Run({});
    damage_ = feed.damage();
    late_ = feed.late_metadata();
    return run;
  }
  void Open() { archive_ = Archive::Open(directory_ / "a", {}).value(); }

  std::string Copied() {
    const auto copy = Archive::Open(directory_ / "o", {});
    EXPECT_TRUE(copy) << ErrorOf(copy);
    return copy ? test::StampsOf(**copy) : "";
  }

  const test::TempDirectory directory_;
  bool has_late_metric_ = false;
  std::unique_ptr<Archive> archive_;
  std::optional<OrderedFeed::Damage> damage_;
  std::uint64_t late_ = 0;
};

TEST_F(OrderedFeedTest, TheFilesAreTheSame) {
  Write(3);
  EXPECT_EQ(ErrorOf(Copy()), "");
  for (const char* part : {".meta", ".0", ".1", ".2"})
    EXPECT_EQ(ReadFile(directory_ / ("o" + std::string(part))),
              ReadFile(directory_ / ("a" + std::string(part))))
        << part;
  EXPECT_EQ(late_, 0u);
  const auto copy = Archive::Open(directory_ / "o", {}).value();
  std::string entries;
  for (const IndexEntry& entry : copy->index())
    entries += std::to_string(static_cast<int>(SecondsBetween(At(0), entry.stamp))) + ' ';
  EXPECT_EQ(entries, "0 4 8 11 ") << "the volumes, and the last record";
  test::ExpectSound(directory_ / "o");
}

TEST_F(OrderedFeedTest, MetadataBehindTheRecordsAreThereAndCounted) {
  has_late_metric_ = true;
  Write(1);
  EXPECT_EQ(ErrorOf(Copy()), "");
  EXPECT_EQ(late_, 1u);
  EXPECT_EQ(ReadFile(directory_ / "o.meta"), ReadFile(directory_ / "a.meta"));
}

TEST_F(OrderedFeedTest, OneVolumeIsOpenAtATime) {
  Write(12);
  std::set<std::ptrdiff_t> open;
  EXPECT_EQ(ErrorOf(Copy([&](std::uint64_t) {
              open.insert(
                  std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
              return true;
            })),
            "");
  EXPECT_EQ(open.size(), 1u) << *open.begin() << " to " << *open.rbegin();
}

TEST_F(OrderedFeedTest, ARecordThatDoesNotDecodeIsDamageBehindTheOthers) {
  Write(1);
  const std::size_t size = ReadFile(directory_ / "a.0").size();
  Open();
  const std::size_t record = (size - archive_->label().size()) / kPerVolume;
  const std::size_t third = archive_->label().size() + 2 * record;
  // The number of value sets.
  Change("a.0", third + 4 + 12, std::byte{0x7f});
  EXPECT_NE(ErrorOf(Copy()), "");
  ASSERT_TRUE(damage_);
  EXPECT_EQ(damage_->error.file, directory_ / "a.0");
  EXPECT_EQ(damage_->error.offset, third);
  EXPECT_EQ(damage_->size, size);
  EXPECT_EQ(Copied(), "0/ 1 ");
}

TEST_F(OrderedFeedTest, AFrameThatIsWrongIsDamage) {
  Write(2);
  Open();
  Change("a.1", archive_->label().size(), std::byte{0xff});
  EXPECT_NE(ErrorOf(Copy()), "");
  ASSERT_TRUE(damage_);
  EXPECT_EQ(damage_->error.file, directory_ / "a.1");
  EXPECT_EQ(damage_->error.offset, archive_->label().size());
  EXPECT_EQ(Copied(), "0/ 1 2 3 ");
}

// One stream ends with a record, and of the next one there are some bytes.
TEST_F(OrderedFeedTest, WhatCannotBeDecompressedIsDamage) {
  for (const int damaged : {0, 1}) {
    archive_ = nullptr;
    test::RemoveFiles(directory_, "a.");
    Write(2);
    const std::string volume = directory_ / ("a." + std::to_string(damaged));
    const ByteBuffer all = ReadFile(volume);
    const std::size_t label = LabelSize(Version::k3);
    const std::size_t half = label + (all.size() - label) / 2;
    const ByteBuffer first = test::Compress({"xz", "-c"}, Bytes(all).first(half));
    const ByteBuffer second = test::Compress({"xz", "-c"}, Bytes(all).subspan(half));
    test::WriteFile(volume + ".xz", test::Concatenate({first, Bytes(second).first(14)}));
    fs::remove(volume);
    EXPECT_NE(ErrorOf(Copy()), "") << damaged;
    ASSERT_TRUE(damage_) << damaged;
    EXPECT_EQ(damage_->error.code, Errc::kCompression);
    EXPECT_EQ(damage_->error.file, volume + ".xz");
    EXPECT_EQ(damage_->error.offset, half);
    EXPECT_EQ(Copied(), damaged == 0 ? "0/ 1 " : "0/ 1 2 3 4/ 5 ");
  }
}

TEST_F(OrderedFeedTest, OtherErrorsAreNoDamage) {
  Write(2);
  Open();
  fs::remove(directory_ / "a.1");
  const Result<void> copied = Copy();
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, Errc::kNotFound);
  EXPECT_FALSE(damage_);
}

TEST_F(OrderedFeedTest, TheCallerMayStop) {
  Write(1);
  const Result<void> copied = Copy([](std::uint64_t) { return false; });
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, Errc::kCancelled);
  EXPECT_FALSE(damage_);
}

}  // namespace
}  // namespace fdr

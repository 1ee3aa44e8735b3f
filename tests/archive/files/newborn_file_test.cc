// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/newborn_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/record/label_record.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ErrorOf;

class NewbornFileTest : public testing::Test {
 protected:
  static ByteBuffer Label(std::int32_t number, Version version = Version::k3) {
    LabelRecord label;
    label.version = version;
    label.volume = number;
    ByteBuffer bytes;
    label.Encode(bytes);
    return bytes;
  }
  Result<ByteSink> Make() const { return MakeNewborn(PosixFileSystem(), name_, 3); }
  void ExpectTakenOver() const {
    Result<ByteSink> sink = Make();
    ASSERT_EQ(ErrorOf(sink), "");
    ASSERT_TRUE(sink->Append(AsBytes("new")));
    ASSERT_TRUE(TakeName(*sink));
    EXPECT_EQ(AsText(test::ReadFile(name_)), "new");
    EXPECT_FALSE(std::filesystem::exists(part_));
    std::filesystem::remove(name_);
  }
  void ExpectInTheWay(const std::string& why) const {
    const Result<ByteSink> sink = Make();
    ASSERT_FALSE(sink);
    EXPECT_EQ(sink.error().code, Errc::kExists);
    EXPECT_EQ(sink.error().file, part_);
    EXPECT_EQ(sink.error().what, "In the way of a new archive: " + why);
  }

  const test::TempDirectory directory_;
  const std::string name_ = directory_ / "a.3", part_ = name_ + ".new";
};

TEST_F(NewbornFileTest, IsNotCalledAPartOfAnArchiveUntilItIsWorthReading) {
  Result<ByteSink> sink = Make();
  ASSERT_EQ(ErrorOf(sink), "");
  EXPECT_EQ(test::FileNames(directory_.path()), std::vector<std::string>{"a.3.new"});
  ASSERT_EQ(ErrorOf(TakeName(*sink)), "");
  EXPECT_EQ(test::FileNames(directory_.path()), std::vector<std::string>{"a.3"});
  EXPECT_EQ(sink->name(), name_);
}

TEST_F(NewbornFileTest, ANameThatIsTakenStaysWhoseItIs) {
  Result<ByteSink> sink = Make();
  ASSERT_EQ(ErrorOf(sink), "");
  test::WriteFile(name_, AsBytes("another's"));
  EXPECT_EQ(TakeName(*sink).error().code, Errc::kExists);
  EXPECT_EQ(AsText(test::ReadFile(name_)), "another's");
}

TEST_F(NewbornFileTest, WhatARecorderLeftThatWasKilledIsTakenOver) {
  for (const Version version : {Version::k2, Version::k3}) {
    const ByteBuffer label = Label(3, version);
    for (std::size_t size = 0; size <= label.size(); ++size) {
      test::WriteFile(part_, Bytes(label).first(size));
      ExpectTakenOver();
    }
    ByteBuffer more = label;
    more.resize(label.size() + 1000, std::byte{1});
    test::WriteFile(part_, more);
    ExpectTakenOver();
  }
}

TEST_F(NewbornFileTest, WhatIsBeingWrittenIsNot) {
  const Result<ByteSink> first = Make();
  ASSERT_EQ(ErrorOf(first), "");
  Result<ByteSink> lock = ByteSink::Open(PosixFileSystem(), part_);
  ASSERT_TRUE(lock->Lock());
  const Result<ByteSink> second = Make();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Errc::kBusy);
}

TEST_F(NewbornFileTest, WhatIsNotARecordersIsLeftAsItIs) {
  const auto text = std::string("a user's");
  const ByteBuffer others[] = {ByteBuffer(AsBytes(text).begin(), AsBytes(text).end()), Label(2),
                               Label(kIndexVolume), ByteBuffer(5000, std::byte{0})};
  for (const ByteBuffer& other : others) {
    test::WriteFile(part_, other);
    ExpectInTheWay("Not what a recorder leaves");
    EXPECT_EQ(test::ReadFile(part_), other);
  }
  const std::string elsewhere = directory_ / "elsewhere";
  std::filesystem::rename(part_, elsewhere);
  test::WriteFile(elsewhere, Label(3));
  std::filesystem::create_hard_link(elsewhere, part_);
  ExpectInTheWay("Not what a recorder leaves");
  std::filesystem::remove(part_);
  std::filesystem::create_symlink(elsewhere, part_);
  ExpectInTheWay("A symbolic link");
  EXPECT_EQ(test::ReadFile(elsewhere), Label(3));
  std::filesystem::remove(part_);
  std::filesystem::create_directory(part_);
  ExpectInTheWay("A directory");
}

TEST_F(NewbornFileTest, ABirthIsFinishedWithTheMetadataLast) {
  const std::string base = directory_ / "b";
  const auto all = std::vector<std::string>{"b.0", "b.index", "b.meta"};
  for (const std::string already : {"", "b.0"}) {
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
    test::WriteFile(base + ".index", Label(kIndexVolume));
    test::WriteFile(base + (already.empty() ? ".0.new" : ".0"), Label(0));
    test::WriteFile(base + ".meta.new", Label(kMetadataVolume));
    ASSERT_EQ(ErrorOf(SettleNewborns(PosixFileSystem(), base)), "");
    EXPECT_EQ(test::FileNames(directory_.path()), all);
    // The later volume b.1.new has nothing to keep and is removed.  The file b.2.new has the label
    // of another volume, so it belongs to a user and stays.
    test::WriteFile(base + ".1.new", Label(1));
    test::WriteFile(base + ".2.new", Label(1));
    ASSERT_EQ(ErrorOf(SettleNewborns(PosixFileSystem(), base)), "");
    EXPECT_EQ(test::FileNames(directory_.path()),
              (std::vector<std::string>{"b.0", "b.2.new", "b.index", "b.meta"}));
  }
}

}  // namespace
}  // namespace fdr

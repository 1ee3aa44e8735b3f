// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/salvage/data_end.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "fdr/archive/archive.h"
#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::CheckToy;

// The last volume has a record whose stamp and contents were overwritten, and then a sound record.
TEST(DataEndTest, ARecordThatMakesNoSenseIsNoWitnessAgainstTheNextOne) {
  for (const Version version : {Version::k2, Version::k3}) {
    CheckToy toy(version);
    toy.AddRecord(30, [](ResultEncoder& record) {
      record.BeginSet(test::kForks, ValueFormat::kInPlace);
      record.AddInPlace(kSingular, 7);
    });
    const ByteBuffer sound = toy.data().back();
    toy.data().pop_back();
    toy.volumes[1] = {CheckToy::Framed(ByteBuffer(40, std::byte{0x7f})), sound};
    const test::TempDirectory directory;
    toy.Write(directory / "a");
    const auto archive = Archive::Open(directory / "a");
    ASSERT_EQ(test::ErrorOf(archive), "");
    EXPECT_EQ((*archive)->End().value(), At(30));
    EXPECT_EQ(test::Check(directory / "a").Has(CheckCode::kDataStampWild), false);
  }
}

// The last record has a wild stamp and is dropped.  The overwritten record before it is not the end
// either.
TEST(DataEndTest, ARecordThatMakesNoSenseIsNotTheEnd) {
  for (const Version version : {Version::k2, Version::k3}) {
    CheckToy toy(version);
    toy.AddMark(86400.0 * 366 * 400);  // long after the file was written
    toy.data().insert(toy.data().end() - 1, CheckToy::Framed(ByteBuffer(40, std::byte{0x7f})));
    const test::TempDirectory directory;
    toy.Write(directory / "a");
    const auto archive = Archive::Open(directory / "a");
    ASSERT_EQ(test::ErrorOf(archive), "");
    EXPECT_EQ((*archive)->End().value(), At(20));
  }
}

// As if the last writer of a file had stopped then: readers believe any stamp up to this time.
void SetLastWrite(const std::string& path, Timestamp time) {
  const timespec times[] = {{.tv_sec = time.sec, .tv_nsec = time.nsec},
                            {.tv_sec = time.sec, .tv_nsec = time.nsec}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0) << path;
}

// Without the records of the first volume, the last stamp would make the archive far longer, and
// readers would not believe it.
TEST(DataEndTest, TheRecordsOfTheVolumesBeforeAreWitnessesToo) {
  constexpr double kYear = 86400.0 * 366;
  for (const Version version : {Version::k2, Version::k3}) {
    CheckToy toy(version);
    toy.AddMark(7 * kYear);
    toy.AddMark(13 * kYear);
    toy.volumes[1] = {toy.data().back()};
    toy.data().pop_back();
    const test::TempDirectory directory;
    toy.Write(directory / "a");
    for (const char* volume : {"a.0", "a.1"}) SetLastWrite(directory / volume, At(20));
    const auto archive = Archive::Open(directory / "a");
    ASSERT_EQ(test::ErrorOf(archive), "");
    EXPECT_EQ((*archive)->End().value(), At(13 * kYear));
    EXPECT_EQ(test::Check(directory / "a").Has(CheckCode::kDataStampWild), false);
  }
}

}  // namespace
}  // namespace fdr

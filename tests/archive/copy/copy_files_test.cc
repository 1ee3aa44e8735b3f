// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/copy_files.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::CheckToy;
using test::ErrorOf;
using test::ReadFile;

class CopyFilesTest : public testing::TestWithParam<Version> {
 protected:
  Result<std::uint64_t> Copy(FileSystem& files = PosixFileSystem(), const CopyProgress& go = {}) {
    OpenOptions options;
    options.metadata_damage = MetadataDamage::kSkip;
    auto archive = Archive::Open(in_, options);
    if (!archive) return Fail(archive.error());
    return CopyFiles(**archive, out_, {.keep_going = go}, files);
  }

  std::string NewFiles() const {
    std::string names;
    for (const std::string& name : test::FileNames(directory_.path()))
      if (!name.starts_with("in.")) names += name + ' ';
    return names;
  }

  void ExpectSame(const std::string& suffix) const {
    EXPECT_EQ(AsText(ReadFile(in_ + suffix)), AsText(ReadFile(out_ + suffix))) << suffix;
  }

  void Append(const std::string& suffix, std::string_view bytes) const {
    std::ofstream(in_ + suffix, std::ios::binary | std::ios::app) << bytes;
  }

  const test::TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
  CheckToy toy_{GetParam()};
};

TEST_P(CopyFilesTest, TheFilesAreTheSame) {
  toy_.Write(in_);
  const Result<std::uint64_t> size = Copy();
  ASSERT_EQ(ErrorOf(size), "");
  EXPECT_EQ(NewFiles(), "out.0 out.index out.meta ");
  std::uint64_t together = 0;
  for (const char* suffix : {".meta", ".0", ".index"}) {
    ExpectSame(suffix);
    together += std::filesystem::file_size(in_ + suffix);
  }
  EXPECT_EQ(*size, together);
}

TEST_P(CopyFilesTest, BytesThatAreNoRecordAreCopiedToo) {
  toy_.Write(in_);
  Append(".0", std::string(32, '\0'));
  ASSERT_EQ(ErrorOf(Copy()), "");
  ExpectSame(".0");
}

TEST_P(CopyFilesTest, WhatTheWriterHasNotCompletedIsLeftOut) {
  toy_.Write(in_);
  const ByteBuffer meta = ReadFile(in_ + ".meta"), data = ReadFile(in_ + ".0");
  const ByteBuffer index = ReadFile(in_ + ".index");
  Append(".0", std::string("\0\0\1\0torn", 8));
  Append(".meta", std::string("\0\0\1\0\0\0\0\1torn", 12));
  Append(".index", "torn");
  ASSERT_EQ(ErrorOf(Copy()), "");
  EXPECT_EQ(AsText(ReadFile(out_ + ".0")), AsText(data));
  EXPECT_EQ(AsText(ReadFile(out_ + ".meta")), AsText(meta));
  EXPECT_EQ(AsText(ReadFile(out_ + ".index")), AsText(index));
}

TEST_P(CopyFilesTest, VolumesKeepTheirNumbersAndCompressedFilesStayCompressed) {
  test::ArchiveBuilder builder(in_, GetParam());
  builder.Metric({.name = "toy.n", .id = MetricId::Build(60, 0, 1)});
  for (int i = 0; i < 3; ++i) {
    if (i > 0) builder.Volume();
    builder.Record(At(i), {test::Single(MetricId::Build(60, 0, 1), std::int64_t{i})});
  }
  builder.Close();
  for (const char* name : {".0", ".meta"}) ASSERT_EQ(std::system(("xz " + in_ + name).c_str()), 0);
  ASSERT_EQ(ErrorOf(Copy()), "");
  EXPECT_EQ(NewFiles(), "out.0.xz out.1 out.2 out.index out.meta.xz ");
  for (const char* suffix : {".0.xz", ".1", ".2", ".index", ".meta.xz"}) ExpectSame(suffix);
}

TEST_P(CopyFilesTest, AnArchiveWithoutAnIndexStaysSo) {
  toy_.missing = {".index"};
  toy_.Write(in_);
  ASSERT_EQ(ErrorOf(Copy()), "");
  EXPECT_EQ(NewFiles(), "out.0 out.meta ");
}

TEST_P(CopyFilesTest, NothingIsOverwrittenAndNoInputIsAnOutput) {
  toy_.Write(in_);
  for (const char* name : {"out.meta", "out.3.zst", "out.0.part"}) {
    test::WriteFile(directory_ / name, {});
    const auto copied = Copy();
    ASSERT_FALSE(copied) << name;
    EXPECT_EQ(copied.error().code, Errc::kExists);
    EXPECT_EQ(copied.error().file, directory_ / name);
    EXPECT_EQ(NewFiles(), std::string(name) + ' ');
    std::filesystem::remove(directory_ / name);
  }
  auto archive = Archive::Open(in_);
  ASSERT_TRUE(archive);
  EXPECT_EQ(CopyFiles(**archive, in_).error().code, Errc::kExists);
}

TEST_P(CopyFilesTest, WhatIsPrivateStaysPrivate) {
  toy_.Write(in_);
  ASSERT_EQ(::chmod((in_ + ".0").c_str(), 0600), 0);
  ASSERT_EQ(ErrorOf(Copy()), "");
  for (const char* suffix : {".meta", ".0", ".index"}) {
    struct stat status {};
    ASSERT_EQ(::stat((out_ + suffix).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600u) << suffix;
  }
}

TEST_P(CopyFilesTest, NoFailingCallLeavesAFile) {
  toy_.Write(in_);
  test::FaultyFiles whole;
  ASSERT_EQ(ErrorOf(Copy(whole)), "");
  const std::size_t calls = whole.calls();
  for (const char* suffix : {".meta", ".0", ".index"}) std::filesystem::remove(out_ + suffix);
  for (std::size_t call = 0; call < calls; ++call) {
    test::FaultyFiles files;
    files.DoNotSync();
    files.FailCall(call, ENOSPC);
    const auto copied = Copy(files);
    const std::string names = NewFiles();
    // Where the system does not copy, the bytes are read and written.
    EXPECT_EQ(names, copied ? "out.0 out.index out.meta " : "") << call;
    for (const std::string& name : test::FileNames(directory_.path())) {
      if (!copied || name.starts_with("in.")) continue;
      ExpectSame(name.substr(3));
      std::filesystem::remove(directory_ / name);
    }
  }
}

TEST_P(CopyFilesTest, ShortWritesAreContinued) {
  toy_.Write(in_);
  test::FaultyFiles files;
  files.ShortenWrites();
  ASSERT_EQ(ErrorOf(Copy(files)), "");
  for (const char* suffix : {".meta", ".0", ".index"}) ExpectSame(suffix);
}

TEST_P(CopyFilesTest, ItsCallerCanStopIt) {
  toy_.Write(in_);
  double last = 0;
  const auto copied = Copy(PosixFileSystem(), [&last](double done) {
    EXPECT_GE(done, last);
    last = done;
    return done < 0.5;
  });
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, Errc::kCancelled);
  EXPECT_EQ(NewFiles(), "");
}

INSTANTIATE_TEST_SUITE_P(Versions, CopyFilesTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr

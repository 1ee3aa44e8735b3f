// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compressing_files.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "fdr/archive/copy/copy_files.h"
#include "fdr/archive/copy/copy_part.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::ErrorOf;

constexpr ArchiveCompression kXzOnly{.volumes = Compression::kXz, .metadata = Compression::kNone};
constexpr ArchiveCompression kBoth{.volumes = Compression::kZstd, .metadata = Compression::kXz};

class CompressingFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    constexpr MetricId kForks = MetricId::Build(60, 0, 1);
    test::ArchiveBuilder builder(in_, Version::k3);
    builder.Metric({.name = "toy.forks", .id = kForks});
    for (int i = 0; i < 400; ++i) {
      if (i == 200) builder.Volume();
      builder.Record(At(i), {test::Single(kForks, std::int64_t{i})});
    }
  }

  Result<std::uint64_t> CopyAll(const std::string& in, const std::string& out,
                                ArchiveCompression compression,
                                FileSystem& disk = PosixFileSystem()) const {
    auto archive = Archive::Open(in);
    if (!archive) return Fail(archive.error());
    CompressingFiles files(disk, out, compression, 2);
    return CopyFiles(**archive, out, {.compression = compression}, files);
  }

  std::string NewFiles(const std::string& stem = "out") const {
    std::string names;
    for (const std::string& name : test::FileNames(directory_.path()))
      if (name.starts_with(stem)) names += name + ' ';
    return names;
  }

  static std::string Content(const std::string& path) {
    const auto source = OpenSource(path);
    EXPECT_EQ(ErrorOf(source), "");
    std::string text((*source)->size(), '\0');
    EXPECT_EQ((*source)->ReadAt(0, std::as_writable_bytes(std::span(text))).value_or(0),
              text.size());
    return text;
  }

  const test::TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
};

TEST_F(CompressingFilesTest, VolumesAndMetadataAreCompressedAsAsked) {
  ASSERT_EQ(ErrorOf(CopyAll(in_, out_, kBoth)), "");
  EXPECT_EQ(NewFiles(), "out.0.zst out.1.zst out.index out.meta.xz ");
  for (const auto& [before, after] :
       {std::pair(".0", ".0.zst"), {".1", ".1.zst"}, {".meta", ".meta.xz"}, {".index", ".index"}})
    EXPECT_EQ(Content(in_ + before), Content(out_ + after)) << before;
  EXPECT_LT(std::filesystem::file_size(out_ + ".0.zst"), std::filesystem::file_size(in_ + ".0"));
  EXPECT_EQ(CompressionOf(*FindArchive(out_)), kBoth);
  EXPECT_EQ(CompressionOf(*FindArchive(in_)), ArchiveCompression());
}

TEST_F(CompressingFilesTest, AnotherCompressionAndNone) {
  ASSERT_EQ(ErrorOf(CopyAll(in_, out_, kBoth)), "");
  ASSERT_EQ(ErrorOf(CopyAll(out_, directory_ / "xz", kXzOnly)), "");
  EXPECT_EQ(NewFiles("xz"), "xz.0.xz xz.1.xz xz.index xz.meta ");
  ASSERT_EQ(ErrorOf(CopyAll(directory_ / "xz", directory_ / "plain", {})), "");
  for (const char* suffix : {".0", ".1", ".meta", ".index"})
    EXPECT_EQ(Content(in_ + suffix), Content(directory_ / "plain" + suffix)) << suffix;
}

TEST_F(CompressingFilesTest, WhatHasTheCompressionStaysAsItIs) {
  ASSERT_EQ(ErrorOf(CopyAll(in_, out_, kXzOnly)), "");
  ASSERT_EQ(ErrorOf(CopyAll(out_, directory_ / "again", kXzOnly)), "");
  for (const char* suffix : {".0.xz", ".1.xz", ".meta", ".index"})
    EXPECT_EQ(AsText(test::ReadFile(out_ + suffix)),
              AsText(test::ReadFile(directory_ / "again" + suffix)));
}

TEST_F(CompressingFilesTest, APartIsCompressedWhileItIsWritten) {
  const auto archive = Archive::Open(in_);
  ASSERT_EQ(ErrorOf(archive), "");
  const PartOptions options{.span = {.start = At(100), .end = At(300)}};
  ASSERT_EQ(ErrorOf(CopyPart(**archive, directory_ / "plain", options)), "");
  CompressingFiles files(PosixFileSystem(), out_, kXzOnly, 1);
  const auto report = CopyPart(**archive, out_, options, files);
  ASSERT_EQ(ErrorOf(report), "");
  EXPECT_EQ(NewFiles(), "out.0.xz out.1.xz out.index out.meta ");
  for (const auto& [before, after] :
       {std::pair(".0", ".0.xz"), {".1", ".1.xz"}, {".meta", ".meta"}})
    EXPECT_EQ(Content(directory_ / "plain" + before), Content(out_ + after)) << before;
  EXPECT_EQ(files.size(), std::filesystem::file_size(out_ + ".0.xz") +
                              std::filesystem::file_size(out_ + ".1.xz"));
  EXPECT_EQ(files.content_size(), Content(out_ + ".0.xz").size() + Content(out_ + ".1.xz").size());
}

// As those of an attempt that failed.
TEST_F(CompressingFilesTest, FilesThatAreGoneDoNotCount) {
  CompressingFiles files(PosixFileSystem(), out_, kXzOnly, 1);
  for (const std::string& text : {std::string("first"), std::string("of the second attempt")}) {
    auto file = ByteSink::Create(files, out_ + ".0.part");
    ASSERT_EQ(ErrorOf(file), "");
    ASSERT_EQ(ErrorOf(file->Append(AsBytes(text))), "");
    ASSERT_EQ(ErrorOf(file->Close()), "");
    EXPECT_EQ(files.content_size(), text.size());
    if (text == "first") {
      ASSERT_EQ(ErrorOf(RemoveFile(files, out_ + ".0.part")), "");
    }
  }
  ASSERT_EQ(ErrorOf(RenameFile(files, out_ + ".0.part", out_ + ".0")), "");
  EXPECT_EQ(files.size(), std::filesystem::file_size(out_ + ".0.xz"));
  ASSERT_EQ(ErrorOf(RemoveFile(files, out_ + ".0")), "");
  EXPECT_EQ(files.size(), 0u);
}

TEST_F(CompressingFilesTest, AnyFailureLeavesNoFile) {
  std::size_t calls = 0;
  {
    test::FaultyFiles files;
    files.DoNotSync();
    ASSERT_EQ(ErrorOf(CopyAll(in_, out_, kBoth, files)), "");
    calls = files.calls();
  }
  std::size_t failed = 0;
  for (std::size_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    for (const std::string& name : test::FileNames(directory_.path()))
      if (name.starts_with("out")) std::filesystem::remove(directory_ / name);
    test::FaultyFiles files;
    files.DoNotSync();
    files.FailCall(call, ENOSPC);
    if (CopyAll(in_, out_, kBoth, files)) {
      EXPECT_EQ(Content(in_ + ".1"), Content(out_ + ".1.zst"));
      EXPECT_EQ(Content(in_ + ".meta"), Content(out_ + ".meta.xz"));
    } else {
      EXPECT_FALSE(FindArchive(out_)) << NewFiles();
      ++failed;
    }
  }
  EXPECT_GT(failed, 20u);
}

TEST_F(CompressingFilesTest, OtherNamesStayAsTheyAre) {
  CompressingFiles files(PosixFileSystem(), out_, kBoth, 1);
  for (const auto& [name, made] : {std::pair("out.index", "out.index"),
                                   {"out.0", "out.0.zst"},
                                   {"out.12.part", "out.12.zst.part"},
                                   {"out.3.xz", "out.3.xz"},
                                   {"out.4.gz.part", "out.4.gz.part"},
                                   {"out.meta.new.part", "out.meta.xz.new.part"},
                                   {"out.0x", "out.0x"},
                                   {"out2.0", "out2.0"},
                                   {"other.0", "other.0"}}) {
    const int fd = files.Create(directory_ / name, 0600);
    ASSERT_GE(fd, 0);
    EXPECT_EQ(files.Close(fd), 0);
    EXPECT_TRUE(std::filesystem::exists(directory_ / made)) << made;
    EXPECT_EQ(files.Remove(directory_ / name), 0);
    EXPECT_EQ(NewFiles("o"), "");
  }
}

}  // namespace
}  // namespace fdr

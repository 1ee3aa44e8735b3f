// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "fdr/archive/files/file_claim.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ErrorOf;

class RecompressFileTest : public testing::Test {
 protected:
  void SetUp() override {
    test::WriteFile(plain_, content_);
    options_.to = {.format = Compression::kXz, .block_size = 10'000};
    options_.source.temp_directory = directory_.path();
  }

  Result<Recompressed> Recompress(const std::string& path) {
    return RecompressFile(path, options_);
  }

  // Expects that the directory has only this file, and that the file has the content.
  void ExpectOnly(const std::string& path) const {
    EXPECT_EQ(Names(), std::vector<std::string>{path});
    ExpectContent(path);
  }

  void ExpectContent(const std::string& path) const {
    SourceOptions options;
    options.temp_directory = directory_.path();
    const auto source = OpenSource(path, options);
    ASSERT_EQ(ErrorOf(source), "") << path;
    const auto content = test::ReadAll(**source);
    ASSERT_EQ(ErrorOf(content), "") << path;
    EXPECT_TRUE(*content == content_) << path;
  }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_.path()))
      names.push_back(entry.path().string());
    return names;
  }

  const test::TempDirectory directory_;
  const std::string plain_ = directory_ / "a.0";
  const std::string xz_ = plain_ + ".xz";
  const std::string zst_ = plain_ + ".zst";
  const ByteBuffer content_ = test::SampleContent(100'000);
  RecompressOptions options_;
};

TEST_F(RecompressFileTest, FromEachFormatToEachOther) {
  for (const auto& [format, path] : {std::pair(Compression::kXz, xz_),
                                     {Compression::kZstd, zst_},
                                     {Compression::kXz, xz_},
                                     {Compression::kNone, plain_},
                                     {Compression::kZstd, zst_},
                                     {Compression::kNone, plain_}}) {
    options_.to.format = format;
    const std::string from = Names().front();
    const auto before = std::filesystem::file_size(from);
    const auto done = Recompress(from);
    ASSERT_EQ(ErrorOf(done), "");
    EXPECT_EQ(done->path, path);
    EXPECT_TRUE(done->is_replaced);
    EXPECT_EQ(done->size_before, before);
    EXPECT_EQ(done->size_after, std::filesystem::file_size(path));
    EXPECT_EQ(done->content_size, content_.size());
    ExpectOnly(path);
  }
}

TEST_F(RecompressFileTest, FormatsWithoutAWriterOfOursAreReadAsWell) {
  const std::string gz = plain_ + ".gz";
  test::WriteFile(gz, test::Compress({"gzip", "-c"}, content_));
  std::filesystem::remove(plain_);
  ASSERT_EQ(ErrorOf(Recompress(gz)), "");
  ExpectOnly(xz_);
}

TEST_F(RecompressFileTest, OwnerModeAndTimesAreKept) {
  ASSERT_EQ(::chmod(plain_.c_str(), 0640), 0);
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(plain_.c_str(), 4321, 1234), 0);
  }
  const timespec times[] = {{1'500'000'000, 1}, {1'600'000'000, 123'456'789}};
  ASSERT_EQ(::utimensat(AT_FDCWD, plain_.c_str(), times, 0), 0);
  struct stat before, after;
  ASSERT_EQ(::stat(plain_.c_str(), &before), 0);
  ASSERT_EQ(ErrorOf(Recompress(plain_)), "");
  ASSERT_EQ(::stat(xz_.c_str(), &after), 0);
  EXPECT_EQ(after.st_mode, before.st_mode);
  EXPECT_EQ(after.st_uid, before.st_uid);
  EXPECT_EQ(after.st_gid, before.st_gid);
  EXPECT_EQ(after.st_mtim.tv_sec, 1'600'000'000);
  EXPECT_EQ(after.st_mtim.tv_nsec, 123'456'789);
}

TEST_F(RecompressFileTest, WhatWouldNotGetSmallerIsLeft) {
  test::WriteFile(plain_, AsBytes("short"));
  const auto done = Recompress(plain_);
  ASSERT_EQ(ErrorOf(done), "");
  EXPECT_FALSE(done->is_replaced);
  EXPECT_EQ(done->path, plain_);
  EXPECT_EQ(done->size_after, 5u);
  EXPECT_EQ(Names(), std::vector<std::string>{plain_});
}

TEST_F(RecompressFileTest, WhatIsInThatFormatAlreadyIsRefused) {
  test::WriteFile(xz_, test::Compress({"xz", "-c"}, content_));
  EXPECT_EQ(ErrorOf(Recompress(xz_)), "It is in that format already");
  options_.to.format = Compression::kNone;
  EXPECT_EQ(Recompress(plain_).error().code, Errc::kInvalidArgument);
}

TEST_F(RecompressFileTest, OptionsAreLookedAtBeforeAnythingIsDone) {
  options_.to.level = 77;
  EXPECT_EQ(ErrorOf(Recompress(plain_)), "Levels of xz are 0 to 9");
  ExpectOnly(plain_);
}

TEST_F(RecompressFileTest, LinksAndWhatIsNoFileAreRefused) {
  const std::string link = directory_ / "b.0", directory = directory_ / "c.0";
  std::filesystem::create_symlink(plain_, link);
  EXPECT_EQ(ErrorOf(Recompress(link)), "A symbolic link: name the file that it stands for");
  std::filesystem::create_directory(directory);
  EXPECT_EQ(ErrorOf(Recompress(directory)), "Not a regular file");
  std::filesystem::create_hard_link(plain_, directory_ / "d.0");
  EXPECT_EQ(ErrorOf(Recompress(plain_)),
            "It has another name, a hard link, under which it would stay");
  EXPECT_EQ(Recompress(directory_ / "e.0").error().code, Errc::kNotFound);
  ExpectContent(plain_);
}

TEST_F(RecompressFileTest, AFileThatIsBeingWrittenIsLeft) {
  const int fd = ::open(plain_.c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(fd, 0);
  const auto refused = Recompress(plain_);
  EXPECT_EQ(ErrorOf(refused), "A process has it open for writing");
  EXPECT_EQ(refused.error().code, Errc::kBusy);
  ExpectOnly(plain_);
  options_.is_finished = true;  // according to the caller
  EXPECT_EQ(ErrorOf(Recompress(plain_)), "");
  ::close(fd);
  ExpectOnly(xz_);
}

TEST_F(RecompressFileTest, AFileThatIsWrittenMeanwhileIsLeft) {
  for (const bool is_finished : {false, true}) {
    test::WriteFile(plain_, content_);
    options_.is_finished = is_finished;
    int fd = -1;
    options_.keep_going = [&](double done) {
      if (fd >= 0 || done < 0.5) return true;
      fd = ::open(plain_.c_str(), O_WRONLY | O_APPEND);
      EXPECT_EQ(::write(fd, "more", 4), 4);
      return true;
    };
    const auto refused = Recompress(plain_);
    EXPECT_EQ(ErrorOf(refused), is_finished ? "Somebody has changed it meanwhile"
                                            : "A process has it open for writing");
    ::close(fd);
    EXPECT_EQ(Names(), std::vector<std::string>{plain_});
    EXPECT_EQ(std::filesystem::file_size(plain_), content_.size() + 4);
  }
}

TEST_F(RecompressFileTest, TwoDoNotWorkOnOneFile) {
  {
    const auto claim = FileClaim::Take(plain_);
    ASSERT_EQ(ErrorOf(claim), "");
    const auto refused = Recompress(plain_);
    EXPECT_EQ(ErrorOf(refused), "Another process is working on it");
    EXPECT_EQ(refused.error().code, Errc::kBusy);
    ExpectOnly(plain_);
  }
  EXPECT_EQ(ErrorOf(Recompress(plain_)), "");
}

TEST_F(RecompressFileTest, GivenUpAtAnyTimeItLeavesNothingBehind) {
  std::vector<double> steps;
  options_.keep_going = [&](double done) {
    steps.push_back(done);
    return true;
  };
  ASSERT_EQ(ErrorOf(Recompress(plain_)), "");
  EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end()));
  EXPECT_GE(steps.size(), 11u);
  options_.to.format = Compression::kNone;
  ASSERT_EQ(ErrorOf(Recompress(xz_)), "");
  options_.to.format = Compression::kXz;
  for (std::size_t last = 0; last < 11; ++last) {
    std::size_t step = 0;
    options_.keep_going = [&](double) { return step++ < last; };
    EXPECT_EQ(Recompress(plain_).error().code, Errc::kCancelled);
    ExpectOnly(plain_);
  }
}

TEST_F(RecompressFileTest, AnAttemptThatEndedBeforeTheOldFileWasRemovedIsFinished) {
  for (const auto& [format, from, to] : {std::tuple(Compression::kXz, plain_, xz_),
                                         {Compression::kZstd, xz_, zst_},
                                         {Compression::kNone, zst_, plain_}}) {
    options_.to.format = format;
    const ByteBuffer old = test::ReadFile(from);
    ASSERT_EQ(ErrorOf(Recompress(from)), "");
    test::WriteFile(from, old);
    const auto done = Recompress(from);
    ASSERT_EQ(ErrorOf(done), "");
    EXPECT_EQ(done->path, to);
    EXPECT_EQ(done->size_after, std::filesystem::file_size(to));
    ExpectOnly(to);
  }
}

TEST_F(RecompressFileTest, AnotherFileOfThatNameIsNeverReplaced) {
  const ByteBuffer other = test::Compress({"xz", "-c"}, test::SampleContent(100'000, 2));
  for (const ByteBuffer& there : {other, ByteBuffer(10), ByteBuffer()}) {
    test::WriteFile(xz_, there);
    const auto refused = Recompress(plain_);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::kExists);
    EXPECT_EQ(refused.error().file, xz_);
    EXPECT_TRUE(test::ReadFile(xz_) == there);
    ExpectContent(plain_);
  }
}

TEST_F(RecompressFileTest, WhatAKilledProcessLeftIsReplaced) {
  test::WriteFile(xz_ + ".part", AsBytes("half of"));
  ASSERT_EQ(ErrorOf(Recompress(plain_)), "");
  ExpectOnly(xz_);
}

TEST_F(RecompressFileTest, ADamagedFileIsLeftAndSaidToBe) {
  ASSERT_EQ(ErrorOf(Recompress(plain_)), "");
  ByteBuffer damaged = test::ReadFile(xz_);
  damaged[damaged.size() / 2] ^= std::byte{1};
  test::WriteFile(xz_, damaged);
  for (const Compression format : {Compression::kNone, Compression::kZstd}) {
    options_.to.format = format;
    const auto refused = Recompress(xz_);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::kCompression);
    EXPECT_EQ(refused.error().file, xz_);
    EXPECT_GT(refused.error().offset, 0u);
    EXPECT_EQ(Names(), std::vector<std::string>{xz_});
    EXPECT_TRUE(test::ReadFile(xz_) == damaged);
  }
}

// Runs the compression once for each system call, which then fails.  Each run has new files.
class RecompressFaultTest : public RecompressFileTest,
                            public testing::WithParamInterface<Compression> {
 protected:
  void SetUp() override {
    RecompressFileTest::SetUp();
    options_.to.format = Compression::kXz;
    if (GetParam() == Compression::kNone) {
      ASSERT_EQ(ErrorOf(Recompress(plain_)), "");
      from_ = xz_;
    }
    options_.to.format = GetParam();
    to_ = GetParam() == Compression::kNone ? plain_ : GetParam() == Compression::kXz ? xz_ : zst_;
    old_ = test::ReadFile(from_);
    test::FaultyFiles counting;
    ASSERT_EQ(ErrorOf(Run(counting)), "");
    calls_ = counting.calls();
    EXPECT_GT(calls_, 9u);
  }

  Result<Recompressed> Run(test::FaultyFiles& files) {
    for (const std::string& name : Names()) std::filesystem::remove(name);
    test::WriteFile(from_, old_);
    options_.files = &files;
    auto done = Recompress(from_);
    options_.files = &PosixFileSystem();
    return done;
  }

  std::string from_ = plain_, to_;
  ByteBuffer old_;
  std::size_t calls_ = 0;
};

TEST_P(RecompressFaultTest, AFailingCallLosesNothing) {
  for (const int error_number : {EIO, ENOSPC}) {
    for (std::size_t call = 0; call < calls_; ++call) {
      test::FaultyFiles files;
      files.FailCall(call, error_number);
      const auto done = Run(files);
      ASSERT_FALSE(done) << call;
      EXPECT_EQ(done.error().system_error, error_number) << call;
      EXPECT_NE(done.error().file, "") << call;
      ExpectContent(from_);
      const bool only_the_last_step_failed = std::filesystem::exists(to_);
      EXPECT_EQ(only_the_last_step_failed, call + 1 == calls_) << call;
      if (only_the_last_step_failed) ExpectContent(to_);
      ASSERT_EQ(ErrorOf(Recompress(from_)), "") << call;
      ExpectOnly(to_);
    }
  }
}

TEST_P(RecompressFaultTest, ItCanEndAnywhere) {
  for (std::size_t call = 0; call < calls_; ++call) {
    test::FaultyFiles files;
    files.FailFrom(call, EIO);
    ASSERT_FALSE(Run(files)) << call;
    ExpectContent(from_);
    if (std::filesystem::exists(to_)) ExpectContent(to_);
    ASSERT_EQ(ErrorOf(Recompress(from_)), "") << call;
    ExpectOnly(to_);
  }
}

TEST_P(RecompressFaultTest, SignalsAndShortWritesDoNoHarm) {
  for (std::size_t call = 0; call < calls_; ++call) {
    test::FaultyFiles files;
    files.FailCall(call, EINTR);
    ASSERT_EQ(ErrorOf(Run(files)), "") << call;
    ExpectOnly(to_);
  }
  test::FaultyFiles files;
  files.ShortenWrites();
  ASSERT_EQ(ErrorOf(Run(files)), "");
  ExpectOnly(to_);
}

INSTANTIATE_TEST_SUITE_P(To, RecompressFaultTest,
                         testing::Values(Compression::kXz, Compression::kZstd, Compression::kNone),
                         [](const auto& format) {
                           return std::string(CompressionName(format.param));
                         });

}  // namespace
}  // namespace fdr

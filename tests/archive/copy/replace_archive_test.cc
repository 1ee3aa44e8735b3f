// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/replace_archive.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <map>

#include "fdr/archive/copy/copy_part.h"
#include "fdr/archive/files/settle_replacement.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::ErrorOf;
using Content = std::map<std::string, std::string>;  // of files, by name

constexpr MetricId kForks = MetricId::Build(60, 0, 1);

// An archive of three volumes, and its second half in two.
class ReplaceArchiveTest : public testing::Test {
 protected:
  void SetUp() override {
    Write(base_, 12);
    old_ = Found();
    ASSERT_EQ(old_.size(), 5u);
    ASSERT_EQ(ErrorOf(Replace(PosixFileSystem())), "");
    new_ = Found();
    ASSERT_EQ(new_.size(), 4u);
    ASSERT_NE(new_.at("a.0"), old_.at("a.0"));
  }

  static void Write(const std::string& base, int records) {
    test::ArchiveBuilder builder(base, Version::k3);
    builder.Metric({.name = "toy.forks", .id = kForks});
    for (int i = 0; i < records; ++i) {
      if (i > 0 && i % 4 == 0) builder.Volume();
      builder.Record(At(i), {test::Single(kForks, std::int64_t{i})});
    }
  }

  Content Found() const {
    Content content;
    for (const std::string& name : test::FileNames(directory_.path()))
      content[name] = std::string(AsText(test::ReadFile(directory_ / name)));
    return content;
  }

  void Put(const Content& content) const {
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
    for (const auto& [name, text] : content)
      test::WriteFile(directory_ / name, std::as_bytes(std::span(text)));
  }

  Result<void> WriteNew(ArchiveReplacement& replacement) const {
    const auto archive = Archive::Open(replacement.old_files());
    if (!archive) return Fail(archive.error());
    const auto report =
        CopyPart(**archive, base_, {.span = {.start = At(5), .end = {}}}, replacement.new_files());
    return report ? Result<void>() : Fail(report.error());
  }

  Result<void> Replace(FileSystem& files) const {
    const auto replacement = ArchiveReplacement::Begin(files, base_);
    if (!replacement) return Fail(replacement.error());
    if (auto written = WriteNew(**replacement); !written) return written;
    return (*replacement)->Commit();
  }

  // Begins with the old archive; a kill at this call.
  void KillAt(std::size_t call) const {
    Put(old_);
    test::FaultyFiles files;
    files.DoNotSync();
    files.FailFrom(call, EIO);
    (void)Replace(files);
  }

  std::size_t CallsOf(const std::function<Result<void>(FileSystem&)>& work) const {
    test::FaultyFiles files;
    files.DoNotSync();
    EXPECT_EQ(ErrorOf(work(files)), "");
    return files.calls();
  }
  std::size_t Calls() const {
    Put(old_);
    return CallsOf([this](FileSystem& files) { return Replace(files); });
  }

  Result<void> Settle() const {
    test::FaultyFiles files;
    files.DoNotSync();
    return SettleReplacement(files, base_);
  }

  // Whether the new archive is there; otherwise the old one has to be.
  bool IsNew() const {
    const Content found = Found();
    if (found == new_) return true;
    EXPECT_EQ(found, old_);
    return false;
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  Content old_, new_;
};

TEST_F(ReplaceArchiveTest, WhatFailsLeavesTheOldArchiveOrTheNewOne) {
  const std::size_t calls = Calls();
  int with_old = 0, with_new = 0;
  for (std::size_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    Put(old_);
    test::FaultyFiles files;
    files.DoNotSync();
    files.FailCall(call, EIO);
    const Result<void> replaced = Replace(files);
    ASSERT_EQ(ErrorOf(Settle()), "");
    const bool is_new = IsNew();
    EXPECT_TRUE(is_new || !replaced);
    EXPECT_EQ(!replaced && is_new, ErrorOf(replaced).find("is complete") != std::string::npos);
    ++(is_new ? with_new : with_old);
  }
  EXPECT_GT(with_old, 20);
  EXPECT_GT(with_new, 8);
}

TEST_F(ReplaceArchiveTest, AKillAtAnyCallLeavesTheOldArchiveOrTheNewOne) {
  const std::size_t calls = Calls();
  bool was_new = false;
  for (std::size_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    KillAt(call);
    // What reads the archive settles it.
    const auto found = FindArchive(base_);
    ASSERT_EQ(ErrorOf(found), "");
    const bool is_new = IsNew();
    EXPECT_TRUE(is_new || !was_new);  // there is one switch
    was_new = is_new;
  }
  EXPECT_TRUE(was_new);
}

TEST_F(ReplaceArchiveTest, AKillWhileItIsSettledDoesNotMatter) {
  const std::size_t calls = Calls();
  for (std::size_t call = 0; call < calls; ++call) {
    KillAt(call);
    const Content left = Found();
    test::FaultyFiles counted;
    counted.DoNotSync();
    ASSERT_EQ(ErrorOf(SettleReplacement(counted, base_)), "");
    const bool is_new = IsNew();
    for (std::size_t second = 0; second < counted.calls(); ++second) {
      SCOPED_TRACE(testing::Message() << call << ", " << second);
      Put(left);
      test::FaultyFiles files;
      files.DoNotSync();
      files.FailFrom(second, EIO);
      (void)SettleReplacement(files, base_);
      ASSERT_EQ(ErrorOf(Settle()), "");
      EXPECT_EQ(IsNew(), is_new);
    }
  }
}

// Another user, who may not write.
TEST_F(ReplaceArchiveTest, AReaderWithoutPermissionReadsAllOfOneArchive) {
  if (::geteuid() != 0) return;
  std::filesystem::permissions(directory_.path(), std::filesystem::perms(0755));
  const std::size_t calls = Calls();
  bool was_new = false;
  for (std::size_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    KillAt(call);
    const Content left = Found();
    ASSERT_EQ(::seteuid(65534), 0);
    const auto archive = Archive::Open(base_);
    ASSERT_EQ(::seteuid(0), 0);
    ASSERT_EQ(ErrorOf(archive), "");
    EXPECT_EQ(Found(), left);
    const bool is_new = (*archive)->label().start == At(5);
    EXPECT_EQ((*archive)->volume_count(), is_new ? 2u : 3u);
    EXPECT_TRUE(is_new || !was_new);
    was_new = is_new;
  }
  EXPECT_TRUE(was_new);
}

// A process that replaces the archive has the lock.
TEST_F(ReplaceArchiveTest, WhoCannotSettleReadsAllOfOneArchive) {
  const std::size_t calls = Calls();
  int waiting = 0;
  for (std::size_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    KillAt(call);
    const Content left = Found();
    if (!left.contains("a.fdr-copy")) continue;
    const int fd = ::open((base_ + ".fdr-copy").c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_GE(fd, 0);
    ASSERT_EQ(::flock(fd, LOCK_EX | LOCK_NB), 0);
    std::vector<std::string> names = {base_};
    if (waiting == 0) names.insert(names.end(), {directory_.path(), base_ + ".0"});
    for (const std::string& name : names) {
      const auto archives = FindArchives(name);
      ASSERT_EQ(ErrorOf(archives), "");
      ASSERT_EQ(archives->size(), 1u);
      const ArchiveFiles& files = archives->front();
      ASSERT_EQ(files.volumes.size(), 2u);
      EXPECT_EQ(AsText(test::ReadFile(files.metadata)), new_.at("a.meta"));
      EXPECT_EQ(AsText(test::ReadFile(files.index)), new_.at("a.index"));
      for (const VolumeFile& volume : files.volumes)
        EXPECT_EQ(AsText(test::ReadFile(volume.path)),
                  new_.at("a." + std::to_string(volume.number)));
      const auto archive = Archive::Open(files);
      ASSERT_EQ(ErrorOf(archive), "");
      EXPECT_EQ((*archive)->label().start, At(5));
    }
    EXPECT_EQ(Found(), left);
    ++waiting;
    ::close(fd);
  }
  EXPECT_GT(waiting, 8);
}

TEST_F(ReplaceArchiveTest, ANewArchiveMayHaveMoreVolumes) {
  Put(old_);
  const auto replacement = ArchiveReplacement::Begin(PosixFileSystem(), base_);
  ASSERT_EQ(ErrorOf(replacement), "");
  FileSystem& files = (*replacement)->new_files();
  Content wanted;
  for (const char* suffix : {".meta", ".0.xz", ".1", ".2", ".3", ".10"}) {
    wanted["a" + std::string(suffix)] = suffix;
    auto file = ByteSink::Create(files, base_ + suffix);
    ASSERT_EQ(ErrorOf(file), "");
    ASSERT_EQ(ErrorOf(file->Append(std::as_bytes(std::span(std::string_view(suffix))))), "");
  }
  ASSERT_EQ(ErrorOf((*replacement)->Commit()), "");
  EXPECT_EQ(Found(), wanted);
}

TEST_F(ReplaceArchiveTest, AReaderNeverMixesBothArchives) {
  Put(old_);
  const auto found = FindArchive(base_);
  const auto early = Archive::Open(base_);
  ASSERT_EQ(ErrorOf(early), "");
  ASSERT_EQ(ErrorOf(Replace(PosixFileSystem())), "");
  const auto archive = Archive::Open(*found);
  ASSERT_EQ(ErrorOf(archive), "");
  EXPECT_EQ((*archive)->label().start, At(5));
  EXPECT_EQ((*archive)->volume_count(), 2u);
  const auto volume = (*early)->Volume(1);
  ASSERT_FALSE(volume);
  EXPECT_EQ(volume.error().code, Errc::kBusy);
}

TEST_F(ReplaceArchiveTest, WithoutACommitNothingIsLeft) {
  Put(old_);
  {
    const auto replacement = ArchiveReplacement::Begin(PosixFileSystem(), base_);
    ASSERT_EQ(ErrorOf(replacement), "");
    ASSERT_EQ(ErrorOf(WriteNew(**replacement)), "");
    EXPECT_EQ(Found().size(), old_.size() + 5);
    // No program settles it meanwhile, and readers see the old archive.
    EXPECT_NE(ErrorOf(Settle()), "");
    EXPECT_EQ(FindArchive(base_)->volumes.size(), 3u);
    EXPECT_EQ(Found().size(), old_.size() + 5);
    EXPECT_NE(ErrorOf(ArchiveReplacement::Begin(PosixFileSystem(), base_)), "");
  }
  EXPECT_EQ(Found(), old_);
}

TEST_F(ReplaceArchiveTest, ModesAreKept) {
  Put(old_);
  for (const auto& [suffix, mode] : {std::pair(".meta", 0640u), {".0", 0604u}, {".2", 0660u}})
    ASSERT_EQ(::chmod((base_ + suffix).c_str(), mode), 0);
  ASSERT_EQ(ErrorOf(Replace(PosixFileSystem())), "");
  struct stat status = {};
  for (const auto& [suffix, mode] : {std::pair(".meta", 0640u), {".0", 0604u}}) {
    ASSERT_EQ(::stat((base_ + suffix).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777u, mode) << suffix;
  }
}

TEST_F(ReplaceArchiveTest, AnArchiveThatAProcessWritesIsBusy) {
  Put(old_);
  for (const char* suffix : {".2", ".0", ".meta", ".index"}) {
    const int fd = ::open((base_ + suffix).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    ASSERT_GE(fd, 0);
    const auto begun = ArchiveReplacement::Begin(PosixFileSystem(), base_);
    ASSERT_FALSE(begun) << suffix;
    EXPECT_EQ(begun.error().code, Errc::kBusy);
    ::close(fd);
    EXPECT_EQ(Found(), old_);
  }
}

TEST_F(ReplaceArchiveTest, AnArchiveThatChangesMeanwhileIsLeftAlone) {
  for (const char* suffix : {".0", ".2", ".3", ".index.xz"}) {
    Put(old_);
    const auto replacement = ArchiveReplacement::Begin(PosixFileSystem(), base_);
    ASSERT_EQ(ErrorOf(replacement), "");
    ASSERT_EQ(ErrorOf(WriteNew(**replacement)), "");
    std::string bytes = "more";
    if (const auto there = old_.find("a" + std::string(suffix)); there != old_.end())
      bytes.insert(0, there->second);
    test::WriteFile(base_ + suffix, std::as_bytes(std::span(bytes)));
    const Result<void> replaced = (*replacement)->Commit();
    ASSERT_FALSE(replaced) << suffix;
    EXPECT_EQ(replaced.error().code, Errc::kBusy);
    EXPECT_TRUE(Found().contains("a.meta"));
    EXPECT_EQ(Found().at("a.1"), old_.at("a.1"));
  }
}

TEST_F(ReplaceArchiveTest, LinksAreRefused) {
  Put(old_);
  std::filesystem::create_hard_link(base_ + ".1", directory_ / "other");
  EXPECT_NE(ErrorOf(Replace(PosixFileSystem())).find("hard link"), std::string::npos);
  std::filesystem::remove(directory_ / "other");
  std::filesystem::rename(base_ + ".1", directory_ / "other");
  std::filesystem::create_symlink(directory_ / "other", base_ + ".1");
  EXPECT_NE(ErrorOf(Replace(PosixFileSystem())).find("symbolic link"), std::string::npos);
}

// Another user of the directory adds a file to the new archive, or exchanges one.
TEST_F(ReplaceArchiveTest, FilesThatOthersPutThereAreRefused) {
  const std::string victim = directory_ / "victim";
  enum class Kind { kSymbolic, kFile, kHard };
  for (const Kind kind : {Kind::kSymbolic, Kind::kFile, Kind::kHard})
    for (const char* suffix : {".7", ".meta", ".0"}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << ' ' << suffix);
      Put(old_);
      ASSERT_EQ(::chmod((base_ + suffix).c_str(), 0604) == 0, std::string(suffix) != ".7");
      const auto replacement = ArchiveReplacement::Begin(PosixFileSystem(), base_);
      ASSERT_EQ(ErrorOf(replacement), "");
      ASSERT_EQ(ErrorOf(WriteNew(**replacement)), "");
      const std::string planted = ReplacementName(base_ + suffix);
      test::WriteFile(victim, std::as_bytes(std::span(std::string_view("secret"))));
      ASSERT_EQ(::chmod(victim.c_str(), 0600), 0);
      const std::string other = directory_ / "other";  // so that it has another number
      if (kind == Kind::kSymbolic) std::filesystem::create_symlink(victim, other);
      if (kind == Kind::kHard) std::filesystem::create_hard_link(victim, other);
      if (kind == Kind::kFile) std::filesystem::copy_file(victim, other);
      std::filesystem::rename(other, planted);
      const Result<void> replaced = (*replacement)->Commit();
      ASSERT_NE(ErrorOf(replaced), "");
      EXPECT_EQ(replaced.error().file, planted);
      struct stat status = {};
      ASSERT_EQ(::stat(victim.c_str(), &status), 0);
      EXPECT_EQ(status.st_mode & 07777u, 0600u);
      for (const auto& [name, content] : old_)
        EXPECT_EQ(AsText(test::ReadFile(directory_ / name)), content);
      std::filesystem::remove(victim);
    }
}

}  // namespace
}  // namespace fdr

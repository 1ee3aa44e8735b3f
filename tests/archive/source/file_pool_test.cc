// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/file_pool.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/source/plain_file.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/few_descriptors.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

namespace fs = std::filesystem;
using Source = std::unique_ptr<ByteSource>;

class FilePoolTest : public testing::Test {
 protected:
  std::string PathOf(const std::string& name) const { return directory_ / name; }

  // The content is the name.
  Source Open(const std::string& name, FilePool& pool) const {
    test::WriteFile(PathOf(name), AsBytes(name));
    Result<Source> file = OpenPlainFile(PathOf(name), pool);
    return file ? std::move(*file) : nullptr;
  }

  std::vector<Source> OpenMany(std::size_t count, FilePool& pool) const {
    std::vector<Source> files;
    for (std::size_t i = 0; i < count; ++i) files.push_back(Open("file" + std::to_string(i), pool));
    return files;
  }

  // "" and the message of an error.
  static std::string Text(const ByteSource& file) {
    const Result<ByteBuffer> bytes = test::ReadAll(file);
    return bytes ? std::string(AsText(*bytes)) : bytes.error().Message();
  }

  // The names of the files that this process has open.
  std::vector<std::string> OpenNames() const {
    std::vector<std::string> names;
    for (const fs::directory_entry& fd : fs::directory_iterator("/proc/self/fd")) {
      std::error_code closed;
      const fs::path path = fs::read_symlink(fd.path(), closed);
      if (path.parent_path() == directory_.path()) names.push_back(path.filename());
    }
    std::ranges::sort(names);
    return names;
  }

  const test::TempDirectory directory_;
};

using Names = std::vector<std::string>;

TEST_F(FilePoolTest, MoreFilesThanItMayHaveOpenAreRead) {
  FilePool pool(2);
  const std::vector<Source> files = OpenMany(5, pool);
  EXPECT_EQ(pool.size(), 2u);
  for (int round = 0; round < 2; ++round)
    for (std::size_t i = 0; i < files.size(); ++i) {
      EXPECT_EQ(Text(*files[i]), "file" + std::to_string(i));
      EXPECT_EQ(OpenNames().size(), 2u);
    }
}

TEST_F(FilePoolTest, ClosesWhatWasNotReadForTheLongestTime) {
  FilePool pool(3);
  const Source a = Open("a", pool), b = Open("b", pool), c = Open("c", pool), d = Open("d", pool);
  EXPECT_EQ(OpenNames(), (Names{"b", "c", "d"}));
  EXPECT_EQ(Text(*b), "b");
  const Source e = Open("e", pool);
  EXPECT_EQ(OpenNames(), (Names{"b", "d", "e"}));
  EXPECT_EQ(Text(*a), "a");
  EXPECT_EQ(OpenNames().size(), 3u);
}

TEST_F(FilePoolTest, FilesThatAreGoneTakeNoRoom) {
  FilePool pool(2);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Text(*Open("a", pool)), "a");
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_EQ(OpenNames(), Names{});
}

TEST_F(FilePoolTest, AFileThatLostItsNameStaysOpen) {
  FilePool pool(1);
  const Source removed = Open("removed", pool);
  fs::remove(PathOf("removed"));
  const Source replaced = Open("replaced", pool);
  test::WriteFile(PathOf("new"), AsBytes("other"));
  fs::rename(PathOf("new"), PathOf("replaced"));
  const std::vector<Source> others = OpenMany(3, pool);
  for (const Source& other : others) EXPECT_TRUE(Text(*other).starts_with("file"));
  EXPECT_EQ(Text(*removed), "removed");
  EXPECT_EQ(Text(*replaced), "replaced");
  EXPECT_EQ(pool.size(), 1u);
}

TEST_F(FilePoolTest, AFileThatWasReplacedWhileItWasClosedIsAnError) {
  FilePool pool(1);
  const Source removed = Open("removed", pool), replaced = Open("replaced", pool),
               again = Open("again", pool), other = Open("other", pool);
  ASSERT_EQ(OpenNames(), Names{"other"});
  fs::remove(PathOf("removed"));
  test::WriteFile(PathOf("new"), AsBytes("replaced"));
  fs::rename(PathOf("new"), PathOf("replaced"));
  // The new file may get the same inode, and the clock of a file system has ticks of milliseconds.
  do {
    fs::remove(PathOf("again"));
    test::WriteFile(PathOf("again"), AsBytes("again"));
  } while (again->Refresh());
  for (const Source* file : {&removed, &replaced, &again}) {
    std::byte byte{};
    const auto got = (*file)->ReadAt(0, {&byte, 1});
    ASSERT_FALSE(got) << (*file)->name();
    EXPECT_EQ(got.error().code, Errc::kBusy);
    EXPECT_EQ(got.error().Message(), (*file)->name() +
                                         ": The file was replaced or removed: open the archive "
                                         "again");
    EXPECT_FALSE((*file)->HasGrown());
    EXPECT_EQ((*file)->Refresh().error().code, Errc::kBusy);
    (*file)->UseDescriptor([](int) { ADD_FAILURE(); });
  }
  EXPECT_EQ(Text(*other), "other");
  EXPECT_EQ(OpenNames(), Names{"other"});
}

TEST_F(FilePoolTest, AClosedFileGrows) {
  FilePool pool(1);
  const Source file = Open("file", pool), other = Open("other", pool);
  EXPECT_FALSE(file->HasGrown());
  test::WriteFile(PathOf("file"), AsBytes("file and more"));
  EXPECT_TRUE(file->HasGrown());
  EXPECT_EQ(Text(*file), "file");
  EXPECT_EQ(Text(*other), "other");
  ASSERT_TRUE(file->Refresh());
  EXPECT_FALSE(file->HasGrown());
  EXPECT_EQ(OpenNames(), Names{"other"});
  EXPECT_EQ(Text(*file), "file and more");
}

TEST_F(FilePoolTest, AProgramMayChangeItsDirectory) {
  const fs::path before = fs::current_path();
  fs::current_path(directory_.path());
  FilePool pool(1);
  test::WriteFile("near", AsBytes("near"));
  const Result<Source> near = OpenPlainFile("near", pool);
  const Source other = Open("other", pool);
  fs::current_path(before);
  ASSERT_TRUE(near);
  ASSERT_EQ(OpenNames(), Names{"other"});
  EXPECT_EQ(Text(**near), "near");
}

TEST_F(FilePoolTest, TheDescriptorOfAClosedFile) {
  FilePool pool(1);
  const Source file = Open("file", pool), other = Open("other", pool);
  int calls = 0;
  file->UseDescriptor([&](int fd) {
    ++calls;
    // A file in use is not closed.
    EXPECT_EQ(Text(*Open("third", pool)), "third");
    char c = 0;
    EXPECT_EQ(::pread(fd, &c, 1, 0), 1);
    EXPECT_EQ(c, 'f');
  });
  EXPECT_EQ(calls, 1);
}

TEST_F(FilePoolTest, ClosesFilesIfDescriptorsHaveRunOut) {
  FilePool pool(1000);
  {
    FilePool other(1);
    (void)OpenMany(10, other);
  }
  const int free = ::dup(0);
  ::close(free);
  std::vector<Source> files;
  {
    const test::FewDescriptors few(static_cast<rlim_t>(free) + 3);
    for (int i = 0; i < 10; ++i) {
      Result<Source> file = OpenPlainFile(PathOf("file" + std::to_string(i)), pool);
      ASSERT_TRUE(file) << file.error().Message();
      files.push_back(std::move(*file));
    }
    EXPECT_EQ(pool.size(), 3u);
    for (std::size_t i = 0; i < files.size(); ++i)
      EXPECT_EQ(Text(*files[i]), "file" + std::to_string(i));
  }
}

TEST_F(FilePoolTest, ThatOfTheProcessTakesHalfOfItsDescriptors) {
  const test::FewDescriptors few(64);
  const std::vector<Source> files = OpenMany(80, FilePool::OfProcess());
  EXPECT_EQ(FilePool::OfProcess().size(), 32u);
  for (std::size_t i = 0; i < files.size(); ++i)
    EXPECT_EQ(Text(*files[i]), "file" + std::to_string(i));
}

TEST_F(FilePoolTest, ManyThreadsReadMoreFilesThanItMayHaveOpen) {
  FilePool pool(2);
  const std::vector<Source> files = OpenMany(8, pool);
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([&files, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 500; ++i) {
        const std::size_t which = random() % files.size();
        EXPECT_EQ(Text(*files[which]), "file" + std::to_string(which));
      }
    });
  for (std::thread& thread : threads) thread.join();
  // They may have more of them open, but only as long as they read.
  const Source last = Open("last", pool);
  EXPECT_EQ(pool.size(), 2u);
}

}  // namespace
}  // namespace fdr

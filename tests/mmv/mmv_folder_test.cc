// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mmv_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "fdr/tests/mmv/mmv_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::mmv {
namespace {

using test::ToyMmv;

constexpr Timestamp kFarFuture{4'000'000'000, 0};  // long after any change

class MmvFolderTest : public testing::Test {
 protected:
  MmvFolderTest() {
    std::filesystem::create_directories(Path(""));
    std::filesystem::create_directories(directory_ / "proc/4242");
  }

  std::string Path(const std::string& name) const { return directory_ / ("mmv/" + name); }
  // Under another name first, as a careful writer does it.
  void Write(const std::string& name, const ToyMmv& toy) const {
    test::WriteFile(directory_ / "new", toy.Build());
    std::filesystem::rename(directory_ / "new", Path(name));
  }
  void WriteOne(const std::string& name, std::uint64_t generation = 77) const {
    Write(name, {.generation = generation, .metrics = {{.name = "x", .values = {{.bits = 5}}}}});
  }
  // "a=1 b=2": the files that are served, with their clusters.
  std::string Served() {
    std::string text;
    folder_.ForEach([&](const std::string& name, const ServedFile& file) {
      text += (text.empty() ? "" : " ") + name + "=" + std::to_string(file.cluster);
    });
    return text;
  }
  ServedFile* Find(const std::string& wanted) {
    ServedFile* found = nullptr;
    folder_.ForEach([&](const std::string& name, ServedFile& file) {
      if (name == wanted) found = &file;
    });
    return found;
  }

  test::TempDirectory directory_;
  std::vector<std::string> log_;
  MmvFolder folder_{directory_ / "mmv", directory_ / "proc",
                    [this](const std::string& line) { log_.push_back(line); }};
};

TEST_F(MmvFolderTest, NoticesFilesThatComeAndGo) {
  EXPECT_FALSE(folder_.Look(kFarFuture));
  WriteOne("b");
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_FALSE(folder_.Look(kFarFuture));
  const std::string first = Served();
  WriteOne("a");
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_NE(Served().find(first), std::string::npos) << "the cluster of b is another";
  std::filesystem::remove(Path("a"));
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_EQ(Served(), first);
  std::filesystem::remove_all(Path(""));
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_FALSE(folder_.Look(kFarFuture));
  EXPECT_EQ(Served(), "");
  std::filesystem::create_directories(Path(""));
  WriteOne("b");
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_EQ(Served(), first);
  EXPECT_TRUE(log_.empty());
}

TEST_F(MmvFolderTest, ChangesInTheSameMomentAreNotMissed) {
  for (int i = 0; i < 200; ++i) {
    const std::string name = "f" + std::to_string(i);
    WriteOne(name);
    EXPECT_TRUE(folder_.Look({})) << i;  // a clock that is not later than the change
    std::filesystem::remove(Path(name));
    EXPECT_TRUE(folder_.Look({})) << i;
  }
}

TEST_F(MmvFolderTest, AFileThatIsReplacedIsReadAnew) {
  WriteOne("a", 1);
  folder_.Look(kFarFuture);
  WriteOne("a", 2);
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_EQ(Find("a")->file.content().header.generation, 2u);
  EXPECT_FALSE(folder_.Look(kFarFuture));
}

TEST_F(MmvFolderTest, ReadsValuesAsTheyAre) {
  WriteOne("a");
  folder_.Look(kFarFuture);
  ValueFile& file = Find("a")->file;
  const ValuePlace place = file.content().values[0];
  ASSERT_TRUE(file.ReadValues());
  EXPECT_EQ(file.Bits(place), 5u);
  ByteBuffer bytes = test::ReadFile(Path("a"));
  test::Put(bytes, test::SectionOf(bytes, kValues), std::uint64_t{6});
  {
    std::fstream stream(Path("a"), std::ios::in | std::ios::out | std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
  }
  ASSERT_TRUE(file.ReadValues());
  EXPECT_EQ(file.Bits(place), 6u);
}

TEST_F(MmvFolderTest, AFileThatShrinksIsRefused) {
  WriteOne("a");
  folder_.Look(kFarFuture);
  for (const std::uintmax_t size : {200u, 30u, 0u}) {
    std::filesystem::resize_file(Path("a"), size);
    if (ServedFile* const served = Find("a")) {
      EXPECT_FALSE(served->file.ReadValues());
      served->is_lost = true;
      EXPECT_TRUE(folder_.Look(kFarFuture));
    }
    folder_.Look(kFarFuture);
    EXPECT_EQ(Served(), "");
  }
}

TEST_F(MmvFolderTest, AWriterThatBeginsAnewInPlaceIsNoticed) {
  WriteOne("a");
  folder_.Look(kFarFuture);
  ByteBuffer bytes = test::ReadFile(Path("a"));
  test::Put(bytes, 16, std::uint64_t{0});
  test::WriteFile(Path("a"), bytes);
  ServedFile* const served = Find("a");
  EXPECT_FALSE(served->file.ReadValues());
  served->is_lost = true;
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_EQ(Served(), "");
  EXPECT_TRUE(log_.empty()) << "the writer may still be at work";
  WriteOne("a");
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_TRUE(log_.empty());
}

TEST_F(MmvFolderTest, ARefusedFileIsComplainedAboutOnce) {
  test::WriteFile(Path("bad"), AsBytes("not such a file at all, but one of many more bytes"));
  std::filesystem::create_directory(Path("folder"));
  EXPECT_FALSE(folder_.Look(kFarFuture));
  EXPECT_EQ(log_.size(), 2u);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(folder_.Look(kFarFuture));
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(folder_.Look({}));
  EXPECT_EQ(log_.size(), 2u);
  std::sort(log_.begin(), log_.end());
  EXPECT_EQ(log_[0], Path("bad") + " is refused: The file does not begin with MMV and a NUL");
  WriteOne("bad");
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_NE(Served(), "");
}

TEST_F(MmvFolderTest, AnUnfinishedFileIsComplainedAboutIfItStaysSo) {
  ByteBuffer bytes = ToyMmv{.metrics = {{.name = "x"}}}.Build();
  test::Put(bytes, 16, std::uint64_t{0});
  test::WriteFile(Path("a"), bytes);
  EXPECT_FALSE(folder_.Look(kFarFuture));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(folder_.Look(kFarFuture));
  EXPECT_EQ(log_.size(), 1u);
  std::fstream stream(Path("a"), std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(16).put(77);
  stream.flush();
  EXPECT_TRUE(folder_.Look(kFarFuture));
}

TEST_F(MmvFolderTest, ValuesOfAProcessCountWhileItRuns) {
  Write("a", {.flags = kProcess, .process = 4242, .metrics = {{.name = "x"}}});
  Write("b", {.flags = kProcess, .process = 0, .metrics = {{.name = "x"}}});
  Write("c", {.process = 4243, .metrics = {{.name = "x"}}});
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_NE(Find("a"), nullptr);
  std::filesystem::remove(directory_ / "proc/4242");
  EXPECT_TRUE(folder_.Look(kFarFuture));
  EXPECT_EQ(Find("a"), nullptr);
  EXPECT_NE(Find("b"), nullptr);
  EXPECT_NE(Find("c"), nullptr);
  EXPECT_FALSE(folder_.Look(kFarFuture));
}

TEST_F(MmvFolderTest, WishesForClustersComeFirst) {
  WriteOne("a");
  folder_.Look(kFarFuture);
  const std::uint32_t of_a = Find("a")->cluster;
  EXPECT_GE(of_a, 1u);
  EXPECT_LT(of_a, kMostFiles);
  Write("b", {.cluster = 12, .metrics = {{.name = "x"}}});
  Write("c", {.cluster = 12, .metrics = {{.name = "x"}}});
  Write("d", {.cluster = 12 + 2048, .metrics = {{.name = "x"}}});
  folder_.Look(kFarFuture);
  EXPECT_EQ(Find("b")->cluster, 12u);
  EXPECT_NE(Find("c")->cluster, 12u);
  EXPECT_NE(Find("d")->cluster, 12u + 2048) << "its domains would be those of b";
  EXPECT_EQ(log_.size(), 2u);
  EXPECT_EQ(Find("a")->cluster, of_a);
}

TEST_F(MmvFolderTest, OnlyPlainNamesBecomePartsOfMetrics) {
  WriteOne(".hidden");
  WriteOne("with.dot");
  WriteOne("with space");
  Write("no prefix", {.flags = kNoPrefix, .metrics = {{.name = "x"}}});
  folder_.Look(kFarFuture);
  EXPECT_NE(Find("with.dot"), nullptr);
  EXPECT_NE(Find("no prefix"), nullptr);
  EXPECT_EQ(Find("with space"), nullptr);
  EXPECT_EQ(Find(".hidden"), nullptr);
  EXPECT_EQ(log_.size(), 1u);
}

TEST_F(MmvFolderTest, WithoutAFolderThereIsNothing) {
  MmvFolder none("", "/proc", nullptr);
  EXPECT_FALSE(none.Look(kFarFuture));
  MmvFolder missing(directory_ / "missing", "/proc", nullptr);
  EXPECT_FALSE(missing.Look(kFarFuture));
}

TEST(ClusterTable, GivesEveryFileItsOwn) {
  ClusterTable table;
  const auto all = [](const std::string&) { return true; };
  std::map<std::uint32_t, int> clusters;
  for (std::uint32_t i = 0; i + 1 < kMostFiles; ++i)
    ++clusters[table.Assign("file" + std::to_string(i), 0, all)];
  EXPECT_EQ(clusters.size(), kMostFiles - 1);
  EXPECT_EQ(clusters.count(0), 0u);
  EXPECT_EQ(table.Assign("one more", 0, all), 0u);
  const auto gone = [](const std::string& name) { return name != "file7"; };
  const std::uint32_t of_7 = table.Assign("file7", 0, all);
  EXPECT_EQ(table.Assign("one more", 0, gone), of_7);
}

TEST(ClusterTable, AFileKeepsItsCluster) {
  ClusterTable table;
  const auto none = [](const std::string&) { return false; };
  const std::uint32_t first = table.Assign("a", 0, none);
  EXPECT_EQ(table.Assign("a", 0, none), first);
  EXPECT_EQ(ClusterTable().Assign("a", 0, none), first);
  EXPECT_EQ(table.Assign("a", 17, none), 17u);
  EXPECT_EQ(table.Assign("b", 17, none), 17u);
  EXPECT_NE(table.Assign("a", 17, [](const std::string& name) { return name == "b"; }), 17u);
}

}  // namespace
}  // namespace fdr::mmv

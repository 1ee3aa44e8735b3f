// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record --rotate --keep --compress`: archives may be removed while their volumes are being
// compressed.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <future>
#include <sstream>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordKeepTest : public RecordFixture {
 protected:
  using Names = std::vector<std::string>;

  // A volume has ten samples of 18 kB each.
  static ChildOutcome Keep(const std::string& out, const std::string& rotate, const Names& more) {
    Names arguments = {out, "--rotate", rotate, "-v", "200kB"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Record(arguments);
  }

  static void ExpectAllCompressed(const ChildOutcome& outcome) {
    EXPECT_EQ(outcome.exit_status, 0);
    EXPECT_EQ(outcome.err.find("data volume stays"), std::string::npos) << outcome.err;
  }

  // The directory has nothing but a list, and archives whose volumes have this suffix.
  static void ExpectNothingStray(const std::string& directory, std::string_view suffix) {
    const std::set<std::string> archives = Archives(directory);
    for (const std::string& name : FileNames(directory)) {
      if (name == "fdr-keep.%H%M%S.txt") continue;
      const auto is_its = [&](const std::string& base) { return IsPartOf(name, base); };
      EXPECT_TRUE(std::ranges::any_of(archives, is_its)) << name;
      EXPECT_TRUE(name.ends_with(".index") || name.ends_with(".meta") || name.ends_with(suffix))
          << name;
    }
  }

  // PCP 6.0.3 cannot read zstd.
  static void ExpectSoundIn(const std::string& base, std::string_view suffix) {
    if (suffix != ".zst") return ExpectSound(base);
    const ChildOutcome checked = RunFdr({"check", "-w", base});
    EXPECT_EQ(checked.exit_status, 0) << checked.out;
  }

  static std::uint64_t SizeOf(const std::string& directory) {
    std::uint64_t size = 0;
    for (const std::string& name : FileNames(directory))
      size += std::filesystem::file_size(directory + "/" + name);
    return size;
  }
  static std::uint64_t PlainSizeOf(const std::string& directory) {
    std::uint64_t size = 0;
    for (const std::string& name : FileNames(directory))
      if (const auto content = OpenSource(directory + "/" + name)) size += (*content)->size();
    return size;
  }
  // How many archives were begun.
  static std::size_t Begun(const std::string& directory) {
    std::istringstream list{std::string(AsText(ReadFile(directory + "/fdr-keep.%H%M%S.txt")))};
    std::size_t begun = 0;
    for (std::string line; std::getline(list, line);) begun += line.starts_with('#') ? 0 : 1;
    return begun;
  }
};

// --keep 1ms: an archive is too old as soon as the next one begins.  Its last volumes may still be
// waiting for their compression then.
TEST_F(RecordKeepTest, WhatGoesWhileItIsBeingCompressedLeavesNothingBehind) {
  const auto record = [this](const std::string& format, std::string_view suffix) {
    const std::string directory = directory_ / format;
    std::filesystem::create_directory(directory);
    ASSERT_EQ(
        Record({directory + "/000000", "hinv.ncpu", "-s", "1", "--compress", format}).exit_status,
        0);  // not on the list, so it stays
    const ChildOutcome outcome =
        Keep(directory + "/%H%M%S", "1s",
             {"-t", "10ms", "-T", "4s", "--keep", "1ms", "--keep", "1GB", "--compress", format});
    ExpectAllCompressed(outcome);
    EXPECT_GE(Begun(directory), 3u);
    const std::set<std::string> archives = Archives(directory);
    EXPECT_LE(archives.size(), 4u) << "the foreign, the last, and one that was not done yet";
    EXPECT_TRUE(archives.contains("000000"));
    ExpectNothingStray(directory, suffix);
    for (const std::string& base : archives) ExpectSoundIn(directory + "/" + base, suffix);
  };
  const auto xz = std::async(std::launch::async, record, "xz", ".xz");
  record("zstd", ".zst");
  xz.wait();
}

// The plain size of a volume counts until it is compressed.  A busy machine may fall behind the
// recorder, so the test then tries a slower pace.
TEST_F(RecordKeepTest, WhatCountsIsTheCompressedSize) {
  const auto record = [this](const std::string& budget, const std::string& interval,
                             const std::string& rotate) {
    const std::string directory = directory_ / (budget + '-' + interval);
    std::filesystem::create_directory(directory);
    const ChildOutcome outcome =
        Keep(directory + "/%H%M%S", rotate,
             {"-t", interval, "-s", "250", "--keep", budget, "--compress", "zstd"});
    ExpectAllCompressed(outcome);
    ExpectNothingStray(directory, ".zst");
    for (const std::string& base : Archives(directory))
      ExpectSoundIn(directory + "/" + base, ".zst");
    return directory;
  };
  auto narrow = std::async(std::launch::async, record, "500kB", "20ms", "1s");
  std::string wide;
  constexpr std::pair<const char*, const char*> kPaces[] = {
      {"20ms", "1s"}, {"60ms", "3s"}, {"180ms", "9s"}};
  for (const auto& [interval, rotate] : kPaces) {
    wide = record("4MB", interval, rotate);
    if (Archives(wide).size() == Begun(wide)) break;
  }
  EXPECT_GT(PlainSizeOf(wide), 4u << 20);
  EXPECT_LT(SizeOf(wide), 4u << 20);
  EXPECT_EQ(Archives(wide).size(), Begun(wide));
  int samples = 0;
  for (const std::string& base : Archives(wide))
    samples += Records(wide + "/" + base, "kernel.all.load");
  EXPECT_EQ(samples, 250);
  const std::string less = narrow.get();
  EXPECT_LT(Archives(less).size(), Begun(less));
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// More volumes, and more archives, than a process may have descriptors: every verb gives the same
// answer as with enough of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/drop_in/run_program.h"

namespace fdr::test {
namespace {

constexpr std::uint64_t kFewDescriptors = 64;
constexpr int kManyFiles = 200;

class ManyFilesTest : public testing::Test {
 protected:
  // A record each second; the counter goes up by one.
  static void Describe(ArchiveBuilder& builder) {
    builder.Metric({.name = "toy.count", .id = kCount, .semantics = Semantics::kCounter})
        .Metric({.name = "toy.wave", .id = kWave});
  }
  static void Record(ArchiveBuilder& builder, int second) {
    builder.Record(At(second),
                   {Single(kCount, std::int64_t{second}), Single(kWave, std::int64_t{second % 7})});
  }

  std::string ManyVolumes() const {
    ArchiveBuilder builder(directory_ / "volumes", Version::k3);
    Describe(builder);
    for (int i = 0; i < 2 * kManyFiles; ++i) {
      if (i > 0 && i % 2 == 0) builder.Volume();
      Record(builder, i);
    }
    return directory_ / "volumes";
  }

  // Each has `length` records, and begins two seconds after the one before it.
  std::string ManyArchives(int length) const {
    const std::string directory = directory_ / ("archives" + std::to_string(length));
    std::filesystem::create_directory(directory);
    for (int i = 0; i < kManyFiles; ++i) {
      ArchiveBuilder builder(directory + "/" + std::to_string(1000 + i), Version::k3);
      Describe(builder);
      for (int k = 0; k < length; ++k) Record(builder, 2 * i + k);
    }
    return directory;
  }

  void ExpectSameText(const std::vector<std::string>& words) const {
    const ChildOutcome few = RunProgram("fdr", words, kFewDescriptors),
                       many = RunProgram("fdr", words);
    EXPECT_EQ(few.exit_status, 0) << words[0] << ": " << few.err;
    EXPECT_EQ(few.err, many.err) << words[0];
    EXPECT_TRUE(few.out == many.out) << words[0] << ": " << few.out << "\n\n" << many.out;
    EXPECT_GT(many.out.size(), 100u) << words[0];
  }

  // The words are without the new archive.  The labels have processes.
  void ExpectSameArchive(const std::string& program, std::vector<std::string> words) const {
    const std::vector<std::string> names = {"few", "many"};
    std::vector<std::map<std::string, std::string>> archives;
    for (const std::string& name : names) {
      std::filesystem::remove_all(directory_ / name);
      std::filesystem::create_directory(directory_ / name);
      std::vector<std::string> all = words;
      all.push_back(directory_ / (name + "/out"));
      const ChildOutcome outcome =
          RunProgram(program, all, name == "few" ? std::optional(kFewDescriptors) : std::nullopt);
      EXPECT_EQ(outcome.exit_status, 0) << program << ' ' << words[1] << ": " << outcome.err;
      std::map<std::string, std::string>& files = archives.emplace_back();
      for (const std::string& file : FileNames(directory_ / name)) {
        const ByteBuffer bytes = ReadFile(directory_ / (name + "/" + file));
        const std::size_t label = std::min(bytes.size(), LabelSize(Version::k3));
        files[file] = AsText(Bytes(bytes).subspan(label));
      }
    }
    EXPECT_GE(archives[0].size(), 3u);
    EXPECT_TRUE(archives[0] == archives[1]) << program << ' ' << words[1];
  }

  static constexpr MetricId kCount = MetricId::Build(60, 0, 1), kWave = MetricId::Build(60, 0, 2);
  const TempDirectory directory_;
};

TEST_F(ManyFilesTest, VolumesAreRead) {
  const std::string archive = ManyVolumes();
  ExpectSameText({"replay", "--csv", archive, "toy"});
  ExpectSameText({"replay", "--csv", "-r", archive, "toy"});
  ExpectSameText({"replay", "--csv", "-t", "700ms", archive, "toy"});
  ExpectSameText({"summary", archive});
  ExpectSameText({"find", "--where", "toy.wave > 5", archive});
}

TEST_F(ManyFilesTest, VolumesAreCopied) {
  const std::string archive = ManyVolumes();
  ExpectSameArchive("fdr", {"copy", "-t", "10s", archive});
  ExpectSameArchive("fdr", {"copy", "-S", "+20s", archive});
  ExpectSameArchive("pmlogreduce", {"-t", "10", archive});
}

TEST_F(ManyFilesTest, ArchivesThatFollowEachOther) {
  const std::string directory = ManyArchives(2);
  ExpectSameText({"replay", "--csv", "-t", "700ms", directory, "toy"});
  ExpectSameText({"summary", directory});
  ExpectSameArchive("pmlogreduce", {"-t", "10", directory});
}

TEST_F(ManyFilesTest, ArchivesThatOverlap) {
  const std::string directory = ManyArchives(100);
  ExpectSameArchive("fdr", {"copy", directory});
  ExpectSameArchive("fdr", {"copy", "-t", "10s", directory});
}

}  // namespace
}  // namespace fdr::test

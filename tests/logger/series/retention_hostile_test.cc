// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Directories with any contents, any list and any file names.  A recording removes all of its own
// old archives and nothing else.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "fdr/logger/series/retention.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

constexpr MetricId kMetric = MetricId::Build(245, 0, 1);
constexpr std::int32_t kPid = 4242;  // of ArchiveBuilder
constexpr int kOwn = 4;              // archives
constexpr char kPattern[] = "own%S";

// FDR_SOAK=1 tries many more.
unsigned Rounds() { return IsSoak() ? 5000 : 150; }

using Parts = std::map<std::string, ByteBuffer>;  // by suffix of the name

// Everything below a directory, each path with its type and its content.
std::map<std::string, std::string> Snapshot(const std::string& directory) {
  std::map<std::string, std::string> all;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    const fs::file_status status = entry.symlink_status();
    std::string& what = all[entry.path()];
    what = std::to_string(static_cast<int>(status.type())) + ":";
    if (fs::is_symlink(status)) what += fs::read_symlink(entry.path()).string();
    if (fs::is_regular_file(status)) what += AsText(ReadFile(entry.path()));
  }
  return all;
}

// The paths that are not the same in both.
std::string Differences(const std::map<std::string, std::string>& is,
                        const std::map<std::string, std::string>& should_be) {
  std::string all;
  for (const auto& [name, what] : is) {
    const auto found = should_be.find(name);
    if (found == should_be.end()) all += "there: " + name + "\n";
    if (found != should_be.end() && found->second != what) all += "changed: " + name + "\n";
  }
  for (const auto& [name, what] : should_be)
    if (!is.contains(name)) all += "gone: " + name + "\n";
  return all;
}

class RetentionHostileTest : public testing::Test {
 protected:
  // The parts of an archive of three volumes.
  static Parts Make(double start, Version version, const char* host) {
    const TempDirectory directory;
    WriterOptions options = ArchiveBuilder::Options(version);
    options.label.host = host;
    {
      ArchiveBuilder archive(directory / "x", options);
      archive.Metric({"toy.a", kMetric}).Record(At(start), {Single(kMetric, 1)});
      for (int volume = 1; volume < 3; ++volume)
        archive.Volume().Record(At(start + volume), {Single(kMetric, volume)});
      archive.Close();
    }
    Parts parts;
    for (const std::string& name : FileNames(directory.path()))
      parts[name.substr(1)] = ReadFile(directory / name);
    parts[".1.xz"] = Compress({"xz", "-c"}, parts.at(".1"));
    parts[".2.gz"] = Compress({"gzip", "-c"}, parts.at(".2"));
    return parts;
  }

  static void SetUpTestSuite() {
    for (int i = 0; i < kOwn; ++i) own_[i] = Make(100 * i, Version::k3, "toyhost");
    others_ = {Make(7, Version::k3, "toyhost"), Make(0, Version::k2, "toyhost"),
               Make(0, Version::k3, "another")};
  }

  static inline Parts own_[kOwn];
  static inline std::vector<Parts> others_;  // another start, another version, another host
};

// A directory with random contents.
class Scene {
 public:
  Scene(std::uint32_t seed, const Parts* own, const std::vector<Parts>& others)
      : random_(seed), own_(own), others_(others) {
    fs::create_directory(here_);
    fs::create_directory(there_);
  }

  void Build() {
    for (const auto& [part, bytes] : own_[0]) WriteFile(there_ + "/victim" + part, bytes);
    WriteFile(there_ + "/text", AsBytes("a user's"));
    fs::create_directory(here_ + "/sub");
    for (const auto& [part, bytes] : own_[1]) WriteFile(here_ + "/sub/inner" + part, bytes);
    for (const auto& [part, bytes] : others_[0]) WriteFile(here_ + "/unlisted" + part, bytes);
    for (int i = 0; i < kOwn; ++i) MakeOwn(i);
    for (int i = 0; i < kOwn; ++i)
      for (unsigned n = Below(4); n > 0; --n) MakeForeign(Name(i));
    MakeList();
  }

  // All files of one archive.  If nothing is kept, they must be removed.
  const std::set<std::string>& files(int archive) const { return files_[archive]; }
  bool has_list() const { return has_list_; }
  static std::string Name(int archive) { return "own" + std::to_string(archive); }
  const std::string& here() const { return here_; }
  const std::string& root() const { return root_.path(); }
  std::uint32_t Below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  bool OneIn(unsigned n) { return Below(n) == 0; }

  // Makes an own archive, which may be compressed, half compressed or half removed.
  void MakeOwn(int i) {
    const std::string base = here_ + "/" + Name(i);
    for (const auto& [part, bytes] : own_[i]) {
      const bool is_extra = part == ".1.xz" || part == ".2.gz";
      if (is_extra ? !OneIn(3) : OneIn(5) && part != ".0") continue;
      const std::string path = base + part + (is_extra && OneIn(2) ? ".part" : "");
      WriteFile(path, bytes);
      files_[i].insert(path);
    }
  }

  // Makes something that is no part of the archive, but whose name looks like one.
  void MakeForeign(const std::string& name) {
    static const std::vector<std::string> kParts = {
        ".0",     ".1",     ".2",    ".3",      ".5",         ".007",      ".3.xz",
        ".4.zst", ".index", ".meta", ".2.part", ".9.xz.part", ".index.gz", ".meta.bz2"};
    const std::string part = kParts[Below(static_cast<unsigned>(kParts.size()))];
    const std::string path = here_ + "/" + name + part;
    if (fs::exists(fs::symlink_status(path))) return;
    const Parts& other = others_[Below(static_cast<unsigned>(others_.size()))];
    const std::string suffix = other.contains(part) ? part : ".0";
    switch (Below(9)) {
      case 0:
        return WriteFile(path, {});
      case 1:
        return WriteFile(path, AsBytes("a user's"));
      case 2:
        return WriteFile(path, other.at(suffix));
      case 3:
        return WriteFile(path, own_[Below(kOwn)].at(part == ".1" ? ".0" : ".1"));
      case 4:
        return fs::create_symlink(there_ + "/victim.0", path);
      case 5:
        return fs::create_symlink(here_ + "/" + name + ".0", path);
      case 6:
        fs::create_directory(path);
        return WriteFile(path + "/text", AsBytes("a user's"));
      case 7:
        ASSERT_EQ(::mkfifo(path.c_str(), 0666), 0);
        return;
      default:
        return WriteFile(path, Bytes(other.at(suffix)).first(Below(130)));
    }
  }

  std::string Line(const std::string& name, int i) const {
    return name + "\t" + std::to_string(At(100 * i).sec) + "\t0\t" + std::to_string(kPid) + "\n";
  }

  std::string HostileLine() {
    static const std::vector<std::string> kNames = {"../there/victim",
                                                    "./own0",
                                                    "sub/inner",
                                                    "sub",
                                                    "..",
                                                    ".",
                                                    "",
                                                    "unlisted",
                                                    "text",
                                                    "own0/../../there/victim",
                                                    "own9",
                                                    std::string("own0\0", 5)};
    switch (Below(6)) {
      case 0:
        return Line(there_ + "/victim", 0);
      case 1:
        return std::string(1 + Below(3000), static_cast<char>(Below(256)));
      case 2:
        return "own0\t99999999999999999999\t0\t1";
      case 3:
        return Name(static_cast<int>(Below(kOwn))) + "\t1\t2\t3\n";
      default:
        return Line(kNames[Below(static_cast<unsigned>(kNames.size()))],
                    static_cast<int>(Below(2)));
    }
  }

  void MakeList() {
    std::string lines;
    for (int i = 0; i < kOwn; ++i) {
      while (OneIn(3)) lines += HostileLine() + "\n";
      lines += Line(Name(i), i);
    }
    while (OneIn(2)) lines += HostileLine();
    const std::string path = here_ + "/fdr-keep." + kPattern + ".txt";
    const std::string old_path = here_ + "/." + kPattern + ".archives";
    const std::string title =
        "# fdr record --keep: the archives beside this file that it may remove some day.\n";
    has_list_ = true;
    switch (Below(8)) {
      case 0:
        return WriteFile(old_path, AsBytes(lines));
      case 1:
        WriteFile(old_path, AsBytes(lines));
        return WriteFile(path, AsBytes(title));
      case 2:
        has_list_ = false;
        WriteFile(there_ + "/list", AsBytes(title + lines));
        return fs::create_symlink(there_ + "/list", OneIn(2) ? path : old_path);
      case 3:
        has_list_ = false;
        return WriteFile(path, AsBytes("a user's\n" + lines));
      case 4:
        has_list_ = false;
        fs::create_directory(path);
        return;
      default:
        return WriteFile(path, AsBytes(title + lines));
    }
  }

  std::mt19937 random_;
  const Parts* own_;
  const std::vector<Parts>& others_;
  const TempDirectory root_;
  const std::string here_ = root_ / "here", there_ = root_ / "there";
  std::set<std::string> files_[kOwn];
  bool has_list_ = false;
};

// All archives go but the newest, which is being recorded: by age, by size, or for a full disk.
TEST_F(RetentionHostileTest, NothingGoesThatIsNotItsOwnAndAllOfThatDoes) {
  int with_list = 0, told = 0;
  for (unsigned seed = 0; seed < Rounds(); ++seed) {
    SCOPED_TRACE(seed);
    Scene scene(seed, own_, others_);
    scene.Build();
    if (HasFatalFailure()) return;
    const std::string pattern = scene.here() + "/" + kPattern;
    const std::string present = scene.here() + "/" + Scene::Name(kOwn - 1);
    auto expected = Snapshot(scene.root());
    if (scene.has_list())
      for (int i = 0; i + 1 < kOwn; ++i)
        for (const std::string& file : scene.files(i)) expected.erase(file);
    Retention::Left left;
    const Timestamp far = At(1e9);
    switch (scene.Below(3)) {
      case 0:
        ASSERT_EQ(ErrorOf(Retention(pattern, {.age = 1}).Clean(present, far, left)), "");
        break;
      case 1:
        ASSERT_EQ(ErrorOf(Retention(pattern, {.bytes = 1}).Clean(present, far, left)), "");
        break;
      default:
        for (int i = 0; i < kOwn; ++i)
          ASSERT_EQ(ErrorOf(Retention(pattern, {.bytes = 1}).MakeRoom(present, left)), "");
    }
    ASSERT_EQ(Differences(Snapshot(scene.root()), expected), "");
    with_list += scene.has_list() ? 1 : 0;
    told += left.empty() ? 0 : 1;
  }
  EXPECT_GT(with_list, static_cast<int>(Rounds()) / 2);
  EXPECT_GT(told, static_cast<int>(Rounds()) / 2);
}

// Only the oldest archives are removed, and no more than necessary.
TEST_F(RetentionHostileTest, WithinALimitTheOldestGo) {
  for (unsigned seed = 0; seed < Rounds(); ++seed) {
    SCOPED_TRACE(seed);
    Scene scene(seed, own_, others_);
    scene.Build();
    if (HasFatalFailure()) return;
    if (!scene.has_list()) continue;
    std::uint64_t sizes[kOwn] = {}, all = 0;
    for (int i = 0; i < kOwn; ++i) {
      for (const std::string& file : scene.files(i)) sizes[i] += fs::file_size(file);
      all += sizes[i];
    }
    const std::uint64_t limit = 1 + scene.Below(static_cast<std::uint32_t>(all));
    auto expected = Snapshot(scene.root());
    for (int i = 0; i + 1 < kOwn && all > limit; all -= sizes[i++])
      for (const std::string& file : scene.files(i)) expected.erase(file);
    Retention::Left left;
    const Retention retention(scene.here() + "/" + kPattern, {.bytes = limit});
    ASSERT_EQ(ErrorOf(retention.Clean(scene.here() + "/" + Scene::Name(kOwn - 1), At(0), left)),
              "");
    ASSERT_EQ(Differences(Snapshot(scene.root()), expected), "");
  }
}

// A new entry is written to the list or to no file at all.
TEST_F(RetentionHostileTest, NothingIsWrittenButTheList) {
  for (unsigned seed = 0; seed < Rounds(); ++seed) {
    SCOPED_TRACE(seed);
    Scene scene(seed, own_, others_);
    scene.Build();
    if (HasFatalFailure()) return;
    const Retention retention(scene.here() + "/" + kPattern, {});
    auto before = Snapshot(scene.root());
    const bool noted = retention.Note(scene.here() + "/new", At(1), kPid).has_value();
    auto after = Snapshot(scene.root());
    const std::string old_list = scene.here() + "/." + kPattern + ".archives";
    if (noted) {
      const std::string text = after.at(retention.list());
      EXPECT_TRUE(text.starts_with(before[retention.list()])) << text;
      EXPECT_TRUE(text.ends_with("\nnew\t1700000001\t0\t4242\n")) << text;
      // The list takes over the list of an earlier version, if that is a regular list.
      if (!after.contains(old_list)) before.erase(old_list);
      before.erase(retention.list());
      after.erase(retention.list());
    }
    ASSERT_EQ(Differences(after, before), "");
    EXPECT_EQ(noted, fs::is_regular_file(fs::symlink_status(retention.list())) &&
                         AsText(ReadFile(retention.list())).starts_with("# fdr record --keep"));
  }
}

}  // namespace
}  // namespace fdr::test

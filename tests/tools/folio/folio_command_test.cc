// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr folio` as users run it.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class FolioCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    ::mkdir((directory_ / "web").c_str(), 0755);
    ::mkdir((directory_ / "db").c_str(), 0755);
    for (const char* base : {"web/today", "db/today", "db/yesterday"}) {
      ArchiveBuilder builder(directory_ / base, Version::k3);
      builder.Metric({.name = "toy.forks", .id = kForks});
      builder.Record(At(1), {Single(kForks, std::int64_t{1})});
      builder.Close();
    }
  }

  static constexpr MetricId kForks = MetricId::Build(60, 0, 1);

  ChildOutcome Folio(std::vector<std::string> words) {
    words.insert(words.begin(), "folio");
    return RunFdr(words);
  }
  // A folio of two archives with the same name in different directories.
  std::string Made() {
    std::string path = directory_ / "my.folio";
    const ChildOutcome made =
        Folio({"make", path, directory_ / "web/today", directory_ / "db/today"});
    EXPECT_EQ(made.out, path + ": 2 archives\n") << made.err;
    return path;
  }
  void Write(const std::string& name, std::string_view text) {
    std::ofstream(directory_ / name) << text;
  }

  const TempDirectory directory_;
};

TEST_F(FolioCommandTest, NamesAreRelativeToTheFolio) {
  const std::string list = Folio({Made()}).out;
  EXPECT_NE(list.find("  web/today  "), std::string::npos) << list;
  EXPECT_EQ(list.find(directory_.path() + "/web"), std::string::npos) << list;
  const std::string elsewhere = directory_ / "db/far.folio";
  Folio({"make", elsewhere, directory_ / "web/today"});
  EXPECT_NE(Folio({elsewhere}).out.find(directory_ / "web/today"), std::string::npos);
}

TEST_F(FolioCommandTest, ArchivesAreChosenByNumberNameAndHost) {
  const std::string path = Made();
  EXPECT_EQ(Folio({"check", "--only", "2", path}).out, directory_ / "db/today" + ": ok\n");
  EXPECT_EQ(Folio({"check", "--only", "web/today", path}).out, directory_ / "web/today" + ": ok\n");
  EXPECT_EQ(Folio({"check", "-q", path}).out, "");
  const ChildOutcome none = Folio({"check", "--only", "web/tody", path});
  EXPECT_EQ(none.exit_status, 1);
  EXPECT_NE(none.err.find("did you mean web/today?"), std::string::npos) << none.err;
  EXPECT_EQ(Folio({"check", "--host", "nohost", path}).exit_status, 1);
}

TEST_F(FolioCommandTest, CopiesThatWouldOverwriteEachOtherAreRefused) {
  const std::string copy = directory_ / "copy";
  const ChildOutcome refused = Folio({"copy", Made(), copy});
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_NE(refused.err.find("would have the same name there"), std::string::npos) << refused.err;
  EXPECT_TRUE(FileNames(copy).empty());

  EXPECT_EQ(Folio({"--only", "1", "copy", directory_ / "my.folio", copy}).exit_status, 0);
  EXPECT_EQ(FileNames(copy),
            (std::vector<std::string>{"my.folio", "today.0", "today.index", "today.meta"}));
  EXPECT_EQ(ReadFile(copy + "/today.0"), ReadFile(directory_ / "web/today.0"));
  // What exists is not replaced, and nothing unfinished is left.
  EXPECT_EQ(Folio({"--only", "2", "copy", directory_ / "my.folio", copy}).exit_status, 1);
  EXPECT_EQ(FileNames(copy).size(), 4u);
}

TEST_F(FolioCommandTest, NothingIsRemovedWithoutYes) {
  const std::string path = Made();
  EXPECT_NE(Folio({"remove", path}).out.find("--yes removes them"), std::string::npos);
  EXPECT_EQ(FileNames(directory_ / "db").size(), 6u);
  EXPECT_EQ(Folio({"remove", "--yes", path}).exit_status, 0);
  EXPECT_TRUE(FileNames(directory_ / "web").empty());
  EXPECT_EQ(FileNames(directory_ / "db").size(), 3u);
  EXPECT_EQ(Folio({path}).exit_status, 1);
}

TEST_F(FolioCommandTest, OnlyArchivesAreRemovedWhateverAFolioSays) {
  Write("precious", "text");
  Write("app.0", "text");
  Write("app.config", "text");
  Write("evil.folio", "PCPFolio\nVersion: 1\nCreator: pmchart ../" +
                          std::filesystem::path(directory_.path()).filename().string() +
                          "/precious\nArchive: h web/today\n");
  const ChildOutcome list = Folio({"remove", directory_ / "evil.folio"});
  EXPECT_EQ(list.out.find("precious"), std::string::npos) << list.out;
  Write("worse.folio", "PCPFolio\nVersion: 1\nArchive: h app\nArchive: h web/today\n");
  const ChildOutcome refused = Folio({"remove", "--yes", directory_ / "worse.folio"});
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_NE(refused.err.find("/app: The archive has no .meta file"), std::string::npos)
      << refused.err;
  EXPECT_TRUE(std::ifstream(directory_ / "app.0"));
  EXPECT_TRUE(std::ifstream(directory_ / "web/today.0"));
}

TEST_F(FolioCommandTest, AFolioOutlivesADiskThatIsNotThere) {
  Write("far.folio", "PCPFolio\nVersion: 1\nArchive: h unmounted/today\n");
  EXPECT_EQ(Folio({"remove", "--yes", directory_ / "far.folio"}).exit_status, 1);
  EXPECT_TRUE(std::ifstream(directory_ / "far.folio"));
}

TEST_F(FolioCommandTest, ACopyIsOpenToNoMoreUsersThanItsOriginal) {
  ::chmod((directory_ / "web/today.0").c_str(), 0600);
  EXPECT_EQ(Folio({"--only", "1", "copy", Made(), directory_ / "copy"}).exit_status, 0);
  struct stat status {};
  ASSERT_EQ(::stat((directory_ / "copy/today.0").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST_F(FolioCommandTest, AVerbForOneArchiveTakesAFolioWithOne) {
  const std::string one = directory_ / "incident.20261124";
  Folio({"make", one, directory_ / "web/today"});
  const std::string out = directory_ / "out";
  EXPECT_EQ(RunFdr({"dump", one}).out, RunFdr({"dump", directory_ / "web/today"}).out);
  EXPECT_EQ(RunFdr({"names", one}).out, RunFdr({"names", directory_ / "web/today"}).out);
  EXPECT_EQ(RunFdr({"repair", one, out}).exit_status, 0);
  const ChildOutcome two = RunFdr({"repair", Made(), out});
  EXPECT_EQ(two.exit_status, 1);
  EXPECT_NE(two.err.find("name one of them"), std::string::npos) << two.err;
}

TEST_F(FolioCommandTest, OnlyAFolioIsReplacedByANewOne) {
  Made();
  Made();
  Write("precious", "text");
  const ChildOutcome refused = Folio({"make", directory_ / "precious", directory_ / "web/today"});
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_NE(refused.err.find("not replaced"), std::string::npos) << refused.err;
  EXPECT_EQ(Folio({"make", directory_ / "none.folio", directory_ / "nothing"}).exit_status, 1);
  EXPECT_FALSE(std::ifstream(directory_ / "none.folio"));
  EXPECT_TRUE(Folio({"make", "-", directory_ / "web/today"}).out.starts_with("PCPFolio\n"));
}

TEST_F(FolioCommandTest, NoProgramRunsThatTheFolioNames) {
  Write("evil.folio", "PCPFolio\nVersion: 1\nCreator: /bin/echo\nArchive: h web/today\n");
  const ChildOutcome refused = Folio({"replay", directory_ / "evil.folio"});
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(Folio({"run", directory_ / "evil.folio", "echo"}).exit_status, 2);
}

TEST_F(FolioCommandTest, WhatIsWrongIsSaid) {
  EXPECT_EQ(Folio({}).exit_status, 2);
  EXPECT_EQ(Folio({"copy", Made()}).exit_status, 2);
  EXPECT_EQ(Folio({"make", directory_ / "x"}).exit_status, 2);
  const ChildOutcome unknown = Folio({"destroy", Made()});
  EXPECT_EQ(unknown.exit_status, 2);
  EXPECT_NE(unknown.err.find("destroy is no action"), std::string::npos) << unknown.err;
  Write("half.folio", "PCPFolio\nVersion: 1\nArchive: host\n");
  const ChildOutcome half = Folio({directory_ / "half.folio"});
  EXPECT_EQ(half.exit_status, 1);
  EXPECT_NE(half.err.find("half.folio: An archive needs a host"), std::string::npos) << half.err;
  EXPECT_NE(half.err.find("at offset 20"), std::string::npos) << half.err;
}

TEST_F(FolioCommandTest, ControlCharactersDoNotReachATerminal) {
  Write("odd.folio", "PCPFolio\nVersion: 1\nCreator: a\x1b[31m\nArchive: h\x1b web/today\n");
  EXPECT_EQ(Folio({"check", directory_ / "odd.folio"}).exit_status, 1);
  EXPECT_EQ(Folio({"replay", directory_ / "odd.folio"}).err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace fdr::test

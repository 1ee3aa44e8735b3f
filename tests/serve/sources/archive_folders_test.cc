// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/archive_folders.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/serve/sources/toy_folder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

namespace fs = std::filesystem;
using test::WriteArchive;

class ArchiveFoldersTest : public testing::Test {
 protected:
  // "db1=DIRECTORY db2=a,b"; the temporary directory is "~".
  std::string Found(std::vector<std::string> roots, std::set<std::string> taken = {}) {
    return Found(*std::make_unique<ArchiveFolders>(Folders(std::move(roots), std::move(taken))));
  }
  std::string Found(ArchiveFolders& folders) {
    std::string text;
    for (const NamedArchives& archives : folders.Look())
      text += (text.empty() ? "" : " ") + archives.id + "=" + Short(archives.files);
    return text;
  }
  ArchiveFolders Folders(std::vector<std::string> roots, std::set<std::string> taken = {}) {
    return {std::move(roots), std::move(taken), log_};
  }
  std::string Short(std::string text) const {
    for (std::size_t at = 0; (at = text.find(here_.path(), at)) != std::string::npos;)
      text.replace(at, here_.path().size(), "~");
    return text;
  }
  std::string MakeDirectory(const std::string& name) {
    fs::create_directories(here_ / name);
    return here_ / name;
  }

  const test::TempDirectory here_;
  std::string lines_;
  const std::shared_ptr<OnceLog> log_ =
      std::make_shared<OnceLog>([this](const std::string& line) { lines_ += Short(line) + '\n'; });
};

TEST_F(ArchiveFoldersTest, ANamedArchiveHasItsOwnName) {
  WriteArchive(here_ / "monday", "db1");
  for (const char* name : {"monday", "monday.meta", "monday.0"})
    EXPECT_EQ(Found({here_ / name}), "monday=~/monday") << name;
}

TEST_F(ArchiveFoldersTest, ADirectoryOfOneHostIsOneSource) {
  WriteArchive(here_ / "a", "db1", 0);
  WriteArchive(here_ / "b", "db1", 100);
  EXPECT_EQ(Found({here_.path()}), "db1=~");
}

TEST_F(ArchiveFoldersTest, ADirectoryMayEndInASlash) {
  WriteArchive(here_ / "a", "db1", 0);
  WriteArchive(here_ / "b", "db2", 0);
  EXPECT_EQ(Found({here_.path() + '/'}), "db1=~/a db2=~/b");
}

TEST_F(ArchiveFoldersTest, EachHostOfADirectoryIsASource) {
  WriteArchive(here_ / "a", "db1", 0);
  WriteArchive(here_ / "b", "db2", 0);
  WriteArchive(here_ / "c", "db1", 100);
  EXPECT_EQ(Found({here_.path()}), "db1=~/a,~/c db2=~/b");
}

TEST_F(ArchiveFoldersTest, EachHostMayHaveADirectory) {
  for (const std::string host : {"db2", "db1"})
    WriteArchive(MakeDirectory("pmlogger/" + host) + "/20240131", host);
  MakeDirectory("pmlogger/empty");
  EXPECT_EQ(Found({here_ / "pmlogger"}), "db1=~/pmlogger/db1 db2=~/pmlogger/db2");
  EXPECT_EQ(lines_, "");
}

TEST_F(ArchiveFoldersTest, SourcesOfOneHostHaveDifferentNames) {
  for (const std::string folder : {"good", "bad", "bad/bad"})
    WriteArchive(MakeDirectory(folder) + "/a", "db1");
  ArchiveFolders folders = Folders({here_ / "good", here_ / "bad"}, {"localhost"});
  const std::string all = "db1=~/good db1.bad=~/bad db1.bad.2=~/bad/bad";
  EXPECT_EQ(Found(folders), all);
  fs::remove_all(here_ / "good");
  EXPECT_EQ(Found(folders), "db1.bad=~/bad db1.bad.2=~/bad/bad") << "as before";
  EXPECT_EQ(Found({here_ / "bad"}, {"db1"}), "db1.bad=~/bad db1.bad.2=~/bad/bad");
}

TEST_F(ArchiveFoldersTest, TheNameOfAHostIsMadeHarmless) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"../../etc/passwd", ".._.._etc_passwd"},
      {"a b?c&d#e,f", "a_b_c_d_e_f"},
      {"\x01\xff<img>", "___img_"},
      {"müller", "müller"},
      {"::1", "::1"},
      {"", "unnamed"}};
  for (const auto& [host, id] : names) {
    const std::string directory = MakeDirectory("of" + id);
    WriteArchive(directory + "/a", host);
    EXPECT_EQ(Found({directory}), id + "=~/of" + id);
  }
}

TEST_F(ArchiveFoldersTest, LinksOutOfARootAreNotFollowed) {
  const std::string root = MakeDirectory("root");
  const std::string outside = MakeDirectory("outside");
  WriteArchive(outside + "/secret", "other");
  fs::create_directory_symlink(outside, root + "/folder");
  for (const char* part : {".meta", ".index", ".0"})
    fs::create_symlink(outside + "/secret" + part, root + "/a" + part);
  EXPECT_EQ(Found({root}), "");
  EXPECT_EQ(lines_, "~/root/a: links lead out of the served directory\n");
  WriteArchive(root + "/own", "db1");
  EXPECT_EQ(Found({root}), "db1=~/root/own") << "not the directory, which has the links";
}

TEST_F(ArchiveFoldersTest, LinksWithinARootAreFollowed) {
  const std::string root = MakeDirectory("root");
  WriteArchive(MakeDirectory("root/far/away") + "/a", "db1");
  fs::create_directory_symlink(root + "/far/away", root + "/near");
  EXPECT_EQ(Found({root}), "db1=~/root/near");
  fs::create_directory_symlink(root, here_ / "link");
  EXPECT_EQ(Found({here_ / "link"}), "db1=~/link/near") << "a root may be a link";
}

TEST_F(ArchiveFoldersTest, DamagedArchivesAreReportedOnce) {
  WriteArchive(here_ / "a", "db1", 0);
  WriteArchive(here_ / "b", "db1", 100);
  WriteArchive(here_ / "c", "db1", 200);
  fs::resize_file(here_ / "b.0", 0);
  fs::remove(here_ / "c.0");
  ArchiveFolders folders = Folders({here_.path()});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Found(folders), "db1=~");
  ASSERT_EQ(folders.refused().size(), 2U);
  EXPECT_EQ(folders.refused()[0].name + ": " + folders.refused()[0].reason,
            "b: Empty file: not even a label");
  EXPECT_EQ(folders.refused()[1].name + ": " + folders.refused()[1].reason,
            "c: The archive has no data volume");
  EXPECT_EQ(lines_,
            "~/b.0: Empty file: not even a label\n"
            "~/c: The archive has no data volume\n");
}

TEST_F(ArchiveFoldersTest, ACopyIsASourceOfItsOwn) {
  for (const char* name : {"a", "copy"}) WriteArchive(here_ / name, "db1");
  EXPECT_EQ(Found({here_.path()}), "db1=~/a copy=~/copy");
  EXPECT_EQ(Found({here_ / "a" + "," + here_ / "copy"}), "a=~/a copy=~/copy");
}

TEST_F(ArchiveFoldersTest, CommasCannotBeNamed) {
  WriteArchive(MakeDirectory("x,y") + "/a", "db1");
  WriteArchive(here_ / "b,c", "db2");
  EXPECT_EQ(Found({here_ / "x,y", here_.path()}), "");
  EXPECT_EQ(lines_,
            "~/x,y: a directory with a comma in its name cannot be served\n"
            "~/b,c: an archive with a comma in its name cannot be served\n");
}

TEST_F(ArchiveFoldersTest, WhatComesLaterIsFound) {
  ArchiveFolders folders = Folders({here_.path()});
  EXPECT_EQ(Found(folders), "");
  WriteArchive(here_ / "a", "db1");
  EXPECT_EQ(Found(folders), "db1=~");
  WriteArchive(here_ / "b", "db2");
  EXPECT_EQ(Found(folders), "db1=~/a db2=~/b");
}

TEST_F(ArchiveFoldersTest, ARootThatIsNothingIsAnError) {
  EXPECT_EQ(test::ErrorOf(Folders({here_ / "none"}).CheckRoots()), "No such archive");
  EXPECT_TRUE(Folders({here_.path()}).CheckRoots());
}

}  // namespace
}  // namespace fdr

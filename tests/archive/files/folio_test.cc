// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/folio.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

constexpr const char* kFolio =
    "PCPFolio\n"
    "Version: 1\n"
    "# use pmafm(1) to process this PCP archive folio\n"
    "Unknown: tag\n"
    "Created: on slick at Fri Sep 25 11:03:23 AEST 2015\n"
    "Creator: pmchart\tshown.view\n"
    "\n"
    "Archive:\tslick\t\tone\n"
    "Archive:        slick.example.org       more/two  and the rest\n";

class FolioTest : public testing::Test {
 protected:
  std::string Write(std::string_view text) {
    test::WriteFile(directory_ / "my.folio", AsBytes(text));
    return directory_ / "my.folio";
  }
  void Touch(std::string_view base) {
    test::WriteFile(directory_ / (std::string(base) + ".meta"), {});
  }
  Errc CodeOf(std::string_view text) {
    const Result<Folio> folio = ReadFolio(Write(text));
    EXPECT_FALSE(folio) << text;
    return folio ? Errc::kIo : folio.error().code;
  }

  test::TempDirectory directory_;
};

TEST_F(FolioTest, EveryTagIsRead) {
  const Result<Folio> folio = ReadFolio(Write(kFolio));
  ASSERT_TRUE(folio);
  EXPECT_EQ(folio->created, "on slick at Fri Sep 25 11:03:23 AEST 2015");
  EXPECT_EQ(folio->creator, "pmchart");
  EXPECT_EQ(folio->replay, "shown.view");
  ASSERT_EQ(folio->archives.size(), 2u);
  EXPECT_EQ(folio->archives[1].host, "slick.example.org");
  EXPECT_EQ(folio->archives[1].base, "more/two");
  EXPECT_EQ(folio->PathOf("more/two"), directory_ / "more/two");
  EXPECT_EQ(folio->PathOf("/else/where"), "/else/where");
}

TEST_F(FolioTest, WhatIsWrittenReadsTheSame) {
  Folio folio = *ReadFolio(Write(kFolio));
  const std::string text = FolioText(folio);
  const Result<Folio> again = ReadFolio(Write(text));
  ASSERT_TRUE(again);
  EXPECT_EQ(FolioText(*again), text);
  EXPECT_EQ(again->archives[1].base, "more/two");
  folio.replay.clear();
  EXPECT_NE(FolioText(folio).find("Creator: pmchart\n"), std::string::npos);
}

TEST_F(FolioTest, TheLineOfItsCreationReadsTheSame) {
  Folio folio = *ReadFolio(Write(kFolio));
  folio.created = CreationText("myhost", "Mon Nov 23 04:13:28 2026");
  EXPECT_EQ(folio.created, "on myhost at Mon Nov 23 04:13:28 2026");
  EXPECT_EQ(ReadFolio(Write(FolioText(folio)))->created, folio.created);
}

TEST_F(FolioTest, OtherFilesAreNoFolios) {
  EXPECT_EQ(CodeOf(""), Errc::kInvalidArgument);
  EXPECT_EQ(CodeOf("Folio\nVersion: 1\n"), Errc::kInvalidArgument);
  EXPECT_EQ(CodeOf("PCPFolio\n"), Errc::kCorruptRecord);
  EXPECT_EQ(CodeOf("PCPFolio\nArchive: a b\n"), Errc::kCorruptRecord);
  EXPECT_EQ(CodeOf("PCPFolio\nVersion: 2\n"), Errc::kUnsupportedVersion);
  EXPECT_EQ(CodeOf("PCPFolio\nVersion: 1\nArchive: host\n"), Errc::kCorruptRecord);
  EXPECT_EQ(CodeOf("PCPFolio\nVersion: 1\n" + std::string(2 << 20, '#')), Errc::kTooLarge);
  EXPECT_EQ(ReadFolio(directory_ / "missing").error().code, Errc::kNotFound);
  EXPECT_EQ(ReadFolio(directory_.path()).error().code, Errc::kInvalidArgument);
}

TEST_F(FolioTest, AnErrorSaysWhereTheLineIs) {
  const Result<Folio> folio = ReadFolio(Write("PCPFolio\nVersion: 1\nArchive: host\n"));
  ASSERT_FALSE(folio);
  EXPECT_EQ(folio.error().offset, 20u);
  EXPECT_EQ(folio.error().file, directory_ / "my.folio");
}

TEST_F(FolioTest, OpeningAPipeDoesNotWaitForAWriter) {
  ASSERT_EQ(::mkfifo((directory_ / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(IsFolio(directory_ / "pipe"));
  EXPECT_EQ(ReadFolio(directory_ / "pipe").error().code, Errc::kInvalidArgument);
}

TEST_F(FolioTest, StandsForItsArchives) {
  ::mkdir((directory_ / "more").c_str(), 0700);
  Touch("one");
  Touch("more/two");
  Touch("three");
  const auto found = FindArchives(Write(kFolio) + "," + (directory_ / "three"));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 3u);
  EXPECT_EQ((*found)[0].base, directory_ / "one");
  EXPECT_EQ((*found)[1].base, directory_ / "more/two");
  EXPECT_EQ((*found)[2].base, directory_ / "three");
}

TEST_F(FolioTest, ArchivesThatAreMissingAreReported) {
  Touch("one");
  int missing = 0;
  const auto found = FindArchives(Write(kFolio), [&](const Problem& problem) {
    EXPECT_EQ(problem.file, directory_ / "more/two");
    ++missing;
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 1u);
  EXPECT_EQ(missing, 1);
  EXPECT_FALSE(FindArchives(directory_ / "my.folio"));
  EXPECT_FALSE(FindArchives(Write("PCPFolio\nVersion: 1\n")));
}

}  // namespace
}  // namespace fdr

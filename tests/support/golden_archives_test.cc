// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/golden_archives.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

// testdata/README.md explains how to make the archives again when they have to change.
TEST(GoldenArchivesTest, AreWhatTheWriterMakesToday) {
  const TempDirectory directory;
  for (const GoldenArchive& archive : GoldenArchives())
    archive.make(directory / archive.name, archive.version);
  const std::vector<std::string> names = FileNames(directory.path());
  EXPECT_EQ(FileNames(TestData("golden")), names);
  EXPECT_GE(names.size(), 3 * GoldenArchives().size());
  for (const std::string& name : names)
    EXPECT_EQ(ReadFile(TestData("golden/" + name)), ReadFile(directory / name)) << name;
}

}  // namespace
}  // namespace fdr::test

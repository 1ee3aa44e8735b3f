// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the archives of testdata/golden into a directory, which must not have them yet.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "fdr/tests/support/golden_archives.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "Usage: %s DIRECTORY\n", argv[0]);
    return 2;
  }
  for (const fdr::test::GoldenArchive& archive : fdr::test::GoldenArchives())
    archive.make(std::string(argv[1]) + "/" + archive.name, archive.version);
  return testing::Test::HasFailure() ? 1 : 0;
}

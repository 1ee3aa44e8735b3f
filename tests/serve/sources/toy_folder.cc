// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/sources/toy_folder.h"

#include <gtest/gtest.h>

namespace fdr::test {

std::unique_ptr<ArchiveBuilder> BeginArchive(const std::string& base, const std::string& host,
                                             double start, int records) {
  WriterOptions options = ArchiveBuilder::Options(Version::k3);
  options.label.host = std::string_view(host);
  options.label.start = At(start);
  auto archive = std::make_unique<ArchiveBuilder>(base, options);
  archive->Metric(
      {.name = "load", .id = kToyLoad, .type = Type::kDouble, .semantics = Semantics::kCounter});
  for (int i = 0; i < records; ++i) archive->Record(At(start + i), {Single(kToyLoad, 1.0 * i)});
  EXPECT_TRUE(archive->writer().Sync());
  return archive;
}

void WriteArchive(const std::string& base, const std::string& host, double start, int records) {
  BeginArchive(base, host, start, records)->Close();
}

}  // namespace fdr::test

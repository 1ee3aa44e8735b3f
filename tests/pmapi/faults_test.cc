// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Faults of PCP: the library for PCP's own tools repeats them, and the library for programs does
// not.

#include <gtest/gtest.h>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

class PmapiFaults : public ::testing::Test {
 protected:
  // A counter each 10 seconds for more than an hour, with a mark at 1035.
  PmapiFaults() {
    constexpr MetricId kId = MetricId::Build(60, 0, 1);
    ArchiveBuilder archive(directory_ / "archive");
    archive.Metric({.name = "counter", .id = kId, .semantics = Semantics::kCounter});
    for (int at = 1000; at < 5000; at += 10) {
      archive.Record(At(at), {Single(kId, std::int64_t{at})});
      if (at == 1030) archive.Mark(At(1035));
    }
    archive.Close();
  }

  std::string Shown(const char* side, std::vector<std::string> environment = {}) const {
    return RunTwin({.program = "faults",
                    .arguments = {directory_ / "archive", "counter"},
                    .environment = std::move(environment)},
                   side)
        .out;
  }

  TempDirectory directory_;
};

TEST_F(PmapiFaults, AreNotInTheLibraryForPrograms) {
  const std::string ours = Shown("_ours");
  EXPECT_EQ(ours,
            "missing archive -2\nhandle 0\nan hour has 3600 seconds\nvalues 1 1 1 1 1 1 1 1\n");
}

TEST_F(PmapiFaults, AreRepeatedForPcpsOwnTools) {
  const std::string peers = Shown("_peer");
  EXPECT_EQ(peers,
            "missing archive -2\nhandle 1\nan hour has 360 seconds\nvalues 1 1 1 1 0 1 1 1\n");
#ifndef FDR_SANITIZED  // a program of the peer cannot load a library with sanitizers
  EXPECT_EQ(Shown("_peer", {"LD_LIBRARY_PATH=" FDR_LIBPCP}), peers);
#endif
}

}  // namespace
}  // namespace fdr::test

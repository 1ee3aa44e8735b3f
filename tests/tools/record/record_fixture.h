// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs `fdr record`, and looks into the archives.

#pragma once

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {

class RecordFixture : public testing::Test {
 protected:
  static ChildOutcome Record(std::vector<std::string> arguments,
                             std::vector<std::string> environment = {}) {
    arguments.insert(arguments.begin(), "record");
    return RunFdr(std::move(arguments), std::move(environment));
  }

  // The messages of a recorder, without those about volumes that it had to wait for.  The waiting
  // depends on the machine.
  static std::string ComplaintsOf(const ChildOutcome& outcome) {
    static const std::regex waiting("fdr: compressing [0-9]+ data volumes?;[^\n]*\n");
    return std::regex_replace(outcome.err, waiting, "");
  }

  static void Fails(std::vector<std::string> arguments, int status, const std::string& why) {
    const ChildOutcome outcome = Record(std::move(arguments));
    EXPECT_EQ(outcome.exit_status, status) << outcome.err;
    EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
  }

  // Neither fdr nor PCP finds a fault in the archive.
  static void ExpectSound(const std::string& base) {
    const ChildOutcome ours = RunFdr({"check", "-w", base});
    EXPECT_EQ(ours.exit_status, 0) << ours.out;
    EXPECT_NE(ours.out.find("0 errors, 0 warnings"), std::string::npos) << ours.out;
    EXPECT_EQ(PeerOutput({"pmlogcheck", "-w", base}), "");
  }

  // The number of records with this metric; negative if the archive or the metric is not there.
  static int Records(const std::string& base, const std::string& metric) {
    const auto context = ArchiveContext::Open(base);
    if (!context) return -1;
    const auto id = (*context)->Find(metric);
    if (!id) return -2;
    FetchResult result;
    int records = 0;
    while (test::Got((*context)->Fetch(std::span(&*id, 1), result))) ++records;
    return records;
  }

  // The base names of the archives in a directory.
  static std::set<std::string> Archives(const std::string& directory) {
    std::set<std::string> found;
    for (const std::string& name : FileNames(directory))
      if (name.ends_with(".meta")) found.insert(name.substr(0, name.size() - 5));
    return found;
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "rec";
};

}  // namespace fdr::test

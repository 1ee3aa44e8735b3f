// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records an invented source, with a clock that the test sets.  Also reads the archives.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/archive/check.h"
#include "fdr/logger/recording.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/hosts/invented_source.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

constexpr Nanos kSecond = 1'000'000'000;

class RecordingFixture : public testing::Test {
 protected:
  RecordingOptions Options(const std::string& pattern = "rec") {
    RecordingOptions options;
    options.recorder.names.text = directory_ / pattern;
    options.recorder.sync = std::launch::deferred;
    options.recorder.identity = {"recorderhost", "/", 77};
    options.recorder.on_archive = [this](const std::string& base, const std::string& why) {
      archives_.push_back(base);
      if (!why.empty()) reasons_.push_back(why);
    };
    options.on_event = [this](const std::string& what) { events_.push_back(what); };
    options.on_warning = [this](const LogWarning& warning) { warnings_.push_back(warning.what); };
    options.config = ConfigForNames(std::vector<std::string>{""});
    options.default_interval = kSecond;
    return options;
  }

  // Lets this number of seconds pass.  Each second does everything that is due.
  void Pass(Recording& recording, int seconds) {
    for (int i = 0; i < seconds; ++i, now_ += kSecond) Advance(recording);
  }
  void Advance(Recording& recording) const {
    for (int i = 0; i < 10 && recording.NextDue() && *recording.NextDue() <= now_; ++i)
      recording.Advance(now_);
  }

  void Stop(Recording& recording) {
    recording.Stop();
    Advance(recording);
    EXPECT_TRUE(recording.is_over());
    EXPECT_FALSE(recording.failure()) << recording.failure()->Message();
  }

  // The values of a metric's instances, record by record: "1 2 | 3,4 -", where | is a mark, ! an
  // error and - no value.  "?" if the archive does not know the metric.
  static std::string Values(const std::string& base, const std::string& name) {
    const auto context = ArchiveContext::Open(base);
    if (!context) return context.error().Message();
    const auto id = (*context)->Find(name);
    if (!id) return "?";
    FetchResult record;
    std::string all;
    while (test::Got((*context)->FetchRecord(record))) {
      if (record.is_mark()) all += all.empty() ? "|" : " |";
      for (const FetchedSet& set : record.sets()) {
        if (set.id != *id) continue;
        if (!all.empty()) all += " ";
        if (set.count == 0) all += set.code != 0 ? "!" : "-";
        for (std::uint32_t i = 0; i < set.count; ++i)
          all += (i > 0 ? "," : "") + std::to_string(record.Values(set)[i].bits);
      }
    }
    return all;
  }

  // Nothing is wrong with the archive.  Only counters may wrap, and `harmless` may be found.
  static void ExpectSound(const std::string& base, std::optional<CheckCode> harmless = {}) {
    const auto files = FindArchive(base);
    ASSERT_TRUE(files) << ErrorOf(files);
    std::string findings;
    CheckArchive(*files, {}, [&](const Finding& finding) {
      const bool is_fault =
          finding.severity() == Severity::kError || finding.severity() == Severity::kWarning;
      if (is_fault && finding.code != harmless) findings += finding.sentence + "\n";
    });
    EXPECT_EQ(findings, "");
  }

  const TempDirectory directory_;
  InventedSource source_;
  Nanos now_ = 0;
  std::vector<std::string> archives_;  // base names
  std::vector<std::string> reasons_;
  std::vector<std::string> events_;
  std::vector<std::string> warnings_;
};

}  // namespace fdr::test

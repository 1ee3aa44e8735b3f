// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rewritten archives as texts.

#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>

#include "fdr/archive/archive.h"
#include "fdr/replay/copy/rewrite/rewrite_report.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"
#include "fdr/tests/archive/copy/copied_archive.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

// What most tests have, beside kLoad of check_toy.h.
inline constexpr MetricId kReads = MetricId::Build(60, 1, 1);
inline constexpr MetricId kWrites = MetricId::Build(60, 1, 2);
inline constexpr MetricId kName = MetricId::Build(60, 2, 1);
inline constexpr InDomId kDiscs = InDomId::Build(60, 1);
inline constexpr InDomId kCpuNames = InDomId::Build(60, 2);

/// The rules of a text, which must be right.
RewriteRules RulesOf(std::string_view text);

/// One line for each value set: "1 60.0.1 [-1]=5", "1.5 mark", "2 60.1.1 [0]=1 [1]=2".
std::string ValuesOf(const Archive& archive);
/// One line for each metric: "60.0.1 disc.reads U32 60.1 counter Kbyte".
std::string MetricsOf(const Archive& archive);
/// One line for each record of a domain: "60.1 @1 0=sda 1=sdb".
std::string InDomsOf(const Archive& archive);
/// One line for each record of labels: "domain 60 @1 {"agent":"linux"}", with "[1]" before the
/// labels of an instance.
std::string LabelsOf(const Archive& archive);
/// One line for each text: "line 60.1.1 reads".
std::string TextsOf(const Archive& archive);

/// Archives that pass through rules.
class RewriteTest : public testing::Test {
 protected:
  using Build = std::function<void(ArchiveBuilder&)>;

  void Write(const Build& build, Version version = Version::k3, const std::string& name = "in");
  /// The new archive is out_.  Returns the error, or nothing.
  std::string Rewrite(std::string_view rules);
  /// The same, and opens the new archive, which must be sound.
  std::unique_ptr<Archive> Rewritten(std::string_view rules);

  const TempDirectory directory_;
  std::string out_ = directory_ / "out";
  std::vector<std::string> names_ = {"in"};
  RewriteOptions options_;
  RewriteReport report_;
  std::vector<std::string> unused_;
};

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damages every file of a small archive in every simple way.  The check must always return, with a
// bounded number of findings.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::CheckOutcome;
using test::CheckToy;

constexpr const char* kSuffixes[] = {".meta", ".index", ".0"};

class CheckDamageTest : public testing::TestWithParam<Version> {
 protected:
  CheckDamageTest() { toy_.Write(base_); }

  // Checks the archive after everything behind the label of one file was replaced.
  CheckOutcome CheckWith(const std::string& suffix, Bytes label, Bytes rest) {
    ByteBuffer file(label.begin(), label.end());
    file.insert(file.end(), rest.begin(), rest.end());
    std::filesystem::remove(base_ + suffix);  // some file systems flush overwritten files
    test::WriteFile(base_ + suffix, file);
    return test::Check(base_, {.limit = 3});
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  const CheckToy toy_{GetParam()};
};

TEST_P(CheckDamageTest, DamagedRecordsAreSurvived) {
  for (const std::string suffix : kSuffixes) {
    const ByteBuffer original = test::ReadFile(base_ + suffix);
    const Bytes label = Bytes(original).first(LabelSize(GetParam()));
    const Bytes rest = Bytes(original).subspan(label.size());
    test::ForEachDamage(rest, [&](Bytes damaged) {
      const CheckOutcome outcome = CheckWith(suffix, label, damaged);
      EXPECT_LE(outcome.findings.size(), 60u) << outcome.Codes();
    });
    test::WriteFile(base_ + suffix, original);
  }
}

TEST_P(CheckDamageTest, CutLabelsAreFound) {
  for (const std::string suffix : kSuffixes) {
    const ByteBuffer original = test::ReadFile(base_ + suffix);
    test::ForEachTruncation(Bytes(original).first(LabelSize(GetParam())), [&](Bytes damaged) {
      const CheckOutcome outcome = CheckWith(suffix, {}, damaged);
      EXPECT_TRUE(outcome.Has(damaged.size() < 8 ? CheckCode::kLabelMissing : CheckCode::kLabelBad))
          << suffix << ' ' << damaged.size();
    });
    test::WriteFile(base_ + suffix, original);
  }
}

TEST_P(CheckDamageTest, TornTailsAreFound) {
  const ByteBuffer original = test::ReadFile(base_ + ".0");
  const Bytes label = Bytes(original).first(LabelSize(GetParam()));
  test::ForEachTruncation(Bytes(original).subspan(label.size()), [&](Bytes damaged) {
    const CheckOutcome outcome = CheckWith(".0", label, damaged);
    const std::uint64_t end = label.size() + damaged.size();
    const bool torn =
        end != toy_.DataOffset(0) && end != toy_.DataOffset(1) && end != toy_.DataOffset(2);
    EXPECT_EQ(outcome.Has(CheckCode::kFrameTruncated), torn) << end;
  });
}

INSTANTIATE_TEST_SUITE_P(Versions, CheckDamageTest, testing::Values(Version::k2, Version::k3),
                         [](const auto& v) { return v.param == Version::k2 ? "V2" : "V3"; });

}  // namespace
}  // namespace fdr

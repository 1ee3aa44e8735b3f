// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/searched_source.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/serve/viewer/viewer_archives.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

TEST(KeptSearchTest, ALimitEndsTheReadingAndTheNextOneBeginsAnew) {
  constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
  const TempDirectory directory;
  ArchiveBuilder(directory / "toy", Version::k3)
      .Metric({.name = "load", .id = kLoad})
      .Record(At(0), {Single(kLoad, std::uint64_t{1})})
      .Close();
  auto context = ArchiveContext::Open(directory / "toy");
  ASSERT_TRUE(context);
  KeptSearch kept;
  const auto late = [] { return Result<void>(Fail(Errc::kTimeout, "too long")); };
  const auto failed = kept.Get(**context, 1, true, late);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Errc::kTimeout);
  const auto read = kept.Get(**context, 1, true, NoLimit);
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)->metrics.size(), 1u);
  const auto again = kept.Get(**context, 1, true, late);
  ASSERT_TRUE(again) << "what is kept needs no reading";
  EXPECT_EQ(*again, *read);
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/profile.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr InDomId kCpus = InDomId::Build(60, 0), kDisks = InDomId::Build(60, 1);

TEST(ProfileTest, IncludesEverythingAtFirst) {
  const Profile profile;
  EXPECT_TRUE(profile.Includes(kCpus, 0));
  EXPECT_TRUE(profile.IncludesAll(kCpus));
  EXPECT_FALSE(profile.Mentions(kCpus));
}

TEST(ProfileTest, WhatIsExcludedCanBeIncludedAgain) {
  Profile profile;
  profile.Exclude(kCpus, {3, 1, 2});
  for (const InstanceId excluded : {1, 2, 3}) EXPECT_FALSE(profile.Includes(kCpus, excluded));
  EXPECT_TRUE(profile.Includes(kCpus, 0));
  EXPECT_TRUE(profile.Includes(kDisks, 1));
  EXPECT_FALSE(profile.IncludesAll(kCpus));
  EXPECT_TRUE(profile.Mentions(kCpus));
  profile.Include(kCpus, {2, 7});
  EXPECT_TRUE(profile.Includes(kCpus, 2));
  EXPECT_TRUE(profile.Includes(kCpus, 7));
  EXPECT_FALSE(profile.Includes(kCpus, 1));
  profile.Include(kCpus, {3, 1});
  EXPECT_TRUE(profile.IncludesAll(kCpus));
}

TEST(ProfileTest, OfADomainWithoutInstancesSomeCanBeIncludedAndExcludedAgain) {
  Profile profile;
  profile.Set(kCpus, false);
  profile.Include(kCpus, {5, 4, 5});
  EXPECT_TRUE(profile.Includes(kCpus, 4));
  EXPECT_TRUE(profile.Includes(kCpus, 5));
  EXPECT_FALSE(profile.Includes(kCpus, 6));
  EXPECT_FALSE(profile.IncludesAll(kCpus));
  profile.Exclude(kCpus, {5});
  EXPECT_FALSE(profile.Includes(kCpus, 5));
  EXPECT_TRUE(profile.Includes(kCpus, 4));
}

TEST(ProfileTest, SetAllForgetsTheSingleDomains) {
  Profile profile;
  profile.Exclude(kCpus, {1});
  profile.SetAll(false);
  EXPECT_FALSE(profile.Mentions(kCpus));
  EXPECT_FALSE(profile.Includes(kCpus, 0));
  EXPECT_FALSE(profile.IncludesAll(kDisks));
  profile.Include(kCpus, {1});
  EXPECT_TRUE(profile.Includes(kCpus, 1));
  EXPECT_FALSE(profile.Includes(kCpus, 0)) << "what was said of all holds for the rest";
}

}  // namespace
}  // namespace fdr

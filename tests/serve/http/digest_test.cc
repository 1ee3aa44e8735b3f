// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Examples of FIPS 180-4.

#include "fdr/replay/serve/http/digest.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

TEST(DigestTest, TheExamplesOfTheStandard) {
  EXPECT_EQ(Sha1Hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(Sha1Hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(DigestTest, SecretsAreCompared) {
  EXPECT_TRUE(IsSameSecret(Sha256("a"), Sha256("a")));
  EXPECT_FALSE(IsSameSecret(Sha256("a"), Sha256("b")));
}

}  // namespace
}  // namespace fdr

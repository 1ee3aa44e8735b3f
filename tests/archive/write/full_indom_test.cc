// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/full_indom.h"

#include <gtest/gtest.h>

#include <string>

#include "fdr/archive/record/metadata_record.h"

namespace fdr {
namespace {

TEST(FullInDomTest, HasTheBytesOfABuilder) {
  constexpr InDomId kDomain = InDomId::Build(60, 2);
  const std::string with_nul("two\0three", 9);
  const InstanceList lists[] = {
      {}, {{0, ""}}, {{1, "one"}, {2, with_nul}, {7, ""}, {9, "nine words"}}};
  for (const Version version : {Version::k2, Version::k3}) {
    for (const InstanceList& instances : lists) {
      InDomBuilder builder;
      for (const Instance& instance : instances) builder.Add(instance.id, instance.name);
      ByteBuffer expected = {std::byte{1}}, encoded = expected;
      EncodeMetadata(version, builder.Build({10, 5000}, kDomain, false), expected);
      EncodeFullInDom(version, {10, 5000}, kDomain, instances, encoded);
      EXPECT_EQ(encoded, expected);
    }
  }
}

}  // namespace
}  // namespace fdr

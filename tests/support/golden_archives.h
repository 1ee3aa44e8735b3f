// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The small archives of testdata/golden: what is in them, and how they are made.

#pragma once

#include <span>
#include <string>

#include "fdr/archive/base/value.h"

namespace fdr::test {

struct GoldenArchive {
  /// The version and what it shows: "v3-delta".
  const char* name;
  Version version;
  /// Writes it, with `base` as its base name.
  void (*make)(const std::string& base, Version version);
};

std::span<const GoldenArchive> GoldenArchives();

/// Where they lie in the source tree.
std::string GoldenBase(const GoldenArchive& archive);

}  // namespace fdr::test

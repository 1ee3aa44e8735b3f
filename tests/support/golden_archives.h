// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The small archives of testdata/golden, and the code that makes them.

#pragma once

#include <span>
#include <string>

#include "fdr/archive/base/value.h"

namespace fdr::test {

struct GoldenArchive {
  /// The version and the topic: "v3-delta".
  const char* name;
  Version version;
  /// Writes the archive, with `base` as its base name.
  void (*make)(const std::string& base, Version version);
};

std::span<const GoldenArchive> GoldenArchives();

/// The base name of the archive in the source tree.
std::string GoldenBase(const GoldenArchive& archive);

}  // namespace fdr::test

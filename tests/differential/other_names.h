// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A name space with other names for the metrics of an archive.

#pragma once

#include <random>
#include <string>
#include <vector>

#include "fdr/archive/metadata/metadata.h"

namespace fdr::test {

struct OtherNames {
  std::string text;                ///< of the name space, for the preprocessor
  std::vector<std::string> names;  ///< full and partial ones
};

/// Some metrics have several names, some have none, and some names belong to no metric.
OtherNames MakeOtherNames(const Metadata& metadata, std::mt19937& random);

}  // namespace fdr::test

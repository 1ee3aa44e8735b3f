// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Version and features of this library: pmGetAPIConfig(3), pmGetVersion(3), pmPathSeparator(3).

#include "fdr/replay/pcp/pmapi/api_features.h"

#include <pcp/pmapi.h>
#include <strings.h>

#include <string>

#include "fdr/archive/source/compression.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"

using fdr::pmapi::SpeaksVersion7;

namespace {

using Feature = const char* (*)();

const char* Version() { return SpeaksVersion7() ? "7.2.1" : "6.0.3"; }
const char* ApiVersion() { return "3"; }
const char* Yes() { return "true"; }
const char* No() { return "false"; }
const char* None() { return ""; }

const char* CompressSuffixes() {
  static const std::string suffixes = [] {
    std::string all;
    for (const std::string_view suffix : fdr::kCompressionSuffixes)
      all.append(all.empty() ? "" : " ").append(suffix);
    return all;
  }();
  return suffixes.c_str();
}

// Encrypted connections and authentication are not supported: no version of a library for them.
constexpr std::array<Feature, fdr::pmapi::kFeatureNames.size()> kFeatures = {
    Version, ApiVersion,       None, None, Yes, No, No, Yes, No, Yes, No, No, Yes, No, No, Yes,
    Yes,     CompressSuffixes, Yes,  None};

}  // namespace

const char* pmGetAPIConfig(const char* feature) {
  for (std::size_t i = 0; i < kFeatures.size(); ++i)
    if (strcasecmp(feature, fdr::pmapi::kFeatureNames[i]) == 0) return kFeatures[i]();
  return nullptr;
}

int pmGetVersion(void) { return SpeaksVersion7() ? PM_VERSION(7, 2, 1) : PM_VERSION_CURRENT; }

int pmPathSeparator(void) { return '/'; }

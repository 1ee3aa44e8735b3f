// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Version and features of this library: pmGetAPIConfig(3), pmGetVersion(3), pmPathSeparator(3).

#include <pcp/pmapi.h>
#include <strings.h>

#include <string>

#include "fdr/archive/source/compression.h"
#include "fdr/replay/pmapi/peer_version.h"

using fdr::pmapi::SpeaksVersion7;

namespace {

struct Feature {
  const char* name;
  const char* value;
};

// Encrypted connections are not supported.
constexpr Feature kFeatures[] = {
    {"fault_injection", "false"},       {"ipv6", "true"},
    {"lock_asserts", "false"},          {"lock_debug", "false"},
    {"multi_archive_contexts", "true"}, {"multi_threaded", "true"},
    {"secure_sockets", "false"},        {"service_discovery", "false"},
    {"static_probes", "false"},         {"transparent_decompress", "true"},
    {"unix_domain_sockets", "true"},    {"v3_archives", "true"},
};

const char* CompressSuffixes() {
  static const std::string suffixes = [] {
    std::string all;
    for (const std::string_view suffix : fdr::kCompressionSuffixes)
      all.append(all.empty() ? "" : " ").append(suffix);
    return all;
  }();
  return suffixes.c_str();
}

}  // namespace

const char* pmGetAPIConfig(const char* feature) {
  if (strcasecmp(feature, "pcp_version") == 0) return SpeaksVersion7() ? "7.2.1" : "6.0.3";
  if (strcasecmp(feature, "compress_suffixes") == 0) return CompressSuffixes();
  for (const Feature& known : kFeatures)
    if (strcasecmp(feature, known.name) == 0) return known.value;
  return nullptr;
}

int pmGetVersion(void) { return SpeaksVersion7() ? PM_VERSION(7, 2, 1) : PM_VERSION_CURRENT; }

int pmPathSeparator(void) { return '/'; }

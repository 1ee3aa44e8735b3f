// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Small archives of several hosts, for tests of the web server's sources.

#pragma once

#include <memory>
#include <string>

#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {

inline constexpr MetricId kToyLoad = MetricId::Build(60, 2, 0);

/// An archive of `host` with the counter "load": 0 at At(start), 1 a second later, ...
std::unique_ptr<ArchiveBuilder> BeginArchive(const std::string& base, const std::string& host,
                                             double start, int records);
/// The same, complete.
void WriteArchive(const std::string& base, const std::string& host, double start = 0,
                  int records = 10);

}  // namespace fdr::test

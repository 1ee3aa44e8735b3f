// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Turns memory mapped values, as last read, into those of a result.

#pragma once

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/sources/mmv/mmv_folder.h"

namespace fdr::local {

/// What a fetch needs to know of a metric: a fetch of many metrics goes through an array of these.
struct ApplicationReading {
  InDomId indom;
  Type type = Type::kNoSupport;
  bool is_elapsed = false;
  mmv::Slice values;
};

/// Adds the values of the metric that the profile includes to the last set of the result.
void AddApplicationValues(const mmv::ServedFile& file, const ApplicationReading& metric,
                          const Profile& profile, FetchResult& result);

}  // namespace fdr::local

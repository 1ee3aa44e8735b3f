// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The mistakes in a file of reports.  A file with errors still has all of its other reports.

#pragma once

#include <functional>
#include <string>

#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {

/// Called with the place and a sentence such as "unknown option \"widht\"".
using OnReportComplaint = std::function<void(const TextPlace& place, const std::string& what)>;

}  // namespace fdr

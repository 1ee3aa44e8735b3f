// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What does not depend on an archive: the looks of the page, and the script that stretches charts.

#pragma once

namespace fdr::tools {

extern const char* const kReportStyle;
/// Only adds to the page: without it, the charts are as they are.
extern const char* const kReportScript;

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes a short list of a long one: what many series say is said once.

#pragma once

#include <vector>

#include "fdr/tools/diff/diff_rows.h"

namespace fdr::tools {

/// The rows are in their order.  Those that stay are
/// - of each metric, the instance that differs most.  States of instances that appeared, or are
///   gone, count as one metric for the whole domain: the instance is the news.
/// - of series that went the same way, the first one, such as disk.all.write_bytes and
///   disk.dev.write_bytes if there is one disk.
/// - of each instance, the few metrics that differ most.
void FoldRows(std::vector<DiffRow>& rows);

}  // namespace fdr::tools

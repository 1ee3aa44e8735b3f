// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A collector whose every text is hostile.

#pragma once

#include "fdr/tests/live/model_host.h"

namespace fdr::test {

/// Knows the metrics of ModelHost and one whose name is hostile; instances, texts, labels and
/// strings are hostile as well, and so are the names of host and zone.
ModelHost HostileHost();

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A collector that sends hostile texts.

#pragma once

#include "fdr/tests/hosts/model_host.h"

namespace fdr::test {

/// Knows toy.load and toy.name of ModelHost, and its number under a hostile name.  Instances,
/// texts, labels and strings are hostile as well, and so are the names of host and zone.
ModelHost HostileHost();

}  // namespace fdr::test

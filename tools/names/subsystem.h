// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts of a machine that metrics describe: the first component of a name.

#pragma once

#include <string_view>

namespace fdr::tools {

/// "disk" of "disk.dev.read"; "" for a name of one component.
std::string_view SubsystemOf(std::string_view metric);

/// What the metrics of a subsystem are about, for a heading; "" if it is not well known.
std::string_view AboutSubsystem(std::string_view subsystem);

}  // namespace fdr::tools

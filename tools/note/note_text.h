// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Notes as people and programs read them.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/time/zone.h"

namespace fdr::tools {

/// A line for each note, by time.  `notes` are JSON objects.
std::string NotesText(const std::vector<std::string>& notes, const Zone& zone);

std::string NotesJson(const std::vector<std::string>& notes);

}  // namespace fdr::tools

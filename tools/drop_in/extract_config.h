// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the configuration of pmlogextract (-c) means in the archives.

#pragma once

#include <string>

#include "fdr/archive/extract/chosen_values.h"
#include "fdr/archive/metadata/metadata.h"

namespace fdr::tools {

/// Reads the file.  Warns of what the archives do not have; metrics stays empty if they have none.
/// False after a message.
bool ReadExtractConfig(const std::string& file, const Metadata& metadata, ChosenValues& chosen);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The facts about its inputs that pmlogextract needs before it reads their records.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/extract/extract_input.h"
#include "fdr/archive/metadata/metadata.h"

namespace fdr::tools {

/// The archive itself is closed again, so that there may be more inputs than descriptors.
struct SurveyedInput {
  std::string name;  ///< as PeerInput::name
  ExtractSource source;
  Timestamp end;  ///< of its data
  std::unique_ptr<const Metadata> metadata;
};

/// Opens the archives one after the other, as OpenPeerInputs() does.  Adds the metadata of each to
/// `merged`, which skips damage.  False after a message.
bool SurveyInputs(const std::vector<std::string>& names, std::vector<SurveyedInput>& inputs,
                  Metadata& merged);

}  // namespace fdr::tools

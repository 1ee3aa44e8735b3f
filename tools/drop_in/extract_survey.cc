// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_survey.h"

#include <utility>

#include "fdr/tools/drop_in/peer_inputs.h"
#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

bool SurveyInputs(const std::vector<std::string>& names, std::vector<SurveyedInput>& inputs,
                  Metadata& merged) {
  const SourceOptions source = SourceOptionsFor(CommonOptions());
  const auto take = [&](PeerInput input) -> Result<void> {
    Archive& archive = *input.archive;
    auto own = std::make_unique<Metadata>();
    if (auto added = archive.AppendMetadataTo(*own); !added) return added;
    if (auto added = archive.AppendMetadataTo(merged); !added) return added;
    inputs.push_back({.name = std::move(input.name),
                      .source = {archive.files(), archive.label(), source},
                      .end = input.end,
                      .metadata = std::move(own)});
    return {};
  };
  return OpenPeerInputs(kPmlogextract, names, source, take);
}

}  // namespace fdr::tools

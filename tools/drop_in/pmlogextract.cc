// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/pmlogextract.h"

#include "fdr/archive/copy/join_archives.h"
#include "fdr/tools/drop_in/extract_options.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/run/exit_status.h"

namespace fdr::tools {

int RunPmlogextract(int argc, char** argv) {
  const std::optional<ExtractOptions> options = ReadExtractOptions(argc, argv);
  if (!options) return kFailed;
  std::vector<ArchiveFiles> inputs;
  for (const std::string& name : options->inputs) {
    Result<std::vector<ArchiveFiles>> found = FindArchives(name);
    if (!found) {
      PrintPeerError("pmlogextract", "cannot open archive \"" + name + "\": " + found.error().what);
      return kFailed;
    }
    inputs.insert(inputs.end(), found->begin(), found->end());
  }
  const Result<JoinReport> joined = JoinArchives(inputs, options->output, {});
  if (!joined) PrintPeerError("pmlogextract", joined.error().Message());
  return joined ? kOk : kFailed;
}

}  // namespace fdr::tools

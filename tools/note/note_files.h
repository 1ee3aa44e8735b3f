// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Annotations of archives in files beside them: NAME.notes.jsonl, one note a line.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr::tools {

/// The file of an archive with this base name.
std::string NotesPath(const std::string& base);

/// The keys are base names of archives.  One thread at a time for each key.
class NoteFiles final : public TextStore {
 public:
  Result<std::vector<std::string>> Load(const std::string& key) override;
  /// Another file takes the place of the old one, so that a reader never sees a part.
  Result<void> Save(const std::string& key, const std::vector<std::string>& texts) override;
  /// Locks the directory.
  Result<std::shared_ptr<void>> Lock(const std::string& key) override;
};

}  // namespace fdr::tools

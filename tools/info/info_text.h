// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr info` as text and as JSON.

#pragma once

#include <string>

#include "fdr/tools/info/archive_facts.h"

namespace fdr::tools {

void AppendText(const ArchiveFacts& facts, std::string& out);

/// One element of the document's "archives": docs/info-json.md.
void AppendJson(const ArchiveFacts& facts, std::string& out);

}  // namespace fdr::tools

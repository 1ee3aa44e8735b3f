// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A command line without ARCHIVE means the recording of this machine.  Only for the sources in this
// folder.

#pragma once

#include <string>
#include <vector>

namespace fdr::tools {

/// Whether an archive has this name, or the word can only be the name of one.
bool NamesArchives(const std::string& word);

/// Sets the archive if there is none.  The first word is the archive if one has that name.
/// Otherwise it is the first of the metrics, if the recording of this machine has such a metric.
/// Throws CLI::RequiredError if there is no archive and no such recording.
void UseOwnRecording(std::string& archive, std::vector<std::string>* metrics = nullptr);

}  // namespace fdr::tools

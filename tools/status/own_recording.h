// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The recording of this machine, for verbs that are given no archive.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// How the directories begin into which `fdr view` records for itself.
inline constexpr const char* kPrivateRecording = "fdr-view-";

/// The path that names its archives: the archive of a running recorder of this user; otherwise the
/// directory of the service, $FDR_LOG_DIR or /var/log/fdr; otherwise that of PCP's logger.  A
/// recorder that writes into the directory of the service stands for all archives there.  kNotFound
/// if there is none.  Warns if the recording of a recorder that does not answer is passed over.
Result<std::string> FindOwnRecording();

}  // namespace fdr::tools

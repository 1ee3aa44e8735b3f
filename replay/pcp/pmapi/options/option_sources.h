// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hosts and archives of a command line.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

/// Adds a host; or several with commas between them; or those in a file, one per line.
void AddHost(pmOptions& options, const char* host);
void AddHostList(pmOptions& options, const char* hosts);
void AddHostsFile(pmOptions& options, const char* path);

/// Adds an archive; or several with commas between them; or those of a folio (mkaf(1)).
void AddArchive(pmOptions& options, const char* archive);
void AddArchiveList(pmOptions& options, const char* archives);
void AddArchiveFolio(pmOptions& options, const char* path);

/// Adds the directory with this machine's archives.
void AddDefaultArchive(pmOptions& options);

}  // namespace fdr::pmapi

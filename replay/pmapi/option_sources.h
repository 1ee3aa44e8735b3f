// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hosts and archives that a command line names.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

/// A host, or several with commas between them, or those that a file lists, one a line.
void AddHost(pmOptions& options, const char* host);
void AddHostList(pmOptions& options, const char* hosts);
void AddHostsFile(pmOptions& options, const char* path);

/// An archive; several with commas between them; those of a folio (mkaf(1)).
void AddArchive(pmOptions& options, const char* archive);
void AddArchiveList(pmOptions& options, const char* archives);
void AddArchiveFolio(pmOptions& options, const char* path);

/// Where this machine's archives are kept.
void AddDefaultArchive(pmOptions& options);

}  // namespace fdr::pmapi

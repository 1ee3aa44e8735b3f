// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr folio` does, one function for each action.  Each returns the exit status.

#pragma once

#include "fdr/tools/folio/chosen_archives.h"
#include "fdr/tools/folio/folio_command.h"

namespace fdr::tools {

/// Prints what the folio and the labels of its archives say.
int ListFolio(const FolioCommand& command, const ChosenArchives& chosen);

/// Prints for each archive whether its files exist, and whether its host is the one in the folio.
int CheckFolio(const FolioCommand& command, const ChosenArchives& chosen);

/// Copies the archives and the replay configuration into a directory, with a folio for them.
int CopyFolio(const FolioCommand& command, const ChosenArchives& chosen);

/// Removes the archives, the files beside them, and the folio; without --yes, only lists them.
int RemoveFolio(const FolioCommand& command, const ChosenArchives& chosen);

/// Runs a tool of PCP with the archives, on fdr's engine.
int RunTool(const FolioCommand& command, const ChosenArchives& chosen);

/// Runs the program that made the folio, with its replay configuration.
int ReplayFolio(const FolioCommand& command, const ChosenArchives& chosen);

/// Writes a new folio that lists archives.
int MakeFolio(const FolioCommand& command);

}  // namespace fdr::tools

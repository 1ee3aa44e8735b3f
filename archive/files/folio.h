// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Folios: small text files that name archives which belong together.
//
//     PCPFolio
//     Version: 1
//     # use pmafm(1) to process this PCP archive folio
//     Created: on myhost at Mon Nov 23 04:13:28 2026
//     Creator: mytool replay.config
//     Archive:        myhost                  20261123
//
// Names in a folio are relative to its directory.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr {

struct FolioEntry {
  std::string host;
  std::string base;  ///< the base name of an archive, as in the file
};

struct Folio {
  std::string path;
  std::string created;  ///< for people: see CreationText()
  std::string creator;  ///< the name of a program
  std::string replay;   ///< the file that says how the creator shows the archives; empty: none
  std::vector<FolioEntry> archives;

  /// The directory of the folio; "." if it has none.
  std::string Directory() const;
  /// The path that a name in the folio stands for.
  std::string PathOf(std::string_view name) const;
};

/// Whether this is the path of a file that begins as a folio does.
bool IsFolio(const std::string& path);

/// kInvalidArgument if the file is no folio; kUnsupportedVersion, kCorruptRecord if it cannot be
/// understood; kTooLarge beyond a mebibyte.
Result<Folio> ReadFolio(const std::string& path);

/// "on HOST at TIME".  PCP writes times as "Mon Nov 23 04:13:28 2026".
std::string CreationText(std::string_view host, std::string_view time);

/// What the file of a folio contains.
std::string FolioText(const Folio& folio);

}  // namespace fdr

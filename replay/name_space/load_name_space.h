// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads name spaces.  The language: docs/guide/names.md.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/name_space/name_space.h"

namespace fdr {

/// Of all files of a name space, and of all names in it: more than a million names.
inline constexpr std::size_t kMaxNameSpaceBytes = std::size_t{64} << 20;

struct NameSpaceOptions {
  /// None: there are no files.
  std::function<Result<std::string>(const std::string& path)> read_file = {};
  /// Where included files are looked for that are neither there as named nor beside the first one.
  std::vector<std::string> include_directories = {};
  bool preprocess = true;        ///< else there are neither comments nor macros
  bool allow_duplicates = true;  ///< several names for one metric
  std::size_t max_bytes = kMaxNameSpaceBytes;
};

/// For the files of this system.  PCP has its own in a directory of $PCP_VAR_DIR, where included
/// ones are looked for.
NameSpaceOptions NameSpaceFileOptions(const std::string& pcp_var_directory);

/// The first mistake is an error with its place, kInvalidArgument or kTooLarge; other codes are of
/// a file that cannot be read.
Result<NameSpace> LoadNameSpace(const std::string& path, const NameSpaceOptions& options);

/// The same of text from elsewhere, that messages call `name`.
Result<NameSpace> ParseNameSpace(std::string_view text, const std::string& name,
                                 const NameSpaceOptions& options);

}  // namespace fdr

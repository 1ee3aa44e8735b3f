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
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

/// The limit for all files of a name space, and for all its names: more than a million names.
inline constexpr std::size_t kMaxNameSpaceBytes = std::size_t{64} << 20;

struct NameSpaceOptions {
  /// Null: includes fail.
  std::function<Result<std::string>(const std::string& path)> read_file = {};
  /// Where to look for included files that are neither at their path nor beside the first file.
  std::vector<std::string> include_directories = {};
  bool preprocess = true;        ///< false: neither comments nor macros
  bool allow_duplicates = true;  ///< several names for one metric
  std::size_t max_bytes = kMaxNameSpaceBytes;
};

/// Options for files of this system.  Included files are also searched in PCP's directory below
/// $PCP_VAR_DIR.
NameSpaceOptions NameSpaceFileOptions(const std::string& pcp_var_directory);

/// The first mistake is an error with its place, kInvalidArgument or kTooLarge.  Other codes mean
/// that a file cannot be read.
Result<NameSpace> LoadNameSpace(const std::string& path, const NameSpaceOptions& options);

/// The same for a text without a file; messages call it `name`.
Result<NameSpace> ParseNameSpace(std::string_view text, const std::string& name,
                                 const NameSpaceOptions& options);

/// The lines of a text, preprocessed if the options say so: the first step of the above.
Result<PreprocessedText> NameSpaceLines(std::string_view text, const std::string& name,
                                        const NameSpaceOptions& options);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The list of the archives that a recording may remove later: a text file beside them, which users
// may read and change.  See docs/guide/recording.md.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/files/directory.h"

namespace fdr {

/// An archive that has begun.
struct KeptArchive {
  std::string name;      ///< its base name, without the directory
  Timestamp start = {};  ///< as in its label
  std::int32_t pid = 0;  ///< as in its label

  friend bool operator==(const KeptArchive&, const KeptArchive&) = default;
};

/// A plain value.  The list is not trusted: its names must be plain names of files beside it.
class KeepList {
 public:
  /// For archives with names of this pattern, which may contain conversions of strftime(3).
  explicit KeepList(const std::string& pattern);

  /// Adds an archive to the list, and creates the list if needed.  Includes the list of earlier
  /// versions.  kInvalidArgument for a name that cannot be on a list.
  Result<void> Add(const Directory& directory, const KeptArchive& archive) const;

  /// The wanted archives, each once, in the order in which they were added.  Lines that make no
  /// sense go to `ignored`.
  Result<std::vector<KeptArchive>> Read(const Directory& directory,
                                        const std::function<bool(const KeptArchive&)>& is_wanted,
                                        std::vector<Error>& ignored) const;

  /// The name of the file.
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::string old_name_;  // of earlier versions
};

/// Whether `name` is that of a file in the directory itself.
bool IsPlainName(std::string_view name);

}  // namespace fdr

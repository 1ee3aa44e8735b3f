// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The list of the archives that a recording may remove some day: a text file beside them, for
// people to see, and to change.  See docs/guide/recording.md.

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
  Timestamp start = {};  ///< as its label says, ...
  std::int32_t pid = 0;  ///< ... and this, too

  friend bool operator==(const KeptArchive&, const KeptArchive&) = default;
};

/// A plain value.  What the list says is not believed: a name in it is that of a file beside it, or
/// none.
class KeepList {
 public:
  /// For archives with such names, in which conversions of strftime(3) may stand.
  explicit KeepList(const std::string& pattern);

  /// Puts an archive on the list, which is made if need be, and takes over the list that earlier
  /// versions have made.  kInvalidArgument for a name that no list holds.
  Result<void> Add(const Directory& directory, const KeptArchive& archive) const;

  /// Those that are wanted, each once, in the order in which they were put there.  What the list
  /// says and makes no sense is told to `ignored`.
  Result<std::vector<KeptArchive>> Read(const Directory& directory,
                                        const std::function<bool(const KeptArchive&)>& is_wanted,
                                        std::vector<Error>& ignored) const;

  /// What the file is called.
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::string old_name_;  // of earlier versions
};

/// Whether a file of that name is in the directory itself.
bool IsPlainName(std::string_view name);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The name space that a program has loaded for all of its contexts, pmLoadNameSpace(3).

#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "fdr/replay/name_space/name_space.h"

namespace fdr::pmapi {

/// For all threads.
class ProgramNames {
 public:
  using Loader = std::function<Result<NameSpace>()>;

  /// Of this program.
  static ProgramNames& Get();

  struct State {
    bool is_wanted = false;  ///< whether names of contexts do not count any more
    std::shared_ptr<const NameSpace> names = {};  ///< none: loading them failed
  };
  State Current() const;
  /// For a local context, whose names are those of the default name space, unless the program wants
  /// others.  What cannot be loaded is tried again the next time.
  State WithDefault(const Loader& load_default);

  /// Whether it could be loaded or not, from now on names of contexts do not count.  PM_ERR_DUPPMNS
  /// as an error, and nothing changes, if there is one already.
  Result<void> Load(const Loader& load);
  void Unload();
  /// Leaves only what is wanted of what was loaded; without a condition, all of it.
  void Trim(const std::function<bool(MetricId)>& is_wanted);

 private:
  Result<void> LoadLocked(const Loader& load);

  mutable std::mutex mutex_;
  State state_;
  std::shared_ptr<const NameSpace> loaded_;  // untrimmed
};

}  // namespace fdr::pmapi

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

/// Safe to use from any thread.
class ProgramNames {
 public:
  using Loader = std::function<Result<NameSpace>()>;

  /// The only instance.
  static ProgramNames& Get();

  struct State {
    bool is_wanted = false;                       ///< replaces the names of contexts
    std::shared_ptr<const NameSpace> names = {};  ///< null: loading failed
  };
  State Current() const;
  /// For a local context, which uses the default name space unless the program has loaded another
  /// one.  If loading fails, the next call tries again.
  State WithDefault(const Loader& load_default);

  /// From now on the names of contexts are not used, even if loading fails.  PM_ERR_DUPPMNS as an
  /// error, and nothing changes, if a name space is loaded already.
  Result<void> Load(const Loader& load);
  void Unload();
  /// Keeps only the wanted names of the loaded ones; without a condition, all.
  void Trim(const std::function<bool(MetricId)>& is_wanted);

 private:
  Result<void> LoadLocked(const Loader& load);

  mutable std::mutex mutex_;
  State state_;
  std::shared_ptr<const NameSpace> loaded_;  // all loaded names
};

}  // namespace fdr::pmapi

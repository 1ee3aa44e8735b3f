// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_spaces/program_names.h"

#include <pcp/pmapi.h>

#include <utility>

#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace fdr::pmapi {

// Never destroyed: other threads may still use it while the program ends.
ProgramNames& ProgramNames::Get() {
  static ProgramNames& names = *std::make_unique<ProgramNames>().release();
  return names;
}

ProgramNames::State ProgramNames::Current() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

ProgramNames::State ProgramNames::WithDefault(const Loader& load_default) {
  const std::lock_guard lock(mutex_);
  if (!loaded_ && !state_.is_wanted) (void)LoadLocked(load_default);
  return {.is_wanted = true, .names = state_.names};
}

Result<void> ProgramNames::Load(const Loader& load) {
  const std::lock_guard lock(mutex_);
  state_.is_wanted = true;
  if (loaded_) return FailPcp(PM_ERR_DUPPMNS);
  return LoadLocked(load);
}

Result<void> ProgramNames::LoadLocked(const Loader& load) {
  Result<NameSpace> names = load();
  if (!names) return Fail(std::move(names.error()));
  loaded_ = std::make_shared<NameSpace>(std::move(*names));
  state_.names = loaded_;
  return {};
}

void ProgramNames::Unload() {
  const std::lock_guard lock(mutex_);
  state_ = {};
  loaded_.reset();
}

void ProgramNames::Trim(const std::function<bool(MetricId)>& is_wanted) {
  const std::lock_guard lock(mutex_);
  state_.names = loaded_;
  if (loaded_ && is_wanted) state_.names = std::make_shared<NameSpace>(loaded_->Trimmed(is_wanted));
}

}  // namespace fdr::pmapi

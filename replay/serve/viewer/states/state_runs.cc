// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/states/state_runs.h"

#include <algorithm>
#include <utility>

namespace fdr {

void StateRuns::Add(Nanos from, Nanos to, const StateText& text) {
  if (!window_.Shows(from, to)) return;
  from = std::max(from, window_.from);
  to = std::min(to, window_.to);
  if (open_ && open_->to == from && open_->text == text) {
    open_->to = to;
    return;
  }
  Close();
  open_.emplace(Open{from, to, text});
}

void StateRuns::Finish() { Close(); }

void StateRuns::Close() {
  if (!open_) return;
  StateRun run{open_->from, open_->to, std::move(open_->text.shown)};
  open_.reset();
  if (!runs_.empty()) {
    StateRun& last = runs_.back();
    const bool is_last_short = last.count > 1 || IsShort(last.from, last.to);
    if (is_last_short && IsShort(last.to, run.from) && IsShort(run.from, run.to)) {
      memory_ -= last.text.size();
      last = {last.from, run.to, {}, last.count + 1};
      return;
    }
  }
  memory_ += sizeof(StateRun) + run.text.size();
  runs_.push_back(std::move(run));
}

}  // namespace fdr

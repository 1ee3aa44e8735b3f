// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PMAPI contexts and their handles.  Every thread has a current context of its own; one context may
// be the current one of several threads, which then take turns.

#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "fdr/replay/pcp/pmapi/contexts/api_context.h"

namespace fdr::pmapi {

inline constexpr int kNoContext = -1;

/// Reserves the handle of a future context.  If the context is never added, its handle stays
/// unused.
int ReserveHandle();
/// Not allowed while the thread has another context locked.
void AddContext(int handle, std::shared_ptr<ApiContext> context);
/// False if there is no such context.  Waits if another thread uses the context.
bool RemoveContext(int handle);

/// Calls `use` for each context in turn, with the context locked.
void ForEachContext(const std::function<void(ApiContext&)>& use);

/// The handle of the calling thread's current context; kNoContext if it has none.
int CurrentHandle();
void SetCurrentHandle(int handle);

/// Locks a context while this lives.  Meanwhile do not call back into the program, and lock no
/// other context: contexts have no order, so two threads could wait for each other.
class LockedContext {
 public:
  /// The calling thread's current context.
  LockedContext();
  explicit LockedContext(int handle);

  /// False if there is no such context.
  explicit operator bool() const { return context_ != nullptr; }
  ApiContext* operator->() const { return context_; }
  ApiContext& operator*() const { return *context_; }

 private:
  ApiContext* context_ = nullptr;
  std::unique_lock<std::mutex> lock_;
};

}  // namespace fdr::pmapi

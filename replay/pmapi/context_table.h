// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PMAPI contexts and their handles.  Every thread has a current context of its own; one context may
// be the current one of several threads, which then take turns.

#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "fdr/replay/pmapi/api_context.h"

namespace fdr::pmapi {

inline constexpr int kNoContext = -1;

/// The handle for a context that is still to come.  One that never comes leaves its handle unused,
/// for ever.
int ReserveHandle();
/// Not while the thread has another context locked.
void AddContext(int handle, std::shared_ptr<ApiContext> context);
/// False if there is no such context.  Waits for a thread that is busy with it.
bool RemoveContext(int handle);

/// Each in turn, while nobody else uses it.
void ForEachContext(const std::function<void(ApiContext&)>& use);

/// Of the calling thread; kNoContext if it has none.
int CurrentHandle();
void SetCurrentHandle(int handle);

/// A context that nobody else uses while this lives.  Do not call back into programs meanwhile, and
/// lock no other one: contexts have no order, so two threads may wait for each other.
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

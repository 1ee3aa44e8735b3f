// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The contexts of the process, and which of them is the current one.

#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "fdr/replay/pcp/log_import/import_context.h"

namespace fdr::log_import {

/// Hold the mutex while you use a context.
class ContextList {
 public:
  static ContextList& Get();

  /// Makes a context, which becomes the current one.  Returns its number: the first has number 1.
  int Add(const char* base, bool inherit);
  /// False if there is no context with this number.
  bool Use(int number);

  /// Null before the first context.
  ImportContext* current() { return current_ == 0 ? nullptr : contexts_[current_ - 1].get(); }
  int current_number() const { return static_cast<int>(current_); }
  int size() const { return static_cast<int>(contexts_.size()); }

  std::mutex mutex;

 private:
  std::vector<std::unique_ptr<ImportContext>> contexts_;
  std::size_t current_ = 0;
};

}  // namespace fdr::log_import

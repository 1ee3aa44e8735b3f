// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/context_table.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace fdr::pmapi {
namespace {

struct Table {
  std::mutex mutex;
  int next_handle = 0;
  std::unordered_map<int, std::shared_ptr<ApiContext>> contexts;
};

// Never destroyed: programs may end while other threads still fetch.
Table& TheTable() {
  static Table& table = *std::make_unique<Table>().release();
  return table;
}

thread_local int current = kNoContext;

std::shared_ptr<ApiContext> Find(int handle) {
  Table& table = TheTable();
  const std::lock_guard lock(table.mutex);
  const auto found = table.contexts.find(handle);
  return found != table.contexts.end() ? found->second : nullptr;
}

}  // namespace

int ReserveHandle() {
  Table& table = TheTable();
  const std::lock_guard lock(table.mutex);
  return table.next_handle++;
}

void AddContext(int handle, std::shared_ptr<ApiContext> context) {
  Table& table = TheTable();
  const std::lock_guard lock(table.mutex);
  table.contexts.emplace(handle, std::move(context));
}

bool RemoveContext(int handle) {
  Table& table = TheTable();
  const std::lock_guard lock(table.mutex);
  return table.contexts.erase(handle) > 0;
}

void ForEachContext(const std::function<void(ApiContext&)>& use) {
  std::vector<std::shared_ptr<ApiContext>> contexts;
  {
    Table& table = TheTable();
    const std::lock_guard lock(table.mutex);
    for (const auto& [handle, context] : table.contexts) contexts.push_back(context);
  }
  for (const auto& context : contexts) {
    const std::lock_guard lock(context->mutex());
    use(*context);
  }
}

int CurrentHandle() { return current; }
void SetCurrentHandle(int handle) { current = handle; }

LockedContext::LockedContext(int handle) : context_(Find(handle)) {
  if (context_) lock_ = std::unique_lock(context_->mutex());
}

}  // namespace fdr::pmapi

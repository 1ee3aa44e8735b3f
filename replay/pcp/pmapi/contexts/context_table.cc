// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/context_table.h"

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fdr::pmapi {

/// Holds a context, and later another one in its place.  Never freed: a thread may look into the
/// slot that it remembers.
struct ContextSlot {
  std::mutex mutex;  // guards the other members, and the context
  int handle = kNoContext;
  std::shared_ptr<ApiContext> context;
};

namespace {

struct Table {
  std::mutex mutex;  // a thread that holds it must not wait for a slot's mutex
  int next_handle = 0;
  std::unordered_map<int, ContextSlot*> slots;
  std::deque<ContextSlot> all_slots;
  std::vector<ContextSlot*> free_slots;
};

// Never destroyed: other threads may still fetch while the program ends.
Table& TheTable() {
  static Table& table = *std::make_unique<Table>().release();
  return table;
}

struct OfThread {
  int current = kNoContext;
  int remembered = kNoContext;  // the last handle looked up, and its slot
  ContextSlot* slot = nullptr;
};
thread_local OfThread of_thread;

ContextSlot* Find(int handle) {
  Table& table = TheTable();
  const std::lock_guard lock(table.mutex);
  const auto found = table.slots.find(handle);
  return found != table.slots.end() ? found->second : nullptr;
}

ContextSlot* FreeSlot(Table& table) {
  if (table.free_slots.empty()) {
    table.free_slots.reserve(table.all_slots.size() + 1);  // room to free all slots later
    return &table.all_slots.emplace_back();
  }
  ContextSlot* const slot = table.free_slots.back();
  table.free_slots.pop_back();
  return slot;
}

}  // namespace

int ReserveHandle() {
  Table& table = TheTable();
  const std::lock_guard lock(table.mutex);
  return table.next_handle++;
}

void AddContext(int handle, std::shared_ptr<ApiContext> context) {
  Table& table = TheTable();
  ContextSlot* slot = nullptr;
  {
    const std::lock_guard lock(table.mutex);
    ContextSlot*& place = table.slots[handle];
    slot = place = FreeSlot(table);
  }
  const std::lock_guard lock(slot->mutex);
  slot->handle = handle;
  slot->context = std::move(context);
}

bool RemoveContext(int handle) {
  Table& table = TheTable();
  ContextSlot* slot = nullptr;
  {
    const std::lock_guard lock(table.mutex);
    const auto found = table.slots.find(handle);
    if (found == table.slots.end()) return false;
    slot = found->second;
    table.slots.erase(found);
  }
  std::shared_ptr<ApiContext> gone;
  {
    const std::lock_guard lock(slot->mutex);
    slot->handle = kNoContext;
    gone = std::move(slot->context);
  }
  const std::lock_guard lock(table.mutex);
  table.free_slots.push_back(slot);
  return true;
}

void ForEachContext(const std::function<void(ApiContext&)>& use) {
  std::vector<int> handles;
  {
    Table& table = TheTable();
    const std::lock_guard lock(table.mutex);
    for (const auto& [handle, slot] : table.slots) handles.push_back(handle);
  }
  for (const int handle : handles)
    if (const LockedContext context(handle); context) use(*context);
}

int CurrentHandle() { return of_thread.current; }
void SetCurrentHandle(int handle) { of_thread.current = handle; }

LockedContext::LockedContext() : LockedContext(CurrentHandle()) {}

// Programs use the same context again and again, so the thread remembers its slot.
LockedContext::LockedContext(int handle) {
  OfThread& thread = of_thread;
  ContextSlot* const slot = thread.remembered == handle ? thread.slot : Find(handle);
  if (slot == nullptr) return;
  std::unique_lock lock(slot->mutex);
  if (slot->handle != handle) return;
  thread.remembered = handle;
  thread.slot = slot;
  slot->context->derived().CatchUp();
  context_ = slot->context.get();
  lock_ = std::move(lock);
}

}  // namespace fdr::pmapi

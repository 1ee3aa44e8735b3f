// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/allocation_limit.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> live{0};
std::atomic<std::size_t> highest{0};
std::atomic<std::size_t> calls{0};

void* Allocate(std::size_t size) noexcept {
  void* const p = std::malloc(size == 0 ? 1 : size);
  if (p == nullptr) return nullptr;
  ++calls;
  const std::size_t used = malloc_usable_size(p);
  const std::size_t now = live.fetch_add(used) + used;
  std::size_t seen = highest.load();
  while (seen < now && !highest.compare_exchange_weak(seen, now)) {
  }
  return p;
}

void* AllocateOrThrow(std::size_t size) {
  void* const p = Allocate(size);
  if (p == nullptr) throw std::bad_alloc();  // as operator new must do
  return p;
}

void Release(void* p) noexcept {
  if (p != nullptr) live.fetch_sub(malloc_usable_size(p));
  std::free(p);
}

}  // namespace

// Replaces all forms.  Otherwise, a sanitizer's own operators would be mixed with these.
void* operator new(std::size_t size) { return AllocateOrThrow(size); }
void* operator new[](std::size_t size) { return AllocateOrThrow(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return Allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return Allocate(size); }
void operator delete(void* p) noexcept { Release(p); }
void operator delete[](void* p) noexcept { Release(p); }
void operator delete(void* p, std::size_t) noexcept { Release(p); }
void operator delete[](void* p, std::size_t) noexcept { Release(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { Release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { Release(p); }

namespace fdr::test {

AllocationLimit::AllocationLimit(std::size_t limit) : limit_(limit), before_(live.load()) {
  highest.store(before_);
}

std::size_t AllocationLimit::peak() const { return highest.load() - before_; }

std::size_t AllocationsSoFar() { return calls; }

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The operators new and delete of the program, which count what a server uses.  All forms are here:
// a sanitizer's own would otherwise be mixed with these.

#include <malloc.h>

#include <cstdlib>
#include <new>

#include "fdr/replay/serve/http/answer_memory.h"

// NOLINTBEGIN(cppcoreguidelines-no-malloc)
namespace {

using fdr::AnswerMemory;

// Counts at the end of a thread what only the thread knows.
struct ThreadEnd {
  ~ThreadEnd() { AnswerMemory::Settle(); }
  void Await() const noexcept {}
};
thread_local const ThreadEnd thread_end;

// Most verbs have no limit.  The allocator notes the size of each piece in front of it, which
// counts where there are many small ones.
void CountWhole(void* made, std::ptrdiff_t sign) noexcept {
  if (AnswerMemory::limit() == 0) return;
  thread_end.Await();
  const std::size_t whole = ::malloc_usable_size(made) + sizeof(std::size_t);
  AnswerMemory::Count(sign * static_cast<std::ptrdiff_t>(whole));
}

// As the standard library does: asks the handler as long as there is one.
template <typename Make>
void* AllocateOrThrow(std::size_t size, Make make) {
  AnswerMemory::Check(size);
  void* made = make();
  while (made == nullptr) {
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
    made = make();
  }
  CountWhole(made, 1);
  return made;
}

void* Allocate(std::size_t size) {
  const std::size_t least = size == 0 ? 1 : size;
  return AllocateOrThrow(size, [least] { return std::malloc(least); });
}

void* Allocate(std::size_t size, std::align_val_t alignment) {
  return AllocateOrThrow(size, [=] {
    void* made = nullptr;
    const int failed = ::posix_memalign(&made, static_cast<std::size_t>(alignment), size);
    return failed != 0 ? nullptr : made;
  });
}

template <typename... Alignment>
void* AllocateOrNull(std::size_t size, Alignment... alignment) noexcept {
  try {
    return Allocate(size, alignment...);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void Free(void* made) noexcept {
  if (made == nullptr) return;
  CountWhole(made, -1);
  std::free(made);
}

}  // namespace

using Size = std::size_t;
using Alignment = std::align_val_t;
using Nothrow = std::nothrow_t;

void* operator new(Size size) { return Allocate(size); }
void* operator new[](Size size) { return Allocate(size); }
void* operator new(Size size, const Nothrow&) noexcept { return AllocateOrNull(size); }
void* operator new[](Size size, const Nothrow&) noexcept { return AllocateOrNull(size); }
void* operator new(Size size, Alignment a) { return Allocate(size, a); }
void* operator new[](Size size, Alignment a) { return Allocate(size, a); }
void* operator new(Size size, Alignment a, const Nothrow&) noexcept {
  return AllocateOrNull(size, a);
}
void* operator new[](Size size, Alignment a, const Nothrow&) noexcept {
  return AllocateOrNull(size, a);
}
void operator delete(void* made) noexcept { Free(made); }
void operator delete[](void* made) noexcept { Free(made); }
void operator delete(void* made, Size) noexcept { Free(made); }
void operator delete[](void* made, Size) noexcept { Free(made); }
void operator delete(void* made, const Nothrow&) noexcept { Free(made); }
void operator delete[](void* made, const Nothrow&) noexcept { Free(made); }
void operator delete(void* made, Alignment) noexcept { Free(made); }
void operator delete[](void* made, Alignment) noexcept { Free(made); }
void operator delete(void* made, Size, Alignment) noexcept { Free(made); }
void operator delete[](void* made, Size, Alignment) noexcept { Free(made); }
void operator delete(void* made, Alignment, const Nothrow&) noexcept { Free(made); }
void operator delete[](void* made, Alignment, const Nothrow&) noexcept { Free(made); }
// NOLINTEND(cppcoreguidelines-no-malloc)

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory that programs free() themselves.

#pragma once

#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace fdr::pmapi {

struct Free {
  void operator()(void* p) const { std::free(p); }  // NOLINT: memory from malloc()
};
template <class T>
using MallocPtr = std::unique_ptr<T, Free>;

/// Throws std::bad_alloc, as new does.
MallocPtr<void> Allocate(std::size_t size);
template <class T>
MallocPtr<T> AllocateArray(std::size_t count) {
  return MallocPtr<T>(static_cast<T*>(Allocate(count * sizeof(T)).release()));
}

char* NewString(std::string_view text);
/// One block with the pointers, followed by the texts.
char** NewStrings(std::span<const std::string> texts);

}  // namespace fdr::pmapi

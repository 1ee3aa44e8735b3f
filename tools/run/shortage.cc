// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/shortage.h"

#include <malloc.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "fdr/tools/run/exit_status.h"

namespace fdr::tools {
namespace {

// Takes only addresses until it is used.
constexpr std::size_t kReserve = std::size_t{4} << 20;

std::atomic<void*> reserve = nullptr;
std::atomic<bool> ran_out = false;

constexpr const char* kNoMemory = "Memory has run out";

void GiveBack() {
  ran_out = true;
  void* const kept = reserve.exchange(nullptr);
  if (kept == nullptr) throw std::bad_alloc();
  std::free(kept);  // NOLINT(cppcoreguidelines-no-malloc)
}

void Say(const char* what) {
  iovec line[] = {{const_cast<char*>("fdr: "), 5},
                  {const_cast<char*>(what), std::strlen(what)},
                  {const_cast<char*>("\n"), 1}};
  // If standard error is closed, the message is lost.
  [[maybe_unused]] const ssize_t written = ::writev(STDERR_FILENO, line, 3);
}

// Does not wait for other threads: they could need the same memory.
[[noreturn]] void EndProcess() {
  if (std::current_exception()) std::_Exit(ExplainException());
  if (!ran_out) std::abort();
  // There was not even memory for an exception.
  Say(kNoMemory);
  std::_Exit(kFailed);
}

rlim_t given_descriptors = RLIM_INFINITY;

// The soft limit is lower only for programs that use select(2), which this one does not.
void TakeAllDescriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  given_descriptors = limit.rlim_cur;
  if (limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);  // goes on with the limit it has
}

// glibc reserves 64 MiB of addresses for each thread.  Where it cannot, it maps allocations of that
// thread one by one, which takes several times the memory.
void ShareMemoryOfThreads() {
  constexpr rlim_t kFew = rlim_t{1} << 30;
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < kFew) ::mallopt(M_ARENA_MAX, 1);
}

}  // namespace

void PrepareForShortage() {
  TakeAllDescriptors();
  ShareMemoryOfThreads();
  std::set_terminate(EndProcess);
  // Not operator new, which ends the process if there is not even memory for its exception.
  reserve = std::malloc(kReserve);  // NOLINT(cppcoreguidelines-no-malloc)
  std::set_new_handler(GiveBack);
}

std::uint64_t GivenDescriptors() { return given_descriptors; }

bool MemoryRanOut() { return ran_out; }

int ExplainException() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    Say(kNoMemory);
  } catch (const std::exception& error) {
    Say(error.what());
  } catch (...) {
    Say("Something that it does not know ended it");
  }
  return kFailed;
}

}  // namespace fdr::tools

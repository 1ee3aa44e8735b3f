// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compress_threads.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace fdr {
namespace {

std::uint64_t StackSize() {
  pthread_attr_t attributes;
  std::size_t size = 0;
  if (::pthread_getattr_default_np(&attributes) != 0) return 0;
  ::pthread_attr_getstacksize(&attributes, &size);
  ::pthread_attr_destroy(&attributes);
  return size;
}

// The bytes that the address space has now.
std::uint64_t AddressesInUse() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

unsigned ThreadsThatFit(unsigned threads, std::uint64_t work, std::uint64_t reserve) {
  rlimit limit{};
  if (threads <= 1 || ::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return threads;
  const std::uint64_t taken = AddressesInUse() + reserve;
  const std::uint64_t left = limit.rlim_cur > taken ? limit.rlim_cur - taken : 0;
  // Freed memory is not always whole again, so each thread may need as much once more.
  const std::uint64_t fit = left / (StackSize() + 2 * work);
  return static_cast<unsigned>(std::clamp<std::uint64_t>(fit, 1, threads));
}

}  // namespace fdr

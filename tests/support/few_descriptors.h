// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A process with few descriptors.

#pragma once

#include <sys/resource.h>

namespace fdr::test {

/// Lowers the limit of this process, as `ulimit -Sn` does, as long as it lives.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t most) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit few{most, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;

 private:
  rlimit before_{};
};

}  // namespace fdr::test

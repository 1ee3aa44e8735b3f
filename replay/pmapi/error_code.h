// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the C API says for an error of ours.  See docs/errors.md.

#pragma once

#include <cerrno>
#include <new>
#include <stdexcept>

#include "fdr/archive/error.h"

namespace fdr::pmapi {

/// PM_ERR_..., or a negated errno number.
int ErrorCode(const Error& error);

/// What `body` returns.  No memory is an error of the C API like any other: nothing is thrown into
/// C.
template <class Body>
int Guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return -ENOMEM;
  } catch (const std::length_error&) {
    return -ENOMEM;
  }
}

}  // namespace fdr::pmapi

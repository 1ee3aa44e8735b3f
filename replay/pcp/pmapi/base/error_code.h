// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The C API's number for an error of the engine.  See docs/errors.md.

#pragma once

#include <cerrno>
#include <new>
#include <stdexcept>

#include "fdr/archive/base/error.h"

namespace fdr::pmapi {

/// PM_ERR_..., or a negated errno number.
int ErrorCode(const Error& error);
/// The same for a missing thing with a number of its own in PCP.  Numbers from a collector are
/// kept.
int ErrorCode(const Error& error, int not_found);
/// An error that consists only of a number of PCP.
tl::unexpected<Error> FailPcp(int code);

/// Returns the result of `body`.  A lack of memory becomes an error of the C API: no exception may
/// reach C.
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

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the C API says for an error of ours.  See docs/errors.md.

#pragma once

#include <cerrno>
#include <new>
#include <stdexcept>

#include "fdr/archive/base/error.h"

namespace fdr::pmapi {

/// PM_ERR_..., or a negated errno number.
int ErrorCode(const Error& error);
/// The same, where PCP has a number of its own for what is not there.  A collector's is its own.
int ErrorCode(const Error& error, int not_found);
/// An error that is one of PCP's numbers, and that is all there is to say.
tl::unexpected<Error> FailPcp(int code);

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

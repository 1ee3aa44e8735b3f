// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a fetch answers: something, the end of the log, or an error.

#pragma once

#include <utility>

#include "fdr/archive/base/error.h"

namespace fdr {

/// True: the result is filled.  False: the log ends.  A Result<bool> in all other respects, but
/// nothing turns an error into the end of the log.
class [[nodiscard]] Fetched : public Result<bool> {
 public:
  // As the values of Result<bool>.
  Fetched(bool any) : Result<bool>(any) {}                                  // NOLINT: implicit
  Fetched(tl::unexpected<Error> error) : Result<bool>(std::move(error)) {}  // NOLINT: implicit
  Fetched(Result<bool> result) : Result<bool>(std::move(result)) {}         // NOLINT: implicit

  /// An error is not the end: look at error().
  bool value_or(bool) const = delete;
};

}  // namespace fdr

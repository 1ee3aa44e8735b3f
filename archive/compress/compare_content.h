// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether files have the same content, compressed or not.

#pragma once

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/compress/compress_file.h"

namespace fdr {

/// Whether `all` begins with all of `beginning`.  kCancelled if `keep_going` returns false.
Result<bool> BeginsWith(const ByteSource& all, const ByteSource& beginning,
                        const KeepGoing& keep_going = {});

}  // namespace fdr

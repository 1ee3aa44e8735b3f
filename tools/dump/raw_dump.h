// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The bytes of one file of an archive, record by record, in hexadecimal.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/tools/dump/output_buffer.h"

namespace fdr::tools {

/// Reads the file as it is, without decompression.  An error means that the file could not be read;
/// malformed records are part of the output.
Result<void> DumpRaw(const std::string& path, OutputBuffer& out);

}  // namespace fdr::tools

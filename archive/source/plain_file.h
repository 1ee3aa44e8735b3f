// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An uncompressed file as a ByteSource.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fdr/archive/base/byte_source.h"

namespace fdr {

/// Opens a regular file for reading with pread(2).  Directories, pipes and other kinds of files are
/// refused.
Result<std::unique_ptr<ByteSource>> OpenPlainFile(const std::string& path);

/// Takes over an open descriptor of a regular file; `name` is for messages.
std::unique_ptr<ByteSource> AdoptPlainFile(std::string name, int fd, std::uint64_t size);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An uncompressed file as a ByteSource.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/source/file_pool.h"

namespace fdr {

/// Opens a regular file for reading with pread(2).  Directories, pipes and other kinds of files are
/// refused.  The pool may close the file, and a read opens it again.  It fails with kBusy if the
/// file has been replaced or removed meanwhile.  A file that has lost its name is not closed.
Result<std::unique_ptr<ByteSource>> OpenPlainFile(const std::string& path,
                                                  FilePool& pool = FilePool::OfProcess());

/// Takes over an open descriptor of a regular file, which stays open; `name` is for messages.
std::unique_ptr<ByteSource> AdoptPlainFile(std::string name, int fd, std::uint64_t size);

}  // namespace fdr

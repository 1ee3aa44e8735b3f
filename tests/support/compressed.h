// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes that the real tools compressed, for tests, and functions that check the decompressed
// content.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr::test {

/// Bytes that compress about two to one.  The same arguments give the same bytes.
ByteBuffer SampleContent(std::size_t size, std::uint32_t seed = 1);

/// Returns the output of the tool (`{"xz", "-c"}`) for the input `content`.  If the tool fails, so
/// does the test.  "{size}" in an argument stands for the size of the content.
ByteBuffer Compress(const std::vector<std::string>& argv, Bytes content);

ByteBuffer Concatenate(std::initializer_list<Bytes> parts);

/// The bytes as a source that is called "test".
std::unique_ptr<ByteSource> InMemory(Bytes bytes);

/// The whole content, read in one go.
Result<ByteBuffer> ReadAll(const ByteSource& source);

/// Reads at random places, up to `max_read` bytes, and at the ends.  Every read must return the
/// same bytes as `content`.
void ExpectSameAtRandom(const ByteSource& source, Bytes content, int reads, std::size_t max_read,
                        std::uint32_t seed = 1);

}  // namespace fdr::test

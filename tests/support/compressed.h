// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compressed bytes for tests, made by the real tools, and ways to look at what comes out of them.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr::test {

/// Bytes that compress about two to one, the same every time.
ByteBuffer SampleContent(std::size_t size, std::uint32_t seed = 1);

/// What the tool (`{"xz", "-c"}`) writes when it reads `content`; the test fails if the tool does.
/// "{size}" in an argument stands for the content's size.
ByteBuffer Compress(const std::vector<std::string>& argv, Bytes content);

ByteBuffer Concatenate(std::initializer_list<Bytes> parts);

/// The bytes as a source that is called "test".
std::unique_ptr<ByteSource> InMemory(Bytes bytes);

/// The whole content, read in one go.
Result<ByteBuffer> ReadAll(const ByteSource& source);

/// Reads at random places, sizes up to `max_read`, and at the ends; every read must give what
/// `content` has there.
void ExpectSameAtRandom(const ByteSource& source, Bytes content, int reads, std::size_t max_read,
                        std::uint32_t seed = 1);

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The binary frames of /buckets and /heat: docs/viewer-protocol.md has their layout.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fdr {

struct ViewerFrame {
  static constexpr std::uint8_t kVersion = 1;
  static constexpr std::uint8_t kWide = 1, kApproximate = 2, kLast = 4;

  std::string_view magic;  ///< four letters
  std::uint8_t flags = 0;
  std::uint16_t fields = 0;
  std::uint32_t n = 0;
  std::uint32_t series = 0;
};

/// Appends the head, with the JSON and the blanks behind it.
void AppendFrameHead(const ViewerFrame& head, std::string_view json, std::string& out);

void AppendNumber(double number, bool is_wide, std::string& out);

/// Appends the zeros that follow `bytes` bytes of numbers.
void AppendPadding(std::uint64_t bytes, std::string& out);

}  // namespace fdr

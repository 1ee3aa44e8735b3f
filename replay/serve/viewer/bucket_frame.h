// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The binary frames of /buckets and /heat: docs/viewer-protocol.md has their layout.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "fdr/replay/serve/http/text_parts.h"

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

/// The head, the JSON, and the blanks behind it.  `make_json` is called twice: the head says how
/// long the JSON is.
TextParts FrameText(ViewerFrame head, std::function<TextParts()> make_json);

void AppendNumber(double number, bool is_wide, std::string& out);

/// Appends the zeros that follow `bytes` bytes of numbers.
void AppendPadding(std::uint64_t bytes, std::string& out);

}  // namespace fdr

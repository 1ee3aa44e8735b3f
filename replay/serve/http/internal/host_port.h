// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A host, and perhaps a port, as headers and URLs name them: RFC 3986, section 3.2.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fdr {

/// Borrows the text.
struct HostPort {
  std::string_view name;  ///< of an IPv6 address: without its brackets
  std::optional<std::uint16_t> port = {};

  /// "host", "host:80", "[::1]:80".  Nothing for any other text, such as "host@other".
  static std::optional<HostPort> Parse(std::string_view text);
};

}  // namespace fdr

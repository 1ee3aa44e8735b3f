// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How users name a collector:
//
//     [pcp://|pcps://]HOST[:PORT[,PORT...]][@PROXY[:PORT...]]...[?ATTRIBUTE[=VALUE]&...]
//     unix:[PATH][?...]    local:[PATH][?...]
//
// HOST may stand in brackets; an IPv6 address must.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr {

struct HostSpec {
  enum class Transport : std::uint8_t {
    kTcp,
    kUnix,   ///< a socket in the file system
    kLocal,  ///< the same, or TCP to localhost if nothing listens there, or it refuses
  };

  struct Proxy {
    std::string host;
    std::vector<std::uint16_t> ports;
  };

  std::string text;  ///< as written
  Transport transport = Transport::kLocal;
  std::string host = "localhost";    ///< without brackets
  std::vector<std::uint16_t> ports;  ///< to try one after the other; none: the usual ones
  std::string socket_path;           ///< empty: the usual one
  std::vector<Proxy> proxies;        ///< to connect through, the nearest last
  bool secure = false;
  std::vector<std::pair<std::string, std::string>> attributes;

  /// Errors are kInvalidArgument, with a caret below the place.
  static Result<HostSpec> Parse(std::string_view text);

  /// The value of an attribute, under any of its names; "" if it has no value, nothing if it is
  /// missing.
  std::optional<std::string> Attribute(std::initializer_list<std::string_view> names) const;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a client calls `hostspec`, and which hosts it may name.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/live/host_spec.h"

namespace fdr {

/// Borrows the text.
struct ClientHost {
  enum class Kind : std::uint8_t {
    kDefault,  ///< none, or this machine by one of its names
    kArchive,  ///< archive:NAME
    kOther,
  } kind = Kind::kDefault;
  std::string_view name;        ///< without "archive:", and for kOther without "pcp://"
  std::string_view attributes;  ///< what follows the "?"
};

/// `own_name`: of this machine; "" if it is no source.
ClientHost ParseClientHost(std::string_view text, std::string_view own_name);

/// Whether a client may name this host.  A glob without a port allows the usual port, 44321, alone:
/// clients must not learn which ports of a host are open.  A client may not choose a proxy, nor a
/// socket in the file system.
bool IsAllowedHost(const HostSpec& host, const std::vector<std::string>& globs);

}  // namespace fdr

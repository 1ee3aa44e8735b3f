// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names that have parts: paths, control groups, hosts, URLs.  Each part gets its pseudonym, so that
// what begins alike still begins alike.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/copy/scrub/name_keeper.h"

namespace fdr {

/// "/home/alice" -> "/home/path-...".  Well-known directories stay only with `well_known`, from "/"
/// on, and devices only below "/dev".  "server:/export" has a host.
std::string ScrubbedPath(std::string_view path, bool well_known, NameKeeper& keeper);

/// "/user.slice/user-1000.slice/x.service::cpu0": known units stay, numbers of users become
/// others, and the kind of a unit is known by its end.
std::string ScrubbedControlGroup(std::string_view group, NameKeeper& keeper);

/// "db1.example.com" -> "host-....host-....host-...": by labels, all behind the second as one.  If
/// hosts are kept, a text of the form of a host stays.
std::string ScrubbedHost(std::string_view host, NameKeeper& keeper);

/// An address, or an address with a port or a length of its prefix; nothing for other texts.
std::optional<std::string> ScrubbedAddress(std::string_view text, NameKeeper& keeper);

/// "http://user:password@host:80/path?query"; nothing for other texts.  The rest behind the path
/// gets one pseudonym.  Passwords get one even if their kind is kept.
std::optional<std::string> ScrubbedUrl(std::string_view text, NameKeeper& keeper);

/// "alice@example.com"; nothing for other texts.
std::optional<std::string> ScrubbedMail(std::string_view text, NameKeeper& keeper);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a name in an archive is the name of.  docs/scrubbing.md lists the kinds.

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>

namespace fdr {

enum class NameKind {
  kHost,
  kUser,
  kGroup,
  kAddress,    ///< of the network, of any protocol
  kPath,       ///< a component of a path
  kDevice,     ///< discs, volumes
  kInterface,  ///< of the network
  kProgram,
  kArguments,  ///< a whole command line
  kUnit,       ///< control groups, containers, services
  kMetric,     ///< a component of a metric's name
  kLabel,      ///< the name of a label, or of a member of JSON
  kText,       ///< all other texts
  kNumber,     ///< numbers that identify users or things
  kHelp,       ///< help texts: left out, they get no pseudonyms
};
inline constexpr std::size_t kNameKinds = 15;

/// The word for a kind: as the beginning of its pseudonyms, in reports, and for --scrub-keep.
constexpr std::string_view WordOf(NameKind kind) {
  constexpr std::array<std::string_view, kNameKinds> kWords = {
      "host", "user", "group",  "addr",  "path", "device", "interface", "program",
      "args", "unit", "metric", "label", "text", "number", "help"};
  return kWords[static_cast<std::size_t>(kind)];
}

constexpr std::optional<NameKind> KindOf(std::string_view word) {
  for (std::size_t i = 0; i < kNameKinds; ++i)
    if (WordOf(static_cast<NameKind>(i)) == word) return static_cast<NameKind>(i);
  return std::nullopt;
}

using NameKindSet = std::bitset<kNameKinds>;

constexpr std::size_t IndexOf(NameKind kind) { return static_cast<std::size_t>(kind); }

}  // namespace fdr

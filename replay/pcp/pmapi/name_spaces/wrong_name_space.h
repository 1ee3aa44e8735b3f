// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files of a name space that could not be loaded: PCP's words for a mistake tell more of them
// than our error does.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr::pmapi {

struct WrongNameSpace {
  std::string path;
  NameSpaceOptions options;
  std::map<std::string, std::string> files = {};  ///< those that were read, by path

  /// All lines, before their markers are obeyed.  Reads no file again.
  Result<PreprocessedText> Lines() const;

  /// A line of a file, with blanks for its comments but for those at its end; empty if there is
  /// none.
  std::string LineOf(std::string_view file, std::uint32_t number) const;

  /// The number of a line in the peer's messages.  Without preprocessor, it counts a line too many
  /// until the first marker.
  std::uint32_t PeersNumber(std::string_view file, std::uint32_t number) const {
    return options.preprocess || file != path ? number : number + 1;
  }
};

/// An error as ErrorAt() makes it: the complaint, the line, and a caret below.  Borrows the error.
struct Mistake {
  explicit Mistake(const Error& error);

  std::string_view complaint, line;
  std::string_view file;
  std::uint32_t number = 0;  ///< of the line
  std::size_t column = 0;    ///< of the wrong word

  bool Is(std::string_view beginning) const { return complaint.starts_with(beginning); }
  std::string_view Word() const {
    const std::string_view rest = line.substr(column);
    return rest.substr(0, rest.find_first_of(" \t\n{}"));
  }
};

inline constexpr std::string_view kPeersHead = "Error Parsing ASCII PMNS: ";

/// Returns a line as the peer shows it: with the first of several blanks, and none at the start or
/// beside a colon.
std::string Squeezed(std::string_view line);

}  // namespace fdr::pmapi

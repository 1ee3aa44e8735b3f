// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The lines that tell the preprocessor what to do: "%include", "#define" and so on.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace fdr {

struct ControlLine {
  enum class Kind : std::uint8_t {
    kNone,  ///< not a control line, though it may begin as one
    kInclude,
    kShell,
    kDefine,
    kUndef,
    kIfdef,
    kIfndef,
    kElse,
    kEndif,
  };

  Kind kind = Kind::kNone;
  std::string name;   ///< of a macro
  std::string value;  ///< of a macro; what to include; the command of the shell
};

/// What is wrong with a line, and where in it.
struct ControlLineProblem {
  std::size_t at = 0;
  std::string_view complaint;  ///< a literal
};

/// `control`, a % or #, has to be the first character.  As with the peer, "%elsewhere" is an %else
/// with something behind it.  A line that is `skipped`, by an %ifdef, may include and run anything.
tl::expected<ControlLine, ControlLineProblem> ParseControlLine(std::string_view line, char control,
                                                               bool skipped);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lines that control the preprocessor: "%include", "#define" and so on.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace fdr {

struct ControlLine {
  enum class Kind : std::uint8_t {
    kNone,  ///< not a control line, even if it starts like one
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
  std::string value;  ///< of a macro; the file to include; the shell command
};

/// An error in a line, and its place.
struct ControlLineProblem {
  std::size_t at = 0;
  std::string_view complaint;  ///< a literal
};

/// `control`, a % or #, must be the first character.  As in PCP, "%elsewhere" is an %else with text
/// after it.  In a line that is `skipped` by an %ifdef, any file and any command is allowed.
tl::expected<ControlLine, ControlLineProblem> ParseControlLine(std::string_view line, char control,
                                                               bool skipped);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/preprocessor/control_line.h"

#include <algorithm>
#include <array>
#include <utility>

#include "fdr/replay/preprocessor/macro_name.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

using Directive = ControlLine::Kind;
using Parsed = tl::expected<ControlLine, ControlLineProblem>;

constexpr std::array<std::pair<std::string_view, Directive>, 8> kDirectives = {{
    {"include", Directive::kInclude},
    {"shell", Directive::kShell},
    {"define", Directive::kDefine},
    {"undef", Directive::kUndef},
    {"ifdef", Directive::kIfdef},
    {"ifndef", Directive::kIfndef},
    {"else", Directive::kElse},
    {"endif", Directive::kEndif},
}};

/// Reads one line from left to right.
class LineReader {
 public:
  LineReader(std::string_view line, std::size_t at) : line_(line), at_(at) {}

  Parsed Problem(std::string_view complaint) const {
    return tl::unexpected(ControlLineProblem{at_, complaint});
  }

  char Peek() const { return at_ < line_.size() ? line_[at_] : '\0'; }
  void SkipBlanks() { at_ += CountBlanks(line_.substr(at_)); }
  bool AtEnd() {
    SkipBlanks();
    return at_ == line_.size();
  }

  std::string_view UpToBlank() {
    const std::string_view rest = line_.substr(at_);
    const auto end = std::ranges::find_if(rest, IsSpace);
    return Take(static_cast<std::size_t>(end - rest.begin()));
  }

  /// Takes the text between the quote here and the next `closing` one; false if there is none.
  bool Quoted(char closing, std::string& content) {
    const std::size_t end = line_.find(closing, at_ + 1);
    if (end == std::string_view::npos) return false;
    content = line_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return true;
  }

 private:
  std::string_view Take(std::size_t length) {
    const std::string_view taken = line_.substr(at_, length);
    at_ += length;
    return taken;
  }

  std::string_view line_;
  std::size_t at_;
};

constexpr std::string_view kExtraText = "unexpected text behind a control line";

Parsed ParseInclude(LineReader& reader, ControlLine control) {
  reader.SkipBlanks();
  const char opening = reader.Peek();
  if (opening != '"' && opening != '<') return reader.Problem("expected \"FILE\" or <FILE>");
  if (!reader.Quoted(opening == '<' ? '>' : '"', control.value))
    return reader.Problem("the name of the file does not end");
  if (!reader.AtEnd()) return reader.Problem(kExtraText);
  return control;
}

Parsed ParseShell(LineReader& reader, ControlLine control) {
  reader.SkipBlanks();
  const char quote = reader.Peek();
  if (quote != '"' && quote != '\'') return reader.Problem("expected \"COMMAND\" or 'COMMAND'");
  if (!reader.Quoted(quote, control.value)) return reader.Problem("the command does not end");
  if (!reader.AtEnd()) return reader.Problem(kExtraText);
  return control;
}

Parsed ParseMacro(LineReader& reader, ControlLine control) {
  if (reader.AtEnd()) return reader.Problem("expected the name of a macro");
  const LineReader before = reader;
  control.name = reader.UpToBlank();
  if (!IsMacroName(control.name))
    return before.Problem("a macro's name has letters, digits and underscores only");
  if (control.kind == Directive::kDefine && !reader.AtEnd()) {
    const char quote = reader.Peek();
    if (quote != '"' && quote != '\'') {
      control.value = reader.UpToBlank();
    } else if (!reader.Quoted(quote, control.value)) {
      return reader.Problem("the value does not end");
    }
  }
  if (!reader.AtEnd()) return reader.Problem(kExtraText);
  return control;
}

}  // namespace

Parsed ParseControlLine(std::string_view line, char control_character, bool skipped) {
  if (!line.starts_with(control_character)) return ControlLine();
  const auto directive = std::ranges::find_if(
      kDirectives, [word = line.substr(1)](const auto& d) { return word.starts_with(d.first); });
  if (directive == kDirectives.end()) return ControlLine();
  ControlLine control;
  control.kind = directive->second;
  LineReader reader(line, 1 + directive->first.size());
  switch (control.kind) {
    case Directive::kInclude:
      return skipped ? Parsed(control) : ParseInclude(reader, control);
    case Directive::kShell:
      return skipped ? Parsed(control) : ParseShell(reader, control);
    case Directive::kElse:
    case Directive::kEndif:
      if (!reader.AtEnd()) return reader.Problem(kExtraText);
      return control;
    default:
      return ParseMacro(reader, control);
  }
}

}  // namespace fdr

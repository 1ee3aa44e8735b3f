// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_spaces/preprocessor_mistake.h"

#include <fmt/format.h>

#include <algorithm>

namespace fdr::pmapi {
namespace {

struct Complaint {
  std::string_view ours, peers;
};

constexpr Complaint kWords[] = {
    {"expected \"FILE\" or <FILE>", "Expected \" or < after #include"},
    {"there is no such file to include", "Cannot open file for #include"},
    {"the file to include cannot be read", "Cannot open file for #include"},
    {"expected \"COMMAND\"", "Expected \" or ' after #shell"},
    {"expected the name of a macro", "Missing macro name"},
    {"a macro's name has", "Illegal character in macro name"},
    {"the value does not end", "Unterminated value string in #define"},
    {"the macro is defined already", "Macro redefinition"},
    {"one #ifdef or #ifndef inside of another", "Nested #ifdef or #ifndef"},
    {"#include and #shell go too deep", "#include and/or #shell nesting too deep"},
};

// For these mistakes pmcpp knows the line at the end of its input, but not the file.
constexpr Complaint kAtTheEnd[] = {
    {"there is no #endif for this",
     "End of input and no matching #endif for #ifdef or #ifndef at line {}"},
    {"a comment that does not end", "Comment at line {} not terminated before end of file"},
};

// What the peer says, if this does not depend on the text of the line.
std::string WithoutLine(const Mistake& mistake) {
  for (const Complaint& complaint : kWords)
    if (mistake.Is(complaint.ours)) return std::string(complaint.peers);
  if (mistake.Is("the name of the file does not end"))
    return fmt::format("Expected {} after file name", mistake.Word().starts_with('<') ? '>' : '"');
  if (mistake.Is("the command does not end"))
    return fmt::format("Expected {} after command", mistake.Word().substr(0, 1));
  return {};
}

bool DependsOnLine(const Mistake& mistake) {
  return mistake.Is("unexpected text behind a control line") ||
         mistake.Is("there is no #ifdef or #ifndef for this");
}

std::string AboutLine(const Mistake& mistake, std::string_view line) {
  if (mistake.Is("unexpected text behind a control line"))
    return fmt::format("Unexpected extra text in {} line", line.starts_with("#include") ? "#include"
                                                           : line.starts_with("#shell")
                                                               ? "#shell"
                                                               : "a control");
  return fmt::format("No matching #ifdef or #ifndef for {}",
                     line.starts_with("#else") ? "#else" : "#endif");
}

}  // namespace

std::string PreprocessorMistake(const WrongNameSpace& names, const Mistake& mistake) {
  constexpr std::string_view kForm = "pmcpp: {}:{}\npmcpp: Error: {}\n{}";
  for (const Complaint& complaint : kAtTheEnd)
    if (mistake.Is(complaint.ours))
      return fmt::format(kForm, names.path, "",
                         fmt::format(fmt::runtime(complaint.peers), mistake.number),
                         kPreprocessorFailed);
  std::string said = WithoutLine(mistake);
  if (said.empty() && !DependsOnLine(mistake)) return {};
  const std::string line = names.LineOf(mistake.file, mistake.number);
  if (said.empty()) said = AboutLine(mistake, line);
  return fmt::format(kForm, fmt::format("{}[{}]", mistake.file, mistake.number), ' ' + line, said,
                     kPreprocessorFailed);
}

}  // namespace fdr::pmapi

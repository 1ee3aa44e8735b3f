// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_spaces/wrong_name_space.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "fdr/replay/preprocessor/comments.h"
#include "fdr/replay/text/ascii.h"

namespace fdr::pmapi {
namespace {

std::string_view NextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// A file may say that its lines have much larger numbers than it has lines.
std::string_view LineAt(std::string_view text, std::uint32_t number) {
  if (number == 0) return {};
  for (std::uint32_t i = 1; i < number && !text.empty(); ++i) NextLine(text);
  return NextLine(text);
}

}  // namespace

Result<PreprocessedText> WrongNameSpace::Lines() const {
  NameSpaceOptions kept = options;
  kept.read_file = [this](const std::string& file) -> Result<std::string> {
    const auto found = files.find(file);
    if (found == files.end()) return Fail(Errc::kNotFound, "not read", file);
    return found->second;
  };
  const auto first = files.find(path);
  if (first == files.end()) return Fail(Errc::kNotFound, "not read", path);
  return NameSpaceLines(first->second, path, kept);
}

std::string WrongNameSpace::LineOf(std::string_view file, std::uint32_t number) const {
  const auto found = files.find(std::string(file));
  if (found == files.end()) return {};
  std::string text = found->second;
  BlankComments(text);
  std::string line(LineAt(text, number));
  if (line != LineAt(found->second, number))
    while (!line.empty() && IsSpace(line.back())) line.pop_back();
  return line;
}

Mistake::Mistake(const Error& error) : file(error.file) {
  std::string_view text = error.what;
  complaint = NextLine(text);
  line = NextLine(text);
  column = std::min(NextLine(text).find('^'), line.size());
  const std::size_t colon = file.rfind(':');
  if (colon == file.npos) return;
  std::from_chars(file.data() + colon + 1, file.data() + file.size(), number);
  file = file.substr(0, colon);
}

std::string Squeezed(std::string_view line) {
  std::string text;
  for (const char c : line) {
    const bool is_blank = IsSpace(c);
    if (is_blank && (text.empty() || IsSpace(text.back()) || text.back() == ':')) continue;
    if (c == ':' && !text.empty() && IsSpace(text.back())) text.pop_back();
    text += c;
  }
  return text;
}

}  // namespace fdr::pmapi

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_text.h"

#include <algorithm>

#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {
namespace {

std::size_t LineStart(std::string_view text, std::size_t offset) {
  const std::size_t before = text.substr(0, offset).rfind('\n');
  return before == text.npos ? 0 : before + 1;
}

}  // namespace

RulePlace RuleText::PlaceOf(std::size_t offset) const {
  const std::string_view before = text().substr(0, offset);
  return {1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
          1 + before.size() - LineStart(text_, before.size())};
}

tl::unexpected<Error> RuleText::Complain(std::size_t offset, std::string_view complaint) const {
  offset = std::min(offset, text_.size());
  const RulePlace place = PlaceOf(offset);
  const std::size_t start = LineStart(text_, offset);
  const std::string_view line = text().substr(start, text().find('\n', offset) - start);
  Error error = ErrorAt({}, line, offset - start, complaint);
  error.file = file_ + ':' + std::to_string(place.line) + ':' + std::to_string(place.column);
  return Fail(std::move(error));
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_text.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {

RuleText::RuleText(std::string file, std::string text)
    : file_(std::move(file)), text_(std::move(text)) {
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

// From 0.
std::size_t RuleText::LineOf(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::size_t>(next - line_starts_.begin()) - 1;
}

RulePlace RuleText::PlaceOf(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const std::size_t line = LineOf(offset);
  return {1 + line, 1 + offset - line_starts_[line]};
}

tl::unexpected<Error> RuleText::Complain(std::size_t offset, std::string_view complaint) const {
  offset = std::min(offset, text_.size());
  const RulePlace place = PlaceOf(offset);
  const std::size_t start = line_starts_[place.line - 1];
  const std::string_view line = text().substr(start, text().find('\n', offset) - start);
  Error error = ErrorAt({}, line, offset - start, complaint);
  error.file = file_ + ':' + std::to_string(place.line) + ':' + std::to_string(place.column);
  return Fail(std::move(error));
}

}  // namespace fdr

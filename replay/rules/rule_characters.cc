// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_characters.h"

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kMostFrames = 32;
constexpr std::uint64_t kMostExpanded = 4 << 20;  // characters of all macros together

bool GoesOnInMacro(char c) { return IsAlpha(c) || IsDigit(c) || c == '_'; }

}  // namespace

void RuleCharacters::DropEmptyFrames() {
  while (frames_.size() > 1 && frames_.back().at >= frames_.back().text.size()) frames_.pop_back();
}

char RuleCharacters::Peek() {
  DropEmptyFrames();
  const Frame& frame = frames_.back();
  return frame.at < frame.text.size() ? frame.text[frame.at] : '\0';
}

char RuleCharacters::PeekSecond() {
  const Frame& frame = frames_.back();
  return frame.at + 1 < frame.text.size() ? frame.text[frame.at + 1] : '\0';
}

Result<RuleCharacters::Operand> RuleCharacters::TakeMacro() {
  const std::size_t at = offset();
  Skip();
  const std::size_t depth = frames_.size();
  if (!IsAlpha(Peek()) || frames_.size() != depth)
    return text_.Complain(at, "the name of a macro, which begins with a letter, must follow $");
  std::string name;
  // The name ends with the text that it is in.
  while (GoesOnInMacro(Peek()) && frames_.size() == depth) {
    name += Peek();
    Skip();
  }
  return Expand(name, at);
}

Result<RuleCharacters::Operand> RuleCharacters::Expand(const std::string& name, std::size_t at) {
  if (const auto variable = FindVariable(name)) return Operand{{}, variable};
  const auto macro = macros_.find(name);
  if (macro == macros_.end())
    return text_.Complain(at, "macro $" + name + " is not defined above this line");
  if (const double* number = std::get_if<double>(&macro->second)) return Operand{*number, {}};
  const auto& text = std::get<std::shared_ptr<const std::string>>(macro->second);
  expanded_ += text->size() + 1;
  if (frames_.size() >= kMostFrames || expanded_ > kMostExpanded)
    return text_.Complain(at, "macro $" + name + " makes too much text");
  if (frames_.size() == 1) outer_ = at;
  frames_.push_back({text, *text, 0});
  return Operand{};
}

Result<void> RuleCharacters::TakeTextMacro() {
  const std::size_t at = offset();
  const Result<Operand> taken = TakeMacro();
  if (!taken) return Fail(taken.error());
  if (taken->number || taken->variable)
    return text_.Complain(at, "this macro is a number, but only texts can stand here");
  return {};
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/tame_text.h"

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/utf8.h"

namespace fdr::tools {
namespace {

constexpr std::string_view kHarmless = " .,:/@+-_";
constexpr std::string_view kBeginners = ";&|()`{!\n\r<>";  // of a command, or of a file's name

bool IsSelector(std::string_view text, std::size_t place) {
  return text[place] == '%' && place + 1 < text.size() &&
         std::string_view("hciv").find(text[place + 1]) != text.npos;
}

bool HasSelector(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (IsSelector(text, i)) return true;
  return false;
}

// Reads a command as a shell does, as far as quotes and substitutions go.
class CommandReader {
 public:
  // Whether a selector is where a command, or the name of a file, begins.
  bool HasSelectorInFront(std::string_view text);

 private:
  void Take(char c, char next);
  void TakeQuoted(char c, char next);
  bool IsIn(char quote) const { return !open_.empty() && open_.back() == quote; }

  std::string open_;  // quotes, and substitutions with their ends: ' " ` )
  bool begins_ = true;
  bool is_escaped_ = false;
};

bool CommandReader::HasSelectorInFront(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsSelector(text, i) && begins_) return true;
    if (is_escaped_) {
      is_escaped_ = begins_ = false;
      continue;
    }
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    IsIn('\'') || IsIn('"') ? TakeQuoted(text[i], next) : Take(text[i], next);
  }
  return false;
}

void CommandReader::TakeQuoted(char c, char next) {
  if (c == open_.back()) return open_.pop_back();
  const bool is_double = IsIn('"');
  begins_ = false;
  if (!is_double) return;
  is_escaped_ = c == '\\';
  if (c == '`' || (c == '$' && next == '(')) Take(c, next);
}

void CommandReader::Take(char c, char next) {
  if (c == ' ' || c == '\t') return;
  if (IsIn(c)) {
    open_.pop_back();
    begins_ = c == ')';  // as in "case" and functions
    return;
  }
  if (c == '\'' || c == '"') return open_.push_back(c);
  is_escaped_ = c == '\\';
  begins_ = kBeginners.find(c) != kBeginners.npos;
  if (c == '`') open_ += '`';
  if (c == '$' && next == '(') open_ += ')';
}

}  // namespace

std::string TameText(std::string_view text) {
  const bool is_utf8 = IsUtf8(text);
  std::string tame;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_beyond = static_cast<unsigned char>(c) >= 0x80;
    const bool begins_word = i == 0 || text[i - 1] == ' ';
    const bool begins_number = i + 1 < text.size() && (IsDigit(text[i + 1]) || text[i + 1] == '.');
    const bool begins_option = c == '-' && begins_word && !begins_number;
    const bool stays =
        is_beyond
            ? is_utf8
            : (IsAlpha(c) || IsDigit(c) || kHarmless.find(c) != kHarmless.npos) && !begins_option;
    tame += stays ? c : '_';
  }
  return tame;
}

RuleBindings Tame(RuleBindings bindings) {
  for (RuleBinding& binding : bindings.all) {
    if (binding.instance) binding.instance = TameText(*binding.instance);
    binding.value = TameText(binding.value);
  }
  return bindings;
}

RuleOrigin Tame(RuleOrigin origin) { return {TameText(origin.host), TameText(origin.connection)}; }

// An argument with selectors may be repeated, so it also stands behind itself.
std::optional<std::string> RefuseCommand(const RuleAction& action) {
  std::string command;
  for (const std::string& argument : action.arguments) {
    command += argument;
    if (HasSelector(argument)) command += argument;
  }
  if (!CommandReader().HasSelectorInFront(command)) return std::nullopt;
  return "a text of the source would be a command here, or the name of a file; write the selector "
         "behind the name of a command";
}

}  // namespace fdr::tools

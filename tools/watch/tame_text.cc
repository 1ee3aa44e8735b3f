// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/tame_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/utf8.h"

namespace fdr::tools {
namespace {

constexpr std::string_view kHarmless = " .,:/@+-_";
constexpr std::string_view kBeginners = ";&|()`{!\n\r";  // of a command
constexpr const char* kUndefined = "undefined";          // <> would be a redirection

// Behind them stands a command.
constexpr std::string_view kBeforeCommands[] = {
    "if",   "then",  "elif",   "else",    "while",   "until", "do",      "time",   "exec",
    "eval", "env",   "sudo",   "doas",    "nice",    "nohup", "setsid",  "sh",     "bash",
    "dash", "xargs", "ionice", "command", "builtin", ".",     "timeout", "stdbuf", "source"};

bool IsSelector(std::string_view text, std::size_t place) {
  return text[place] == '%' && place + 1 < text.size() &&
         std::string_view("hciv").find(text[place + 1]) != text.npos;
}

bool HasSelector(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (IsSelector(text, i)) return true;
  return false;
}

bool IsBeforeCommand(std::string_view word) {
  const std::size_t slash = word.rfind('/');
  if (slash != word.npos) word.remove_prefix(slash + 1);
  return std::ranges::find(kBeforeCommands, word) != std::end(kBeforeCommands);
}

bool IsAssignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != word.npos && equals > 0 &&
         std::ranges::all_of(word.substr(0, equals),
                             [](char c) { return IsAlpha(c) || IsDigit(c) || c == '_'; });
}

// As of `sh -c`, whose next word is a command.
bool IsCommandOption(std::string_view word) {
  return word.size() >= 2 && word[0] == '-' && word[1] != '-' && word.back() == 'c';
}

// Reads a command as a shell does, as far as words, quotes and substitutions go.
class CommandReader {
 public:
  // Whether a selector is in the name of a command, or begins that of a file.
  bool Refuses(std::string_view text);

 private:
  enum class Place { kArgument, kCommand, kFile };

  bool RefusesHere() const;
  void Take(char c, char next);
  void TakeQuoted(char c, char next);
  void OpenQuote(char c);
  void CloseSubstitution(char c);
  void EndWord();
  void Begin(Place place);
  bool IsIn(char quote) const { return !open_.empty() && open_.back() == quote; }
  bool IsQuoted() const { return open_.find_first_of("'\"") != open_.npos; }

  std::string open_;  // quotes, and substitutions with their ends: ' " ` )
  Place place_ = Place::kCommand;
  std::string word_, last_word_;
  std::size_t unquoted_ = 0;          // how much of the word is before its quotes
  bool is_behind_wrapper_ = false;    // whose options may stand before the command
  bool quotes_have_command_ = false;  // another shell may read what is in them
  bool is_escaped_ = false;
};

bool CommandReader::Refuses(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsSelector(text, i) && RefusesHere()) return true;
    const char c = text[i];
    if (is_escaped_) {
      is_escaped_ = false;
      if (c != '\n') word_ += c;
      continue;
    }
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    IsIn('\'') || IsIn('"') ? TakeQuoted(c, next) : Take(c, next);
  }
  return false;
}

bool CommandReader::RefusesHere() const {
  if (IsQuoted() && quotes_have_command_) return true;
  if (place_ == Place::kFile) return word_.empty();
  const bool is_option = is_behind_wrapper_ && word_.starts_with('-');
  return place_ == Place::kCommand && !IsAssignment(word_) && !is_option;
}

void CommandReader::TakeQuoted(char c, char next) {
  if (c == open_.back()) return open_.pop_back();
  if (IsIn('"') && (c == '`' || (c == '$' && next == '('))) return Take(c, next);
  is_escaped_ = IsIn('"') && c == '\\';
  if (is_escaped_) return;
  if (std::string_view(";|&\n").find(c) != std::string_view::npos) quotes_have_command_ = true;
  const bool is_blank = c == ' ' || c == '\t';
  if (is_blank && !IsAssignment(word_.substr(0, unquoted_))) return EndWord();
  word_ += c;
}

void CommandReader::OpenQuote(char c) {
  unquoted_ = word_.size();
  if (!IsQuoted()) quotes_have_command_ = word_.empty() && IsCommandOption(last_word_);
  open_ += c;
}

// A ) may also be that of "case" or of a function.
void CommandReader::CloseSubstitution(char c) {
  open_.pop_back();
  Begin(c == ')' && !IsIn('"') ? Place::kCommand : Place::kArgument);
}

void CommandReader::EndWord() {
  if (word_.empty()) return;
  const bool is_of_wrapper = is_behind_wrapper_ && (word_[0] == '-' || IsDigit(word_[0]));
  const bool is_before = IsBeforeCommand(word_);
  if (place_ != Place::kCommand || !(is_before || is_of_wrapper || IsAssignment(word_)))
    place_ = Place::kArgument;
  is_behind_wrapper_ = place_ == Place::kCommand && (is_before || is_behind_wrapper_);
  last_word_ = std::exchange(word_, "");
  unquoted_ = 0;
}

void CommandReader::Begin(Place place) {
  EndWord();
  place_ = place;
  is_behind_wrapper_ = false;
}

void CommandReader::Take(char c, char next) {
  if (c == ' ' || c == '\t') return EndWord();
  if (IsIn(c)) return CloseSubstitution(c);
  if (c == '\'' || c == '"') return OpenQuote(c);
  is_escaped_ = c == '\\';
  if (is_escaped_) return;
  if (c == '`') open_ += '`';
  if (c == '$' && next == '(') open_ += ')';
  if (c == '<' || c == '>')
    Begin(Place::kFile);
  else if (kBeginners.find(c) != kBeginners.npos)
    Begin(Place::kCommand);
  else
    word_ += c;
}

bool IsNumber(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && (IsDigit(text[0]) || text[0] == '.') &&
         text.find_first_not_of("0123456789.eE+-") == text.npos;
}

}  // namespace

std::string TameText(std::string_view text) {
  const bool is_utf8 = IsUtf8(text);
  std::string tame;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_beyond = static_cast<unsigned char>(c) >= 0x80;
    const bool begins_option = c == '-' && (i == 0 || text[i - 1] == ' ');
    const bool stays =
        is_beyond
            ? is_utf8
            : (IsAlpha(c) || IsDigit(c) || kHarmless.find(c) != kHarmless.npos) && !begins_option;
    tame += stays ? c : '_';
  }
  return tame;
}

std::string TameValue(std::string_view value) {
  return IsNumber(value) ? std::string(value) : TameText(value);
}

RuleBindings Tame(RuleBindings bindings) {
  for (RuleBinding& binding : bindings.all) {
    binding.instance = TameText(binding.instance.value_or(kUndefined));
    binding.value = TameValue(binding.value);
  }
  bindings.has_metric = true;
  return bindings;
}

RuleOrigin TameOrigin(const RuleOrigin& origin, const RuleBindings& bindings) {
  if (!bindings.has_metric) return {kUndefined, kUndefined};
  return {TameText(origin.host), TameText(origin.connection)};
}

// An argument with selectors may be repeated, so it also stands behind itself.
std::optional<std::string> RefuseCommand(const RuleAction& action) {
  std::string command;
  for (const std::string& argument : action.arguments) {
    command += argument;
    if (HasSelector(argument)) command += argument;
  }
  if (!CommandReader().Refuses(command)) return std::nullopt;
  return "a text of the source would be a command here, or the name of a file; the command finds "
         "the texts in FDR_INSTANCES and FDR_VALUES";
}

}  // namespace fdr::tools

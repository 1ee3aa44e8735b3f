// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/config_lines.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::string_view kControl = "#control";

}  // namespace

// Version 6 ignores a last line without a newline, and does not join lines.
bool ConfigLines::Next() {
  const bool is_newest = table_.rules() != DeriveRules::kPcp6;
  line_.clear();
  number_ = last_number_ + 1;
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    if (end == rest_.npos && !is_newest) return false;
    line_ += rest_.substr(0, end);
    rest_.remove_prefix(std::min(end, rest_.size() - 1) + 1);
    ++last_number_;
    if (!is_newest || !line_.ends_with('\\') || line_.starts_with('#')) return true;
    line_.pop_back();
  }
  return last_number_ >= number_;
}

std::size_t ConfigLines::Read() {
  while (Next()) {
    if (line_.starts_with('#'))
      TakeComment();
    else if (!line_.empty())
      TakeLine();
  }
  return added_;
}

// Only "#control" comments have a meaning.
void ConfigLines::TakeComment() {
  const std::string_view line = line_;
  if (table_.rules() == DeriveRules::kPcp6 || !line.starts_with(kControl)) return;
  const std::string_view text = line.substr(kControl.size());
  if (CountBlanks(text) == 0) return;
  SetDerivedOptions(text, Setting::kSet, table_.options(),
                    [this](const std::string& wrong) { Say("Warning: ", wrong); });
}

void ConfigLines::TakeLine() {
  const std::string_view line = line_;
  const std::size_t equals = line.find('=');
  if (equals == line.npos) return ComplainOfLine("missing ``='' after derived metric name");
  std::string_view name = Trimmed(line.substr(0, equals));
  const std::string_view value = line.substr(equals + 1);
  const std::size_t open = name.find('(');
  const std::string_view parenthesis = name.substr(std::min(open, name.size()));
  name = Trimmed(name.substr(0, open));
  if (name.empty()) return ComplainOfLine("derived metric name missing");
  if (!IsDerivedName(name, table_.rules()))
    return Complain("illegal derived metric name (" + std::string(name) + ")");
  std::optional<std::string_view> attribute;
  if (!parenthesis.empty()) {
    const std::size_t close = parenthesis.find(')');
    // Version 6 does not notice what follows.
    const bool is_end = close + 1 == parenthesis.size() || table_.rules() == DeriveRules::kPcp6;
    if (close == parenthesis.npos || !is_end) return ComplainOfLine("missing ')' after attribute");
    attribute = parenthesis.substr(1, close - 1);
  }
  if (attribute) return SetAttribute(name, Trimmed(*attribute), value);
  if (Trimmed(value).empty()) return ComplainOfLine("expression missing");
  Define(name, value);
}

void ConfigLines::Define(std::string_view name, std::string_view value) {
  const auto added = table_.Add(name, value.substr(CountBlanks(value)));
  if (added)
    ++added_;
  else
    ComplainOfSyntax(name, value, added.error());
}

void ConfigLines::SetAttribute(std::string_view name, std::string_view attribute,
                               std::string_view value) {
  const std::string of_metric = " of metric (" + std::string(name) + ")";
  if (attribute.empty()) return ComplainOfLine("attribute name missing");
  if (Trimmed(value).empty()) return ComplainOfLine("attribute value missing");
  // The text is taken first: its other lines are no definitions, whatever is wrong.
  const std::optional<std::string> text = AttributeValue(value.substr(CountBlanks(value)));
  if (!text) return;
  const auto metric = table_.Find(name);
  if (!metric)
    return ComplainOfLine("cannot set attribute, derived metric (" + std::string(name) +
                          ") not defined");
  const bool is_one_line = attribute == "oneline";
  if (!is_one_line && attribute != "helptext")
    return ComplainOfLine("attribute (" + std::string(attribute) + ") is unknown for metric (" +
                          std::string(name) + ")");
  const TextKind kind = is_one_line ? TextKind::kMetricOneLine : TextKind::kMetricHelp;
  if (table_.FindText(kind, metric->id) != nullptr)
    return ComplainOfLine("duplicate value for attribute (" + std::string(attribute) + ")" +
                          of_metric);
  table_.SetText(kind, metric->id, *text);
}

std::optional<std::string> ConfigLines::AttributeValue(std::string_view value) {
  if (value.front() == '"' || value.front() == '\'') return QuotedValue(value);
  return std::string(value);
}

// Takes the text up to the closing quote, which may be on a later line.  A backslash makes the next
// character literal, and at the end of a line joins the lines.
std::optional<std::string> ConfigLines::QuotedValue(std::string_view value) {
  const char quote = value.front();
  std::string line(value.substr(1)), text;
  for (;;) {
    bool joins = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == quote) {
        CountText(true);
        std::string_view behind = std::string_view(line).substr(i + 1);
        behind.remove_prefix(CountBlanks(behind));
        if (!behind.empty())
          Say("Warning: pmLoadDerivedConfig: ",
              "extra text (" + std::string(behind) + ") after attribute value will be ignored");
        return text;
      }
      joins = line[i] == '\\' && ++i == line.size();
      if (!joins) text += line[i];
    }
    if (!joins) text += '\n';
    const std::size_t end = rest_.find('\n');
    if (rest_.empty()) {
      CountText(false);
      Complain(std::string("missing termination (") + quote + ") for value");
      return std::nullopt;
    }
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end, rest_.size() - 1) + 1);
    // The peer counts ends of lines.
    if (end != rest_.npos || numbers_ == LineNumbers::kOfFile) ++last_number_;
  }
}

void ConfigLines::CountText(bool is_ended) {
  if (numbers_ == LineNumbers::kOfFile || last_number_ == number_) return;
  if (is_ended) --last_number_;
  number_ = last_number_;
}

void ConfigLines::Say(std::string_view kind, std::string_view text) const {
  std::string complaint = "[" + file_ + ":" + std::to_string(number_) + "] ";
  complaint.append(kind).append(text) += '\n';
  complain_(complaint);
}

void ConfigLines::ComplainOfLine(std::string_view text) const {
  Complain(std::string(text) + "\n" + line_);
}

// Writes the expression, and below it a caret.
void ConfigLines::ComplainOfSyntax(std::string_view name, std::string_view value,
                                   const SyntaxError& error) const {
  std::string blanks(value);
  for (char& c : blanks)
    if (!IsSpace(c)) c = ' ';
  const std::size_t at = std::min(CountBlanks(value) + error.offset, value.size() - 1);
  blanks[at] = '^';
  std::string text = std::string(name) + ", ...) syntax error\n";
  text.append(value).append("\n").append(blanks);
  if (!error.text.empty()) text += "\n" + error.text;
  Say("Error: pmRegisterDerived(", text);
}

}  // namespace fdr

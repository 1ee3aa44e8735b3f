// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/extract_specs.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kInName =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";

// A word of the configuration.  Brackets and commas are kOther: see Is().
struct ConfigWord {
  enum Kind : std::uint8_t { kEnd, kName, kNumber, kString, kOther };
  Kind kind = kEnd;
  std::string_view text;

  bool Is(char c) const { return kind == kOther && text[0] == c; }
};

class ConfigReader {
 public:
  explicit ConfigReader(std::string_view text) : rest_(text) { Next(); }

  Result<void> Read(const std::function<void(const ExtractSpec&)>& take);

 private:
  void SkipBlanks();
  std::size_t SizeOfNext() const;
  void Next();
  Result<void> ReadInstances(ExtractSpec& spec);
  bool IsKnownWord() const {
    return word_.kind != ConfigWord::kOther || word_.Is('[') || word_.Is(']') || word_.Is(',');
  }
  tl::unexpected<Error> Complain() const;

  std::string_view rest_;
  std::size_t line_ = 1;
  ConfigWord word_;
};

void ConfigReader::SkipBlanks() {
  while (!rest_.empty()) {
    if (rest_[0] == '#')
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    else if (kBlanks.find(rest_[0]) != std::string_view::npos) {
      line_ += rest_[0] == '\n' ? 1 : 0;
      rest_.remove_prefix(1);
    } else
      return;
  }
}

// The bytes of the next word; Next() gives it its kind.
std::size_t ConfigReader::SizeOfNext() const {
  const char first = rest_[0];
  if (IsAlpha(first)) return std::min(rest_.find_first_not_of(kInName), rest_.size());
  if (IsDigit(first)) return std::min(rest_.find_first_not_of(kDigits), rest_.size());
  if (first != '"' && first != '\'') return 1;
  const std::size_t end = rest_.find(first, 1);
  const bool is_string = end != std::string_view::npos && end > 1 &&
                         rest_.substr(0, end).find('\n') == std::string_view::npos;
  return is_string ? end + 1 : 1;
}

void ConfigReader::Next() {
  SkipBlanks();
  word_ = {};
  if (rest_.empty()) return;
  word_.text = rest_.substr(0, SizeOfNext());
  rest_.remove_prefix(word_.text.size());
  const char first = word_.text[0];
  word_.kind = IsAlpha(first)          ? ConfigWord::kName
               : IsDigit(first)        ? ConfigWord::kNumber
               : word_.text.size() > 1 ? ConfigWord::kString
                                       : ConfigWord::kOther;
  if (word_.kind == ConfigWord::kString) word_.text = word_.text.substr(1, word_.text.size() - 2);
}

tl::unexpected<Error> ConfigReader::Complain() const {
  return Fail(Errc::kInvalidArgument,
              IsKnownWord() ? "syntax error" : fmt::format("Unexpected character '{}'", word_.text),
              {}, line_);
}

// Numbers have 32 bits.
InstanceId NumberIn(std::string_view digits) {
  std::uint32_t number = 0;
  for (const char digit : digits) number = number * 10 + static_cast<std::uint32_t>(digit - '0');
  return static_cast<InstanceId>(number);
}

Result<void> ConfigReader::ReadInstances(ExtractSpec& spec) {
  do {
    Next();
    if (word_.Is(',') && !spec.instances.empty()) Next();
    if (word_.kind == ConfigWord::kNumber)
      spec.instances.emplace_back(NumberIn(word_.text));
    else if (word_.kind == ConfigWord::kName || word_.kind == ConfigWord::kString)
      spec.instances.emplace_back(word_.text);
    else if (!word_.Is(']') || spec.instances.empty())
      return Complain();
  } while (!word_.Is(']'));
  spec.line = line_;
  Next();
  return {};
}

Result<void> ConfigReader::Read(const std::function<void(const ExtractSpec&)>& take) {
  for (bool is_first = true; word_.kind != ConfigWord::kEnd; is_first = false) {
    if (word_.Is(',') && !is_first) Next();
    if (word_.kind != ConfigWord::kName) return Complain();
    ExtractSpec spec{.metric = word_.text, .own_line = line_};
    Next();
    spec.line = line_;
    if (word_.Is('['))
      if (auto read = ReadInstances(spec); !read) return read;
    if (!IsKnownWord()) return Complain();
    take(spec);
  }
  return {};
}

}  // namespace

Result<void> ReadExtractSpecs(std::string_view text,
                              const std::function<void(const ExtractSpec&)>& take) {
  return ConfigReader(text).Read(take);
}

}  // namespace fdr

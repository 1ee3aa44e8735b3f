// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/syslog_options.h"

#include <algorithm>
#include <string_view>

namespace fdr {
namespace {

bool BeginsOption(std::string_view text) {
  return text.starts_with("-p") || text.starts_with("-t");
}

// Reads words.  A value may stand in its option, or be the next word.
class OptionReader {
 public:
  explicit OptionReader(SyslogOptions& options) : options_(options) {}

  void Take(std::string_view argument);
  bool awaits_value() const { return awaited_ != nullptr; }

 private:
  void TakeWord(std::string_view word);

  SyslogOptions& options_;
  std::optional<std::string>* awaited_ = nullptr;
};

void OptionReader::Take(std::string_view argument) {
  while (!argument.empty()) {
    const std::size_t end = std::min(argument.find(' '), argument.size());
    if (end > 0) TakeWord(argument.substr(0, end));
    argument.remove_prefix(std::min(end + 1, argument.size()));
  }
}

void OptionReader::TakeWord(std::string_view word) {
  if (awaited_ == nullptr) {
    if (!BeginsOption(word)) return;
    awaited_ = word[1] == 'p' ? &options_.priority : &options_.tag;
    awaited_->emplace();
    word.remove_prefix(2);
    if (word.empty()) return;
  }
  *awaited_ = word;
  awaited_ = nullptr;
}

}  // namespace

SyslogOptions SyslogOptionsOf(const RuleAction& action) {
  SyslogOptions options;
  if (action.kind != RuleActionKind::kSyslog) return options;
  OptionReader reader(options);
  for (const std::string& argument : action.arguments) {
    if (!reader.awaits_value() && !BeginsOption(argument)) break;
    reader.Take(argument);
    ++options.arguments;
  }
  return options;
}

}  // namespace fdr

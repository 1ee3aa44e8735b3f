// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/ini_file.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fdr/replay/ascii.h"

namespace fdr {
namespace {

constexpr std::string_view kDefaults = "DEFAULT";
constexpr int kMostDepth = 10;                              // of values in values
constexpr std::size_t kMostBytes = std::size_t{64} * 1024;  // of a value

bool IsComment(std::string_view line) { return line.starts_with('#') || line.starts_with(';'); }

// Takes a file line by line.
class IniReader {
 public:
  IniReader(const std::string& file, const OnReportComplaint& complain)
      : complain_(complain), place_{file, 0} {}

  void Take(std::string_view line) {
    ++place_.line;
    const std::string_view text = Trimmed(line);
    const std::size_t indent = CountBlanks(line);
    if (IsComment(text)) return TakeComment(text);
    if (text.empty()) return comment_.clear();
    if (entry_ != nullptr && indent > indent_) return Continue(text);
    entry_ = nullptr;
    text.starts_with('[') ? TakeHead(text) : TakeEntry(text, indent);
    comment_.clear();
  }

  std::vector<IniSection> Finish() && { return std::move(sections_); }

 private:
  void TakeComment(std::string_view text) {
    text.remove_prefix(1);
    text = Trimmed(text);
    if (text.empty()) return comment_.clear();
    if (!comment_.empty()) comment_ += ' ';
    comment_ += text;
  }

  void Continue(std::string_view text) {
    if (entry_->value.size() + text.size() >= kMostBytes) return;
    if (!entry_->value.empty()) entry_->value += ' ';
    entry_->value += text;
  }

  void TakeHead(std::string_view text) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos || end == 1)
      return complain_(place_, "not the name of a section in brackets, as in [vmstat]");
    const std::string name(text.substr(1, end - 1));
    const auto [number, is_new] = numbers_.try_emplace(name, sections_.size());
    section_ = number->second;
    if (is_new)
      sections_.push_back({name, std::exchange(comment_, ""), place_, {}});
    else
      complain_(place_, "[" + name + "] goes on; it began in line " +
                            std::to_string(sections_[*section_].place.line));
  }

  void TakeEntry(std::string_view text, std::size_t indent) {
    const std::size_t sign = text.find_first_of("=:");
    const std::string_view key = Trimmed(text.substr(0, sign));
    if (!section_) return complain_(place_, "a line before the first [section]");
    if (sign == std::string_view::npos || key.empty())
      return complain_(place_, "not a key and a value, as in width = 8");
    std::vector<IniEntry>& entries = sections_[*section_].entries;
    const auto same = keys_.find({*section_, std::string(key)});
    if (same != keys_.end())
      complain_(place_, "\"" + std::string(key) + "\" replaces the one in line " +
                            std::to_string(entries[same->second].place.line));
    const std::size_t number = same != keys_.end() ? same->second : entries.size();
    if (number == entries.size()) {
      entries.emplace_back();
      keys_.emplace(std::pair(*section_, std::string(key)), number);
    }
    entries[number] = {std::string(key), std::string(Trimmed(text.substr(sign + 1))), place_};
    entry_ = &entries[number];
    indent_ = indent;
  }

  struct HashOfKey {
    std::size_t operator()(const std::pair<std::size_t, std::string>& key) const {
      return std::hash<std::string>()(key.second) ^ (key.first * 0x9e3779b97f4a7c15U);
    }
  };

  const OnReportComplaint& complain_;
  TextPlace place_;
  std::string comment_;
  std::vector<IniSection> sections_;
  std::unordered_map<std::string, std::size_t> numbers_;  // of sections, by name
  std::unordered_map<std::pair<std::size_t, std::string>, std::size_t, HashOfKey> keys_;
  std::optional<std::size_t> section_;
  IniEntry* entry_ = nullptr;  // that further lines may belong to
  std::size_t indent_ = 0;     // of its first line
};

// Replaces "%%" and "%(key)s" in the values of a section.
class Interpolation {
 public:
  explicit Interpolation(const IniSection& section) {
    for (const IniEntry& entry : section.entries) values_.emplace(entry.key, entry.value);
  }

  // Nothing if the value would be too long, or contain itself.  A sign that stands for nothing
  // stays as it is.
  std::optional<std::string> Of(std::string_view value) const {
    std::string out;
    return Append(value, 0, out) ? std::optional(std::move(out)) : std::nullopt;
  }

 private:
  bool Append(std::string_view value, int depth, std::string& out) const {
    if (depth > kMostDepth) return false;
    while (!value.empty()) {
      const std::size_t sign = std::min(value.find('%'), value.size());
      out += value.substr(0, sign);
      value.remove_prefix(sign);
      if (out.size() > kMostBytes) return false;
      if (value.empty()) break;
      if (value.starts_with("%%")) {
        out += '%';
        value.remove_prefix(2);
      } else if (const std::string* const other = NamedAt(value)) {
        value.remove_prefix(value.find(")s") + 2);
        if (!Append(*other, depth + 1, out)) return false;
      } else {
        out += '%';
        value.remove_prefix(1);
      }
    }
    return out.size() <= kMostBytes;
  }

  const std::string* NamedAt(std::string_view text) const {
    const std::size_t end = text.find(")s");
    if (!text.starts_with("%(") || end == std::string_view::npos) return nullptr;
    const auto found = values_.find(std::string(text.substr(2, end - 2)));
    return found == values_.end() ? nullptr : &found->second;
  }

  std::unordered_map<std::string, std::string> values_;
};

void AddDefaults(const IniSection& defaults, IniSection& section) {
  std::vector<IniEntry> entries;
  for (const IniEntry& entry : defaults.entries)
    if (std::none_of(section.entries.begin(), section.entries.end(),
                     [&](const IniEntry& own) { return own.key == entry.key; }))
      entries.push_back(entry);
  section.entries.insert(section.entries.begin(), entries.begin(), entries.end());
}

}  // namespace

std::vector<IniSection> ParseIni(std::string_view text, const std::string& file,
                                 const OnReportComplaint& complain) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  IniReader reader(file, complain);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.Take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::vector<IniSection> sections = std::move(reader).Finish();
  const auto is_defaults = [](const IniSection& section) { return section.name == kDefaults; };
  const auto defaults = std::find_if(sections.begin(), sections.end(), is_defaults);
  if (defaults != sections.end()) {
    const IniSection common = std::move(*defaults);
    sections.erase(defaults);
    // Sections times defaults must not be far more than the file.
    const bool is_modest = common.entries.size() * sections.size() <= kMostBytes;
    if (!is_modest) complain(common.place, "[DEFAULT] is too large for so many sections");
    for (IniSection& section : sections)
      if (is_modest) AddDefaults(common, section);
  }
  for (IniSection& section : sections) {
    const Interpolation values(section);
    for (IniEntry& entry : section.entries) {
      if (std::optional<std::string> value = values.Of(entry.value))
        entry.value = std::move(*value);
      else
        complain(entry.place, "the value of \"" + entry.key + "\" is too long, or contains itself");
    }
  }
  return sections;
}

}  // namespace fdr

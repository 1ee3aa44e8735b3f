// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/ini_file.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::string_view kDefaults = "DEFAULT";
constexpr int kMostDepth = 10;                              // of values in values
constexpr std::size_t kMostBytes = std::size_t{64} * 1024;  // of a value
constexpr std::size_t kLongestName = 1024;                  // of a key in a value
constexpr int kMostNames = 1000;                            // to look up for a value
constexpr std::size_t kCostOfName = 64;                     // in bytes: to look it up takes time
// What [DEFAULT] and values in values may add to a file.
constexpr std::size_t kMostAdded = std::size_t{16} * 1024 * 1024;

void ComplainOfLength(const IniEntry& entry, const OnReportComplaint& complain) {
  complain(entry.place,
           "the value of \"" + entry.key + "\" is left out: it is too long, or contains itself");
}

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

  std::vector<IniSection> Finish() && {
    for (IniSection& section : sections_) {
      const auto is_long = [](const IniEntry& entry) { return entry.value.size() > kMostBytes; };
      for (const IniEntry& entry : section.entries)
        if (is_long(entry)) ComplainOfLength(entry, complain_);
      std::erase_if(section.entries, is_long);
    }
    return std::move(sections_);
  }

 private:
  void TakeComment(std::string_view text) {
    text.remove_prefix(1);
    text = Trimmed(text);
    if (text.empty()) return comment_.clear();
    if (!comment_.empty()) comment_ += ' ';
    comment_ += text;
  }

  void Continue(std::string_view text) {
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
  // `budget`: how much values may still take.
  Interpolation(const IniSection& section, std::size_t& budget) : budget_(budget) {
    for (const IniEntry& entry : section.entries) values_.emplace(entry.key, entry.value);
  }

  // Nothing if the value would be too long, or contain itself.  A sign that stands for nothing
  // stays as it is.
  std::optional<std::string> Of(const std::string& value) {
    if (value.find('%') == std::string::npos) return value;
    if (budget_ == 0) return std::nullopt;
    std::string out;
    names_ = 0;
    const bool is_done = Append(value, 0, out);
    const std::size_t cost = out.size() + static_cast<std::size_t>(names_) * kCostOfName;
    budget_ -= std::min(cost, budget_);
    return is_done && budget_ > 0 ? std::optional(std::move(out)) : std::nullopt;
  }

 private:
  bool Append(std::string_view value, int depth, std::string& out) {
    if (depth > kMostDepth) return false;
    while (!value.empty()) {
      const std::size_t sign = std::min(value.find('%'), value.size());
      out += value.substr(0, sign);
      value.remove_prefix(sign);
      if (out.size() > kMostBytes) return false;
      // An empty value adds nothing, but takes time.
      if (value.starts_with("%(") && ++names_ > kMostNames) return false;
      if (const std::string* const other = NamedAt(value)) {
        value.remove_prefix(value.find(")s") + 2);
        if (!Append(*other, depth + 1, out)) return false;
      } else if (!value.empty()) {
        out += '%';
        value.remove_prefix(value.starts_with("%%") ? 2 : 1);
      }
    }
    return out.size() <= kMostBytes;
  }

  const std::string* NamedAt(std::string_view text) const {
    const std::size_t end = text.substr(0, kLongestName).find(")s");
    if (!text.starts_with("%(") || end == std::string_view::npos) return nullptr;
    const auto found = values_.find(std::string(text.substr(2, end - 2)));
    return found == values_.end() ? nullptr : &found->second;
  }

  std::size_t& budget_;
  int names_ = 0;  // looked up for one value
  std::unordered_map<std::string, std::string> values_;
};

void AddDefaults(const IniSection& defaults, IniSection& section) {
  std::unordered_set<std::string_view> own;
  for (const IniEntry& entry : section.entries) own.insert(entry.key);
  std::vector<IniEntry> entries;
  for (const IniEntry& entry : defaults.entries)
    if (!own.contains(entry.key)) entries.push_back(entry);
  section.entries.insert(section.entries.begin(), entries.begin(), entries.end());
}

// Takes [DEFAULT] away, and adds it to all other sections.
void SpreadDefaults(std::vector<IniSection>& sections, std::size_t& budget,
                    const OnReportComplaint& complain) {
  const auto defaults =
      std::find_if(sections.begin(), sections.end(),
                   [](const IniSection& section) { return section.name == kDefaults; });
  if (defaults == sections.end()) return;
  const IniSection common = std::move(*defaults);
  sections.erase(defaults);
  if (sections.empty()) return;
  std::size_t bytes = 0;
  for (const IniEntry& entry : common.entries)
    bytes += sizeof entry + entry.key.size() + entry.value.size() + entry.place.file.size();
  if (bytes > budget / sections.size())
    return complain(common.place, "[DEFAULT] is left out: it is too large for so many sections");
  budget -= bytes * sections.size();
  for (IniSection& section : sections) AddDefaults(common, section);
}

void Interpolate(IniSection& section, std::size_t& budget, const OnReportComplaint& complain) {
  Interpolation values(section, budget);
  std::vector<IniEntry> entries;
  for (IniEntry& entry : section.entries) {
    const bool may_grow = budget > 0;
    if (std::optional<std::string> value = values.Of(entry.value)) {
      entry.value = std::move(*value);
      entries.push_back(std::move(entry));
    } else if (may_grow && budget == 0) {
      complain(entry.place,
               "values with a percent sign are left out from here on: together they are too long");
    } else if (may_grow) {
      ComplainOfLength(entry, complain);
    }
  }
  section.entries = std::move(entries);
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
  std::size_t budget = kMostAdded;
  SpreadDefaults(sections, budget, complain);
  for (IniSection& section : sections) Interpolate(section, budget, complain);
  return sections;
}

}  // namespace fdr

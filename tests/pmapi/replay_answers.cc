// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/replay_answers.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {
namespace {

constexpr int kEndOfLog = -12370, kOverlap = -12401;

// The instances and values of "ID=NUMVAL:FORMAT:INSTANCE/VALUE,...".
std::vector<std::string> ValuesOf(const std::string& set) {
  std::vector<std::string> values;
  const std::size_t colon = set.find(':');
  if (colon == set.npos) return values;
  std::istringstream in(set.substr(set.find(':', colon + 1) + 1));
  for (std::string value; std::getline(in, value, ',');) values.push_back(value);
  return values;
}

std::string FormatOf(const std::string& set) {
  const std::size_t colon = set.find(':');
  return colon == set.npos ? "" : set.substr(colon + 1, 1);
}

}  // namespace

std::string DriverName(std::string_view name) {
  if (name.empty()) return "%";
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    char escaped[4];
    std::snprintf(escaped, sizeof escaped, "%%%02x", byte);
    if (byte > ' ' && byte < 0x7f && c != '%')
      text += c;
    else
      text += escaped;
  }
  return text;
}

std::string Join(const std::string& what, std::uint64_t id) {
  return what + ' ' + std::to_string(id);
}

Words Split(const std::string& line) {
  std::istringstream in(line);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string OperationOf(const std::string& request) { return request.substr(0, request.find(' ')); }

bool IsFetch(const std::string& what) { return what.ends_with("fetch"); }
bool IsInNanoseconds(const std::string& operation) {
  return operation.starts_with('h') || operation.starts_with("sh");
}

std::string TimeText(Timestamp t) {
  char text[60];
  std::snprintf(text, sizeof text, "%lld.%09d", static_cast<long long>(t.sec), t.nsec);
  return text;
}

Timestamp ReadTime(const std::string& text, std::int64_t unit) {
  const std::size_t point = text.find('.');
  return Timestamp{std::stoll(text), 0}.Plus(std::stoll(text.substr(point + 1)) * unit);
}

std::string Translated(const std::string& answer, bool in_microseconds) {
  Words words = Split(answer);
  const int status = std::stoi(words.at(0));
  if (status < 0) return status == kEndOfLog ? "end" : status == kOverlap ? "overlap" : "error";
  if (in_microseconds) words.at(1).resize(words.at(1).find('.') + 7);
  std::string text = (words.at(2) == "0" ? "mark " : "at ") + words.at(1);
  for (std::size_t i = 3; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    text += ' ' + words[i].substr(0, equals + 1);
    if (words[i][equals + 1] == '-') text += words[i].substr(equals + 1);
    std::vector<std::string> values = ValuesOf(words[i]);
    const auto instance = [](const std::string& value) { return std::stoi(value); };
    std::stable_sort(values.begin(), values.end(),
                     [&](const auto& a, const auto& b) { return instance(a) < instance(b); });
    // For an event array, takes the digest that does not depend on the order of bytes.
    for (const std::string& value : values) text += value.substr(0, value.find('~')) + ',';
  }
  return Shortened(text);
}

bool IsOneForNothing(const std::string& answer) {
  if (!answer.starts_with("1 ")) return false;
  const Words words = Split(answer);
  return std::all_of(words.begin() + 3, words.end(),
                     [](const std::string& set) { return set.find(':') == set.npos; });
}

bool IsErrorOfDamage(const std::string& answer) { return answer.starts_with("-12373 "); }

bool AreAlike(const std::string& our_set, const std::string& peers_set) {
  std::vector<int> ours, peers;
  for (const std::string& value : ValuesOf(our_set)) ours.push_back(std::stoi(value));
  for (const std::string& value : ValuesOf(peers_set)) peers.push_back(std::stoi(value));
  const auto common = [](const std::vector<int>& of, const std::vector<int>& with) {
    std::vector<int> both;
    for (const int instance : of)
      if (std::find(with.begin(), with.end(), instance) != with.end()) both.push_back(instance);
    return both;
  };
  if (common(ours, peers) != common(peers, ours)) return false;
  return ours.empty() || peers.empty() || FormatOf(our_set) == FormatOf(peers_set);
}

}  // namespace fdr::test

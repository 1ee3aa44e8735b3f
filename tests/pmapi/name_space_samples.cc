// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/name_space_samples.h"

#include <algorithm>

namespace fdr::test {
namespace {

constexpr int kMaxDepth = 4;

bool IsControl(const std::vector<std::string>& line) {
  return !line.empty() && line[0].starts_with('#');
}

}  // namespace

// Draws from few identifiers, so that some metrics have several names.
std::string NameSpaceSamples::Id() {
  if (dice_.OneIn(12)) return std::to_string(dice_.Below(4)) + ":*:*";
  if (dice_.OneIn(20)) return "510:4095:1023";
  return std::to_string(dice_.Below(4)) + ":" + std::to_string(dice_.Below(3)) + ":" +
         std::to_string(dice_.Below(8));
}

NameSpaceSamples::Line NameSpaceSamples::Node(const std::string& name, const std::string& path,
                                              int depth) {
  if (depth == kMaxDepth || dice_.Below(5) < 3) return {name, Id()};
  AddGroup(path.empty() ? name : path + "." + name, depth + 1);
  return {name};
}

// "" is the path of the root.
void NameSpaceSamples::AddGroup(const std::string& path, int depth) {
  std::vector<std::string> names = {"a", "b2", "c_c", "D", "e", "root", "long_name_1"};
  std::vector<Line> group = {{path.empty() ? "root" : path, "{"}};
  const std::size_t place = groups_.size();
  groups_.emplace_back();
  for (std::size_t n = path.empty() ? 3 + dice_.Below(4) : dice_.Below(5); n > 0; --n) {
    const auto name = names.begin() + static_cast<std::ptrdiff_t>(dice_.Below(names.size()));
    const Line node = Node(*name, path, depth);
    names.erase(name);
    if (dice_.OneIn(4))
      group.back().insert(group.back().end(), node.begin(), node.end());
    else
      group.push_back(node);
  }
  if (dice_.OneIn(3))
    group.back().push_back("}");
  else
    group.push_back({"}"});
  groups_[place] = std::move(group);
}

void NameSpaceSamples::Generate() {
  groups_.clear();
  lines_.clear();
  AddGroup("", 0);
  for (std::size_t i = groups_.size(); i > 1; --i)
    std::swap(groups_[i - 1], groups_[dice_.Below(i)]);
  for (const std::vector<Line>& group : groups_)
    lines_.insert(lines_.end(), group.begin(), group.end());
}

void NameSpaceSamples::SpoilWord(Line& line) {
  static const std::vector<std::string> kBag = {
      "{",    "}",    "a",       "root",     "a.b",      "1:2:3",  "1:*:*", "511:0:0",
      "1:2",  "1:2:", "_x",      "x-y",      "{}",       "}x",     "a{",    "510:4096:1",
      "a..b", "a.",   "a.9",     "root.a",   "1:1:1024", "*:1:1",  "1:*:3", "x:1",
      "1x:1", "-1",   "511:*:*", "\xc3\xa4", "1:1:1}",   "12:a:3", "\"a\"", "1:3:*",
      "a,",   "@",    "1 : :1",  "1:2 : 4 ", "510:0:0"};
  const auto word = line.begin() + static_cast<std::ptrdiff_t>(dice_.Below(line.size()));
  switch (dice_.Below(4)) {
    case 0:
      line.erase(word);
      break;
    case 1:
      line.insert(word, *word);
      break;
    case 2:
      line.insert(word, dice_.Pick(kBag));
      break;
    default:
      *word = dice_.Pick(kBag);
  }
}

void NameSpaceSamples::Spoil() {
  Line& line = lines_[dice_.Below(lines_.size())];
  const auto at = lines_.begin() + (&line - lines_.data());
  switch (dice_.Below(8)) {
    case 0:
      lines_.erase(at);
      break;
    case 1:
      lines_.insert(at, Line(*at));
      break;
    case 2:
      std::swap(line, lines_[dice_.Below(lines_.size())]);
      break;
    default:
      if (!line.empty()) SpoilWord(line);
  }
}

void NameSpaceSamples::Insert(const std::string& line) {
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(dice_.Below(lines_.size() + 1)),
                Line{line});
}

void NameSpaceSamples::SpoilPlain() {
  static const std::vector<std::string> kMarkers = {"# a", "#", "# 1", "# 1 \""};
  if (dice_.OneIn(8))
    Insert(dice_.Pick(kMarkers));
  else
    Spoil();
}

std::string NameSpaceSamples::Blanks(const char* least) {
  static const std::vector<std::string> kBlanks = {"", "", "", " ", "\t", "  \t "};
  return least + dice_.Pick(kBlanks);
}

std::string NameSpaceSamples::Printed(const Line& line) {
  std::string text = Blanks("");
  for (const std::string& word : line) {
    // Colons may have blanks around them.
    const bool is_spread = word.find(':') != word.npos && dice_.OneIn(10);
    for (const char c : word)
      text += is_spread && c == ':' ? Blanks("") + ":" + Blanks("") : std::string(1, c);
    text += Blanks(" ");
  }
  return text + (dice_.OneIn(20) ? "\r\n" : "\n");
}

std::string NameSpaceSamples::Plain(bool is_right) {
  Generate();
  if (!is_right) SpoilPlain();
  if (dice_.OneIn(3)) Insert("# " + std::to_string(dice_.Below(100)) + " \"marked\"");
  std::string text;
  for (const Line& line : lines_) text += dice_.OneIn(10) ? "\n" + Printed(line) : Printed(line);
  return text;
}

// Preprocessing.

void NameSpaceSamples::UseMacros() {
  for (Line& line : lines_)
    for (std::string& word : line)
      if (word.starts_with("2:") && dice_.OneIn(2)) word.replace(0, 1, "TWO");
  if (dice_.OneIn(2)) {
    lines_.insert(lines_.begin(), {Line{"#undef TWO"}, Line{"#define TWO \"2\""}});
    lines_.insert(lines_.begin(), Line{"#define TWO 1 /* too few */"});
  } else {
    lines_.insert(lines_.begin(), Line{"#define TWO 2"});
  }
}

// Adds only one condition: conditions must not nest, and the peer may count two #else in a text.
void NameSpaceSamples::AddConditions() {
  const std::size_t begin = dice_.Below(lines_.size());
  const std::size_t end = begin + dice_.Below(std::min<std::size_t>(4, lines_.size() - begin)) + 1;
  const auto at = [this](std::size_t i) { return lines_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::vector<Line> block = {Line{dice_.OneIn(2) ? "#ifndef NONE" : "#ifdef TWO"}};
  block.insert(block.end(), at(begin), at(end));
  if (dice_.OneIn(2)) block.insert(block.end(), {Line{"#else"}, Line{"not", "this"}});
  block.push_back({"#endif"});
  // The peer cannot handle control lines inside the condition.
  const auto is_control = [](const Line& line) {
    return !line.empty() && line[0].starts_with('#');
  };
  if (std::any_of(at(begin), at(end), is_control)) return;
  lines_.erase(at(begin), at(end));
  lines_.insert(at(begin), block.begin(), block.end());
}

void NameSpaceSamples::AddComments() {
  for (Line& line : lines_)
    if (dice_.OneIn(15) && !line.empty() && !IsControl(line))
      line.insert(line.begin() + static_cast<std::ptrdiff_t>(dice_.Below(line.size() + 1)),
                  dice_.OneIn(2) ? "/* { } */" : "/* two\n#define lines */");
}

void NameSpaceSamples::SpoilControl() {
  static const std::vector<std::string> kLines = {
      "#define",      "#define a-b 1",  "#define x 1 2", "#define x \"1", "#define TWO 2",
      "#undef",       "#ifdef",         "#ifdef TWO",    "#ifndef TWO x", "#else",
      "#else x",      "#endif",         "#include",      "#include x",    "#include \"x",
      "#include <x>", "#include <x> y", "#if 1",         "/* no end"};
  Insert(dice_.Pick(kLines));
}

NameSpaceSamples::Sample NameSpaceSamples::Preprocessed(bool is_right,
                                                        const std::string& includes) {
  Generate();
  const bool has_control = !is_right && dice_.OneIn(2);
  if (!is_right && !has_control) Spoil();
  UseMacros();
  if (has_control)
    SpoilControl();
  else if (dice_.OneIn(2))
    AddConditions();
  AddComments();
  Sample sample;
  const std::size_t begin = dice_.Below(lines_.size());
  std::size_t end = begin;  // of the lines that are included
  if (!has_control && dice_.OneIn(2))
    while (end < lines_.size() && !IsControl(lines_[end]) && !dice_.OneIn(10)) ++end;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i == begin && begin < end) sample.text += "#include \"" + includes + "\"\n";
    (begin <= i && i < end ? sample.included : sample.text) +=
        IsControl(lines_[i]) ? lines_[i][0] + "\n" : Printed(lines_[i]);
  }
  return sample;
}

}  // namespace fdr::test

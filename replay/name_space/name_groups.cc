// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_space/name_groups.h"

#include <unordered_set>

#include "fdr/replay/name_space/name_words.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {
namespace {

class GroupParser {
 public:
  explicit GroupParser(const PreprocessedText& text) : text_(text), words_(text) {}

  Result<std::vector<NameGroup>> Run() {
    std::vector<NameGroup> groups;
    while (!words_.Peek().text.empty()) {
      Result<NameGroup> group = ParseGroup();
      if (!group) return Fail(group.error());
      groups.push_back(std::move(*group));
    }
    return groups;
  }

 private:
  tl::unexpected<Error> Problem(const NameWord& word, std::string_view complaint) const {
    return Fail(ErrorAt(text_, word.spot, complaint));
  }

  Result<NameGroup> ParseGroup();
  Result<NameNode> ParseNode();
  Result<void> CheckNames(const NameGroup& group);

  const PreprocessedText& text_;
  NameWords words_;
  std::unordered_set<std::string_view> seen_;  // only for CheckNames(), over and over
};

Result<NameGroup> GroupParser::ParseGroup() {
  const NameWord title = words_.Take();
  if (!IsMetricPath(title.text))
    return Problem(title, "expected the path of a group, such as root or disk.dev");
  if (words_.Peek().text.empty()) return Problem(title, "there is no { behind this");
  if (const NameWord brace = words_.Take(); brace.text != "{")
    return Problem(brace, "expected a { here, with blanks around it");
  NameGroup group{.path = title.text, .spot = title.spot, .nodes = {}};
  while (words_.Peek().text != "}") {
    if (words_.Peek().text.empty()) return Problem(title, "there is no } for this group");
    Result<NameNode> node = ParseNode();
    if (!node) return Fail(node.error());
    group.nodes.push_back(*node);
  }
  words_.Take();
  if (const Result<void> done = CheckNames(group); !done) return Fail(done.error());
  return group;
}

Result<NameNode> GroupParser::ParseNode() {
  const NameWord name = words_.Take();
  if (!IsMetricNamePart(name.text)) return Problem(name, "expected a name without dots, or }");
  NameNode node{.name = name.text, .id = {}, .spot = name.spot};
  const NameWord& next = words_.Peek();
  if (next.text.empty() || next.text == "}" || IsMetricNamePart(next.text)) return node;
  const auto id = ParseWrittenMetric(next.text);
  if (!id) return Problem(next, id.error());
  node.id = *id;
  words_.Take();
  return node;
}

Result<void> GroupParser::CheckNames(const NameGroup& group) {
  seen_.clear();
  for (const NameNode& node : group.nodes)
    if (!seen_.insert(node.name).second)
      return Problem({node.name, node.spot}, "this name is in the group already");
  return {};
}

}  // namespace

Error ErrorAt(const PreprocessedText& text, NameSpot spot, std::string_view complaint) {
  const PreprocessedText::Line& line = text.lines[spot.line];
  return ErrorAt(text.PlaceOf(line), text.TextOf(line), spot.column, complaint);
}

Result<std::vector<NameGroup>> ParseNameGroups(const PreprocessedText& text) {
  return GroupParser(text).Run();
}

}  // namespace fdr

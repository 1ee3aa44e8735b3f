// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/text_scrubber.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "fdr/replay/copy/scrub/command_names.h"
#include "fdr/replay/copy/scrub/json_scrubber.h"
#include "fdr/replay/copy/scrub/known_metrics.h"
#include "fdr/replay/copy/scrub/path_names.h"
#include "fdr/replay/copy/scrub/plain_forms.h"
#include "fdr/replay/copy/scrub/version_text.h"
#include "fdr/replay/copy/scrub/zone_text.h"

namespace fdr {
namespace {

constexpr std::size_t kMostComponents = 32;  // of a metric's name

std::string Whole(NameKind kind, std::string_view text, NameKeeper& keeper) {
  return keeper.names().Of(kind, text);
}

// "DMA::node0", "node1"
std::string ScrubbedNode(std::string_view text, NameKeeper& keeper) {
  std::string scrubbed;
  constexpr std::size_t kMost = 4;
  for (std::size_t n = 0; n < kMost; ++n) {
    const std::size_t end = text.find("::");
    const std::string_view part = text.substr(0, end);
    const bool stays =
        keeper.Stays(WordList::kSystem, part) ||
        keeper.Stays(IsNumbered(part, "node", 3) || IsNumbered(part, "order", 2) ||
                         IsNumbered(part, "lowmem_reserved", 1) || IsNumbered(part, "cpu"),
                     part);
    scrubbed += stays ? std::string(part) : Whole(NameKind::kDevice, part, keeper);
    if (end == text.npos) return scrubbed;
    scrubbed += "::";
    text.remove_prefix(end + 2);
  }
  return scrubbed + Whole(NameKind::kDevice, text, keeper);
}

std::string PlainOr(bool is_plain, NameKind kind, std::string_view text, NameKeeper& keeper) {
  return keeper.Stays(is_plain, text) ? std::string(text) : Whole(kind, text, keeper);
}

std::string KnownOr(WordList list, NameKind kind, std::string_view text, NameKeeper& keeper) {
  return keeper.Stays(list, text) ? std::string(text) : Whole(kind, text, keeper);
}

}  // namespace

std::string TextScrubber::MakeUnknown(std::string_view text) {
  if (auto json = ScrubbedJson(text, *this)) return *json;
  if (auto address = ScrubbedAddress(text, keeper_)) return *address;
  if (auto url = ScrubbedUrl(text, keeper_)) return *url;
  if (auto mail = ScrubbedMail(text, keeper_)) return *mail;
  const bool has_blanks = std::any_of(text.begin(), text.end(),
                                      [](char c) { return static_cast<unsigned char>(c) <= ' '; });
  if (text.starts_with('/') && !has_blanks) return ScrubbedPath(text, false, keeper_);
  return Whole(NameKind::kText, text, keeper_);
}

std::string TextScrubber::Make(TextForm form, std::string_view text) {
  switch (form) {
    case TextForm::kUnknown:
      return MakeUnknown(text);
    case TextForm::kWord:
      return KnownOr(WordList::kSystem, NameKind::kText, text, keeper_);
    case TextForm::kVersion:
      return ScrubbedVersion(text, keeper_);
    case TextForm::kModel:
      return ScrubbedModel(text, keeper_);
    case TextForm::kNumbers:
      return PlainOr(IsNumberList(text), NameKind::kText, text, keeper_);
    case TextForm::kZone:
      return ScrubbedZone(text, keeper_);
    case TextForm::kHost:
      return ScrubbedHost(text, keeper_);
    case TextForm::kUser:
      return KnownOr(WordList::kUsers, NameKind::kUser, text, keeper_);
    case TextForm::kGroup:
      return KnownOr(WordList::kUsers, NameKind::kGroup, text, keeper_);
    case TextForm::kAddress:
      if (auto address = ScrubbedAddress(text, keeper_)) return *address;
      return MakeUnknown(text);
    case TextForm::kPath:
      if (text.find('/') != text.npos) return ScrubbedPath(text, true, keeper_);
      return KnownOr(WordList::kSystem, NameKind::kPath, text, keeper_);
    case TextForm::kProgram:
      return ScrubbedProgram(text, keeper_);
    case TextForm::kCommand:
      return ScrubbedCommand(text, keeper_);
    case TextForm::kControlGroup:
      return ScrubbedControlGroup(text, keeper_);
    case TextForm::kDisc:
      return PlainOr(IsDisc(text), NameKind::kDevice, text, keeper_);
    case TextForm::kInterface:
      return PlainOr(IsInterface(text), NameKind::kInterface, text, keeper_);
    case TextForm::kProcessor:
      return PlainOr(IsNumbered(text, "cpu"), NameKind::kDevice, text, keeper_);
    case TextForm::kNode:
      return ScrubbedNode(text, keeper_);
    case TextForm::kLoadAverage:
      return PlainOr(IsLoadAverage(text), NameKind::kText, text, keeper_);
    case TextForm::kProcess:
      return Whole(NameKind::kArguments, text, keeper_);
    case TextForm::kCollector:
      if (keeper_.Stays(text == "primary", text, KeptFor::kKnownWord)) return std::string(text);
      return KnownOr(WordList::kCollectors, NameKind::kText, text, keeper_);
    case TextForm::kMetricName:
      return ScrubMetricName(text);
  }
  return Whole(NameKind::kText, text, keeper_);
}

std::string TextScrubber::Scrub(TextForm form, std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > kLongestKept) return Make(form, text);
  std::string key(1, static_cast<char>(form));
  key += text;
  const auto done = done_.find(key);
  if (done != done_.end()) return done->second;
  std::string scrubbed = Make(form, text);
  if (done_.size() == kMostKept) done_.clear();
  done_.emplace(std::move(key), scrubbed);
  return scrubbed;
}

std::string TextScrubber::ScrubInstance(TextForm form, InstanceId id, std::string_view name) {
  const std::string_view first = name.substr(0, name.find(' '));
  InstanceId number = 0;
  const auto read = std::from_chars(first.data(), first.data() + first.size(), number);
  constexpr std::size_t kMostDigits = 10;
  const bool is_own = !first.empty() && first.size() <= kMostDigits && IsDigit(first.front()) &&
                      read.ec == std::errc() && read.ptr == first.data() + first.size() &&
                      number == id;
  if (!is_own || form == TextForm::kLoadAverage) return Scrub(form, name);
  if (first.size() == name.size()) return std::string(name);
  const TextForm rest = form == TextForm::kProcess ? TextForm::kCommand : TextForm::kUnknown;
  return std::string(first) + ' ' + Scrub(rest, name.substr(first.size() + 1));
}

std::string TextScrubber::ScrubMetricName(std::string_view name) {
  // Whatever the host is called.
  if (IsKnownMetric(name)) {
    names().NoteKept(KeptFor::kKnownMetric, name);
    return std::string(name);
  }
  if (const std::string_view measured = MeasuredMetric(name); measured.size() < name.size()) {
    const std::size_t end = name.rfind('.');
    return "fdr." + ScrubMetricName(measured) + std::string(name.substr(end));
  }
  if (names().IsKept(NameKind::kMetric)) return names().Of(NameKind::kMetric, name);
  if (static_cast<std::size_t>(std::count(name.begin(), name.end(), '.')) > kMostComponents)
    return names().Identifier(NameKind::kMetric, name);
  std::string scrubbed;
  bool is_known = true;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string_view component = name.substr(begin, end - begin);
    const std::string_view here = name.substr(0, end);
    is_known = is_known && (IsBeginningOfKnownMetrics(here) || IsKnownMetric(here));
    is_known = is_known && !keeper_.IsForbidden(component);
    if (begin > 0) scrubbed += '.';
    scrubbed +=
        is_known ? std::string(component) : names().Identifier(NameKind::kMetric, component);
    begin = end + 1;
  }
  return scrubbed;
}

std::string TextScrubber::ScrubLabelName(std::string_view name) {
  if (keeper_.Stays(WordList::kLabels, name)) return std::string(name);
  return names().Identifier(NameKind::kLabel, name);
}

}  // namespace fdr

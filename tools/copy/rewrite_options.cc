// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/rewrite_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/replay/copy/rewrite/load_rules.h"
#include "fdr/replay/copy/rewrite/rewrite_parser.h"
#include "fdr/replay/text/json_syntax.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/time/interval.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

tl::unexpected<Error> Wrong(std::string_view option, std::string_view what) {
  return Fail(Errc::kInvalidArgument, fmt::format("{}: {}", option, what));
}

// The same as a file with this text.
Result<void> AddRule(std::string_view option, std::string text, RewriteRules& rules) {
  return ParseRewriteRules(std::make_shared<const RuleText>(std::string(option), std::move(text)),
                           rules);
}

struct Pair {
  std::string left, right;
};

Result<Pair> PairIn(std::string_view option, const std::string& word, std::string_view form) {
  const std::size_t at = word.find('=');
  if (at == 0 || at == std::string::npos)
    return Wrong(option, fmt::format("\"{}\" is not {}", word, form));
  return Pair{word.substr(0, at), word.substr(at + 1)};
}

// The options below become text of rules; a quote or a line end would begin something else there.
Result<void> CheckQuotable(std::string_view option, const std::string& word) {
  const auto ends = [](char c) { return c == '"' || static_cast<unsigned char>(c) < ' '; };
  if (std::ranges::none_of(word, ends)) return {};
  return Wrong(option, "a quote or a control character in \"" + word + '"');
}

// Whether the rules are `metric x { name -> NAME }`, and no more.
bool IsRenaming(const RewriteRules& rules, const std::string& name) {
  if (rules.metrics.size() != 1 || rules.metrics.front().clauses.size() != 1) return false;
  const MetricClause& clause = rules.metrics.front().clauses.front();
  return clause.kind == MetricClause::Kind::kName && clause.name == name && rules.indoms.empty() &&
         rules.texts.empty() && rules.labels.empty();
}

// Rules check the names, too.
Result<void> AddRename(const std::string& word, RewriteRules& rules) {
  auto pair = PairIn("--rename", word, "OLD=NEW");
  if (!pair) return Fail(pair.error());
  RewriteRules check;
  if (auto parsed =
          AddRule("--rename", fmt::format("metric x {{ name -> {} }}", pair->right), check);
      !parsed)
    return parsed;
  if (!IsRenaming(check, pair->right))
    return Wrong("--rename", fmt::format("\"{}\" is not the name of a metric", pair->right));
  for (const RenameRule& other : rules.renames)
    if (other.from == pair->left) return Wrong("--rename", pair->left + " is renamed twice");
  rules.renames.push_back({std::move(pair->left), std::move(pair->right)});
  return {};
}

Result<void> AddHost(const std::string& host, RewriteRules& rules) {
  if (auto checked = CheckQuotable("--host", host); !checked) return checked;
  return AddRule("--host", fmt::format("global {{ hostname -> \"{}\" }}", host), rules);
}

// What is no other value of JSON is a string.
Result<void> AddLabel(const std::string& word, RewriteRules& rules) {
  auto pair = PairIn("--label", word, "NAME=VALUE");
  if (!pair) return Fail(pair.error());
  if (auto checked = CheckQuotable("--label", pair->left); !checked) return checked;
  std::string value = pair->right;
  const std::size_t begin = value.find_first_not_of(" \t\r\n");
  const bool is_scalar = IsJson(value) && value[begin] != '{' && value[begin] != '[';
  if (!is_scalar) {
    value.clear();
    JsonWriter(value).String(pair->right);
  }
  return AddRule("--label", fmt::format("label context {{ new \"{}\" {} }}", pair->left, value),
                 rules);
}

// "+2h", "-90s".
Result<void> AddShift(const std::string& word, RewriteRules& rules) {
  constexpr std::int64_t kMostSeconds = 7'000'000'000;  // two centuries
  const bool is_back = word.starts_with('-');
  const bool has_sign = is_back || word.starts_with('+');
  const auto interval =
      ParseInterval(std::string_view(word).substr(has_sign ? 1 : 0), IntervalRules::kPlain);
  if (!interval) return Wrong("--shift", interval.error().what);
  if (interval->sec > kMostSeconds) return Wrong("--shift", word + " is more than two centuries");
  if (rules.global.shift) return Wrong("--shift", "the rules move times, too");
  const std::int64_t nanos = interval->sec * kNanosPerSecond + interval->nsec;
  rules.global.shift = {is_back ? -nanos : nanos, ClausePlace{rules.files.size(), 0}};
  return {};
}

// An area and a city are the zone of version 3, and what TZ of version 2 has.
Result<void> AddZone(const std::string& word, RewriteRules& rules) {
  if (!Zone::FromTz(word).understood() || word.empty())
    return Wrong("--zone", fmt::format("\"{}\" is not a time zone", word));
  if (rules.global.timezone || rules.global.zoneinfo)
    return Wrong("--zone", "the rules change the zone, too");
  const ClausePlace place{rules.files.size(), 0};
  const bool is_area = word.starts_with(':') || word.find('/') != std::string::npos;
  const std::string tz = is_area && !word.starts_with(':') ? ':' + word : word;
  rules.global.timezone = {tz, place};
  rules.global.zoneinfo = {is_area ? tz : std::string(), place};
  rules.global.needs_zoneinfo = false;
  return {};
}

}  // namespace

Result<RewriteRules> RulesOfOptions(const RewriteWords& words) {
  Result<RewriteRules> rules = LoadRewriteRules(words.files);
  if (!rules) return rules;
  for (const std::string& rename : words.renames)
    if (auto added = AddRename(rename, *rules); !added) return Fail(added.error());
  for (const std::string& label : words.labels)
    if (auto added = AddLabel(label, *rules); !added) return Fail(added.error());
  if (words.host)
    if (auto added = AddHost(*words.host, *rules); !added) return Fail(added.error());
  if (words.shift)
    if (auto added = AddShift(*words.shift, *rules); !added) return Fail(added.error());
  if (words.zone)
    if (auto added = AddZone(*words.zone, *rules); !added) return Fail(added.error());
  return rules;
}

Result<void> RewriteOption::Warn(const Metadata& metadata) const {
  const std::vector<std::string> renames = stage_->UnusedRenames();
  if (!renames.empty()) {
    std::vector<std::string> all;
    for (const Desc& desc : metadata.metrics())
      for (const std::string_view name : metadata.NamesOf(desc.id)) all.emplace_back(name);
    return Fail(Errc::kNotFound, fmt::format("Unknown metric \"{}\"{}", renames.front(),
                                             DidYouMean(renames.front(), all)));
  }
  if (quiet_) return {};
  constexpr std::size_t kMost = 5;
  const std::vector<std::string> unused = stage_->UnusedRules();
  for (std::size_t i = 0; i < unused.size() && i < kMost; ++i)
    PrintMessage("warning: " + Printable(unused[i]) + '\n');
  if (unused.size() > kMost)
    PrintMessage(fmt::format("warning: {} more rules fit nothing\n", unused.size() - kMost));
  return {};
}

Result<CopySink*> RewriteOption::Make(CopySink& next, const Metadata& metadata,
                                      std::function<bool(MetricId)> is_chosen,
                                      ProblemSink on_problem) {
  const bool is_first = stage_ == nullptr;
  stage_.reset();
  Result<RewriteRules> rules = RulesOfOptions(words_);
  if (!rules) return Fail(rules.error());
  rules_ = std::move(*rules);
  auto stage = RewriteStage::Make(rules_, metadata,
                                  {.is_lossy = words_.is_lossy,
                                   .is_chosen = std::move(is_chosen),
                                   .on_problem = std::move(on_problem)},
                                  next);
  if (!stage) return Fail(stage.error());
  stage_ = std::move(*stage);
  if (is_first)
    if (auto warned = Warn(metadata); !warned) return Fail(warned.error());
  return stage_.get();
}

}  // namespace fdr::tools

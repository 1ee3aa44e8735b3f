// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What files of rewriting rules say.  See docs/rewriting.md.
//
// All identifiers and names on the left of an arrow are those of the original.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/record/labelset_record.h"
#include "fdr/archive/record/text_record.h"
#include "fdr/replay/copy/rewrite/id_patterns.h"
#include "fdr/replay/copy/rewrite/substitution.h"
#include "fdr/replay/rules/rule_text.h"

namespace fdr {

/// Where a clause stands.
struct ClausePlace {
  std::size_t file = 0;  ///< in RewriteRules::files
  std::size_t offset = 0;
};

/// A text that a clause puts into the label, with its place for complaints.
struct PlacedText {
  std::string text;
  ClausePlace place;
};

struct GlobalRules {
  std::optional<PlacedText> host, timezone, zoneinfo;
  bool needs_zoneinfo = true;  ///< otherwise version 2 does without
  std::optional<std::pair<std::uint32_t, ClausePlace>> features;
  std::optional<std::pair<std::int64_t, ClausePlace>> shift;  ///< nanoseconds
};

struct InDomClause {
  enum class Kind : std::uint8_t {
    kMove,       ///< to another identifier
    kDuplicate,  ///< the same for a copy
    kName,       ///< an instance gets another name
    kNumber,     ///< an instance gets another number
    kReplace,    ///< a part of the names changes
    kRedact,     ///< the names are replaced by their numbers
  };
  Kind kind = Kind::kMove;
  ClausePlace place;
  InDomPattern target;
  std::string old_name;
  std::optional<std::string> new_name;  ///< none: the instance is deleted
  InstanceId old_number = 0;
  std::optional<InstanceId> new_number;  ///< none: the instance is deleted
  std::optional<Substitution> substitution;
};

struct InDomRule {
  InDomPattern indom;
  ClausePlace place;
  std::vector<InDomClause> clauses;
};

/// Which values stay if a metric gets another instance domain.
struct OutputChoice {
  enum class Kind : std::uint8_t { kFirst, kLast, kMin, kMax, kSum, kAverage, kNumber, kName };
  Kind kind = Kind::kFirst;
  InstanceId number = 0;
  std::string name;
};

struct MetricClause {
  enum class Kind : std::uint8_t { kDelete, kName, kId, kSemantics, kType, kInDom, kUnits, kValue };
  Kind kind = Kind::kDelete;
  ClausePlace place;
  std::string name;
  bool name_may_exist = false;
  MetricPattern id;
  Semantics semantics = Semantics::kInstant;
  Type type = Type::kNoSupport;
  std::optional<Type> if_type;
  std::optional<InDomPattern> indom;  ///< none: the metric becomes singular
  std::optional<OutputChoice> output;
  Units units;
  bool is_extra = false;  ///< the units include one of PCP 7.2
  bool rescale = false;
  std::optional<Substitution> substitution;
};

struct MetricRule {
  MetricPattern metric;
  ClausePlace place;
  std::vector<MetricClause> clauses;
};

/// A metric, or all below a name, gets another name.
struct RenameRule {
  std::string from, to;
};

struct TextClause {
  enum class Kind : std::uint8_t { kDelete, kText, kMetric, kInDom };
  Kind kind = Kind::kDelete;
  ClausePlace place;
  std::string text;
  MetricPattern metric;
  InDomPattern indom;
};

struct TextRule {
  bool is_of_metric = true;
  MetricPattern metric;
  InDomPattern indom;
  bool one_line = true, help = false;
  std::optional<std::string> content;
  ClausePlace place;
  std::vector<TextClause> clauses;
};

struct LabelClause {
  enum class Kind : std::uint8_t { kDelete, kNew, kName, kValue, kMove, kInstance };
  Kind kind = Kind::kDelete;
  ClausePlace place;
  std::string name, value;  ///< the value as JSON
  MetricPattern metric;     ///< of a domain or a cluster, too
  InDomPattern indom;
  InstanceId instance = 0;
};

struct LabelRule {
  LabelLevel level = LabelLevel::kContext;
  MetricPattern metric;  ///< of a domain or a cluster, too
  InDomPattern indom;
  std::optional<InstanceId> instance;
  std::optional<std::string> instance_name;
  std::optional<std::string> name, value;  ///< the value as JSON
  ClausePlace place;
  std::vector<LabelClause> clauses;
};

struct RewriteRules {
  std::vector<std::shared_ptr<const RuleText>> files;
  GlobalRules global;
  std::vector<InDomRule> indoms;
  std::vector<MetricRule> metrics;
  std::vector<RenameRule> renames;
  std::vector<TextRule> texts;
  std::vector<LabelRule> labels;
  std::size_t patterns = 0;  ///< in all clauses
  /// Values follow all units whose dimensions stay, as with RESCALE.
  bool rescales_all = false;
  /// Where the dimensions change, RESCALE has no effect.  By default it is an error.
  bool rescales_if_possible = false;

  /// kInvalidArgument, with file, line and a caret.
  tl::unexpected<Error> Complain(ClausePlace place, std::string_view complaint) const {
    if (place.file < files.size()) return files[place.file]->Complain(place.offset, complaint);
    return Fail(Errc::kInvalidArgument, std::string(complaint));
  }
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rewriting rules do to labels.  Labels follow their metrics and instance domains.  Then
// several sets may become one, and all of them count:
//
//   domain 60 {"agent":"linux"}   metric 60.2.* { pmid -> 61.*.* }   domain 60 {"agent":"linux"}
//   domain 61 {"role":"x"}                                           domain 61
//   {"agent":"linux","role":"x"}

#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/copy/rewrite/label_places.h"
#include "fdr/replay/copy/rewrite/owned_labels.h"
#include "fdr/replay/copy/rewrite/rule_table.h"

namespace fdr {

/// Records come in the order of their stamps, which are those of the originals.  One thread at a
/// time.
class LabelBook {
 public:
  using Pass = std::function<Result<void>(const LabelSetRecord&)>;

  /// Borrows both.  `pass` receives the records of the new archive, with original stamps.
  LabelBook(const RewriteRules& rules, RuleTable& table, Pass pass);

  /// All metrics and domains of the table have been learned.
  Result<void> Begin();
  Result<void> Add(const LabelSetRecord& record);
  /// The members of a domain, which the table knows, may have changed.
  Result<void> NoteMembers(InDomId original, Timestamp stamp);
  /// Metadata of this time come next.
  Result<void> AdvanceTo(Timestamp stamp);
  /// A data record comes next.  New labels begin with the first one at the latest.
  Result<void> BeforeData(Timestamp stamp);
  Result<void> End() { return Flush(); }

 private:
  /// Where labels come from: an owner, or the rules.
  struct Source {
    LabelPlace owner;
    bool is_rule = false;

    friend auto operator<=>(const Source&, const Source&) = default;
  };
  using Book = std::map<LabelPlace, std::map<Source, OwnedSets>>;

  using Pieces = std::map<LabelPlace, OwnedSets>;  // by new owner
  Result<void> Put(const LabelPlace& target, InstanceId instance, std::vector<MergeLabel> labels,
                   Pieces& pieces) const;
  Result<Pieces> Apply(const LabelSetRecord& record, const LabelPlace& owner) const;
  Result<bool> ApplyRules(std::span<const LabelRule* const> rules, const LabelPlace& owner,
                          InstanceId instance, std::vector<MergeLabel>& labels,
                          Pieces& pieces) const;
  // Returns the rest of a set behind the rules; nothing if there is none.
  Result<std::optional<OwnedLabels>> LeftOf(const LabelSet& set,
                                            std::span<const LabelRule* const> rules,
                                            const LabelPlace& owner, Pieces& pieces) const;
  Result<void> ApplyClause(const LabelRule& rule, const LabelClause& clause,
                           const LabelPlace& owner, InstanceId instance,
                           std::vector<MergeLabel>& labels, Pieces& pieces) const;
  Result<void> AddNew(const LabelPlace& original);
  void Replace(const Source& source, Pieces&& pieces);
  Result<void> Flush();
  const LabelRule* RuleOf(const LabelPlace& owner) const;
  Result<void> CountBytes(const LabelPlace& owner, const OwnedSets& sets);
  tl::unexpected<Error> Place(Error error, const LabelPlace& owner, const LabelRule* rule) const;
  Result<void> PassOwner(const LabelPlace& owner);

  const RewriteRules& rules_;
  RuleTable& table_;
  LabelPlaces places_;
  Pass pass_;
  bool is_touched_ = false;
  std::vector<const LabelRule*> new_labels_;  // rules with NEW
  Book book_;
  std::map<Source, std::set<LabelPlace>> placed_;  // where a source has labels now
  std::set<LabelPlace> dirty_;
  std::map<LabelPlace, std::set<InstanceId>> said_;  // whose labels readers know
  Timestamp stamp_;                                  // of what is dirty
  std::uint64_t new_bytes_ = 0;                      // of instances with labels of rules
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_indom.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace fdr {
namespace {

std::size_t HashOf(std::string_view text) { return std::hash<std::string_view>{}(text); }

}  // namespace

void InDomCheck::Check(const InDomRecord& record, std::uint64_t offset) {
  const CheckPlace place{.offset = offset, .stamp = record.stamp};
  if ((record.indom.value & kUnusedIdBit) != 0)
    report_.Add(CheckCode::kIndomId, place, "{:#x} is no instance domain", record.indom.value);
  if (record.entries.empty()) {
    report_.Add(CheckCode::kIndomEmpty, place, "Instance domain {} without instances",
                ToString(record.indom));
    catalog_.other_records.push_back({record.stamp, offset});
    return;
  }
  CheckEntries(record, place);
  const std::uint32_t number = catalog_.InDomNumber(record.indom);
  catalog_.indoms[number].records.push_back({record.stamp, offset});
  if (number >= domains_.size()) domains_.resize(number + 1);
  Domain& domain = domains_[number];
  if (domain.generation != 0 && record.stamp < domain.last)
    report_.Add(CheckCode::kIndomBackwards, place,
                "The stamps of instance domain {} go back from {} to {}", ToString(record.indom),
                StampText(domain.last), StampText(record.stamp));
  CheckDelta(record, domain, place);
  domain.last = record.stamp;
  domain.was_delta = record.is_delta;
  Apply(record, domain, place);
  CheckNames(record, domain, place);
}

void InDomCheck::CheckEntries(const InDomRecord& record, const CheckPlace& place) {
  const auto ascending = [](const InDomEntry& a, const InDomEntry& b) { return a.id < b.id; };
  const auto& entries = record.entries;
  const bool sorted = std::is_sorted(entries.begin(), entries.end(), ascending);
  if (!sorted && record.is_delta)
    report_.Add(CheckCode::kIndomDeltaOrder, place, "Delta of {}: entries not in ascending order",
                ToString(record.indom));
  for (const InDomEntry& entry : entries) {
    if (entry.name.empty() && !(record.is_delta && entry.deleted()))
      report_.Add(CheckCode::kIndomNoName, place, "Instance domain {}: instance {} has no name",
                  ToString(record.indom), entry.id);
  }
  sorted_.assign(entries.begin(), entries.end());
  if (!sorted) std::stable_sort(sorted_.begin(), sorted_.end(), ascending);
  for (std::size_t i = 1; i < sorted_.size(); ++i) {
    const InDomEntry &before = sorted_[i - 1], &entry = sorted_[i];
    const bool is_new_name = record.is_delta && before.deleted() && !entry.deleted();
    if (before.id == entry.id && !is_new_name)
      report_.Add(CheckCode::kIndomIdTwice, place, "Instance domain {} lists instance {} twice",
                  ToString(record.indom), entry.id);
  }
}

// Checks a delta, or a record behind one, against the domain's records before.
void InDomCheck::CheckDelta(const InDomRecord& record, const Domain& domain,
                            const CheckPlace& place) {
  if (record.is_delta && domain.generation == 0)
    report_.Add(CheckCode::kIndomDeltaFirst, place,
                "The first record of instance domain {} is a delta", ToString(record.indom));
  if (!record.is_delta && domain.has_delta)
    report_.Add(CheckCode::kIndomFullAfterDelta, place,
                "A full record of instance domain {} follows a delta", ToString(record.indom));
  if (domain.generation != 0 && record.stamp == domain.last &&
      (record.is_delta || domain.was_delta))
    report_.Add(CheckCode::kIndomDeltaStamp, place,
                "{} of instance domain {} has the stamp of the {} before it",
                record.is_delta ? "A delta" : "A full record", ToString(record.indom),
                domain.was_delta ? "delta" : "full record");
}

void InDomCheck::Apply(const InDomRecord& record, Domain& domain, const CheckPlace& place) {
  domain.has_delta |= record.is_delta;
  if (!record.is_delta || domain.generation == 0) {
    ++domain.generation;
    domain.present = 0;
    domain.by_name.clear();
    domain.by_word.clear();
  }
  for (const InDomEntry& entry : record.entries) ApplyToMember(entry, domain, record, place);
  if (record.is_delta && domain.present == 0)
    report_.Add(CheckCode::kIndomDeltaLeavesNone, place, "Delta of {} leaves no instance",
                ToString(record.indom));
}

void InDomCheck::ApplyToMember(const InDomEntry& entry, Domain& domain, const InDomRecord& record,
                               const CheckPlace& place) {
  Member& member = domain.members[entry.id];
  const bool present = member.generation == domain.generation;
  if (record.is_delta && entry.deleted()) {
    if (!present)
      report_.Add(CheckCode::kIndomDeltaAbsent, place,
                  "Delta of {} removes instance {}, which is not there", ToString(record.indom),
                  entry.id);
    domain.present -= present ? 1 : 0;
    member.generation = 0;
    return;
  }
  const std::size_t hash = HashOf(entry.name), word = HashOf(FirstWordOf(entry.name));
  if (record.is_delta && present && member.name_hash != hash)
    report_.Add(CheckCode::kIndomDeltaRenames, place, "Delta of {} renames instance {} to \"{}\"",
                ToString(record.indom), entry.id, entry.name);
  domain.present += present ? 0 : 1;
  member = {hash, word, domain.generation};
}

// Checks the names in the record, after its changes are applied.  Equal names are usual in some
// domains, so one finding per record is enough.
void InDomCheck::CheckNames(const InDomRecord& record, Domain& domain, const CheckPlace& place) {
  bool are_alike = false;
  for (const InDomEntry& entry : record.entries) {
    if (record.is_delta && entry.deleted()) continue;
    const Member& member = domain.members[entry.id];
    // Returns another member with the same name or word, by its hash.
    const auto other = [&](Holders& holders, std::size_t Member::*hash) {
      const auto [holder, is_new] = holders.try_emplace(member.*hash, entry.id);
      const InstanceId before = std::exchange(holder->second, entry.id);
      const Member& rival = domain.members[before];
      const bool is_there = rival.generation == domain.generation && rival.*hash == member.*hash;
      return !is_new && before != entry.id && is_there ? std::optional(before) : std::nullopt;
    };
    const auto named = other(domain.by_name, &Member::name_hash);
    const auto alike = other(domain.by_word, &Member::word_hash);
    if (named)
      report_.Add(CheckCode::kIndomNameTwice, place,
                  "Instance domain {}: instances {} and {} are both \"{}\"", ToString(record.indom),
                  *named, entry.id, entry.name);
    else if (alike && !std::exchange(are_alike, true))
      report_.Add(CheckCode::kIndomNamesAlike, place,
                  "Instance domain {}: the names of instances {} and {} both begin with \"{}\"",
                  ToString(record.indom), *alike, entry.id, FirstWordOf(entry.name));
  }
}

void InDomCheck::Finish() {
  for (CatalogInDom& indom : catalog_.indoms)
    std::stable_sort(
        indom.records.begin(), indom.records.end(),
        [](const CatalogRecord& a, const CatalogRecord& b) { return a.stamp < b.stamp; });
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/access/access_control.h"

#include <algorithm>
#include <utility>

namespace fdr {
namespace {

std::vector<HostRange> EveryHost() {
  return {*HostRange::Parse("unix:"), *HostRange::Parse(".*"), *HostRange::Parse(":*")};
}

std::vector<HostRange> Localhost() {
  return {*HostRange::Parse("127.0.0.1"), *HostRange::Parse("::1")};
}

Error Wrong(const AccessStatement& statement, const std::string& what) {
  Error error{.code = Errc::kInvalidArgument, .what = what, .file = statement.place.Text()};
  return error;
}

}  // namespace

Result<AccessControl> AccessControl::Make(const std::vector<AccessStatement>& statements,
                                          AccessNames names, std::uint8_t all) {
  AccessControl access;
  access.names_ = std::move(names);
  access.all_ = all;
  for (const AccessStatement& statement : statements)
    for (const std::string& name : statement.names)
      if (const Result<void> added = access.AddName(statement, name); !added)
        return Fail(added.error());
  std::ranges::stable_sort(access.entries_, std::ranges::greater{}, &Entry::Precision);
  return access;
}

Result<void> AccessControl::AddName(const AccessStatement& statement, const std::string& name) {
  if (statement.whom == Whom::kHosts) return AddHost(statement, name);
  needs_user_ = true;
  Entry entry;
  entry.whom = statement.whom;
  if (name != "*") {
    const bool is_user = statement.whom == Whom::kUsers;
    entry.id = is_user ? names_.user(name) : names_.group(name);
    if (!entry.id)
      return Fail(Wrong(statement,
                        (is_user ? "there is no user \"" : "there is no group \"") + name + '"'));
  }
  return Add(statement, name, entry);
}

Result<void> AccessControl::AddHost(const AccessStatement& statement, const std::string& name) {
  std::vector<HostRange> ranges;
  if (name == "*") {
    ranges = EveryHost();
  } else if (name == "localhost") {
    ranges = Localhost();
  } else if (name == "local:" || name == "local:*") {
    ranges = Localhost();
    ranges.emplace_back();
  } else if (const std::optional<HostRange> range = HostRange::Parse(name)) {
    ranges = {*range};
  } else if (name.find_first_of("*:/") != std::string::npos) {
    return Fail(
        Wrong(statement, '"' + name + "\" is neither a host nor the beginning of an address"));
  } else {
    const Result<std::vector<HostAddress>> found = names_.addresses(name);
    if (!found) return Fail(Wrong(statement, "host \"" + name + "\": " + found.error().what));
    for (const HostAddress& address : *found) ranges.push_back(HostRange::Of(address));
  }
  for (const HostRange& range : ranges) {
    Entry entry;
    entry.range = range;
    entry.is_everyone = name == "*";
    if (const Result<void> added = Add(statement, name, entry); !added) return added;
  }
  return {};
}

// Statements about the same hosts, users or groups are one.
Result<void> AccessControl::Add(const AccessStatement& statement, const std::string& name,
                                Entry entry) {
  const auto same =
      std::ranges::find_if(entries_, [&](const Entry& other) { return entry.IsSame(other); });
  Entry& to = same != entries_.end() ? *same : entries_.emplace_back(entry);
  to.allowed |= statement.allowed;
  to.denied |= statement.denied;
  if ((to.allowed & to.denied) != 0)
    return Fail(Wrong(statement, '"' + name +
                                     "\" was allowed before what is disallowed now, or "
                                     "the other way round"));
  if (to.most != 0 && statement.most != 0 && to.most != statement.most)
    return Fail(Wrong(statement, '"' + name + "\" had another maximum before"));
  to.most = std::max(to.most, statement.most);
  return {};
}

bool AccessControl::Entry::IsSame(const Entry& other) const {
  return whom == other.whom && range == other.range && is_everyone == other.is_everyone &&
         id == other.id;
}

std::size_t AccessControl::Entry::Precision() const {
  if (whom != Whom::kHosts) return id.has_value() ? 1 : 0;
  return is_everyone ? 0 : 1 + range.bits;
}

bool AccessControl::Entry::Covers(const ClientOrigin& origin,
                                  const std::vector<std::uint32_t>& groups) const {
  switch (whom) {
    case Whom::kHosts:
      return range.Covers(origin.address);
    case Whom::kUsers:
      return origin.user && (!id || *id == *origin.user);
    case Whom::kGroups:
      return origin.user && (!id || std::ranges::find(groups, *id) != groups.end());
  }
  return false;
}

Admission AccessControl::Look(const ClientOrigin& origin) const {
  Admission admission{.rights = all_, .entries = {}, .limits = {}};
  std::vector<std::uint32_t> groups;
  if (needs_user_ && origin.user) groups = names_.groups_of(*origin.user);
  bool is_named = false;  // as a user, or by a group
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].Covers(origin, groups)) continue;
    admission.entries.push_back(i);
    is_named |= entries_[i].whom != Whom::kHosts;
  }
  for (const Whom whom : {Whom::kHosts, Whom::kUsers, Whom::kGroups}) {
    admission.rights &= RightsOf(whom, admission.entries);
    AddLimits(whom, admission);
  }
  if (needs_user_ && !is_named) admission.rights = 0;
  return admission;
}

// What the most precise of these entries say of each operation.  Of equally precise ones, as of the
// groups of a user, each may deny.
std::uint8_t AccessControl::RightsOf(Whom whom, const std::vector<std::size_t>& entries) const {
  std::uint8_t denied = 0;
  for (unsigned operation = 1; operation <= all_; operation <<= 1) {
    std::optional<std::size_t> precision;
    for (const std::size_t i : entries) {
      const Entry& entry = entries_[i];
      if (entry.whom != whom || ((entry.allowed | entry.denied) & operation) == 0) continue;
      if (precision && entry.Precision() < *precision) break;
      precision = entry.Precision();
      denied |= static_cast<std::uint8_t>(entry.denied & operation);
    }
  }
  return static_cast<std::uint8_t>(all_ & ~denied);
}

// The maximum of the most precise entries that have one.
void AccessControl::AddLimits(Whom whom, Admission& admission) const {
  std::optional<std::size_t> precision;
  for (const std::size_t i : admission.entries) {
    const Entry& entry = entries_[i];
    if (entry.whom != whom || entry.most == 0) continue;
    if (precision && entry.Precision() < *precision) break;
    precision = entry.Precision();
    admission.limits.push_back(i);
  }
}

bool AccessControl::IsFull(const Admission& admission) const {
  return std::ranges::any_of(admission.limits,
                             [&](std::size_t i) { return entries_[i].count >= entries_[i].most; });
}

void AccessControl::Enter(const Admission& admission) {
  for (const std::size_t i : admission.entries) ++entries_[i].count;
}

void AccessControl::Leave(const Admission& admission) {
  for (const std::size_t i : admission.entries) --entries_[i].count;
}

}  // namespace fdr

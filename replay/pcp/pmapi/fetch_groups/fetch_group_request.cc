// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_request.h"

#include <algorithm>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"

namespace fdr::pmapi {

GroupValues::GroupValues(const GroupOutputs& outputs, int* statuses)
    : values_(outputs.values), statuses_(statuses), type_(outputs.type), most_(outputs.most) {
  if (values_ != nullptr) std::fill_n(values_, most_, SentinelOf(type_));
}

GroupValues::~GroupValues() {
  for (unsigned int i = 0; i < most_; ++i) Store(i, SentinelOf(type_));
}

void GroupValues::Set(unsigned int place, const ConvertedValue& value) {
  if (values_ != nullptr)
    Store(place, value.atom);
  else if (type_ == PM_TYPE_STRING)
    Free()(value.atom.cp);
  SetStatus(place, value.status);
}

void GroupValues::SetStatus(unsigned int place, int status) {
  if (statuses_ != nullptr) statuses_[place] = status;
}

void GroupValues::SetError(unsigned int place, int status) { Set(place, NoValue(status, type_)); }

void GroupValues::Store(unsigned int place, const pmAtomValue& atom) {
  if (values_ == nullptr) return;
  if (type_ == PM_TYPE_STRING) Free()(values_[place].cp);
  values_[place] = atom;
}

const pmValueSet* FindSet(const pmHighResResult* result, pmID metric) {
  if (result == nullptr) return nullptr;
  for (const pmValueSet* set : std::span(result->vset, static_cast<std::size_t>(result->numpmid)))
    if (set->pmid == metric) return set;
  return nullptr;
}

const pmValue* FindValue(const pmValueSet* set, int instance) {
  if (set == nullptr) return nullptr;
  for (int i = 0; i < set->numval; ++i)
    if (set->vlist[i].inst == instance) return &set->vlist[i];
  return nullptr;
}

ConvertedValue ConvertAgainst(const GroupConversion& conversion, const pmValueSet& set,
                              const pmValue& value, const pmHighResResult& now,
                              const pmHighResResult* before) {
  if (!conversion.is_rate) return ConvertValue(conversion, set.valfmt, value);
  ValueBefore old;
  const pmValueSet* const old_set = FindSet(before, set.pmid);
  old.value = FindValue(old_set, value.inst);
  if (before == nullptr) {
    old.error = PM_ERR_AGAIN;
  } else if (old.value == nullptr) {
    old.error = PM_ERR_VALUE;
  } else {
    old.format = old_set->valfmt;
    old.elapsed = pmtimespecSub(&now.timestamp, &before->timestamp);
  }
  return ConvertRate(conversion, set.valfmt, value, old);
}

}  // namespace fdr::pmapi

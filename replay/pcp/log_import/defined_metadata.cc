// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/defined_metadata.h"

#include <pcp/import.h>
#include <strings.h>

#include <algorithm>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/text/ascii.h"

namespace fdr::log_import {
namespace {

constexpr unsigned kItemsOfCluster = 1024;

bool IsMetricName(std::string_view name) {
  bool begins = true;  // a part of the name
  for (const char c : name) {
    if (c == '.' ? begins : begins ? !IsAlpha(c) : !IsAlpha(c) && !IsDigit(c) && c != '_')
      return false;
    begins = c == '.';
  }
  return !begins;
}

bool IsKnownType(int type) { return type >= PM_TYPE_32 && type <= PM_TYPE_STRING; }

bool IsKnownSemantics(int semantics) {
  return semantics == PM_SEM_COUNTER || semantics == PM_SEM_INSTANT || semantics == PM_SEM_DISCRETE;
}

bool IsEmpty(const char* text) { return text == nullptr || *text == '\0'; }

int CheckLabelPlace(unsigned type, unsigned id, unsigned instance) {
  switch (type) {
    case PM_LABEL_CONTEXT:
      return 0;
    case PM_LABEL_DOMAIN:
    case PM_LABEL_CLUSTER:
    case PM_LABEL_ITEM:
    case PM_LABEL_INDOM:
      return id == PM_ID_NULL ? PMI_ERR_BADLABELID : 0;
    case PM_LABEL_INSTANCES:
      if (instance == PM_IN_NULL) return PMI_ERR_BADLABELINSTANCE;
      return id == PM_INDOM_NULL ? PMI_ERR_BADLABELID : 0;
    default:
      return PMI_ERR_BADLABELTYPE;
  }
}

// {"name":"value"}; what may be a word of JSON has no quotes.
std::string LabelText(const char* name, const char* value) {
  const bool is_word = strcasecmp(value, "true") == 0 || strcasecmp(value, "false") == 0 ||
                       strcasecmp(value, "null") == 0;
  const std::string_view quote = is_word ? "" : "\"";
  std::string text = "{\"";
  text.append(name).append("\":").append(quote).append(value).append(quote).append("}");
  return text;
}

}  // namespace

DefinedMetadata DefinedMetadata::Copy() const {
  DefinedMetadata copy;
  copy.metrics_ = metrics_;
  copy.metrics_by_name_ = metrics_by_name_;
  copy.metrics_by_id_ = metrics_by_id_;
  copy.domains_ = domains_;
  copy.handles_ = handles_;
  copy.texts_ = texts_;
  for (DefinedMetric& metric : copy.metrics_) metric.is_written = false;
  for (DefinedDomain& domain : copy.domains_) domain.is_written = false;
  for (const DefinedLabels& labels : labels_) {
    pmLabelSet* set = nullptr;
    if (__pmAddLabels(&set, labels.set->json, static_cast<int>(labels.type)) < 0) continue;
    set->inst = labels.set->inst;
    copy.labels_.push_back({labels.type, labels.id, labels.instance, LabelSetPointer(set)});
  }
  return copy;
}

int DefinedMetadata::CheckMetric(std::string_view name, pmID pmid) const {
  const auto same_name = metrics_by_name_.find(name);
  const auto same_id = metrics_by_id_.find(pmid);
  if (same_name == metrics_by_name_.end() && same_id == metrics_by_id_.end()) return 0;
  const bool is_name_first =
      same_id == metrics_by_id_.end() ||
      (same_name != metrics_by_name_.end() && same_name->second <= same_id->second);
  return is_name_first ? PMI_ERR_DUPMETRICNAME : PMI_ERR_DUPMETRICID;
}

pmID DefinedMetadata::NextId() const {
  for (auto number = static_cast<unsigned>(metrics_.size()) + 1;; ++number) {
    const pmID pmid = pmID_build(kDomain, number / kItemsOfCluster, number % kItemsOfCluster);
    if (!metrics_by_id_.contains(pmid)) return pmid;
  }
}

int DefinedMetadata::AddMetric(const char* name, pmDesc desc) {
  if (name == nullptr || !IsMetricName(name)) return PMI_ERR_BADMETRICNAME;
  if (const int sts = CheckMetric(name, desc.pmid); sts < 0) return sts;
  if (!IsKnownType(desc.type)) return PMI_ERR_BADTYPE;
  if (!IsKnownSemantics(desc.sem)) return PMI_ERR_BADSEM;
  if (desc.pmid == PM_ID_NULL) desc.pmid = NextId();
  metrics_by_name_.emplace(name, metrics_.size());
  metrics_by_id_.emplace(desc.pmid, metrics_.size());
  metrics_.push_back({name, desc});
  return 0;
}

int DefinedMetadata::AddInstance(pmInDom indom, std::string_view name, int instance) {
  DefinedDomain* const domain = FindDomain(indom);
  if (domain != nullptr) return domain->Add(name, instance);
  DefinedDomain added(indom);
  if (const int sts = added.Add(name, instance); sts < 0) return sts;
  domains_.push_back(std::move(added));
  return 0;
}

int DefinedMetadata::AddText(unsigned type, unsigned level, unsigned id, const char* content) {
  if (type != PM_TEXT_PMID && type != PM_TEXT_INDOM) return PMI_ERR_BADTEXTTYPE;
  if (level != PM_TEXT_ONELINE && level != PM_TEXT_HELP) return PMI_ERR_BADTEXTCLASS;
  if (id == PM_ID_NULL) return PMI_ERR_BADTEXTID;
  if (IsEmpty(content)) return PMI_ERR_EMPTYTEXTCONTENT;
  const bool is_known = std::ranges::any_of(texts_, [&](const DefinedText& text) {
    return text.type == type && text.level == level && text.id == id && text.content == content;
  });
  if (is_known) return PMI_ERR_DUPTEXT;
  texts_.push_back({type, level, id, content});
  return 0;
}

int DefinedMetadata::AddLabel(unsigned type, unsigned id, unsigned instance, const char* name,
                              const char* value) {
  if (const int sts = CheckLabelPlace(type, id, instance); sts < 0) return sts;
  if (IsEmpty(name)) return PMI_ERR_EMPTYLABELNAME;
  if (IsEmpty(value)) return PMI_ERR_EMPTYLABELVALUE;
  if (type != PM_LABEL_INSTANCES) instance = PM_IN_NULL;
  const auto known = std::ranges::find_if(labels_, [&](const DefinedLabels& labels) {
    return labels.type == type && labels.id == id && labels.instance == instance;
  });
  const bool is_new = known == labels_.end();
  pmLabelSet* set = is_new ? nullptr : known->set.get();
  // A dot would make the name that of a label inside of another one.
  if (std::string_view(name).find('.') != std::string_view::npos) return PMI_ERR_ADDLABELERROR;
  const std::string text = LabelText(name, value);
  if (__pmAddLabels(&set, text.c_str(), static_cast<int>(type)) < 0) return PMI_ERR_ADDLABELERROR;
  if (!is_new) return 0;
  set->inst = static_cast<unsigned int>(instance);
  labels_.push_back({type, id, instance, LabelSetPointer(set)});
  return 0;
}

int DefinedMetadata::Find(const char* name, const char* instance, DefinedHandle& found) const {
  const auto metric = name == nullptr ? metrics_by_name_.end() : metrics_by_name_.find(name);
  if (metric == metrics_by_name_.end()) return PM_ERR_NAME;
  found = {metric->second, kNoInstance};
  const pmInDom indom = metrics_[found.metric].desc.indom;
  if (indom == PM_INDOM_NULL) return IsEmpty(instance) ? 0 : PMI_ERR_INSTNOTNULL;
  if (IsEmpty(instance)) return PMI_ERR_INSTNULL;
  const auto domain = std::ranges::find(domains_, indom, &DefinedDomain::id);
  if (domain == domains_.end()) return PM_ERR_INDOM;
  const std::optional<int> id = domain->Find(instance);
  if (!id) return PM_ERR_INST;
  found.instance = *id;
  return 0;
}

int DefinedMetadata::AddHandle(const DefinedHandle& handle) {
  handles_.push_back(handle);
  return static_cast<int>(handles_.size());
}

const DefinedHandle* DefinedMetadata::FindHandle(int number) const {
  if (number <= 0 || static_cast<std::size_t>(number) > handles_.size()) return nullptr;
  return &handles_[static_cast<std::size_t>(number) - 1];
}

DefinedMetric* DefinedMetadata::FindMetric(pmID pmid) {
  const auto found = metrics_by_id_.find(pmid);
  return found == metrics_by_id_.end() ? nullptr : &metrics_[found->second];
}

DefinedDomain* DefinedMetadata::FindDomain(pmInDom indom) {
  const auto found = std::ranges::find(domains_, indom, &DefinedDomain::id);
  return found == domains_.end() ? nullptr : &*found;
}

void DefinedMetadata::EndNews() {
  written_texts_ = texts_.size();
  labels_.clear();
}

}  // namespace fdr::log_import

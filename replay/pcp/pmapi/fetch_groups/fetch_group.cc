// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group.h"

#include <algorithm>

namespace fdr::pmapi {

void FetchGroup::Include(pmInDom indom, int instance) {
  if (indom == PM_INDOM_NULL || whole_.count(indom) > 0) return;
  if (narrowed_.insert(indom).second) pmDelProfile(indom, 0, nullptr);
  pmAddProfile(indom, 1, &instance);
}

void FetchGroup::IncludeAll(pmInDom indom) {
  if (indom != PM_INDOM_NULL && whole_.insert(indom).second) pmAddProfile(indom, 0, nullptr);
}

std::shared_ptr<InstanceNames> FetchGroup::NamesOf(pmInDom indom) {
  std::shared_ptr<InstanceNames>& names = names_[indom];
  if (!names) names = std::make_shared<InstanceNames>();
  return names;
}

void FetchGroup::Add(std::unique_ptr<GroupRequest> request) {
  const pmID id = request->metric();
  if (id != PM_ID_NULL && std::find(metrics_.begin(), metrics_.end(), id) == metrics_.end())
    metrics_.push_back(id);
  requests_.push_back(std::move(request));
}

int FetchGroup::Fetch() {
  const UsedContext used(context_);
  if (used.status() < 0) return used.status();
  pmHighResResult* result = nullptr;
  const int status = pmFetchHighRes(static_cast<int>(metrics_.size()), metrics_.data(), &result);
  std::unique_ptr<pmHighResResult, FreeHighResResult> now(status < 0 ? nullptr : result);
  if (now) pmSortHighResInstances(now.get());
  for (const auto& request : requests_) request->Fill(now.get(), last_.get());
  if (now) last_ = std::move(now);
  return status;
}

void FetchGroup::Clear() {
  requests_.clear();
  metrics_.clear();
  names_.clear();
  last_.reset();
}

}  // namespace fdr::pmapi

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A fetch group: a context of its own, and requests with places for their values.

#pragma once

#include <pcp/pmapi.h>

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_names.h"
#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_request.h"

namespace fdr::pmapi {

struct FreeHighResResult {
  void operator()(pmHighResResult* result) const { pmFreeHighResResult(result); }
};

/// While this lives, the calling thread has another current context.
class UsedContext {
 public:
  explicit UsedContext(int handle) : before_(pmWhichContext()), status_(pmUseContext(handle)) {}
  UsedContext(const UsedContext&) = delete;
  UsedContext& operator=(const UsedContext&) = delete;
  ~UsedContext() {
    if (before_ >= 0) pmUseContext(before_);
  }
  int status() const { return status_; }

 private:
  int before_, status_;
};

class FetchGroup {
 public:
  /// The context belongs to the group.
  explicit FetchGroup(int context) : context_(context) {}
  ~FetchGroup() { pmDestroyContext(context_); }
  FetchGroup(const FetchGroup&) = delete;
  FetchGroup& operator=(const FetchGroup&) = delete;

  int context() const { return context_; }
  /// In the group's context: limits its profile to the requested instances.
  void Include(pmInDom indom, int instance);
  void IncludeAll(pmInDom indom);
  /// The names of a domain, shared by all requests.
  std::shared_ptr<InstanceNames> NamesOf(pmInDom indom);
  void Add(std::unique_ptr<GroupRequest> request);
  int Fetch();
  void Clear();

 private:
  int context_;
  std::vector<std::unique_ptr<GroupRequest>> requests_;
  std::vector<pmID> metrics_;           // each once
  std::set<pmInDom> narrowed_, whole_;  // in the profile
  std::map<pmInDom, std::shared_ptr<InstanceNames>> names_;
  std::unique_ptr<pmHighResResult, FreeHighResResult> last_;
};

}  // namespace fdr::pmapi

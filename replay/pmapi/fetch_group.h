// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A fetch group: a context of its own, and what is to be fetched with it, to where.

#pragma once

#include <pcp/pmapi.h>

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "fdr/replay/pmapi/fetch_group_names.h"
#include "fdr/replay/pmapi/fetch_group_request.h"

namespace fdr::pmapi {

struct FreeHighResResult {
  void operator()(pmHighResResult* result) const { pmFreeHighResResult(result); }
};

/// While this lives, the calling thread's current context is another one.
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
  /// In the group's context: narrows its profile to the instances that were asked for.
  void Include(pmInDom indom, int instance);
  void IncludeAll(pmInDom indom);
  /// What all requests know of a domain.
  std::shared_ptr<InstanceNames> NamesOf(pmInDom indom);
  void Add(std::unique_ptr<GroupRequest> request);
  int Fetch();
  void Clear();

 private:
  int context_;
  std::vector<std::unique_ptr<GroupRequest>> requests_;
  std::vector<pmID> metrics_;           // none twice
  std::set<pmInDom> narrowed_, whole_;  // in the profile
  std::map<pmInDom, std::shared_ptr<InstanceNames>> names_;
  std::unique_ptr<pmHighResResult, FreeHighResResult> last_;
};

}  // namespace fdr::pmapi

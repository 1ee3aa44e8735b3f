// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances that a context fetches.

#include <pcp/pmapi.h>

#include <vector>

#include "fdr/replay/pcp/pmapi/contexts/context_table.h"

namespace fdr::pmapi {
namespace {

int ChangeProfile(pmInDom indom, int numinst, const int* instances, bool included) {
  const LockedContext context;
  if (!context) return PM_ERR_NOCONTEXT;
  const InDomId id{indom};
  const bool is_all = numinst <= 0 || instances == nullptr;
  if (id.IsNull() && instances != nullptr) return PM_ERR_PROFILESPEC;
  Profile profile = context->plain_source().profile();
  if (id.IsNull()) {
    profile.SetAll(included);
  } else if (is_all) {
    profile.Set(id, included);
  } else {
    // The first list for a domain starts with no instances, even a list of exclusions.
    if (!profile.Mentions(id)) profile.Set(id, false);
    const std::vector<InstanceId> list(instances, instances + numinst);
    if (included)
      profile.Include(id, list);
    else
      profile.Exclude(id, list);
  }
  context->plain_source().SetProfile(std::move(profile));
  return 0;
}

}  // namespace
}  // namespace fdr::pmapi

int pmAddProfile(pmInDom indom, int numinst, int* instlist) {
  return fdr::pmapi::Guarded(
      [&] { return fdr::pmapi::ChangeProfile(indom, numinst, instlist, true); });
}

int pmDelProfile(pmInDom indom, int numinst, int* instlist) {
  return fdr::pmapi::Guarded(
      [&] { return fdr::pmapi::ChangeProfile(indom, numinst, instlist, false); });
}

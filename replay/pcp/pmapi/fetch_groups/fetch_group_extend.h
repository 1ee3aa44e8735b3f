// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions behind pmExtendFetchGroup_...(3).

#pragma once

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group.h"

namespace fdr::pmapi {

/// These add a request to the group, or return an error.
int AddItem(FetchGroup& group, const char* metric, const char* instance, const char* scale,
            const GroupOutputs& outputs);
int AddInDom(FetchGroup& group, const char* metric, const char* scale, int* codes, char** names,
             const GroupOutputs& outputs);
int AddEvent(FetchGroup& group, const char* metric, const char* instance, const char* field,
             const char* scale, timespec* times, const GroupOutputs& outputs);
int AddStamp(FetchGroup& group, timeval* low, timespec* high);

/// The identifier and descriptor of a metric, by its name.
int FindMetric(const char* name, pmDesc& desc);
/// An error if the group cannot convert in this way.
int SetConversion(const char* scale, int out_type, GroupConversion& conversion);
struct GroupTarget {
  pmDesc desc = {};
  int instance = 0;   ///< PM_IN_NULL without an instance
  pmDesc field = {};  ///< if requested
};
/// Finds a metric, one of its instances, and a field of event records, by their names.  All names
/// but the first may be NULL.
int FindTarget(const char* metric, const char* instance, const char* field, GroupTarget& target);

}  // namespace fdr::pmapi

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One of the things that a fetch group fetches, and where its program wants it.  Outputs may be
// NULL; those that are not, outlive the request.

#pragma once

#include <pcp/pmapi.h>

#include <span>
#include <string>
#include <vector>

#include "fdr/replay/pmapi/fetch_group_conversion.h"

namespace fdr::pmapi {

class GroupRequest {
 public:
  virtual ~GroupRequest() = default;
  /// PM_ID_NULL: none.
  virtual pmID metric() const = 0;
  /// Either result is nullptr if that fetch failed.  In the group's context.
  virtual void Fill(const pmHighResResult* now, const pmHighResResult* before) = 0;
};

struct GroupOutputs {
  pmAtomValue* values = nullptr;
  int* statuses = nullptr;  ///< of values
  int type = PM_TYPE_NOSUPPORT;
  unsigned int most = 1;
  unsigned int* count = nullptr;
  int* status = nullptr;  ///< of all
};

/// Where values go.  Strings that programs find there belong to this.
class GroupValues {
 public:
  GroupValues(const GroupOutputs& outputs, int* statuses);
  ~GroupValues();
  GroupValues(const GroupValues&) = delete;
  GroupValues& operator=(const GroupValues&) = delete;

  void Set(unsigned int place, const ConvertedValue& value);
  void SetError(unsigned int place, int status);
  void SetStatus(unsigned int place, int status);

 private:
  void Store(unsigned int place, const pmAtomValue& atom);

  pmAtomValue* values_;
  int* statuses_;
  int type_;
  unsigned int most_;
};

/// The set of a metric; nullptr if there is none.
const pmValueSet* FindSet(const pmHighResResult* result, pmID metric);
const pmValue* FindValue(const pmValueSet* set, int instance);

/// A value, or a rate from the one of the same instance in the result before.
ConvertedValue ConvertAgainst(const GroupConversion& conversion, const pmValueSet& set,
                              const pmValue& value, const pmHighResResult& now,
                              const pmHighResResult* before);

}  // namespace fdr::pmapi

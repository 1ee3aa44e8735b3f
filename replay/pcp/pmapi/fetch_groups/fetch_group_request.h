// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A request of a fetch group, and the places for its values in the program.  Outputs may be NULL;
// otherwise they must outlive the request.

#pragma once

#include <pcp/pmapi.h>

#include <span>
#include <string>
#include <vector>

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_conversion.h"

namespace fdr::pmapi {

class GroupRequest {
 public:
  virtual ~GroupRequest() = default;
  /// PM_ID_NULL if the request needs no metric.
  virtual pmID metric() const = 0;
  /// A result is nullptr if its fetch failed.  Called in the group's context.
  virtual void Fill(const pmHighResResult* now, const pmHighResResult* before) = 0;
};

struct GroupOutputs {
  pmAtomValue* values = nullptr;
  int* statuses = nullptr;  ///< one for each value
  int type = PM_TYPE_NOSUPPORT;
  unsigned int most = 1;
  unsigned int* count = nullptr;
  int* status = nullptr;  ///< of the whole request
};

/// Writes the values of a request.  Owns the strings that programs find there.
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

/// The set of a metric; nullptr if the result has none.
const pmValueSet* FindSet(const pmHighResResult* result, pmID metric);
const pmValue* FindValue(const pmValueSet* set, int instance);

/// A value, or its rate since the value of the same instance in the previous result.
ConvertedValue ConvertAgainst(const GroupConversion& conversion, const pmValueSet& set,
                              const pmValue& value, const pmHighResResult& now,
                              const pmHighResResult* before);

}  // namespace fdr::pmapi

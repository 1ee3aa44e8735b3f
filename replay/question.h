// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The questions that a context answers, as values.  Context (context.h) defines the answers.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/record/labelset_record.h"
#include "fdr/archive/record/text_record.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"

namespace fdr {

/// A node of the name space below another one.
struct NameChild {
  std::string name;      ///< the last part of the path
  bool is_leaf = false;  ///< a metric; false: there are nodes below

  friend bool operator==(const NameChild&, const NameChild&) = default;
};

/// A member of an instance domain.
struct NamedInstance {
  InstanceId id = 0;
  std::string name;

  friend bool operator==(const NamedInstance&, const NamedInstance&) = default;
};

/// The labels of one thing, or of one instance of a domain.
struct OwnedLabelSet {
  InstanceId instance = kSingular;
  std::string json;
  std::vector<LabelEntry> entries;  ///< into the JSON
  std::int32_t code = 0;            ///< the collector's error as recorded; 0: none
};

/// Called exactly once with the answer to a question: before Context::Start() returns, or during a
/// Wait().  An archive always answers at once, so a Done that starts the next question recurses,
/// and a long chain overflows the stack.  A context that is destroyed ends open questions with
/// kCancelled.
template <class T>
using Done = std::function<void(Result<T>)>;

// What a question borrows must outlive the answer.

struct FindQuestion {
  std::span<const std::string> names;
  Done<std::vector<Result<MetricId>>> done;
};

struct NamesOfQuestion {
  MetricId id;
  Done<std::vector<std::string>> done;
};

struct ChildrenQuestion {
  std::string_view name;
  Done<std::vector<NameChild>> done;
};

struct TraverseQuestion {
  std::string_view name;
  Done<std::vector<std::string>> done;
};

struct DescsQuestion {
  std::span<const MetricId> ids;
  Done<std::vector<Result<Desc>>> done;
};

struct InstancesQuestion {
  InDomId indom;
  Done<std::vector<NamedInstance>> done;
};

struct AllInstancesQuestion {
  InDomId indom;
  Done<std::vector<NamedInstance>> done;
};

struct TextQuestion {
  TextKind kind;
  std::uint32_t id;
  Done<std::string> done;
};

struct LabelsQuestion {
  LabelLevel level;
  std::uint32_t id;
  Done<std::vector<OwnedLabelSet>> done;
};

struct FetchQuestion {
  std::span<const MetricId> metrics;
  const Profile& profile;
  FetchResult& result;
  Done<bool> done;
};

struct FetchRecordQuestion {
  FetchResult& result;
  Done<bool> done;
};

using Question = std::variant<FindQuestion, NamesOfQuestion, ChildrenQuestion, TraverseQuestion,
                              DescsQuestion, InstancesQuestion, AllInstancesQuestion, TextQuestion,
                              LabelsQuestion, FetchQuestion, FetchRecordQuestion>;

}  // namespace fdr

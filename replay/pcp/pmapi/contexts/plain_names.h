// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names without derived metrics: those of a loaded name space, otherwise those of a context.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/name_space/named_context.h"
#include "fdr/replay/pcp/pmapi/contexts/api_context.h"
#include "fdr/replay/pcp/pmapi/name_spaces/program_names.h"

namespace fdr::pmapi {

/// Valid only for the moment: must not be kept.
class PlainNames {
 public:
  /// Null if there is no context.
  explicit PlainNames(ApiContext* context);

  /// A PMNS_... constant, or PM_ERR_NOPMNS if there are no names.
  int Location() const;

  /// As in a Context; PM_ERR_NOPMNS if there are no names.
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names);
  Result<std::vector<std::string>> NamesOf(MetricId id);
  Result<std::vector<NameChild>> Children(std::string_view name);
  Result<std::vector<std::string>> Traverse(std::string_view name);

 private:
  template <class Question>
  auto Ask(Question question) -> decltype(question(std::declval<Context&>()));

  ApiContext* context_;
  ProgramNames::State program_;
  std::optional<NamedContext> named_;
  Context* asked_ = nullptr;  // null: only the program's names are used
};

}  // namespace fdr::pmapi

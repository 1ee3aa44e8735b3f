// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names without those of derived metrics: those of what the program has loaded, if it has, else
// those of a context.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/name_space/named_context.h"
#include "fdr/replay/pmapi/api_context.h"
#include "fdr/replay/pmapi/program_names.h"

namespace fdr::pmapi {

/// Of one moment: not to be kept.
class PlainNames {
 public:
  /// Null: there is no context.
  explicit PlainNames(ApiContext* context);

  /// PMNS_..., or PM_ERR_NOPMNS where there are no names at all.
  int Location() const;

  /// As of a Context; PM_ERR_NOPMNS where there are no names.
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
  Context* asked_ = nullptr;  // none: the program's names alone answer
};

}  // namespace fdr::pmapi

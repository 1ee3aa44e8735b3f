// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/plain_names.h"

#include <pcp/pmapi.h>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/name_spaces/name_space_file.h"

namespace fdr::pmapi {

// If $PMNS_DEFAULT is set, local contexts have the names of that file, as in PCP.  Our collector
// then supplies the names below dynamic roots, as PCP's agents do.  For hosts and archives, dynamic
// roots are not expanded.
PlainNames::PlainNames(ApiContext* context)
    : context_(context), program_(ProgramNames::Get().Current()) {
  const bool is_local = context_ != nullptr && context_->NamesLocation() == PMNS_LOCAL;
  if (is_local && !program_.is_wanted && HasDefaultOfUser())
    program_ = ProgramNames::Get().WithDefault([] { return LoadDefaultNameSpace(true); });
  if (!program_.is_wanted) {
    if (context_ != nullptr) asked_ = &context_->plain_source();
  } else if (program_.names && is_local) {
    asked_ = &named_.emplace(context_->plain_source(), program_.names);
  }
}

int PlainNames::Location() const {
  if (program_.is_wanted) return program_.names ? PMNS_LOCAL : PM_ERR_NOPMNS;
  return context_ != nullptr ? context_->NamesLocation() : PM_ERR_NOPMNS;
}

Result<std::vector<Result<MetricId>>> PlainNames::Find(std::span<const std::string> names) {
  if (asked_ != nullptr) return asked_->Find(names);
  if (!program_.names) return FailPcp(PM_ERR_NOPMNS);
  std::vector<Result<MetricId>> found;
  for (const std::string& name : names) found.push_back(program_.names->Find(name));
  return found;
}

template <class Question>
auto PlainNames::Ask(Question question) -> decltype(question(std::declval<Context&>())) {
  if (asked_ != nullptr) return question(*asked_);
  if (!program_.names) return FailPcp(PM_ERR_NOPMNS);
  return question(*program_.names);
}

Result<std::vector<std::string>> PlainNames::NamesOf(MetricId id) {
  return Ask([id](auto& names) { return names.NamesOf(id); });
}

Result<std::vector<NameChild>> PlainNames::Children(std::string_view name) {
  return Ask([name](auto& names) { return names.Children(name); });
}

Result<std::vector<std::string>> PlainNames::Traverse(std::string_view name) {
  return Ask([name](auto& names) { return names.Traverse(name); });
}

}  // namespace fdr::pmapi

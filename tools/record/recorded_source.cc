// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/recorded_source.h"

#include <utility>

namespace fdr::tools {

RecordedSource::RecordedSource(Context& source, std::shared_ptr<const NameSpace> names,
                               DerivedTable derived, OnSemanticError on_error)
    : context_(&source) {
  if (names) context_ = &named_.emplace(*context_, std::move(names));
  if (!derived.empty())
    context_ = &derived_.emplace(*context_, std::move(derived), std::move(on_error));
}

void RecordedSource::Renew() {
  if (derived_) derived_->Rebind();
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source as a recording sees it: perhaps under other names, and with derived metrics.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/name_space/named_context.h"

namespace fdr::tools {

/// Cannot be moved.  Borrows the source, to which no questions may be open when this is destroyed.
class RecordedSource {
 public:
  /// Without names, keeps those of the source.
  RecordedSource(Context& source, std::shared_ptr<const NameSpace> names, DerivedTable derived,
                 OnSemanticError on_error);
  RecordedSource(const RecordedSource&) = delete;
  RecordedSource& operator=(const RecordedSource&) = delete;

  Context& context() { return *context_; }
  /// Looks up again the metrics that others are derived from: the source may have changed.
  void Renew();

 private:
  std::optional<NamedContext> named_;
  std::optional<DerivedContext> derived_;
  Context* context_;  // the outermost
};

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a recording sees of a source: perhaps under other names, and with derived metrics.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/name_space/named_context.h"

namespace fdr::tools {

/// Stays where it is.  Borrows the source, of which nothing may be asked any more when this ends.
class RecordedSource {
 public:
  /// Without names, it has its own.
  RecordedSource(Context& source, std::shared_ptr<const NameSpace> names, DerivedTable derived,
                 OnSemanticError on_error);
  RecordedSource(const RecordedSource&) = delete;
  RecordedSource& operator=(const RecordedSource&) = delete;

  Context& context() { return *context_; }
  /// The source may have become another one: what metrics are derived from is looked up anew.
  void Renew();

 private:
  std::optional<NamedContext> named_;
  std::optional<DerivedContext> derived_;
  Context* context_;  // the outermost
};

}  // namespace fdr::tools

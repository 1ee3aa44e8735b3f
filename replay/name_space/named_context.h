// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Any context under the names of a name space.

#pragma once

#include <memory>
#include <utility>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/name_space/name_space.h"

namespace fdr {

/// The dynamic roots, and the names of metrics that the source has.
Result<NameSpace> TrimmedTo(Context& source, const NameSpace& names);

/// Has exactly the names of the name space, even if the source lacks some of the metrics.  Below a
/// dynamic root, it has the names of the source.  One thread at a time, like the source.
class NamedContext final : public ForwardingContext {
 public:
  /// Borrows the source.
  NamedContext(Context& source, std::shared_ptr<const NameSpace> names)
      : ForwardingContext(source), names_(std::move(names)) {}

  void Start(Question question) override;

 private:
  void Take(FindQuestion asked);
  void Take(NamesOfQuestion asked);
  void Take(ChildrenQuestion asked);
  void Take(TraverseQuestion asked);
  template <class Other>
  void Take(Other asked) {
    source().Start(std::move(asked));
  }

  std::shared_ptr<const NameSpace> names_;
};

}  // namespace fdr

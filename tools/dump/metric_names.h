// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of the metrics in a dump: those of the archive, or of a name space.

#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/name_space/name_space.h"

namespace fdr::tools {

class MetricNames {
 public:
  /// Borrows the metadata.  Without a name space, the names are those of the archive.
  explicit MetricNames(const Metadata& metadata, std::shared_ptr<const NameSpace> own = nullptr)
      : metadata_(metadata), own_(std::move(own)) {}

  /// All names of a metric; empty if it has no name.
  std::span<const std::string_view> Of(MetricId id) const;
  const NameTree& tree() const { return own_ ? own_->tree() : metadata_.names(); }

 private:
  const Metadata& metadata_;
  std::shared_ptr<const NameSpace> own_;
};

}  // namespace fdr::tools

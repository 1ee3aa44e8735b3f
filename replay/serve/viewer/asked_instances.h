// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which instances a request asks for: names, "#12", globs, /regular expressions/, and conditions on
// labels in braces.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/replay/serve/http/parameters.h"
#include "fdr/replay/serve/viewer/instance_conditions.h"

namespace fdr {

/// All instances at first.  A value.
class AskedInstances {
 public:
  static constexpr std::size_t kMost = 4096;

  /// The parameters "i".  kInvalidArgument for a wrong expression, or too many.
  static Result<AskedInstances> Of(const Parameters& parameters);

  /// Reads the labels that conditions compare, from a source with these metrics; see
  /// InstanceConditions.
  Result<void> ReadLabels(Context& context, std::span<const Desc> metrics);

  bool Includes(const std::string& metric, const Desc& desc, InstanceId id,
                const std::string& name) const;

 private:
  Result<void> Add(const std::string& text);

  bool has_all_ = true;
  std::unordered_set<std::string> names_;
  std::unordered_set<InstanceId> ids_;
  std::vector<std::string> globs_;
  std::vector<TextPattern> patterns_;
  std::optional<InstanceConditions> conditions_;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a source says about its metrics.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/sources/local/known_texts.h"

namespace fdr::tools {

using InstanceNames = std::vector<NamedInstance>;

struct MetricInfo {
  std::string name;
  Desc desc;
  std::string one_line, help;
  bool has_known_text = false;  ///< `one_line` is fdr's own text about a well-known name
  std::string expression;       ///< of a derived metric
  std::shared_ptr<const InstanceNames> instances;  ///< ascending by identifier; only on request
};

struct InfoWanted {
  bool help = false;
  bool instances = false;  ///< for an archive, all that ever were
};

/// Asks for many metrics at a time, since a host may be far away.  Borrows the context.
class InfoReader {
 public:
  InfoReader(Context& context, const DerivedContext* derived, InfoWanted wanted)
      : context_(context), derived_(derived), wanted_(wanted) {}

  /// In the order of the names, which must exist.
  Result<std::vector<MetricInfo>> Read(std::span<const std::string> names);

 private:
  Result<void> AddDescs(std::span<const std::string> names, std::vector<MetricInfo>& facts);
  void AddTexts(TextKind kind, std::string MetricInfo::*to, std::vector<MetricInfo>& facts);
  std::shared_ptr<const InstanceNames> InstancesOf(InDomId indom);

  Context& context_;
  const DerivedContext* derived_;
  InfoWanted wanted_;
  std::optional<local::KnownTexts> known_;
  std::map<InDomId, std::shared_ptr<const InstanceNames>> instances_;
};

}  // namespace fdr::tools

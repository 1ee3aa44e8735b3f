// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a source says about its metrics: what can be listed, and searched for words.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/derived_context.h"

namespace fdr {

/// Ascending by identifier.
using NamedInstances = std::vector<NamedInstance>;
/// Labels as "name=value".
using LabelLines = std::vector<std::string>;

/// Longer lists of instances or of labels are not searched, by default: a server has many clients.
inline constexpr std::size_t kMostSearched = 4096;

struct MetricInfo {
  std::string name;
  Desc desc;
  std::string one_line, help;
  bool has_known_text = false;  ///< `one_line` is not the source's: see KnownText
  std::string expression;       ///< of a derived metric
  std::shared_ptr<const NamedInstances> instances;  ///< only on request
  /// One list for each level, and one for all instances; without those of the source, which all
  /// metrics have.  Only on request.
  std::vector<std::shared_ptr<const LabelLines>> labels;
};

struct InfoWanted {
  bool one_line = true;
  bool help = false;
  bool instances = false;     ///< for an archive, all that ever were
  Context* labels = nullptr;  ///< gives labels.  Null: none are wanted
  bool skip_unknown = false;  ///< names without a metric are left out, and are no error
  /// A longer list of labels ends behind one more.
  std::size_t most_searched = kMostSearched;
};

/// A line about a well-known metric for sources that have none; "" if it is not well known.
using KnownText = std::function<std::string(std::string_view name, const Desc& desc)>;

/// Called now and then.  Its error ends the work.
using CheckLimit = std::function<Result<void>()>;

/// Asks for many metrics at a time, since a host may be far away.  Borrows the contexts.
class InfoReader {
 public:
  InfoReader(Context& context, InfoWanted wanted, KnownText known);

  /// In the order of the names.
  Result<std::vector<MetricInfo>> Read(std::span<const std::string> names, const CheckLimit& check);
  Result<std::vector<MetricInfo>> Read(std::span<const std::string> names) {
    return Read(names, [] { return Result<void>(); });
  }

 private:
  Result<void> ReadSome(std::span<const std::string> names, const CheckLimit& check,
                        std::vector<MetricInfo>& all);
  Result<std::vector<MetricInfo>> ReadDescs(std::span<const std::string> names);
  void AddTexts(TextKind kind, std::string MetricInfo::*to, std::vector<MetricInfo>& metrics);
  void AddOwnTexts(MetricInfo& metric);
  void AddLabels(MetricInfo& metric);
  std::shared_ptr<const NamedInstances> InstancesOf(InDomId indom);
  std::shared_ptr<const LabelLines> LabelsOf(LabelLevel level, std::uint32_t id);
  std::set<std::string> ReadLabels(LabelLevel level, std::uint32_t id);

  Context& context_;
  const DerivedContext* const derived_;
  InfoWanted wanted_;
  KnownText known_;
  std::map<InDomId, std::shared_ptr<const NamedInstances>> instances_;
  std::map<std::pair<LabelLevel, std::uint32_t>, std::shared_ptr<const LabelLines>> labels_;
};

}  // namespace fdr

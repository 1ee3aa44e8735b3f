// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a program has defined for its archive: metrics, instances, handles, texts and labels.

#pragma once

#include <pcp/pmapi.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fdr::log_import {

/// The instance of a singular metric: PM_IN_NULL.
inline constexpr int kNoInstance = -1;

struct DefinedMetric {
  std::string name;
  pmDesc desc;
  bool is_written = false;
};

struct DefinedInstance {
  int id;
  std::string name;
};

/// Two names are the same if they agree up to their first blank, included: "a b" and "a c" are,
/// "a" and "a b" are not.
class DefinedDomain {
 public:
  explicit DefinedDomain(pmInDom indom) : id(indom) {}

  /// Returns 0, or the error of the first member with this name or this identifier.
  int Add(std::string_view name, int instance);
  /// The instance with this name.
  std::optional<int> Find(std::string_view name) const;
  /// Puts the members in the order that readers get: by identifier.
  void Sort();

  const std::vector<DefinedInstance>& members() const { return members_; }

  pmInDom id;
  bool is_written = false;  ///< and no member was added since

 private:
  std::vector<DefinedInstance> members_;
  std::map<std::string, int, std::less<>> ids_;  // by the part of the name that counts
  std::unordered_set<int> numbers_;              // the identifiers
};

/// A metric, and one of its instances.
struct DefinedHandle {
  std::size_t metric;  ///< its place among the metrics
  int instance;        ///< kNoInstance for a singular metric
};

struct DefinedText {
  unsigned type;   ///< PM_TEXT_PMID or PM_TEXT_INDOM
  unsigned level;  ///< PM_TEXT_ONELINE or PM_TEXT_HELP
  unsigned id;
  std::string content;
};

struct FreeLabelSet {
  void operator()(pmLabelSet* set) const { pmFreeLabelSets(set, 1); }
};
using LabelSetPointer = std::unique_ptr<pmLabelSet, FreeLabelSet>;

/// Labels of one object, for the next record.
struct DefinedLabels {
  unsigned type;  ///< PM_LABEL_...
  unsigned id;
  unsigned instance;  ///< PM_IN_NULL unless the labels are of an instance
  LabelSetPointer set;
};

/// Each function returns 0, or the error that PCP returns.  One thread at a time.
class DefinedMetadata {
 public:
  /// The domain of metrics without an identifier of their own.
  static constexpr int kDomain = 245;

  /// A copy in which nothing counts as written.
  DefinedMetadata Copy() const;

  /// For PM_ID_NULL, chooses an identifier by the number of metrics.
  int AddMetric(const char* name, pmDesc desc);
  int AddInstance(pmInDom indom, std::string_view name, int instance);
  int AddText(unsigned type, unsigned level, unsigned id, const char* content);
  int AddLabel(unsigned type, unsigned id, unsigned instance, const char* name, const char* value);

  /// Finds a metric and an instance by their names; for a singular metric, null or an empty text.
  int Find(const char* name, const char* instance, DefinedHandle& found) const;
  /// Returns the number of a new handle.  The first has number 1.
  int AddHandle(const DefinedHandle& handle);
  /// Null if there is no such handle.
  const DefinedHandle* FindHandle(int number) const;

  DefinedMetric* FindMetric(pmID pmid);
  DefinedDomain* FindDomain(pmInDom indom);

  const std::vector<DefinedMetric>& metrics() const { return metrics_; }
  const std::vector<DefinedDomain>& domains() const { return domains_; }
  const std::vector<DefinedHandle>& handles() const { return handles_; }
  const std::vector<DefinedText>& texts() const { return texts_; }
  /// The texts from here on are not written.
  std::size_t written_texts() const { return written_texts_; }
  /// The labels that are not written.
  const std::vector<DefinedLabels>& labels() const { return labels_; }
  bool has_news() const { return !labels_.empty() || written_texts_ < texts_.size(); }
  /// Call when all texts and labels are written.
  void EndNews();

 private:
  int CheckMetric(std::string_view name, pmID pmid) const;
  pmID NextId() const;

  std::vector<DefinedMetric> metrics_;
  std::map<std::string, std::size_t, std::less<>> metrics_by_name_;
  std::unordered_map<pmID, std::size_t> metrics_by_id_;
  std::vector<DefinedDomain> domains_;
  std::vector<DefinedHandle> handles_;
  std::vector<DefinedText> texts_;
  std::size_t written_texts_ = 0;
  std::vector<DefinedLabels> labels_;
};

}  // namespace fdr::log_import

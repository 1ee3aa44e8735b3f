// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metadata of an archive: names, descriptors, instance domains, labels and help texts.  Data
// that change over time are looked up by time.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/metadata/indom_history.h"
#include "fdr/archive/metadata/label_history.h"
#include "fdr/archive/metadata/name_tree.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/text_record.h"

namespace fdr {

class PlaceIndex;

/// How to treat a damaged record in a .meta file.
enum class MetadataDamage {
  kRefuse,  ///< fail, as PCP does
  kSkip,    ///< report and skip it, and go on as long as records can be distinguished
};

/// The number of records of each kind in a .meta file.
struct MetadataCounts {
  std::uint64_t descs = 0, indoms = 0, indom_deltas = 0, labelsets = 0, texts = 0;
};

/// Holds all metadata in memory; all returned objects borrow from it.  Immutable between calls of
/// Extend(); share freely.
class Metadata {
 public:
  explicit Metadata(MetadataDamage damage = MetadataDamage::kRefuse);
  Metadata(Metadata&& other) noexcept;
  Metadata& operator=(Metadata&& other) noexcept;
  ~Metadata();

  /// Reads the .meta file whose label is `label`.
  static Result<Metadata> Load(const ByteSource& source, const LabelRecord& label,
                               MetadataDamage damage, const ProblemSink& on_problem);

  /// Reads records that were appended since.  An incomplete record is left for the next call.
  /// After an error, the records before the damage have been added, and the next call begins at the
  /// damage.
  Result<void> Extend(const ByteSource& source, const ProblemSink& on_problem);

  /// Adds another archive's .meta file, as if its records followed the present ones.  Names keep
  /// their metric, the last text counts, and instance domains and labels get one common history.
  /// Only the last added file can be extended.
  Result<void> Append(const ByteSource& source, const LabelRecord& label,
                      const ProblemSink& on_problem);

  /// Every metric, in the order of their first descriptors.
  std::span<const Desc> metrics() const { return metrics_; }
  /// The place of a metric in metrics().
  std::optional<std::size_t> IndexOf(MetricId id) const;
  const Desc* FindDesc(MetricId id) const;
  /// The first record that describes the metric, with the names in its order.
  std::optional<DescRecord> StoredDesc(MetricId id) const;
  /// All names of a metric, in the reverse order of the name tree; may be empty.
  std::span<const std::string_view> NamesOf(MetricId id) const;
  std::optional<MetricId> FindMetric(std::string_view name) const;
  const NameTree& names() const { return names_; }

  /// Every instance domain, in the order of their first records with instances.
  std::span<const InDomHistory> indoms() const { return indoms_; }
  const InDomHistory* FindInDom(InDomId id) const;

  std::span<const LabelHistory> labels() const { return labels_; }
  /// All labels of a context are in one history, regardless of the identifier.
  const LabelHistory* FindLabels(LabelLevel level, std::uint32_t id) const;

  std::optional<std::string_view> FindText(TextKind kind, std::uint32_t id) const;
  /// All texts.  If there are several records for one metric or domain, the last counts.
  std::span<const TextRecord> texts() const { return texts_; }

  const MetadataCounts& counts() const { return counts_; }

 private:
  Result<void> AddRecords(const ByteSource& piece, const ProblemSink& on_problem);
  Result<void> Add(Bytes body, MetadataDamage damage, const Problem& place,
                   const ProblemSink& on_problem);
  Result<void> AddDesc(Bytes body, const DescRecord& record);
  void AddInDom(Bytes body, const InDomRecord& record);
  void AddLabels(Bytes body, const LabelSetRecord& record);
  void AddText(const TextRecord& record);
  void Finish();

  // The bytes that all other members borrow from: one piece from Load(), one from each Extend().
  std::vector<std::unique_ptr<ByteSource>> pieces_;
  std::uint64_t loaded_ = 0;  // bytes of the last file, loaded or given up
  MetadataDamage damage_;

  std::vector<Desc> metrics_;
  std::vector<Bytes> stored_;  // their first records, without the type words
  std::unique_ptr<PlaceIndex> metric_index_;
  NameTree names_;
  std::vector<std::string_view> all_names_;  // grouped by metric
  std::vector<std::size_t> first_name_;      // by place in metrics_, one more than metrics_
  std::vector<InDomHistory> indoms_;
  std::unordered_map<InDomId, std::size_t> indom_index_;
  std::vector<LabelHistory> labels_;
  std::unordered_map<std::uint64_t, std::size_t> label_index_;
  std::vector<TextRecord> texts_;
  std::unordered_map<std::uint64_t, std::size_t> text_index_;
  MetadataCounts counts_;
};

}  // namespace fdr

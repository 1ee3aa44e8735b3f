// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of programs that keep memory mapped values: mmv.*, apart from mmv.control.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/record/text_record.h"
#include "fdr/replay/context.h"
#include "fdr/replay/sources/local/application_values.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/replay/sources/mmv/mmv_folder.h"

namespace fdr::local {

struct ApplicationMetric {
  std::string name;
  MetricId id;
};

class Applications {
 public:
  explicit Applications(const LocalOptions& options);

  /// Whether an identifier is of a kind that only metrics of programs have.
  static constexpr bool Has(MetricId id) {
    return id.domain() == mmv::kDomain && id.cluster() != 0;
  }
  static constexpr bool Has(InDomId indom) { return indom.domain() == mmv::kDomain; }

  /// Looks for files that came, went or changed.  True if there are other metrics than before.
  bool Look(Timestamp now);

  /// Valid until a look that is true, as everything here.
  std::span<const ApplicationMetric> metrics() const { return metrics_; }
  std::size_t file_count() const { return files_.size(); }

  // Nothing if there is no such metric, domain or text.
  std::optional<std::string> NameOf(MetricId id) const;
  std::optional<Desc> DescOf(MetricId id) const;
  std::optional<std::vector<NamedInstance>> Instances(InDomId indom) const;
  std::optional<std::string> Text(TextKind kind, std::uint32_t id) const;
  std::vector<OwnedLabelSet> Labels(LabelLevel level, std::uint32_t id) const;

  /// Adds the values of a metric, with the stamp of the result.  Files are read once in a reading.
  void AddSet(MetricId id, const Profile& profile, std::uint64_t reading, FetchResult& result);

 private:
  static constexpr std::uint16_t kNone = 0xffff;

  struct File {
    mmv::ServedFile* served = nullptr;
    std::array<std::uint16_t, mmv::kMaxItem + 1> by_item;  // into the metrics of its content
    std::vector<ApplicationReading> readings;              // of these metrics
    std::uint64_t reading = 0;                             // the last that read its values
  };

  void Index();
  void AddFile(const std::string& name, mmv::ServedFile& served);
  const File* FileOf(std::uint32_t cluster) const {
    return by_cluster_[cluster] == kNone ? nullptr : &files_[by_cluster_[cluster]];
  }
  const File* FileOf(InDomId indom) const;
  const mmv::Metric* Find(MetricId id) const;
  const mmv::Indom* Find(InDomId indom) const;
  bool ReadValues(File& file, std::uint64_t reading);

  mmv::MmvFolder folder_;
  std::function<void(const std::string&)> log_;
  std::vector<ApplicationMetric> metrics_;
  std::vector<File> files_;
  std::array<std::uint16_t, mmv::kMaxCluster + 1> by_cluster_;
};

}  // namespace fdr::local

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the metadata of an archive complete: asks the source for missing metadata, and passes it to
// the writer right before the record that needs it.

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fdr/archive/archive_writer.h"
#include "fdr/logger/metadata/domain_watch.h"
#include "fdr/logger/metadata/lifeline.h"
#include "fdr/logger/metadata/result_shape.h"
#include "fdr/logger/source/held_metadata.h"
#include "fdr/replay/context.h"

namespace fdr {

/// The description of a metric that must be known before it is recorded.
struct RecordedMetric {
  Desc desc;
  std::vector<std::string> names;
};

/// Only one question may be open.  Borrows the source.
class MetadataFeed {
 public:
  /// Takes at most `most_memory` bytes; see held_metadata.h.
  MetadataFeed(Context& source, std::size_t most_memory) : source_(&source), most_(most_memory) {}

  /// To be called for every metric before a result contains it.
  void Know(RecordedMetric metric);
  /// To be called for a known metric that may have changed.
  void Update(const Desc& desc);
  /// The memory that all metadata takes now.
  std::size_t held() const { return held_ + domains_.held(); }
  /// kTooLarge if that plus `more` bytes exceeds the limit.
  Result<void> CheckMemory(std::size_t more = 0) const { return CheckHeld(held() + more, most_); }

  bool Knows(MetricId id) const { return metrics_.contains(id); }
  /// False if another known metric has this identifier or name.
  bool Allows(const Desc& desc, std::string_view name) const;
  std::string NameOf(MetricId id) const { return metrics_.at(id).what.names[0]; }

  /// Asks again for all labels, with the next result.
  void RefreshLabels();
  /// The same, and also asks again for the members of all domains: the source may be another one.
  void Refresh();

  /// Asks for all metadata that is missing to record the result, which must not change until the
  /// answer.  Metadata that the source does not have is left out.  If the connection is lost, the
  /// missing answers are asked for again the next time.  kTooLarge if the metadata exceeds the
  /// memory limit; the last answer is then dropped.
  void StartGather(const FetchResult& result, Done<void> done);

  /// The metrics in the gathered result whose values do not have the known type.
  std::vector<MetricId> FindMisdescribed(const FetchResult& result) const;

  /// kTypeChanged or a similar error if a metric in the result differs from its description in the
  /// archive.  kExists if a new metric has the name of another one in the archive.  Both require
  /// another archive.
  Result<void> Check(const FetchResult& result, const ArchiveWriter& writer) const;

  /// Writes the gathered metadata that is not in the archive yet.
  Result<void> Write(const FetchResult& result, ArchiveWriter& writer);

  /// The same for known metrics that are in no result: only their descriptors.
  Result<void> Check(std::span<const MetricId> metrics, const ArchiveWriter& writer) const;
  Result<void> Write(std::span<const MetricId> metrics, ArchiveWriter& writer) const;

  /// Starts another archive, which is empty.
  void BeginArchive();

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // a level or kind, and an identifier
  template <class T>
  struct Item {
    T value = {};
    bool is_here = false;
    bool is_written = false;
  };
  using LabelSets = std::vector<OwnedLabelSet>;
  struct Metric {
    RecordedMetric what;
    bool is_asked = false;  // for labels and texts
    bool is_written = false;
  };

  Result<void> Check(const RecordedMetric& metric, const ArchiveWriter& writer) const;
  void AskAbout(const RecordedMetric& metric);
  void AskAgainAbout(MetricId metric);
  void AskForLabels(LabelLevel level, std::uint32_t id, MetricId metric);
  void AskForLabelsAgain(Key key);
  void AskForText(TextKind kind, std::uint32_t id, MetricId metric);
  void AskForMembers(InDomId indom);
  // Metadata that exceeds the limit is an error, and not just missing.
  template <class T>
  void NoteFailure(const Result<T>& answer) {
    if (!answer && answer.error().code == Errc::kTooLarge) gathered_ = Fail(answer.error());
  }
  template <class T>
  bool Keep(Item<T>& item, T value);
  void Answered();

  Result<void> WriteMetric(const RecordedMetric& metric, Timestamp stamp, ArchiveWriter& writer);
  Result<void> WriteLabels(LabelLevel level, std::uint32_t id, Timestamp stamp,
                           ArchiveWriter& writer);
  Result<void> WriteText(TextKind kind, std::uint32_t id, ArchiveWriter& writer);
  Result<void> WriteMembers(InDomId indom, Timestamp stamp, ArchiveWriter& writer);

  Context* source_;
  std::size_t most_;
  std::size_t held_ = 0;  // without domains
  Result<void> gathered_;
  std::unordered_map<MetricId, Metric> metrics_;
  DomainWatch domains_;
  std::vector<InDomId> looked_at_;     // for the present result
  std::unordered_set<InDomId> known_;  // domains that the archive has
  std::map<Key, Item<LabelSets>> labels_;
  std::map<Key, Item<std::string>> texts_;
  ResultShapes settled_;         // results for which the archive has everything
  bool is_settled_ = false;      // the present result is one of these
  std::vector<Key> relabelled_;  // their labels have changed, for the present result
  bool labels_are_old_ = false;
  bool has_gaps_ = false;  // some questions about the present result were not answered
  std::size_t open_ = 0;   // number of open questions
  Done<void> done_;
  Lifeline lifeline_;  // answers may come after the end of this object
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Has an archive know what its records are about: asks the source for what is missing, and gives it
// to the writer right before the record that needs it.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fdr/archive/archive_writer.h"
#include "fdr/logger/metadata/domain_watch.h"
#include "fdr/logger/metadata/result_shape.h"
#include "fdr/logger/source/held_metadata.h"
#include "fdr/replay/context.h"

namespace fdr {

/// What a recording knows of a metric from the start.
struct RecordedMetric {
  Desc desc;
  std::vector<std::string> names;
};

/// One question at a time.  Borrows the source.
class MetadataFeed {
 public:
  /// Of no more memory than that; see held_metadata.h.
  MetadataFeed(Context& source, std::size_t most_memory) : source_(&source), most_(most_memory) {}

  /// Of every metric, before it is in a result.
  void Know(RecordedMetric metric);
  /// Of one that is known, if it may have changed.
  void Update(const Desc& desc);
  /// How much memory it takes by now, beside others for the same recording.
  std::size_t held() const { return held_ + domains_.held(); }
  /// kTooLarge if that, and so much more, is too much.
  Result<void> CheckMemory(std::size_t more = 0) const { return CheckHeld(held() + more, most_); }

  bool Knows(MetricId id) const { return metrics_.contains(id); }
  /// Whether none that is known has this identifier or name, and is another metric.
  bool Allows(const Desc& desc, std::string_view name) const;
  std::string NameOf(MetricId id) const { return metrics_.at(id).what.names[0]; }

  /// What labels there are is asked for again, for the next result.
  void RefreshLabels();
  /// ... and which members domains have: the source is another one, perhaps.
  void Refresh();

  /// Asks for everything that is missing to record the result, which must stay as it is until the
  /// answer.  What the source does not have is left out; what it could not say, because the
  /// connection was lost, is asked for again the next time.  kTooLarge, and what came last is not
  /// kept, if all of it takes too much memory.
  void StartGather(const FetchResult& result, Done<void> done);

  /// The metrics in the result that was gathered for whose values are not of the type that they are
  /// known to have.
  std::vector<MetricId> FindMisdescribed(const FetchResult& result) const;

  /// kTypeChanged and its like if a metric in the result is not what the archive says that it is,
  /// kExists if it is new there and another one has its name: that takes another archive.
  Result<void> Check(const FetchResult& result, const ArchiveWriter& writer) const;

  /// Adds what was gathered for the result, and is not in the archive yet.
  Result<void> Write(const FetchResult& result, ArchiveWriter& writer);

  /// The same for metrics that are known, but in no result: descriptors, and no more.
  Result<void> Check(std::span<const MetricId> metrics, const ArchiveWriter& writer) const;
  Result<void> Write(std::span<const MetricId> metrics, ArchiveWriter& writer) const;

  /// Another archive, in which nothing is yet.
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
    bool is_asked = false;  // about labels and texts
    bool is_written = false;
  };

  Result<void> Check(const RecordedMetric& metric, const ArchiveWriter& writer) const;
  void AskAbout(const RecordedMetric& metric);
  void AskForLabels(LabelLevel level, std::uint32_t id);
  void AskForLabelsAgain(Key key);
  void AskForText(TextKind kind, std::uint32_t id);
  void AskForMembers(InDomId indom);
  // Where the source says more than may be held, it is not just that this is missing.
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
  std::size_t held_ = 0;  // but for domains
  Result<void> gathered_;
  std::unordered_map<MetricId, Metric> metrics_;
  DomainWatch domains_;
  std::vector<InDomId> looked_at_;     // for the result at hand
  std::unordered_set<InDomId> known_;  // domains that the archive has
  std::map<Key, Item<LabelSets>> labels_;
  std::map<Key, Item<std::string>> texts_;
  ResultShapes settled_;         // results for which the archive has everything
  bool is_settled_ = false;      // the result at hand is one
  std::vector<Key> relabelled_;  // whose labels have changed, for the result at hand
  bool labels_are_old_ = false;
  bool has_gaps_ = false;  // questions were not answered
  std::size_t open_ = 0;   // questions
  Done<void> done_;
  // Answers that come when this is gone must not find it.
  std::shared_ptr<int> alive_ = std::make_shared<int>();
};

}  // namespace fdr

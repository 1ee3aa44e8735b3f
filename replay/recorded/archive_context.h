// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives behind the fetch interface.  What positions and modes mean: docs/replay-semantics.md.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/archive/base/error_place.h"
#include "fdr/archive/base/problem.h"
#include "fdr/replay/immediate_context.h"
#include "fdr/replay/interpolation_rules.h"
#include "fdr/replay/recorded/recorded_sets.h"
#include "fdr/replay/timeline/timeline.h"

namespace fdr {

class TimelineReader;

struct ReplayOptions {
  OpenOptions open;
  InterpolationRules rules;
  /// Sets FetchResult::after_gap() for interpolated values too, if a mark lies between a fetch and
  /// the previous one.  Costs a look at the records in between.
  bool watch_gaps = false;
  /// Fetches at the end, EndTime() and LastStamp() look for growth.  Otherwise only Grow() does.
  bool follows = true;
  /// With a sink, a fetch in the modes kForward and kBackward reports damage to it, and goes on
  /// behind the damage; FetchResult::after_gap() is then set.  An incomplete last record is the end
  /// of the log, until it is complete.  Records that are not in the order of time are passed over:
  /// the sink gets the first one since SetMode(), with kOutOfOrder.  Data that cannot be
  /// decompressed are damaged.  A fetch fails where a file cannot be read.  Without a sink, a fetch
  /// returns damage as an error.
  ///
  /// In the mode kInterpolated damage is a mark, which OpenOptions::on_problem gets.  By default
  /// that is this sink, except for an incomplete last record, which a writer may complete; it then
  /// gets each place once, however often that is read.
  ProblemSink on_damage;
};

/// Stands at the start of the first archive, in the mode kForward.  By default it follows an
/// archive that is still being written: a fetch at its end looks whether the archive has grown.  In
/// the mode kForward, an incomplete last record is kTruncatedRecord until it is complete.
class ArchiveContext final : public ImmediateContext {
 public:
  /// `names` as FindArchives() takes them: one archive, or several that form one timeline.
  static Result<std::unique_ptr<ArchiveContext>> Open(std::string_view names,
                                                      ReplayOptions options = {});
  /// One archive, which is open already, and does not grow.  OpenOptions do not count.
  static std::unique_ptr<ArchiveContext> Of(std::shared_ptr<Archive> archive,
                                            ReplayOptions options = {});
  ~ArchiveContext() override;

  /// Returns another context on the same archives, with the same mode, position and profile.  Two
  /// threads may use the two contexts.
  std::unique_ptr<ArchiveContext> Duplicate();
  /// Every duplicate has ended, before this call.  So the next growth may change what they shared;
  /// otherwise the archives are opened again.
  void OutlivesDuplicates();

  /// Valid until the context grows: by Grow(), EndTime(), or a fetch that comes to the end.
  const Timeline& timeline() const;
  /// The label of the first archive.  Valid as long as timeline().
  const LabelRecord& label() const { return timeline().label(); }
  /// The latest stamp in the archives; looks for growth first, unless it follows none.
  Result<Timestamp> EndTime();
  /// The stamp of the last record in the files, which PCP takes for the end; looks for growth
  /// first, too.
  Result<Timestamp> LastStamp();
  /// Looks for growth: records, metadata, index entries, volumes, and archives in directories.
  /// False if nothing was added.  A missing file is an error only when it must be read.
  Result<bool> Grow();

  /// In the modes kForward and kBackward, after an error that every fetch repeats: moves past the
  /// damage to the next credible record, in any volume or archive.  False if there is none.
  Result<bool> SkipDamage();

  /// Asked at the end of a walk in the modes kForward and kBackward: whether recording was
  /// interrupted behind the last record that was returned, by a mark or by damage.  No value lasts
  /// beyond the returned time, that of the last record in front of the interruption.
  std::optional<Timestamp> GapStart() const;

  /// Like Fetch() and FetchRecord() in the modes kForward and kBackward, but return the recorded
  /// sets and ignore the profile.  For a metric that is not in the record, the set has no values.
  Fetched FetchSets(std::span<const MetricId> metrics, RecordedSets& sets);
  Fetched FetchRecordSets(RecordedSets& sets);

  /// Interpolates at any time, also outside of the log.  The position does not change.
  Result<void> FetchAt(Timestamp t, std::span<const MetricId> metrics, FetchResult& result);
  /// The same under ValueRule::kPrevious: no instantaneous or discrete number is one that was
  /// observed later.  The profile does not count.
  Result<void> FetchLastAt(Timestamp t, std::span<const MetricId> metrics, FetchResult& result);
  /// Whether recording was interrupted between two times.
  Result<bool> HasGapBetween(Timestamp a, Timestamp b);

  /// False if some records lie behind later ones.  Record by record, such records are skipped.
  /// Interpolated values are the same as if all records were sorted.
  bool IsInOrder();

  /// Instances() and Labels() at any time.
  Result<std::vector<NamedInstance>> InstancesAt(InDomId indom, Timestamp t) const;
  std::vector<OwnedLabelSet> LabelsAt(LabelLevel level, std::uint32_t id, Timestamp t) const;

  std::string HostName() const override { return std::string(label().host.view()); }
  std::string TimeZone() const override { return std::string(label().timezone.view()); }

  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;
  Mode mode() const override { return mode_; }
  Timestamp origin() const override;
  Timestamp Now() const override { return now_; }

  using Context::Find;
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) override;
  Result<std::vector<std::string>> NamesOf(MetricId id) override;
  Result<std::vector<NameChild>> Children(std::string_view name) override;
  Result<std::vector<std::string>> Traverse(std::string_view name) override;
  Result<Desc> DescOf(MetricId id) override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override;
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;
  using Context::Fetch;
  Fetched Fetch(std::span<const MetricId> metrics, const Profile& profile,
                FetchResult& result) override;
  Fetched FetchRecord(FetchResult& result) override;

 private:
  ArchiveContext(std::unique_ptr<TimelineReader> reader, bool watch_gaps, ProblemSink on_damage);

  Fetched FetchRecorded(std::span<const MetricId> metrics, const Profile& profile,
                        FetchResult& result);
  template <class Read>
  Fetched Following(Read read);
  template <class Read>
  Fetched PastDamage(Read read);
  Result<bool> Pass(const Error& error);
  void TellSkipped();
  template <class Read>
  Fetched WithGap(FetchResult& result, Read read);
  template <class Read>
  Fetched WithGap(RecordedSets& sets, Read read);
  Fetched FetchInterpolated(std::span<const MetricId> metrics, const Profile& profile,
                            FetchResult& result);
  Result<void> WatchGap(FetchResult& result);

  std::unique_ptr<TimelineReader> reader_;
  bool watch_gaps_;
  ProblemSink on_damage_;
  std::optional<ErrorPlace> damage_;  // that was met last, if nothing was read behind it
  bool after_damage_ = false;         // since the last record that was returned
  Mode mode_ = Mode::kForward;
  Timestamp origin_;  // of the mode kInterpolated
  std::int64_t delta_ = 0;
  Timestamp now_;
  std::optional<Timestamp> interpolated_;  // the time of the last fetch since SetMode()
};

}  // namespace fdr

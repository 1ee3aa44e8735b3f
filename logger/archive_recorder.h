// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records one source into an archive that is complete from the first record on, with all metadata
// for its values.  Begins another archive when the present one cannot go on: a metric has become
// something else, the clock was set back, or the host is another one.
//
//     ArchiveRecorder recorder(source, options);
//     recorder.Open();
//     const auto metrics = recorder.Describe(ids);
//     while (...) recorder.Sample(*metrics);
//     recorder.Finish();
//
// Below, all questions to the source are asynchronous, as in any Context, so that one thread can
// record many sources.

#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/archive_writer.h"
#include "fdr/logger/background.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/metadata/collector_facts.h"
#include "fdr/logger/metadata/metadata_feed.h"
#include "fdr/logger/series/archive_names.h"
#include "fdr/replay/context.h"

namespace fdr {

/// One thread at a time, and one operation at a time: the next may start when the last is done.
/// Must not be destroyed before.  Borrows the source.
class ArchiveRecorder {
 public:
  ArchiveRecorder(Context& source, RecorderOptions options);

  /// Asks the source for its identity, and creates the files, which stay empty until the first
  /// sample; or opens the files to continue, which stay unchanged until then.
  void StartOpen(Done<void> done);
  Result<void> Open();

  /// Looks up the descriptors and names of metrics before they are sampled; to be called again if
  /// these may have changed.  Returns the metrics that can be recorded, in their order, each once.
  void StartDescribe(std::span<const MetricId> metrics, Done<std::vector<MetricId>> done);
  Result<std::vector<MetricId>> Describe(std::span<const MetricId> metrics);

  /// Fetches the metrics and records the result, in the next archive if necessary.  False if the
  /// source is at its end.  Errors of the source leave the archive unchanged.  After an error of
  /// the files, only finishing is possible.
  void StartSample(std::span<const MetricId> metrics, const Profile& profile, Done<bool> done);
  Result<bool> Sample(std::span<const MetricId> metrics, const Profile& profile = {});

  /// Marks a gap: nothing is known of the time before the next sample, nor of changes since the
  /// last.
  void SetGap();
  /// Continues in the next data volume.
  Result<void> StartVolume();

  /// Ends the archive like StartFinish(), and begins the next one; does nothing if there is no
  /// sample yet.  `why` is for people.
  void StartNextArchive(const std::string& why, Done<void> done);
  /// The same if the files cannot be written any more: an archive that still exists stays
  /// unchanged.
  Result<void> ReplaceArchive(const std::string& why);
  Result<void> NextArchive(const std::string& why);

  /// Ends the archive with a last record of the source's identity, as far as the source still
  /// answers.  Without any sample, no archive is left.  The disk may still be busy afterwards: see
  /// IsSyncing().
  void StartFinish(Done<void> done);
  /// The same, but waits for the disk.
  Result<void> Finish();

  /// Starts to sync the recorded data to the medium, unless a sync is under way.
  Result<void> StartSync();
  /// Whether background work on the disk is under way.
  bool IsSyncing() const { return background_.is_busy(); }
  /// The first failure of a sync since the last call: the medium does not have all recorded data.
  Result<void> PollSync() { return background_.Poll(); }

  /// Whether an archive is open; it may be empty.
  bool is_open() const { return writer_.has_value(); }
  const ArchiveWriter& writer() const { return *writer_; }
  /// Whether the source has reported, since the last call, that its metrics may have changed.
  bool TakeNamesChanged() { return std::exchange(names_changed_, false); }

  /// The number of archives so far, with the present one.
  std::size_t archives() const { return archives_; }
  /// The base name of the archive.
  const std::string& base() const { return base_; }
  /// Number of samples in all archives.
  std::uint64_t samples() const { return samples_; }
  /// One of the names of a described metric.
  std::string NameOf(MetricId metric) const { return metadata_.NameOf(metric); }
  /// The values of the last sample.
  const FetchResult& last() const { return result_; }
  /// Bytes of samples in all archives.
  std::uint64_t bytes() const { return bytes_; }
  /// Growth of the data volumes, including all other records.
  std::uint64_t volume_bytes() const { return volume_bytes_; }

 private:
  WriterOptions OptionsOfWriter();
  void TellOfEarlierVolumes() const;
  Result<void> OpenArchive();
  Result<void> CreateArchive();
  Result<void> ResumeArchive(const std::string& base);
  void Use(std::string base, ArchiveWriter writer);
  void Heed(const Done<bool>& done);
  void LookIntoEvents(const Done<bool>& done);
  void Gather(const Done<bool>& done);
  void Place(const Done<bool>& done);
  Result<void> MarkGap();
  Result<void> WriteMark();
  Result<void> CheckArchive() const;
  Result<void> BeginArchive();
  Result<bool> Record();
  Result<void> RecordEarlier();
  Result<void> Write(const FetchResult& result);
  void CountVolume();
  Result<void> WriteEnd(bool knows_time);
  void Close(bool after_failure);
  template <class T, class Start>
  Result<T> Wait(Start start);

  Context* source_;
  RecorderOptions options_;
  ArchiveNames names_;
  std::string base_;
  std::string host_;  // as in the archive's label
  CollectorFacts facts_;
  MetadataFeed metadata_;
  Background background_;
  std::optional<ArchiveWriter> writer_;
  FetchResult result_;
  FetchResult earlier_;               // see RecorderOptions::take_earlier
  std::vector<MetricId> parameters_;  // of its events
  ResultEncoder record_;
  std::uint64_t samples_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t volume_bytes_ = 0;
  std::pair<std::int32_t, std::uint64_t> counted_;  // a volume, and its size included in these
  std::size_t archives_ = 0;
  bool has_begun_ = false;      // the archive has a sample of this recorder
  bool is_resumed_ = false;     // the archive existed before
  bool names_changed_ = false;  // at the source
  bool is_after_gap_ = false;   // applies to the next record
};

}  // namespace fdr

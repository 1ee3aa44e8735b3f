// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records one source into an archive: complete from the first record on, with all that is needed
// to understand what is recorded.  What cannot stand in the same archive begins another one: a
// metric that has become something else, a clock that was set back, another host.
//
//     ArchiveRecorder recorder(source, options);
//     recorder.Open();
//     const auto metrics = recorder.Describe(ids);
//     while (...) recorder.Sample(*metrics);
//     recorder.Finish();
//
// Underneath, everything that asks the source is started, as with any Context, so that one thread
// can record many sources.

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

/// One thread at a time, and one thing at a time: the next may be started when the one before is
/// done, and this must not go away before.  Borrows the source.
class ArchiveRecorder {
 public:
  ArchiveRecorder(Context& source, RecorderOptions options);

  /// Asks the source who it is, and makes the files, which stay empty until the first sample; or
  /// finds those to go on with, which stay as they are until then.
  void StartOpen(Done<void> done);
  Result<void> Open();

  /// Finds out what these metrics are, and what they are called, before they are sampled; again, if
  /// that may have changed.  Gives those that can be recorded, in their order, each once.
  void StartDescribe(std::span<const MetricId> metrics, Done<std::vector<MetricId>> done);
  Result<std::vector<MetricId>> Describe(std::span<const MetricId> metrics);

  /// Fetches these metrics and records what comes, in the next archive if need be.  False if the
  /// source is at its end.  Errors of the source leave the archive as it is; after what goes wrong
  /// with the files there is nothing to be done but to finish.
  void StartSample(std::span<const MetricId> metrics, const Profile& profile, Done<bool> done);
  Result<bool> Sample(std::span<const MetricId> metrics, const Profile& profile = {});

  /// Nothing is known of the time between the last sample and the next one, nor what has changed
  /// since.
  void SetGap();
  /// Goes on in the next data volume.
  Result<void> StartVolume();

  /// Ends the archive as StartFinish() does, and begins the next one; does nothing where there is
  /// no sample yet.  `why` is for people.
  void StartNextArchive(const std::string& why, Done<void> done);
  /// The same where the files cannot be written any more: the archive, if there still is one, stays
  /// as it is.
  Result<void> ReplaceArchive(const std::string& why);
  Result<void> NextArchive(const std::string& why);

  /// Ends the archive: it says who it was of once more, as far as the source still tells.  Without
  /// any sample, no archive is left.  The disk may be waited for afterwards: see IsSyncing().
  void StartFinish(Done<void> done);
  /// ... and waits for the disk.
  Result<void> Finish();

  /// Begins to bring to the medium what was recorded, if that is not under way.
  Result<void> StartSync();
  /// Whether the disk is waited for.
  bool IsSyncing() const { return background_.is_busy(); }
  /// What failed since this was asked last, if anything did: the medium does not have all that was
  /// recorded.
  Result<void> PollSync() { return background_.Poll(); }

  /// Whether there is an archive, which may be empty.
  bool is_open() const { return writer_.has_value(); }
  const ArchiveWriter& writer() const { return *writer_; }
  /// Whether the source said, since this was last asked, that there may be other metrics.
  bool TakeNamesChanged() { return std::exchange(names_changed_, false); }

  /// How many archives there were, with this one.
  std::size_t archives() const { return archives_; }
  /// The base name of the archive.
  const std::string& base() const { return base_; }
  /// In all archives.
  std::uint64_t samples() const { return samples_; }
  /// One of the names of a metric that was described.
  std::string NameOf(MetricId metric) const { return metadata_.NameOf(metric); }
  /// Of samples, in all archives.
  std::uint64_t bytes() const { return bytes_; }
  /// By which data volumes have grown by then, with all that else is in them.
  std::uint64_t volume_bytes() const { return volume_bytes_; }

 private:
  struct Description;

  WriterOptions OptionsOfWriter();
  void TellOfEarlierVolumes() const;
  Result<void> OpenArchive();
  Result<void> CreateArchive();
  Result<void> ResumeArchive(const std::string& base);
  void Use(std::string base, ArchiveWriter writer);
  Result<std::vector<std::string>> Bounded(Description& description,
                                           std::vector<std::string> names) const;
  void Describe(const std::shared_ptr<Description>& open);
  void Heed(const Done<bool>& done);
  void LookIntoEvents(const Done<bool>& done);
  void Gather(const Done<bool>& done);
  void Place(const Done<bool>& done);
  Result<void> MarkGap();
  Result<void> WriteMark();
  Result<void> CheckArchive() const;
  Result<void> BeginArchive();
  Result<bool> Record();
  void CountVolume();
  Result<void> WriteEnd(bool knows_time);
  void Close();
  void Leave();
  template <class T, class Start>
  Result<T> Wait(Start start);

  Context* source_;
  RecorderOptions options_;
  ArchiveNames names_;
  std::string base_;
  std::string host_;  // that the archive's label names
  CollectorFacts facts_;
  MetadataFeed metadata_;
  Background background_;
  std::optional<ArchiveWriter> writer_;
  FetchResult result_;
  std::vector<MetricId> parameters_;  // of its events
  ResultEncoder record_;
  std::uint64_t samples_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t volume_bytes_ = 0;
  std::pair<std::int32_t, std::uint64_t> counted_;  // of these: the volume, and how much of it
  std::size_t archives_ = 0;
  bool has_begun_ = false;      // the archive: it has a sample of ours
  bool is_resumed_ = false;     // it was there before
  bool names_changed_ = false;  // at the source
  bool is_after_gap_ = false;   // the next record
};

}  // namespace fdr

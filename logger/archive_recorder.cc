// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/archive_recorder.h"

#include <memory>
#include <string>
#include <utility>

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/source/compression.h"
#include "fdr/logger/metadata/describe_metrics.h"
#include "fdr/logger/metadata/encode_result.h"
#include "fdr/logger/metadata/event_parameters.h"
#include "fdr/replay/pcp_error_codes.h"
#include "fdr/replay/sources/pdu/collector_change.h"

namespace fdr {

// The user asked for this archive and must see these errors; recording elsewhere would hide them.
bool IsForTheUser(Errc code) {
  return code == Errc::kBusy || code == Errc::kHostMismatch || code == Errc::kUnsupportedVersion ||
         code == Errc::kUnsupportedFeature || code == Errc::kIo;
}

ArchiveRecorder::ArchiveRecorder(Context& source, RecorderOptions options)
    : source_(&source),
      options_(std::move(options)),
      names_(options_.names, *options_.files),
      metadata_(source, options_.max_metadata),
      background_(options_.sync) {}

template <class T, class Start>
Result<T> ArchiveRecorder::Wait(Start start) {
  std::optional<Result<T>> answer;
  start([&answer](Result<T> result) { answer.emplace(std::move(result)); });
  while (!answer) source_->Wait();
  return std::move(*answer);
}

Result<void> ArchiveRecorder::Open() {
  return Wait<void>([this](Done<void> done) { StartOpen(std::move(done)); });
}

Result<std::vector<MetricId>> ArchiveRecorder::Describe(std::span<const MetricId> metrics) {
  return Wait<std::vector<MetricId>>([&](auto done) { StartDescribe(metrics, std::move(done)); });
}

Result<bool> ArchiveRecorder::Sample(std::span<const MetricId> metrics, const Profile& profile) {
  return Wait<bool>([&](Done<bool> done) { StartSample(metrics, profile, std::move(done)); });
}

Result<void> ArchiveRecorder::NextArchive(const std::string& why) {
  return Wait<void>([&](Done<void> done) { StartNextArchive(why, std::move(done)); });
}

Result<void> ArchiveRecorder::Finish() {
  const Result<void> finished =
      Wait<void>([this](Done<void> done) { StartFinish(std::move(done)); });
  const Result<void> synced = background_.Wait();
  return finished ? synced : finished;
}

void ArchiveRecorder::StartOpen(Done<void> done) {
  StartFactFinding(*source_, facts_, [this, done = std::move(done)](const Result<void>& found) {
    done(found ? OpenArchive() : found);
  });
}

// A damaged archive is left for repair; recording goes on in a new one.
Result<void> ArchiveRecorder::OpenArchive() {
  std::string why;
  if (options_.append) {
    const Result<std::optional<std::string>> last = names_.Last();
    if (!last) return Fail(last.error());
    const Result<void> resumed = *last ? ResumeArchive(**last) : Fail(Errc::kNotFound, "");
    if (resumed && options_.on_archive) options_.on_archive(base_, "");
    if (resumed || IsForTheUser(resumed.error().code)) return resumed;
    if (*last) why = resumed.error().Message();
  }
  const Result<void> created = CreateArchive();
  if (created && options_.on_archive) options_.on_archive(base_, why);
  return created;
}

WriterOptions ArchiveRecorder::OptionsOfWriter() {
  const Version version = options_.version.value_or(Version::k2);
  WriterOptions options;
  options.label.version = version;
  options.keep_version = !options_.version;
  options.label.pid = options_.identity.pid;
  const auto text = [](const std::string& all) { return LabelText(std::string_view(all)); };
  options.label.host = text(facts_.host);
  options.label.timezone = text(facts_.timezone);
  if (version != Version::k2) options.label.zoneinfo = text(facts_.zoneinfo);
  options.domains = options_.domains;
  options.sync_on_close = true;
  options.sync_each_record = options_.sync_each_sample;
  options.take_finished = [this](ByteSink finished) {
    const std::string path = finished.name();
    // Synced after the metadata of the volume.
    Result<std::vector<ByteSink>> files = writer_->HandlesToSync();
    if (files) files->push_back(std::move(finished));
    background_.Start([this, path, files = std::move(files)]() mutable {
      const Result<void> synced = files ? SyncAndClose(std::move(*files)) : Fail(files.error());
      if (synced && options_.on_volume_end) options_.on_volume_end(path);
      return synced;
    });
  };
  return options;
}

Result<void> ArchiveRecorder::ResumeArchive(const std::string& base) {
  Result<ArchiveWriter> writer = ArchiveWriter::Resume(base, OptionsOfWriter(), *options_.files);
  if (!writer) return Fail(writer.error());
  Use(base, std::move(*writer));
  is_after_gap_ = true;
  is_resumed_ = writer_->last_stamp().has_value();
  TellOfEarlierVolumes();
  return {};
}

// The last recorder may have been killed before it could report its finished volumes.
void ArchiveRecorder::TellOfEarlierVolumes() const {
  const Result<ArchiveFiles> files = FindArchiveFiles(base_);
  if (!options_.on_volume_end || !files) return;
  for (const VolumeFile& volume : files->volumes)
    if (volume.number < writer_->volume() && CompressionSuffix(volume.path).empty())
      options_.on_volume_end(volume.path);
}

Result<void> ArchiveRecorder::CreateArchive() {
  while (true) {
    Result<std::string> base = names_.Next();
    if (!base) return Fail(base.error());
    Result<ArchiveWriter> writer = ArchiveWriter::Create(*base, OptionsOfWriter(), *options_.files);
    if (writer) {
      Use(std::move(*base), std::move(*writer));
      return {};
    }
    // Another recorder has just begun it, without a sample yet.
    if (writer.error().code != Errc::kBusy || *base == options_.names.text)
      return Fail(writer.error());
  }
}

void ArchiveRecorder::Use(std::string base, ArchiveWriter writer) {
  writer_.emplace(std::move(writer));
  base_ = std::move(base);
  host_ = facts_.host;
  ++archives_;
  counted_ = {writer_->volume(), writer_->volume_size()};
  metadata_.BeginArchive();
  has_begun_ = is_resumed_ = false;
}

void ArchiveRecorder::StartDescribe(std::span<const MetricId> metrics,
                                    Done<std::vector<MetricId>> done) {
  StartDescribing(*source_, metrics, metadata_, std::move(done));
}

void ArchiveRecorder::StartSample(std::span<const MetricId> metrics, const Profile& profile,
                                  Done<bool> done) {
  source_->StartFetch(metrics, profile, result_,
                      [this, done = std::move(done)](const Result<bool>& fetched) {
                        if (!fetched || !*fetched) return done(fetched);
                        Heed(done);
                      });
}

void ArchiveRecorder::SetGap() {
  is_after_gap_ = true;
  metadata_.Refresh();
}

// Handles the reported changes before anything of the result is recorded.
void ArchiveRecorder::Heed(const Done<bool>& done) {
  constexpr std::uint32_t kOtherAgents = kAgentsAdded | kAgentsRestarted;
  const std::uint32_t changes = options_.take_changes ? options_.take_changes() : 0;
  if ((changes & kOtherAgents) != 0) SetGap();
  if ((changes & kLabelsChanged) != 0) metadata_.RefreshLabels();
  if ((changes & (kOtherAgents | kNamesChanged)) == 0) return LookIntoEvents(done);
  names_changed_ = true;
  std::vector<MetricId> metrics;
  for (const FetchedSet& set : result_.sets()) metrics.push_back(set.id);
  StartDescribe(metrics, [this, done](const Result<std::vector<MetricId>>& described) {
    if (!described) return done(Fail(described.error()));
    LookIntoEvents(done);
  });
}

// Event records contain parameters that no other record describes: describe them now.
void ArchiveRecorder::LookIntoEvents(const Done<bool>& done) {
  parameters_ = EventParametersIn(result_);
  std::vector<MetricId> unknown;
  for (const MetricId metric : parameters_)
    if (!metadata_.Knows(metric)) unknown.push_back(metric);
  if (unknown.empty()) return Gather(done);
  StartDescribe(unknown, [this, unknown, done](const Result<std::vector<MetricId>>& described) {
    if (!described) return done(Fail(described.error()));
    for (const MetricId metric : unknown)
      if (!metadata_.Knows(metric)) metadata_.Know(UnknownParameter(metric));
    Gather(done);
  });
}

// A collector does not always report that a metric has become a different one.
void ArchiveRecorder::Gather(const Done<bool>& done) {
  metadata_.StartGather(result_, [this, done](const Result<void>& gathered) {
    if (!gathered) return done(Fail(gathered.error()));
    const std::vector<MetricId> odd = metadata_.FindMisdescribed(result_);
    if (odd.empty()) return Place(done);
    for (const MetricId metric : odd) source_->ForgetDesc(metric);
    StartDescribe(odd, [this, done](const Result<std::vector<MetricId>>& described) {
      if (!described) return done(Fail(described.error()));
      for (const MetricId metric : metadata_.FindMisdescribed(result_))
        result_.Refuse(metric, kPcpType);
      Place(done);
    });
  });
}

void ArchiveRecorder::Place(const Done<bool>& done) {
  if (const Result<void> marked = MarkGap(); !marked) return done(Fail(marked.error()));
  const Result<void> fits = CheckArchive();
  if (fits) return done(Record());
  StartNextArchive(fits.error().what, [this, done](const Result<void>& begun) {
    done(begun ? Record() : Fail(begun.error()));
  });
}

Result<void> ArchiveRecorder::MarkGap() {
  const bool is_after_gap = std::exchange(is_after_gap_, false) || result_.after_gap();
  return is_after_gap ? WriteMark() : Result<void>();
}

// Checked before anything is added: additions would be later than the archive's last record.
Result<void> ArchiveRecorder::CheckArchive() const {
  const std::optional<Timestamp> last = writer_->last_stamp();
  if (!last) return {};
  if (AsStored(writer_->version(), result_.stamp()) < *last)
    return Fail(Errc::kInvalidArgument, "The clock was set back");
  if (writer_->metadata_size() >= options_.metadata_limit)
    return Fail(Errc::kTooLarge, "The metadata are full");
  if (const std::string host = source_->HostName(); host != host_)
    return Fail(Errc::kHostMismatch, "The host is called " + host + " now");
  if (const Result<void> fits = metadata_.Check(parameters_, *writer_); !fits) return fits;
  return metadata_.Check(result_, *writer_);
}

Result<void> ArchiveRecorder::BeginArchive() {
  const Timestamp stamp = result_.stamp();
  const Result<void> described = DescribeIdentity(metadata_, options_.identity, stamp, *writer_);
  return described ? WriteIdentity(facts_, options_.identity, base_, stamp, *writer_) : described;
}

Result<bool> ArchiveRecorder::Record() {
  EncodeResult(result_, record_);
  if (record_.empty()) return true;  // an empty record would be a mark
  if (!has_begun_) {
    const bool starts = !writer_->start();
    const Result<void> begun = BeginArchive();
    // Reported even if writing the first record has failed.
    if (starts && writer_->start() && options_.on_begun)
      options_.on_begun(base_, *writer_->start());
    if (!begun) return Fail(begun.error());
    has_begun_ = true;
  } else if (options_.take_earlier) {
    if (const Result<void> recorded = RecordEarlier(); !recorded) return Fail(recorded.error());
    EncodeResult(result_, record_);
  }
  if (const Result<void> described = metadata_.Write(parameters_, *writer_); !described)
    return Fail(described.error());
  if (const Result<void> written = Write(result_); !written) return Fail(written.error());
  ++samples_;
  return true;
}

// The values lie behind the sample before.  If anything else does, such as a mark, they are left
// out.
Result<void> ArchiveRecorder::RecordEarlier() {
  std::vector<MetricId> metrics;
  for (const FetchedSet& set : result_.sets()) metrics.push_back(set.id);
  if (!options_.take_earlier(metrics, earlier_)) return {};
  const Version version = writer_->version();
  const Timestamp stamp = AsStored(version, earlier_.stamp());
  if (stamp <= *writer_->last_stamp() || stamp >= AsStored(version, result_.stamp())) return {};
  EncodeResult(earlier_, record_);
  return record_.empty() ? Result<void>() : Write(earlier_);
}

// Writes the encoded result, behind its metadata.
Result<void> ArchiveRecorder::Write(const FetchResult& result) {
  if (const Result<void> described = metadata_.Write(result, *writer_); !described)
    return described;
  const std::int32_t volume = writer_->volume();
  const std::uint64_t size = writer_->volume_size();
  if (const Result<void> written = writer_->WriteResult(record_); !written) return written;
  bytes_ += writer_->volume_size() - (writer_->volume() == volume ? size : 0);
  CountVolume();
  return {};
}

void ArchiveRecorder::CountVolume() {
  const auto [volume, size] = std::exchange(counted_, {writer_->volume(), writer_->volume_size()});
  volume_bytes_ += counted_.second - (counted_.first == volume ? size : 0);
}

// A millisecond after the last record, as PCP's logger does, or at the time of the next record if
// that is sooner.
Result<void> ArchiveRecorder::WriteMark() {
  const std::optional<Timestamp> last = writer_ ? writer_->last_stamp() : std::nullopt;
  if (!last) return {};
  const Timestamp later = last->Plus(kNanosPerMillisecond), next = result_.stamp();
  return writer_->WriteMark(*last < next && next < later ? next : later);
}

Result<void> ArchiveRecorder::StartVolume() {
  return has_begun_ ? writer_->StartVolume() : Result<void>();
}

void ArchiveRecorder::StartNextArchive(const std::string& why, Done<void> done) {
  if (!writer_->last_stamp()) return done({});
  StartFinish([this, why, done = std::move(done)](const Result<void>& finished) {
    if (!finished) return done(finished);
    const Result<void> created = CreateArchive();
    if (created && options_.on_archive) options_.on_archive(base_, why);
    done(created);
  });
}

Result<void> ArchiveRecorder::ReplaceArchive(const std::string& why) {
  if (writer_) Close(true);
  if (const Result<void> created = CreateArchive(); !created) return created;
  is_after_gap_ = false;
  if (options_.on_archive) options_.on_archive(base_, why);
  return {};
}

void ArchiveRecorder::StartFinish(Done<void> done) {
  if (!writer_) return done({});
  if (!has_begun_) {
    Close(false);
    return done({});
  }
  StartFactFinding(*source_, facts_, [this, done = std::move(done)](const Result<void>& found) {
    const Result<void> written = WriteEnd(found.has_value());
    Close(!written);
    done(written);
  });
}

// After a failure, closing would fail again, so its error is ignored.
void ArchiveRecorder::Close(bool after_failure) {
  std::string last = base_ + '.' + std::to_string(writer_->volume());
  background_.Start(
      [this, after_failure, writer = std::move(*writer_), last = std::move(last)]() mutable {
        Result<void> closed = writer.Close();
        if (after_failure) closed = {};
        if (closed && options_.on_volume_end) options_.on_volume_end(last);
        return closed;
      });
  writer_.reset();
}

Result<void> ArchiveRecorder::StartSync() {
  if (!writer_ || IsSyncing()) return {};
  Result<std::vector<ByteSink>> files = writer_->HandlesToSync();
  if (!files) return Fail(files.error());
  if (files->empty()) return {};
  background_.Start([files = std::move(*files), all = options_.files, base = base_]() mutable {
    const Result<void> synced = SyncAndClose(std::move(files));
    return synced ? SyncDirectoryOf(*all, base) : synced;
  });
  return {};
}

Result<void> ArchiveRecorder::WriteEnd(bool knows_time) {
  if (is_after_gap_)
    if (const Result<void> marked = WriteMark(); !marked) return marked;
  const Timestamp last = *writer_->last_stamp();
  const bool is_later = knows_time && facts_.stamp > last;
  return WriteIdentity(facts_, options_.identity, base_,
                       is_later ? facts_.stamp : last.Plus(kNanosPerMillisecond), *writer_);
}

}  // namespace fdr

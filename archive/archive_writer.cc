// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/archive_writer.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "fdr/archive/base/on_exception.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/write/written_files.h"

namespace fdr {

Result<ArchiveWriter> ArchiveWriter::Create(const std::string& base, const WriterOptions& options,
                                            FileSystem& files) {
  Result<WrittenFiles> written =
      WrittenFiles::Create(files, base, options.label, options.volume_limit);
  if (!written) return Fail(written.error());
  ArchiveWriter writer(files, options, std::move(*written));
  if (options.keep_start) {
    if (auto started = writer.Start(options.label.start); !started) {
      (void)writer.written_->Discard(files);
      return Fail(started.error());
    }
  }
  return writer;
}

ArchiveWriter::ArchiveWriter(FileSystem& files, const WriterOptions& options, WrittenFiles written)
    : files_(&files),
      options_(options),
      version_(options.label.version),
      written_(std::make_unique<WrittenFiles>(std::move(written))) {
  written_->volumes.OnFinished(options_.take_finished);
}

ArchiveWriter::ArchiveWriter(ArchiveWriter&& other) noexcept = default;
ArchiveWriter& ArchiveWriter::operator=(ArchiveWriter&& other) noexcept = default;
ArchiveWriter::~ArchiveWriter() = default;

std::int32_t ArchiveWriter::volume() const { return written_->volumes.number(); }

std::uint64_t ArchiveWriter::volume_size() const { return written_->volumes.size(); }

std::uint64_t ArchiveWriter::metadata_size() const { return written_->metadata.size(); }

bool ArchiveWriter::Describes(MetricId id) const { return written_->metadata.Describes(id); }

Result<void> ArchiveWriter::CheckMetric(const Desc& desc,
                                        std::span<const std::string> names) const {
  return written_->metadata.CheckMetric(desc, names);
}

Timestamp ArchiveWriter::Stored(Timestamp stamp) const { return AsStored(version_, stamp); }

Result<void> ArchiveWriter::CheckOrder(Timestamp stamp) const {
  if (broken_) return Fail(*broken_);
  if (auto checked = CheckStorable(version_, stamp); !checked) return checked;
  const auto latest = std::max({start_, last_added_, last_written_});
  if (latest && Stored(stamp) < *latest)
    return Fail(Errc::kInvalidArgument, "A time stamp that goes backwards",
                written_->volumes.name(), written_->volumes.size());
  return {};
}

Result<void> ArchiveWriter::Start(Timestamp start) {
  LabelRecord label = options_.label;
  label.start = start;
  if (auto checked = CheckStorable(version_, start); !checked) return checked;
  if (auto started = written_->Start(label); !started) return started;
  start_ = Stored(start);
  return {};
}

Result<void> ArchiveWriter::AddMetric(const Desc& desc, std::vector<std::string_view> names) {
  const OnException end([this] { EndByException(); });
  if (broken_) return Fail(*broken_);
  return written_->metadata.AddMetric(desc, std::move(names));
}

// What an exception interrupts may be half done, so nothing is added to it.
void ArchiveWriter::EndByException() {
  Error error;
  error.what = "Out of memory";  // so short that it takes none
  error.system_error = ENOMEM;
  broken_ = std::move(error);
}

Result<void> ArchiveWriter::AddInDom(Timestamp stamp, InDomId indom, InstanceList instances) {
  const OnException end([this] { EndByException(); });
  if (auto checked = CheckOrder(stamp); !checked) return checked;
  if (auto added =
          written_->metadata.AddInDom(stamp, indom, std::move(instances), options_.domains);
      !added)
    return added;
  last_added_ = Stored(stamp);
  return {};
}

Result<void> ArchiveWriter::AddLabelSet(const LabelSetRecord& record) {
  const OnException end([this] { EndByException(); });
  if (auto checked = CheckOrder(record.stamp); !checked) return checked;
  if (auto added = written_->metadata.AddLabelSet(record); !added) return added;
  last_added_ = Stored(record.stamp);
  return {};
}

Result<void> ArchiveWriter::AddText(const TextRecord& record) {
  const OnException end([this] { EndByException(); });
  if (broken_) return Fail(*broken_);
  return written_->metadata.AddText(record);
}

Result<void> ArchiveWriter::CopyMetadata(const MetadataRecord& record) {
  const OnException end([this] { EndByException(); });
  if (broken_) return Fail(*broken_);
  return written_->metadata.Add(record);
}

Result<void> ArchiveWriter::WriteResult(const ResultEncoder& result) {
  if (result.empty())
    return Fail(Errc::kInvalidArgument, "A data record without metrics would be a mark");
  if (result.overfull()) return Fail(Errc::kTooLarge, "A value larger than the format allows");
  record_.clear();
  result.Encode(version_, record_);
  return WriteRecord(result.stamp(), false);
}

Result<void> ArchiveWriter::WriteMark(Timestamp stamp) {
  record_.clear();
  ResultEncoder::EncodeMark(version_, stamp, record_);
  return WriteRecord(stamp, true);
}

Result<void> ArchiveWriter::CopyResult(const ResultRecord& record) {
  if (record.is_mark()) return WriteMark(record.stamp());
  copy_.Begin(record.stamp());
  for (const ValueSet& set : record.sets()) copy_.CopySet(set);
  return WriteResult(copy_);
}

Result<void> ArchiveWriter::CopyRecord(Timestamp stamp, Bytes body) {
  record_.clear();
  {
    const FrameScope frame(record_);
    record_.insert(record_.end(), body.begin(), body.end());
  }
  return WriteRecord(stamp, ResultRecord::IsMark(version_, body));
}

Result<void> ArchiveWriter::WriteRecord(Timestamp stamp, bool is_mark) {
  const OnException end([this] { EndByException(); });
  if (auto checked = CheckOrder(stamp); !checked) return checked;
  if (!is_mark)
    if (auto added = written_->metadata.AddLateChanges(stamp); !added) return added;
  if (!written_->volumes.HasRoom(record_.size()))
    if (auto synced = BeforeVolume(); !synced) return synced;
  if (auto ready = Remember(written_->volumes.MakeRoom(record_.size())); !ready) return ready;
  Result<void> written = AppendRecord(Stored(stamp), is_mark);
  if (written && options_.sync_each_record) written = SyncRecord();
  return Remember(written);
}

// Data are synced after their metadata.
Result<void> ArchiveWriter::SyncRecord() {
  if (auto synced = written_->volumes.Sync(); !synced) return synced;
  if (auto synced = written_->index.Sync(); !synced) return synced;
  if (synced_volume_ == written_->volumes.number()) return {};
  if (auto synced = SyncDirectoryOf(*files_, written_->index.name()); !synced) return synced;
  synced_volume_ = written_->volumes.number();
  return {};
}

Result<void> ArchiveWriter::AppendRecord(Timestamp stamp, bool is_mark) {
  if (!start_) {
    const Timestamp first = std::min(stamp, written_->metadata.first_held_stamp().value_or(stamp));
    if (auto started = Start(first); !started) return started;
  }
  const std::uint64_t meta_offset = written_->metadata.size();
  const bool has_indom = written_->metadata.holds_indom();
  if (!is_mark)
    if (auto flushed = written_->metadata.Flush(); !flushed) return flushed;
  if (options_.sync_each_record)
    if (auto synced = written_->metadata.Sync(); !synced) return synced;
  const Result<std::uint64_t> offset = written_->volumes.Append(record_);
  if (!offset) return Fail(offset.error());
  last_written_ = stamp;
  if (is_mark) return {};
  IndexEntry entry{.stamp = stamp,
                   .volume = written_->volumes.number(),
                   .meta_offset = static_cast<std::int64_t>(meta_offset),
                   .data_offset = static_cast<std::int64_t>(*offset)};
  last_result_ = entry;
  last_result_->meta_offset = static_cast<std::int64_t>(written_->metadata.size());
  if (options_.copy_index) return {};
  if (auto entered = written_->index.AfterRecord(entry, has_indom, written_->volumes.size());
      !entered)
    return entered;
  return options_.named_at_end ? Result<void>() : TakeNames();
}

// PCP refuses a whole directory if one archive in it has no index entry, so the files get their
// names after the first entry.
Result<void> ArchiveWriter::TakeNames() {
  if (has_names_) return {};
  Result<void> done = written_->TakeNames();
  has_names_ = done.has_value();
  // After a half-finished attempt there is no second one.
  if (!done) broken_ = done.error();
  return done;
}

// After the system refused a write, no other is tried: a hole in one of the files would go
// unnoticed.
Result<void> ArchiveWriter::Remember(Result<void> outcome) {
  if (!outcome && outcome.error().code == Errc::kIo) broken_ = outcome.error();
  return outcome;
}

Result<void> ArchiveWriter::FlushMetadata() {
  const OnException end([this] { EndByException(); });
  if (broken_) return Fail(*broken_);
  return has_names_ ? Remember(written_->metadata.Flush()) : Result<void>();
}

Result<void> ArchiveWriter::CopyIndexEntry(const IndexEntry& entry) {
  const OnException end([this] { EndByException(); });
  if (broken_) return Fail(*broken_);
  if (!options_.copy_index || !start_)
    return Fail(Errc::kInvalidArgument, "This writer makes its own index entries",
                written_->index.name());
  if (auto copied = Remember(written_->index.Copy(entry)); !copied) return copied;
  return TakeNames();
}

Result<void> ArchiveWriter::StartVolume(std::int64_t number) {
  const OnException end([this] { EndByException(); });
  if (broken_) return Fail(*broken_);
  if (!start_)
    return Fail(Errc::kInvalidArgument, "A new volume before the first record",
                written_->volumes.name());
  if (auto synced = BeforeVolume(); !synced) return synced;
  return Remember(written_->volumes.StartVolume(number));
}

// A later volume has its name at once.  The finished volume is synced, so its metadata are synced
// first.
Result<void> ArchiveWriter::BeforeVolume() {
  if (auto named = TakeNames(); !named) return named;
  return options_.take_finished ? Result<void>() : Remember(written_->metadata.Sync());
}

Result<void> ArchiveWriter::Sync() {
  if (broken_) return Fail(*broken_);
  return Remember(written_->Sync(*files_));
}

Result<std::vector<ByteSink>> ArchiveWriter::HandlesToSync() {
  if (broken_) return Fail(*broken_);
  return written_->HandlesToSync();
}

Result<void> ArchiveWriter::Discard() { return has_names_ ? Close() : written_->Discard(*files_); }

// Names of instances that the last record has are worth a stamp behind it, and a mark there.  What
// was added for later is left out.
Result<void> ArchiveWriter::WriteLastMetadata() {
  MetadataWriter& metadata = written_->metadata;
  if (!last_written_) return metadata.Flush();
  const Result<Timestamp> end = metadata.EndWithLateChanges(*last_written_);
  if (!end) return Fail(end.error());
  const bool has_more = last_added_ > *end;
  const auto flushed = has_more ? metadata.FlushUntil(*end) : metadata.Flush();
  if (!flushed || *end == *last_written_) return flushed;
  last_added_.reset();
  // Copied metadata may be later.
  return WriteMark(has_more ? *end : std::max(*end, metadata.last_stamp().value_or(*end)));
}

Result<void> ArchiveWriter::Close() {
  Result<void> finished;
  if (broken_) finished = Fail(*broken_);
  if (!start_ || (broken_ && !has_names_)) {
    const Result<void> discarded = written_->Discard(*files_);
    return finished ? discarded : finished;
  }
  if (finished) finished = WriteLastMetadata();
  if (finished && last_result_ && !options_.copy_index)
    finished = written_->index.Finish(*last_result_);
  if (finished && options_.sync_on_close && options_.named_at_end) finished = Sync();
  if (finished) finished = TakeNames();
  if (finished && options_.sync_on_close) finished = Sync();
  if (!finished && !has_names_) {
    (void)written_->Discard(*files_);
    return finished;
  }
  const Result<void> closed = written_->Close();
  if (finished) finished = closed;
  // PCP's checker complains of a volume without data.
  const bool needless =
      !written_->volumes.has_record() && written_->volumes.number() != options_.label.volume;
  if (finished && needless && !options_.copy_index)
    finished = RemoveFile(*files_, written_->volumes.name());
  return finished;
}

}  // namespace fdr

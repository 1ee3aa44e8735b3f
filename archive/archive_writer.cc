// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/archive_writer.h"

#include <algorithm>
#include <initializer_list>

namespace fdr {
namespace {

// The first failure, if any.
Result<void> First(std::initializer_list<Result<void>> outcomes) {
  for (const Result<void>& outcome : outcomes)
    if (!outcome) return outcome;
  return {};
}

}  // namespace

Result<ArchiveWriter> ArchiveWriter::Create(const std::string& base, const WriterOptions& options,
                                            FileSystem& files) {
  if (auto is_free = CheckBaseIsFree(files, base); !is_free) return Fail(is_free.error());
  const Version version = options.label.version;
  Result<IndexWriter> index = IndexWriter::Create(files, base);
  if (!index) return Fail(index.error());
  // Cleaning up is best effort: the error that is the reason for it tells more than another one.
  const auto discard = [&files](auto& writer) {
    (void)writer->Close();
    (void)RemoveFile(files, writer->name());
  };
  Result<MetadataWriter> metadata =
      MetadataWriter::Create(files, base, version, MaxFileSize(version));
  if (!metadata) {
    discard(index);
    return Fail(metadata.error());
  }
  Result<VolumeWriter> volumes =
      VolumeWriter::Create(files, base, options.label, options.volume_limit);
  if (!volumes) {
    discard(index);
    discard(metadata);
    return Fail(volumes.error());
  }
  ArchiveWriter writer(files, options, std::move(*index), std::move(*metadata),
                       std::move(*volumes));
  if (options.keep_start) {
    if (auto started = writer.Start(options.label.start); !started) {
      (void)writer.Discard();
      return Fail(started.error());
    }
  }
  return writer;
}

ArchiveWriter::ArchiveWriter(FileSystem& files, const WriterOptions& options, IndexWriter index,
                             MetadataWriter metadata, VolumeWriter volumes)
    : files_(&files),
      options_(options),
      version_(options.label.version),
      index_(std::move(index)),
      metadata_(std::move(metadata)),
      volumes_(std::move(volumes)) {}

Result<void> ArchiveWriter::CheckOrder(Timestamp stamp) const {
  if (broken_) return Fail(*broken_);
  if (auto checked = CheckStorable(version_, stamp); !checked) return checked;
  const auto latest = std::max({start_, last_added_, last_written_});
  if (latest && Stored(stamp) < *latest)
    return Fail(Errc::kInvalidArgument, "A time stamp that goes backwards", volumes_.name(),
                volumes_.size());
  return {};
}

Result<void> ArchiveWriter::Start(Timestamp start) {
  LabelRecord label = options_.label;
  label.start = start;
  if (auto checked = CheckStorable(version_, start); !checked) return checked;
  if (auto started = index_.Start(label); !started) return started;
  if (auto started = metadata_.Start(label); !started) return started;
  if (auto started = volumes_.Start(label); !started) return started;
  start_ = Stored(start);
  return {};
}

Result<void> ArchiveWriter::AddMetric(const Desc& desc, std::vector<std::string_view> names) {
  if (broken_) return Fail(*broken_);
  return metadata_.AddMetric(desc, std::move(names));
}

Result<void> ArchiveWriter::AddInDom(Timestamp stamp, InDomId indom, InstanceList instances) {
  if (auto checked = CheckOrder(stamp); !checked) return checked;
  if (auto added = metadata_.AddInDom(stamp, indom, std::move(instances)); !added) return added;
  last_added_ = Stored(stamp);
  return {};
}

Result<void> ArchiveWriter::AddLabelSet(const LabelSetRecord& record) {
  if (auto checked = CheckOrder(record.stamp); !checked) return checked;
  if (auto added = metadata_.Add(record); !added) return added;
  last_added_ = Stored(record.stamp);
  return {};
}

Result<void> ArchiveWriter::AddText(const TextRecord& record) { return CopyMetadata(record); }

Result<void> ArchiveWriter::CopyMetadata(const MetadataRecord& record) {
  if (broken_) return Fail(*broken_);
  return metadata_.Add(record);
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

Result<void> ArchiveWriter::WriteRecord(Timestamp stamp, bool is_mark) {
  if (auto checked = CheckOrder(stamp); !checked) return checked;
  if (auto ready = Remember(volumes_.MakeRoom(record_.size())); !ready) return ready;
  return Remember(AppendRecord(Stored(stamp), is_mark));
}

Result<void> ArchiveWriter::AppendRecord(Timestamp stamp, bool is_mark) {
  if (!start_) {
    const Timestamp first = std::min(stamp, metadata_.first_held_stamp().value_or(stamp));
    if (auto started = Start(first); !started) return started;
  }
  const std::uint64_t meta_offset = metadata_.size();
  const bool has_indom = metadata_.holds_indom();
  if (!is_mark)
    if (auto flushed = metadata_.Flush(); !flushed) return flushed;
  const Result<std::uint64_t> offset = volumes_.Append(record_);
  if (!offset) return Fail(offset.error());
  last_written_ = stamp;
  if (is_mark) return {};
  IndexEntry entry{.stamp = stamp,
                   .volume = volumes_.number(),
                   .meta_offset = static_cast<std::int64_t>(meta_offset),
                   .data_offset = static_cast<std::int64_t>(*offset)};
  last_result_ = entry;
  last_result_->meta_offset = static_cast<std::int64_t>(metadata_.size());
  if (options_.copy_index) return {};
  return index_.AfterRecord(entry, has_indom, volumes_.size());
}

// What the system refused once is not tried again: a hole in one of the files could not be seen.
Result<void> ArchiveWriter::Remember(Result<void> outcome) {
  if (!outcome && outcome.error().code == Errc::kIo) broken_ = outcome.error();
  return outcome;
}

Result<void> ArchiveWriter::CopyIndexEntry(const IndexEntry& entry) {
  if (broken_) return Fail(*broken_);
  if (!options_.copy_index || !start_)
    return Fail(Errc::kInvalidArgument, "This writer makes its own index entries", index_.name());
  return Remember(index_.Copy(entry));
}

Result<void> ArchiveWriter::StartVolume(std::int64_t number) {
  if (broken_) return Fail(*broken_);
  if (!start_)
    return Fail(Errc::kInvalidArgument, "A new volume before the first record", volumes_.name());
  return Remember(volumes_.StartVolume(number));
}

Result<void> ArchiveWriter::Sync() {
  if (broken_) return Fail(*broken_);
  return Remember(First(
      {metadata_.Sync(), volumes_.Sync(), index_.Sync(), SyncDirectoryOf(*files_, index_.name())}));
}

Result<void> ArchiveWriter::Discard() {
  const Result<void> closed = First({metadata_.Close(), volumes_.Close(), index_.Close()});
  const Result<void> removed =
      First({RemoveFile(*files_, volumes_.name()), RemoveFile(*files_, metadata_.name()),
             RemoveFile(*files_, index_.name())});
  return First({closed, removed});
}

Result<void> ArchiveWriter::Close() {
  Result<void> finished;
  if (broken_) finished = Fail(*broken_);
  if (!start_) return First({finished, Discard()});
  if (finished) finished = metadata_.Flush();
  if (finished && last_result_ && !options_.copy_index) finished = index_.Finish(*last_result_);
  if (finished && options_.sync_on_close) finished = Sync();
  finished = First({finished, metadata_.Close(), volumes_.Close(), index_.Close()});
  // PCP's checker complains of a volume without data.
  const bool needless = !volumes_.has_record() && volumes_.number() != options_.label.volume;
  if (finished && needless && !options_.copy_index) finished = RemoveFile(*files_, volumes_.name());
  return finished;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_index.h"

#include <fmt/format.h>

#include <string_view>

#include "fdr/archive/metadata/temporal_index.h"

namespace fdr::tools {
namespace {

// Compares each entry with the files that it points into, and with the previous entry.
class EntryReview {
 public:
  EntryReview(const DumpContext& dump, std::int64_t metadata_size)
      : dump_(dump), metadata_size_(metadata_size) {}

  /// `entry` must stay valid until the next call.
  void See(const IndexEntry& entry) {
    if (before_ == nullptr || before_->volume != entry.volume) OpenVolume(entry.volume);
    if (!entry.stamp.Valid())
      Complain(fmt::format("Error: illegal timestamp value ({} sec, {} nsec)", entry.stamp.sec,
                           entry.stamp.nsec));
    if (entry.meta_offset > metadata_size_)
      Complain(fmt::format("Error: offset to meta file past end of file ({})", metadata_size_));
    if (volume_size_ != kMissing && entry.data_offset > volume_size_)
      Complain(fmt::format("Error: offset to log file past end of file ({})", volume_size_));
    if (before_ != nullptr) CompareWith(*before_, entry);
    before_ = &entry;
  }

 private:
  static constexpr std::int64_t kMissing = -1;

  void Complain(std::string_view what) { dump_.out.Append("\t\t").Append(what).Append('\n'); }

  void OpenVolume(std::int32_t number) {
    volume_size_ = kMissing;
    const auto place = dump_.archive.VolumeNumbered(number);
    const auto volume = place ? dump_.archive.Volume(*place) : Fail(Errc::kMissingFile, {});
    if (volume)
      volume_size_ = static_cast<std::int64_t>((*volume)->size());
    else
      Complain(fmt::format("Warning: file missing for log volume {}", number));
  }

  void CompareWith(const IndexEntry& before, const IndexEntry& entry) {
    if (entry.stamp < before.stamp) {
      dump_.out.Append("\t\tError: timestamp went backwards in time ");
      dump_.stamps.AppendClock(before.stamp, dump_.stamps.digits(), dump_.out);
      dump_.out.Append(" -> ");
      dump_.stamps.AppendClock(entry.stamp, dump_.stamps.digits(), dump_.out);
      dump_.out.Append('\n');
    }
    if (entry.volume < before.volume) Complain("Error: volume number decreased");
    if (entry.volume != before.volume) return;
    if (entry.meta_offset < before.meta_offset) Complain("Error: offset to meta file decreased");
    if (entry.data_offset < before.data_offset) Complain("Error: offset to log file decreased");
  }

  const DumpContext& dump_;
  std::int64_t metadata_size_;
  std::int64_t volume_size_ = kMissing;  // of the volume of the previous entry
  const IndexEntry* before_ = nullptr;
};

// As many tabs as the stamps below are wide.
int HeadingTabs(const StampPrinter& stamps) {
  return 2 + (stamps.detail() >= 1 ? 2 : 0) + (stamps.detail() >= 2 ? 2 : 0) +
         (stamps.digits() == 9 ? 1 : 0);
}

}  // namespace

Result<void> DumpIndex(const DumpContext& dump, const SourceOptions& options) {
  const ArchiveFiles& files = dump.archive.files();
  dump.out.Append("\nTemporal Index\n");
  for (int i = HeadingTabs(dump.stamps); i-- > 0;) dump.out.Append('\t');
  dump.out.Append("Log Vol    end(meta)     end(log)\n");
  if (files.index.empty()) return {};

  const Result<std::unique_ptr<ByteSource>> metadata = OpenSource(files.metadata, options);
  if (!metadata) return Fail(metadata.error());
  const Result<std::unique_ptr<ByteSource>> source = OpenToLoad(files.index, options);
  if (!source) return Fail(source.error());
  const Result<TemporalIndex> index = ReadTemporalIndex(**source);
  if (!index) return Fail(index.error());

  EntryReview review(dump, static_cast<std::int64_t>((*metadata)->size()));
  for (const IndexEntry& entry : index->entries) {
    dump.stamps.Append(entry.stamp, dump.out);
    dump.out.Append(fmt::format("\t  {:5}  {:11}  {:11}\n", entry.volume, entry.meta_offset,
                                entry.data_offset));
    review.See(entry);
  }
  return {};
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/copy_part.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "fdr/archive/copy/copied_metadata.h"
#include "fdr/archive/copy/data_output.h"
#include "fdr/archive/copy/record_copier.h"
#include "fdr/archive/copy/record_window.h"
#include "fdr/archive/files/archive_mode.h"
#include "fdr/archive/files/staged_files.h"

namespace fdr {
namespace {

constexpr Timestamp kEndOfTime{std::numeric_limits<std::int64_t>::max(), kNanosPerSecond - 1};

class PartCopy {
 public:
  PartCopy(const Archive& archive, const std::string& out, const PartOptions& options,
           StagedFiles& files)
      : archive_(archive), out_(out), options_(options), files_(files) {}

  Result<CopyReport> Run();

 private:
  std::uint64_t BytesInside() const;

  const Archive& archive_;
  const std::string& out_;
  const PartOptions& options_;
  StagedFiles& files_;
  RecordWindow window_;
};

std::uint64_t PartCopy::BytesInside() const {
  std::uint64_t bytes = 0;
  for (std::size_t i = window_.from.volume; i <= window_.to.volume && i < archive_.volume_count();
       ++i) {
    const Result<const ByteSource*> volume = archive_.Volume(i);
    if (!volume) continue;
    const std::uint64_t end = i == window_.to.volume ? window_.to.offset : (*volume)->size();
    const std::uint64_t begin =
        i == window_.from.volume ? window_.from.offset : archive_.label().size();
    bytes += end - std::min(begin, end);
  }
  return bytes;
}

Result<CopyReport> PartCopy::Run() {
  const Result<RecordWindow> window = FindWindow(archive_, options_.span);
  if (!window) return Fail(window.error());
  window_ = *window;
  const FirstRecords held = RecordsOf(options_.begin_with, archive_.files().base);
  if (!held.empty()) window_.first = std::min(window_.first, held.front().stamp);
  LabelRecord label = archive_.label();
  label.start = window_.first;
  const Timestamp last = window_.reaches_end ? kEndOfTime : window_.last;
  auto metadata =
      CopyMetadataOf(archive_, options_.source, window_.first, last, label, out_, files_);
  if (!metadata) return Fail(metadata.error());
  Result<DataOutput> output =
      DataOutput::Create(files_, out_, label, std::move(*metadata), options_.volumes);
  if (!output) return Fail(output.error());
  const auto go_on = [this, all = static_cast<double>(BytesInside() + 1),
                      done = 0.0](std::uint64_t bytes) mutable {
    done += static_cast<double>(bytes);
    return !options_.keep_going || options_.keep_going(std::min(1.0, done / all));
  };
  RecordCopier copier(*output, go_on, options_.on_problem);
  if (auto begun = copier.BeginWith(held); !begun) return Fail(begun.error());
  if (window_.begins_with_gap) copier.ExpectGap();
  const std::uint64_t begun_with = copier.records();
  if (auto copied = copier.Copy(archive_, window_.from, window_.to, !options_.volumes.is_set());
      !copied)
    return Fail(copied.error());
  if (copier.records() == begun_with)
    return Fail(Errc::kEmpty, "There is no record in the window", archive_.files().base);
  if (auto closed = output->Close(); !closed) return Fail(closed.error());
  if (auto committed = files_.Commit(); !committed) return Fail(committed.error());
  return CopyReport{.records = copier.records(),
                    .marks = copier.marks(),
                    .first = window_.first,
                    .last = *copier.last(),
                    .bytes = output->size(),
                    .reaches_end = window_.reaches_end};
}

Result<CopyReport> Cut(const Archive& archive, mode_t mode, const std::string& out,
                       const PartOptions& options, FileSystem& files) {
  StagedFiles staged(files, mode);
  return PartCopy(archive, out, options, staged).Run();
}

}  // namespace

// A walk may find out that stamps go back only when it meets the first that does.
Result<CopyReport> CopyPart(const Archive& archive, const std::string& out,
                            const PartOptions& options, FileSystem& files) {
  if (auto is_new = CheckIsNew(files, out); !is_new) return Fail(is_new.error());
  const mode_t mode = ModeForCopy(archive.files());
  std::shared_ptr<Archive> sorted = archive.Sorted(kSmallArchive);
  if (!sorted) {
    Result<CopyReport> cut = Cut(archive, mode, out, options, files);
    if (cut || cut.error().code != Errc::kOutOfOrder) return cut;
    sorted = archive.Sorted(0);
    if (!sorted) return cut;
  }
  return Cut(*sorted, mode, out, options, files);
}

}  // namespace fdr

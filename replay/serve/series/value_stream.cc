// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/value_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fdr {

ValueStream::ValueStream(const std::vector<FoundSeries>& wanted, const SeriesWindow& window,
                         std::shared_ptr<WorkLimit> limit, std::string before, std::string after)
    : window_(window),
      limit_(std::move(limit)),
      before_(std::move(before)),
      after_(std::move(after)) {
  for (const FoundSeries& found : wanted) {
    std::shared_ptr<ArchiveSource> archive = found.source->archive();
    if (!archive) continue;
    auto part = std::ranges::find(parts_, archive, &Part::archive);
    if (part == parts_.end())
      part = parts_.insert(parts_.end(), {std::move(archive), found.source->catalogue, {}});
    part->metrics.push_back(*found.metric);
  }
  std::ranges::reverse(parts_);
}

Result<BodySource::Piece> ValueStream::Next() {
  Piece piece{.data = std::exchange(before_, {})};
  while (piece.data.size() < kPiece && !piece.is_last) {
    if (const Result<void> checked = CheckLimits(); !checked) return Fail(checked.error());
    const Result<bool> read = ReadOn(piece.data);
    if (!read) return Fail(read.error());
    piece.is_last = !*read;
  }
  return piece;
}

// Appends the rows of the next record; false, with the end of the answer, behind the last one.
Result<bool> ValueStream::ReadOn(std::string& out) {
  if (!reader_ && parts_.empty()) {
    out += after_;
    return false;
  }
  if (!reader_) {
    Part& part = parts_.back();
    Result<ArchiveSource::Lease> lease = part.archive->Borrow();
    if (!lease) return Fail(lease.error());
    auto reader = SeriesReader::Open(std::move(*lease), *part.catalogue, part.metrics, window_);
    if (!reader) return Fail(reader.error());
    reader_ = std::move(*reader);
  }
  const std::size_t before = out.size();
  const Result<std::optional<std::size_t>> rows = reader_->Read(out);
  if (!rows) return Fail(rows.error());
  if (*rows) {
    if (rows_ == 0 && **rows > 0) out.erase(before, 1);  // no comma before the first row
    rows_ += **rows;
    return true;
  }
  reader_.reset();
  parts_.pop_back();
  return true;
}

Result<void> ValueStream::CheckLimits() const {
  if (rows_ > kMostValues)
    return Fail(Errc::kTooLarge, fmt::format("more than {} values", kMostValues));
  return limit_ ? limit_->Check() : Result<void>{};
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/value_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fdr {

ValueStream::ValueStream(std::vector<std::unique_ptr<RowSource>> sources,
                         std::shared_ptr<WorkLimit> limit, std::string before, std::string after)
    : sources_(std::move(sources)),
      limit_(std::move(limit)),
      before_(std::move(before)),
      after_(std::move(after)) {
  std::ranges::reverse(sources_);
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

// Appends the next rows; false, with the end of the answer, behind the last ones.
Result<bool> ValueStream::ReadOn(std::string& out) {
  if (sources_.empty()) {
    out += after_;
    return false;
  }
  const std::size_t before = out.size();
  const Result<std::optional<std::size_t>> rows = sources_.back()->Read(out);
  if (!rows) return Fail(rows.error());
  if (!*rows) {
    sources_.pop_back();
    return true;
  }
  if (rows_ == 0 && **rows > 0) out.erase(before, 1);  // no comma before the first row
  rows_ += **rows;
  return true;
}

Result<void> ValueStream::CheckLimits() const {
  if (rows_ > kMostValues)
    return Fail(Errc::kTooLarge, fmt::format("more than {} values", kMostValues));
  return limit_ ? limit_->Check() : Result<void>{};
}

}  // namespace fdr

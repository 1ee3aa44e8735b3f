// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answer to /buckets, made piece by piece.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/series_rows.h"
#include "fdr/replay/serve/viewer/viewed_archives.h"

namespace fdr {

/// A question, and the archive that it is about.
struct BucketQuestion {
  std::shared_ptr<ArchiveSource> source;
  std::shared_ptr<ViewedArchive> viewed;
  std::shared_ptr<WorkLimit> limit;  ///< null: none
  MetricChoice choice;               ///< numbers alone
  BucketQuery query;

  CheckLimit Check() const {
    return [limit = limit] { return limit ? limit->Check() : Result<void>(); };
  }
};

/// Series of the metrics of the choice, from memory, or from the window if they take too much of
/// it.  Exact.
Result<std::shared_ptr<const BucketSource>> ExactSeries(ArchiveSource::Lease& archive,
                                                        const BucketQuestion& question);

class BucketBody final : public BodySource {
 public:
  explicit BucketBody(BucketQuestion question);

  /// Makes the beginning of the first frame, which later pieces follow.  After an error, there is
  /// nothing to send.
  Result<void> Start() { return BeginFrame(); }
  Result<Piece> Next() override;

 private:
  struct Frame {
    std::uint32_t n = 0;
    bool is_approximate = false;
  };

  void PlanFrames();
  Result<void> BeginFrame();
  Result<std::shared_ptr<const BucketSource>> SeriesOf(const Frame& frame,
                                                       ArchiveSource::Lease& archive);
  TextParts HeadOf(const Frame& frame, std::uint64_t generation) const;
  Result<void> AppendText(std::string& out);
  void AppendRow(std::string& out);
  void EndFrame(std::string& out);
  bool IsLast() const { return frame_ + 1 == frames_.size(); }

  BucketQuestion question_;
  std::vector<Frame> frames_;
  std::size_t frame_ = 0;
  bool is_begun_ = false;  // frames_[frame_]
  std::shared_ptr<const BucketSource> exact_, series_;
  SeriesRows rows_;
  std::size_t next_row_ = 0;
  std::unique_ptr<SeriesBuckets> buckets_;
  std::optional<TextParts> text_;  // which is being sent: a head, or a row in JSON
};

}  // namespace fdr

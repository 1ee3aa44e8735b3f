// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_metadata.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/check/check_desc.h"
#include "fdr/archive/check/check_frames.h"
#include "fdr/archive/check/check_indom.h"
#include "fdr/archive/check/check_labelset.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/salvage/metadata_judge.h"

namespace fdr {
namespace {

class MetadataCheck {
 public:
  MetadataCheck(const LabelRecord& archive, Catalog& catalog, FileReport& report)
      : archive_(archive),
        catalog_(catalog),
        report_(report),
        descs_(catalog, report),
        indoms_(catalog, report) {}

  void Check(const Frame& frame) {
    CheckType(frame);
    const Result<MetadataRecord> record = DecodeMetadata(frame.body);
    if (!record) {
      const auto code = record.error().code == Errc::kBadRecordType ? CheckCode::kMetaType
                                                                    : CheckCode::kMetaCorrupt;
      report_.Add(code, {frame.offset}, "{}", record.error().what);
      return;
    }
    if (const auto* desc = std::get_if<DescRecord>(&*record)) {
      descs_.Check(*desc, frame.offset);
    } else if (const auto* indom = std::get_if<InDomRecord>(&*record)) {
      CheckStamp(indom->stamp, frame.offset);
      indoms_.Check(*indom, frame.offset);
    } else if (const auto* labels = std::get_if<LabelSetRecord>(&*record)) {
      CheckStamp(labels->stamp, frame.offset);
      catalog_.other_records.push_back({labels->stamp, frame.offset});
      CheckLabelSets(*labels, frame.offset, report_);
    } else {
      CheckText(std::get<TextRecord>(*record), frame.offset);
    }
  }

  void Finish() {
    descs_.Finish();
    indoms_.Finish();
    if (catalog_.metrics.empty())
      report_.Add(CheckCode::kArchiveNoMetrics, {archive_.size()},
                  "The metadata describe no metric");
  }

  Timestamp latest() const { return latest_; }

 private:
  void CheckType(const Frame& frame) {
    const std::uint32_t type = ByteReader(frame.body).U32();
    if (MetadataJudge::IsType(type) &&
        !BelongsTo(static_cast<MetadataType>(type), archive_.version))
      report_.Add(CheckCode::kMetaVersion, {frame.offset},
                  "A record of type {} in an archive of version {}", type,
                  static_cast<int>(archive_.version));
  }

  void CheckStamp(Timestamp stamp, std::uint64_t offset) {
    const CheckPlace place{offset, stamp};
    if (!stamp.Valid())
      report_.Add(CheckCode::kMetaStampInvalid, place, "The record has the stamp {}",
                  StampText(stamp));
    if (stamp < archive_.start)
      report_.Add(CheckCode::kMetaBeforeStart, place,
                  "The record's stamp {} is before the archive's start {}", StampText(stamp),
                  StampText(archive_.start));
    if (previous_ && stamp < *previous_)
      report_.Add(CheckCode::kMetaBackwards, place, "The stamps go back from {} to {}",
                  StampText(*previous_), StampText(stamp));
    previous_ = stamp;
    latest_ = std::max(latest_, stamp);
  }

  static std::string SubjectOf(const TextRecord& text) {
    return IsOfMetric(text.kind) ? ToString(MetricId{text.id}) : ToString(InDomId{text.id});
  }

  void CheckText(const TextRecord& text, std::uint64_t offset) {
    const CheckPlace place{.offset = offset};
    if (!IsKnown(text.kind)) {
      report_.Add(CheckCode::kTextKind, place, "There is no help text of kind {}",
                  static_cast<std::uint32_t>(text.kind));
      return;
    }
    if (text.text().size() + 1 != text.stored.size())
      report_.Add(CheckCode::kTextEnd, place, "{} bytes of help text behind its end",
                  text.stored.size() - text.text().size() - 1);
    if (IsOfMetric(text.kind) ? !catalog_.metric_numbers.contains(MetricId{text.id})
                              : !catalog_.indom_numbers.contains(InDomId{text.id}))
      report_.Add(CheckCode::kTextUnknown, place, "Help text about {}, which is not described",
                  SubjectOf(text));
    if (IsOneLine(text.kind) && text.text().find('\n') != std::string_view::npos)
      report_.Add(CheckCode::kTextLines, place, "The one-line help text of {} has several lines",
                  SubjectOf(text));
    CheckRepetition(text, place);
  }

  void CheckRepetition(const TextRecord& text, const CheckPlace& place) {
    const std::size_t hash = std::hash<std::string_view>{}(text.text());
    const auto [before, is_new] = texts_.try_emplace({text.kind, text.id}, hash);
    if (is_new) return;
    const bool is_same = std::exchange(before->second, hash) == hash;
    if (is_same)
      report_.Add(CheckCode::kTextRepeated, place, "The same help text of {} again",
                  SubjectOf(text));
    else
      report_.Add(CheckCode::kTextChanged, place, "Another help text of {} than before",
                  SubjectOf(text));
  }

  const LabelRecord& archive_;
  Catalog& catalog_;
  FileReport& report_;
  DescCheck descs_;
  InDomCheck indoms_;
  std::optional<Timestamp> previous_;
  Timestamp latest_;
  std::map<std::pair<TextKind, std::uint32_t>, std::size_t> texts_;  // the hash of the last one
};

}  // namespace

void CheckMetadata(const ByteSource& source, const LabelRecord& archive, const IndexCheck* index,
                   Catalog& catalog, FileReport& report,
                   const std::function<void(std::uint64_t)>& on_record) {
  MetadataCheck check(archive, catalog, report);
  std::optional<IndexMarkWalk> marks;
  if (index != nullptr) marks.emplace(*index, index->MetadataMarks());
  FramedAs<MetadataJudge> judge;
  FrameWalk walk(source, archive.size(), judge, report);
  while (const std::optional<Frame> frame = walk.Next()) {
    if (marks) marks->MeetMetadata(frame->offset, check.latest());
    check.Check(*frame);
    on_record(frame->end());
  }
  if (marks) marks->EndMetadata(source.size(), check.latest());
  check.Finish();
}

void CheckMetadataEnd(const Catalog& catalog, Timestamp end, FileReport& report) {
  const auto check = [&](const CatalogRecord& record) {
    if (record.stamp > end)
      report.Add(CheckCode::kMetaAfterEnd, {record.offset, record.stamp},
                 "The record's stamp {} is after the last data record's {}",
                 StampText(record.stamp), StampText(end));
  };
  for (const CatalogInDom& indom : catalog.indoms)
    std::for_each(indom.records.begin(), indom.records.end(), check);
  std::for_each(catalog.other_records.begin(), catalog.other_records.end(), check);
}

}  // namespace fdr

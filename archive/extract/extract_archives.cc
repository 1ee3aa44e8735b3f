// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/extract_archives.h"

#include <algorithm>
#include <span>
#include <utility>

#include "fdr/archive/extract/extract_order.h"
#include "fdr/archive/files/archive_mode.h"
#include "fdr/archive/files/collecting_files.h"
#include "fdr/archive/files/staged_files.h"

namespace fdr {
namespace {

constexpr std::int64_t kDay = 86'400 * kNanosPerSecond;
constexpr double kMostSeconds = 100 * 366 * 86'400.0;  // of all windows

// Old loggers left anything behind a value; PCP writes this.
void PadBlocks(const ResultRecord& record, Bytes body, std::span<std::byte> copy) {
  constexpr std::byte kPadding{'~'};
  for (const ValueSet& set : record.sets())
    for (std::uint32_t i = 0; !set.in_place() && i < set.size(); ++i) {
      const Bytes padding = set.Block(i).padding;
      if (padding.empty()) continue;
      const auto at = static_cast<std::size_t>(padding.data() - body.data());
      std::ranges::fill(copy.subspan(at, padding.size()), kPadding);
    }
}

class Extraction {
 public:
  Extraction(const std::vector<ExtractSource>& inputs, const Metadata& metadata,
             const ExtractPlan& plan, ExtractWriter& writer)
      : plan_(plan),
        version_(plan.label.version),
        metadata_(metadata, version_),
        writer_(writer),
        start_(plan.start),
        end_(plan.end) {
    if (plan_.observer != nullptr)
      metadata_.OnLabels([this](const LabelsOnUse& labels) { plan_.observer->OnLabels(labels); });
    for (const Desc& desc : metadata.metrics())
      if (IsEvent(desc.type)) events_.emplace(desc.id, desc);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      inputs_.emplace_back(inputs[i], events_,
                           [this, i](const Problem& problem, std::uint64_t size) {
                             if (plan_.on_damage) plan_.on_damage(i, problem, size);
                           });
  }

  Result<void> Run();

 private:
  bool IsFull() const { return plan_.records && writer_.records() >= *plan_.records; }
  bool ReachWindow(Timestamp stamp);
  Result<void> Add(const ExtractInput& input);
  Result<void> AddMark(Timestamp stamp);
  Result<void> AddChosen(const ExtractInput& input);
  Result<void> Write(const ResultRecord& values);
  Result<void> WriteWaitingMarks();

  const ExtractPlan& plan_;
  Version version_;
  MetadataOnUse metadata_;
  ExtractWriter& writer_;
  EventMetrics events_;
  std::vector<ExtractInput> inputs_;
  std::optional<Timestamp> start_, end_;  // of the present window
  std::uint64_t waiting_marks_ = 0;       // between windows
  ResultRecord record_;                   // with the chosen values
  ResultEncoder encoder_;
  ByteBuffer needed_;  // metadata
  ByteBuffer frame_;
};

// Goes on to the window of a later day if there are some.  False if all windows are over.
bool Extraction::ReachWindow(Timestamp stamp) {
  if (!end_ || stamp <= *end_) return true;
  if (!plan_.daily || !start_) return false;
  // A wrong stamp may lie far away.  Nearer ones do not overflow below.
  if (SecondsBetween(*plan_.end, stamp) > kMostSeconds) return false;
  const std::int64_t behind = (stamp.sec - end_->sec) * kNanosPerSecond + (stamp.nsec - end_->nsec);
  const std::int64_t days = (behind + kDay - 1) / kDay;
  start_ = start_->Plus(days * kDay);
  end_ = end_->Plus(days * kDay);
  waiting_marks_ += static_cast<std::uint64_t>(days);
  return true;
}

// Each day without records gives one more mark.
Result<void> Extraction::WriteWaitingMarks() {
  if (waiting_marks_ > 0 && writer_.records() == 0 && plan_.observer != nullptr)
    plan_.observer->OnLeadingMark();
  for (; waiting_marks_ > 0; --waiting_marks_) {
    if (writer_.records() == 0 || IsFull()) continue;
    if (auto added = AddMark(writer_.last().Plus(kNanosPerMillisecond)); !added) return added;
  }
  return {};
}

Result<void> Extraction::AddMark(Timestamp stamp) {
  if (writer_.records() == 0) return {};
  frame_.clear();
  ResultEncoder::EncodeMark(version_, stamp, frame_);
  return writer_.Add({.stamp = stamp, .frame = frame_});
}

// The record in frame_.
Result<void> Extraction::Write(const ResultRecord& values) {
  needed_.clear();
  const Result<bool> has_domain = metadata_.AppendFor(values, needed_);
  if (!has_domain) return Fail(has_domain.error());
  return writer_.Add(
      {.stamp = values.stamp(), .frame = frame_, .metadata = needed_, .has_domain = *has_domain});
}

Result<void> Extraction::AddChosen(const ExtractInput& input) {
  const ResultRecord& stored = input.values();
  if (stored.is_mark()) return AddMark(stored.stamp());
  if (input.version() == version_ && plan_.chosen.IsAll()) {
    frame_.clear();
    {
      const FrameScope frame(frame_);
      frame_.insert(frame_.end(), input.body().begin(), input.body().end());
    }
    PadBlocks(stored, input.body(), std::span(frame_).subspan(kFrameLengthSize));
    return Write(stored);
  }
  plan_.chosen.Choose(stored, encoder_);
  if (encoder_.empty()) return {};
  frame_.clear();
  encoder_.Encode(version_, frame_);
  const Bytes body = BodyOf(frame_);
  if (auto decoded = record_.Decode(version_, body); !decoded) return decoded;
  return Write(record_);
}

Result<void> Extraction::Add(const ExtractInput& input) {
  if (auto written = WriteWaitingMarks(); !written) return written;
  return IsFull() ? Result<void>() : AddChosen(input);
}

Result<void> Extraction::Run() {
  ExtractOrder order(inputs_, plan_.marks_always);
  if (auto begun = order.Begin(); !begun) return begun;
  while (!IsFull()) {
    if (plan_.keep_going && !plan_.keep_going())
      return Fail(Errc::kCancelled, "Stopped before the end");
    const auto next = order.Next(writer_.records() > 0);
    if (!next) return Fail(next.error());
    const auto& item = *next;
    if (!item || !ReachWindow(item->stamp)) return {};
    if (start_ && item->stamp < *start_) continue;
    const std::uint64_t records = writer_.records();
    const Result<void> added = item->input != nullptr ? Add(*item->input) : AddMark(item->stamp);
    if (!added) return added;
    if (plan_.observer != nullptr && item->input != nullptr && writer_.records() > records)
      for (const std::size_t input : order.TakeWaiting()) plan_.observer->OnWaitingMark(input);
  }
  return {};
}

}  // namespace

Result<std::uint64_t> ExtractArchives(const std::vector<ExtractSource>& inputs,
                                      const Metadata& metadata, const std::string& out,
                                      const ExtractPlan& plan, FileSystem& files) {
  if (auto is_new = CheckIsNew(files, out); !is_new) return Fail(is_new.error());
  mode_t mode = kOpenToAll;
  for (const ExtractSource& input : inputs) mode &= ModeForCopy(input.files);
  StagedFiles staged(files, mode);
  CollectingFiles collecting(staged);
  Result<ExtractWriter> writer =
      ExtractWriter::Create(collecting, {.base = out,
                                         .label = plan.label,
                                         .volume_records = plan.volume_records,
                                         .on_volume = plan.on_volume});
  if (!writer) return Fail(writer.error());
  const Result<void> done = Extraction(inputs, metadata, plan, *writer).Run();
  if (!done && (!plan.keeps_parts || writer->records() == 0)) return Fail(done.error());
  if (writer->records() == 0) return Fail(Errc::kEmpty, "Nothing to write", out);
  if (auto closed = writer->Close(); !closed) return Fail(closed.error());
  if (auto committed = staged.Commit(); !committed) return Fail(committed.error());
  if (!done) return Fail(done.error());
  return writer->records();
}

}  // namespace fdr

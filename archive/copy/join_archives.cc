// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/join_archives.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "fdr/archive/copy/copy_feed.h"
#include "fdr/archive/copy/copy_files.h"
#include "fdr/archive/copy/copy_writer.h"
#include "fdr/archive/copy/join_survey.h"
#include "fdr/archive/copy/joined_metadata.h"
#include "fdr/archive/copy/record_copier.h"
#include "fdr/archive/copy/record_merger.h"
#include "fdr/archive/copy/stretch_edge.h"
#include "fdr/archive/files/archive_mode.h"
#include "fdr/archive/files/collecting_files.h"
#include "fdr/archive/files/staged_files.h"

namespace fdr {
namespace {

constexpr std::uint64_t kSmallInput = 1 << 20;

using Group = JoinSurvey::Group;

class Join {
 public:
  Join(const std::vector<ArchiveFiles>& inputs, const std::string& out, const JoinOptions& options,
       FileSystem& files, std::uint64_t small)
      : named_(inputs), out_(out), options_(options), files_(files), survey_(options, small) {}

  Result<JoinReport> Run();

 private:
  struct OpenGroup {
    std::vector<OpenInput> inputs;
    bool is_behind_gap = false;
  };

  LabelRecord MakeLabel() const;
  bool LowersVersion() const { return options_.version && *options_.version < label_.version; }
  mode_t Mode() const;
  Result<JoinedMetadata::Written> WriteMetadata(FileSystem& files);
  Result<OpenGroup> OpenAll(const Group& group);
  bool IsSeamless(const StretchEdge& end, const StretchEdge& start) const;
  Result<void> CopyGroup(const Group& group, RecordCopier& copier);
  Result<void> FeedGroup(const OpenGroup& group, CopySink& first, CopyFeed& feed);
  static tl::unexpected<Error> WithArchive(Error error, const OpenGroup& group);
  std::function<bool(std::uint64_t)> Progress() const;
  Result<Metadata> MergeMetadata();
  Result<void> WriteThroughStages(StagedFiles& files);
  Result<void> Write(StagedFiles& files);

  const std::vector<ArchiveFiles>& named_;
  const std::string& out_;
  const JoinOptions& options_;
  FileSystem& files_;
  JoinSurvey survey_;
  LabelRecord label_;                             // of the new archive
  std::pair<std::string, Position> last_window_;  // of the last group
  std::optional<StretchEdge> last_edge_;          // of the groups that were copied
  bool has_deltas_ = false;                       // an archive has such records of domains
  JoinReport report_;
};

// A lower version is the matter of the last stage: the others keep what only the higher one has.
LabelRecord Join::MakeLabel() const {
  const std::vector<JoinInput>& inputs = survey_.inputs();
  LabelRecord label = inputs.back().label;
  label.start = inputs.front().first;
  for (const JoinInput& input : inputs)
    label.version = std::max(label.version, input.label.version);
  if (options_.version) label.version = std::max(label.version, *options_.version);
  if (options_.same_host) label.host = LabelText(*options_.same_host);
  return label;
}

mode_t Join::Mode() const {
  mode_t mode = kOpenToAll;
  for (const JoinInput& input : survey_.inputs()) mode &= ModeForCopy(input.files);
  return mode;
}

Result<JoinedMetadata::Written> Join::WriteMetadata(FileSystem& files) {
  Result<JoinedMetadata> metadata =
      JoinedMetadata::Create(files, out_, label_, options_.on_problem);
  if (!metadata) return Fail(metadata.error());
  Timestamp last;
  for (const Group& group : survey_.groups()) {
    const Result<std::vector<OpenInput>> open = survey_.OpenAgain(group);
    if (!open) return Fail(open.error());
    std::vector<DataSpan> parts;
    for (const OpenInput& input : *open) {
      last = std::max(last, input.window.last);
      parts.push_back({input.archive.get(), input.window.first, input.window.last});
    }
    if (auto added = metadata->Add(parts); !added) return Fail(added.error());
  }
  return metadata->Close(last);
}

Result<Join::OpenGroup> Join::OpenAll(const Group& group) {
  Result<std::vector<OpenInput>> inputs = survey_.OpenAgain(group);
  if (!inputs) return Fail(inputs.error());
  OpenGroup open{std::move(*inputs)};
  std::optional<StretchEdge> start, end;
  for (const OpenInput& input : open.inputs) {
    const Result<StretchEdge> first = StartOf(*input.archive, input.window);
    if (!first) return Fail(first.error());
    const Result<StretchEdge> last = EndOf(*input.archive, input.window);
    if (!last) return Fail(last.error());
    if (!start) start = *first;
    if (!end || last->stamp >= end->stamp) end = *last;
  }
  const bool begins_with_gap = std::ranges::all_of(
      open.inputs, [](const OpenInput& input) { return input.window.begins_with_gap; });
  // Records between two windows of an archive are left out.
  const OpenInput& front = open.inputs.front();
  const auto& [last_base, last_to] = last_window_;
  const bool is_same = last_base == front.opened->files().base;
  const bool goes_on =
      is_same ? last_to == front.window.from : last_edge_ && IsSeamless(*last_edge_, *start);
  last_window_ = {open.inputs.back().opened->files().base, open.inputs.back().window.to};
  open.is_behind_gap = last_edge_ ? !goes_on : begins_with_gap;
  last_edge_ = end;
  return open;
}

bool Join::IsSeamless(const StretchEdge& end, const StretchEdge& start) const {
  switch (options_.gaps) {
    case GapMarks::kAlways:
      return false;
    case GapMarks::kNever:
      return true;
    case GapMarks::kWhereNothingIsKnown:
      break;
  }
  return GoesOn(end, start);
}

// A single archive is copied in pieces, if it has the version of the output.
Result<void> Join::CopyGroup(const Group& group, RecordCopier& copier) {
  const Result<OpenGroup> open = OpenAll(group);
  if (!open) return Fail(open.error());
  if (open->is_behind_gap) copier.ExpectGap();
  const OpenInput& only = open->inputs.front();
  if (open->inputs.size() == 1 && only.archive->version() == label_.version)
    return copier.Copy(*only.archive, only.window.from, only.window.to, false);
  RecordMerger merger(
      [&copier](const MergedRecord& record) -> Result<void> {
        if (record.has_gap) {
          if (auto flushed = copier.Flush(); !flushed) return flushed;
          copier.ExpectGap();
        }
        return copier.Add(record.version, record.body);
      },
      options_.on_problem);
  for (const OpenInput& input : open->inputs) merger.Add(input.archive, input.window);
  Result<void> merged = merger.Run();
  report_.repeated += merger.repeated();
  return merged ? copier.Flush() : merged;
}

std::function<bool(std::uint64_t)> Join::Progress() const {
  double all = 1;
  for (const JoinInput& input : survey_.inputs()) all += static_cast<double>(input.bytes);
  return [this, all, done = 0.0](std::uint64_t bytes) mutable {
    done += static_cast<double>(bytes);
    return !options_.keep_going || options_.keep_going(std::min(1.0, done / all));
  };
}

// The survey has reported what is damaged.
Result<Metadata> Join::MergeMetadata() {
  survey_.SetQuiet(true);
  Metadata merged(MetadataDamage::kSkip);
  std::set<std::string> seen;  // an archive may have several windows
  for (const JoinInput& input : survey_.inputs()) {
    if (!seen.insert(input.files.base).second) continue;
    const Result<OpenInput> open = survey_.OpenAgain(input);
    if (!open) return Fail(open.error());
    has_deltas_ = has_deltas_ || open->opened->metadata().counts().indom_deltas > 0;
    auto added = MergeBehindFront(*open->opened, options_.front, label_, merged);
    if (!added) return Fail(added.error());
  }
  survey_.SetQuiet(false);
  return merged;
}

Result<void> Join::FeedGroup(const OpenGroup& group, CopySink& first, CopyFeed& feed) {
  ArchiveFronts fronts(options_.front, label_, first);
  std::vector<CopyFeed::Source> sources;
  for (const OpenInput& input : group.inputs) {
    const Result<CopySink*> front = fronts.Begin(*input.archive);
    if (!front) return Fail(front.error());
    sources.push_back({input.archive, input.window, *front});
  }
  if (auto fed = feed.Feed(sources); !fed) return fed;
  return fronts.End();
}

// What cannot be written comes from one of these archives.
tl::unexpected<Error> Join::WithArchive(Error error, const OpenGroup& group) {
  if (error.file.empty() && error.code == Errc::kUnsupportedVersion && group.inputs.size() == 1)
    error.file = group.inputs.front().opened->files().base;
  return Fail(std::move(error));
}

Result<void> Join::WriteThroughStages(StagedFiles& files) {
  const Result<Metadata> merged = MergeMetadata();
  if (!merged) return Fail(merged.error());
  CollectingFiles collecting(files);
  CopyWriter writer(collecting, out_,
                    {.domains = has_deltas_ ? DomainRecords::kDeltas : DomainRecords::kFull,
                     .volumes = options_.volumes,
                     .on_problem = options_.on_problem});
  if (options_.companion != nullptr) options_.companion->Begin(files);
  LowerVersionStage lower(writer);
  CopySink& last = LowersVersion() ? static_cast<CopySink&>(lower) : writer;
  const Result<CopySink*> first =
      options_.stages ? options_.stages(last, *merged) : Result<CopySink*>(&last);
  if (!first) return Fail(first.error());
  if (auto begun = (*first)->Begin(label_); !begun) return begun;
  CopyFeed feed(**first, label_.version, Progress(), options_.on_problem);
  feed.BeginWith(survey_.begin_with());
  for (const Group& group : survey_.groups()) {
    Result<OpenGroup> open = OpenAll(group);
    if (!open) return Fail(open.error());
    if (open->is_behind_gap) feed.ExpectGap();
    if (auto fed = FeedGroup(*open, **first, feed); !fed) return WithArchive(fed.error(), *open);
  }
  if (auto ended = (*first)->End(); !ended) return ended;
  if (options_.companion != nullptr)
    if (auto ended = options_.companion->End(); !ended) return ended;
  report_.repeated = feed.repeated();
  report_.copied = writer.report();
  if (LowersVersion()) {
    report_.lowered = lower.report();
    report_.lowered->has_full_domains = has_deltas_;
  }
  return files.Commit();
}

Result<void> Join::Write(StagedFiles& files) {
  Result<JoinedMetadata::Written> metadata = WriteMetadata(files);
  if (!metadata) return Fail(metadata.error());
  Result<DataOutput> output =
      DataOutput::Create(files, out_, label_, std::move(metadata->file), options_.volumes);
  if (!output) return Fail(output.error());
  RecordCopier copier(*output, Progress(), options_.on_problem);
  if (auto begun = copier.BeginWith(survey_.begin_with()); !begun) return begun;
  for (const Group& group : survey_.groups())
    if (auto copied = CopyGroup(group, copier); !copied) return copied;
  if (metadata->behind)
    if (auto marked = copier.AddMark(*metadata->behind); !marked) return marked;
  if (auto closed = output->Close(); !closed) return closed;
  report_.copied = {.records = copier.records(),
                    .marks = copier.marks(),
                    .first = survey_.inputs().front().first,
                    .last = copier.last().value_or(survey_.inputs().front().first),
                    .bytes = output->size()};
  return files.Commit();
}

Result<JoinReport> Join::Run() {
  if (auto is_new = CheckIsNew(files_, out_); !is_new) return Fail(is_new.error());
  if (auto surveyed = survey_.Run(named_, report_); !surveyed) return Fail(surveyed.error());
  if (!report_.conflicts.empty()) return std::move(report_);
  label_ = MakeLabel();
  StagedFiles staged(files_, Mode());
  const bool has_stages = options_.stages || LowersVersion();
  if (auto written = has_stages ? WriteThroughStages(staged) : Write(staged); !written)
    return Fail(written.error());
  survey_.ReportTorn();
  return std::move(report_);
}

}  // namespace

// Stamps of a large archive may turn out to go back only when its records are read; then even its
// end was not known.
Result<JoinReport> JoinArchives(const std::vector<ArchiveFiles>& inputs, const std::string& out,
                                const JoinOptions& options, FileSystem& files) {
  Result<JoinReport> joined = Join(inputs, out, options, files, kSmallInput).Run();
  if (joined || joined.error().code != Errc::kOutOfOrder) return joined;
  return Join(inputs, out, options, files, std::numeric_limits<std::uint64_t>::max()).Run();
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/join_archives.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "fdr/archive/copy/copy_feed.h"
#include "fdr/archive/copy/copy_files.h"
#include "fdr/archive/copy/copy_writer.h"
#include "fdr/archive/copy/joined_metadata.h"
#include "fdr/archive/copy/record_copier.h"
#include "fdr/archive/copy/record_merger.h"
#include "fdr/archive/copy/stretch_edge.h"
#include "fdr/archive/files/archive_mode.h"
#include "fdr/archive/files/staged_files.h"

namespace fdr {
namespace {

constexpr std::uint64_t kSmallInput = 1 << 20;

// An archive in the order of time, and the records of the window.
struct OpenInput {
  std::unique_ptr<Archive> opened;
  std::shared_ptr<const Archive> archive;
  RecordWindow window;

  bool IsSorted() const { return archive.get() != opened.get(); }
  // Where the window ends now, even if the archive grows.
  Position End() const {
    if (window.to.volume < archive->volume_count()) return window.to;
    const std::size_t last = archive->volume_count() - 1;
    const Result<std::uint64_t> end = archive->DataEnd(last);
    return end ? Position{last, *end} : window.to;
  }
};

// Archives whose times overlap, together: places in the list of inputs.
using Group = std::vector<std::size_t>;

class Join {
 public:
  Join(const std::vector<ArchiveFiles>& inputs, const std::string& out, const JoinOptions& options,
       FileSystem& files, std::uint64_t small)
      : named_(inputs), out_(out), options_(options), files_(files), small_(small) {}

  Result<JoinReport> Run();

 private:
  struct OpenGroup {
    std::vector<OpenInput> inputs;
    bool is_behind_gap = false;
  };

  Result<OpenInput> Open(const ArchiveFiles& files);
  Result<OpenInput> OpenAgain(const JoinInput& input);
  Timestamp FirstOf(const OpenInput& input) const;
  Result<void> Survey();
  void ReportTorn() const;
  Result<void> CheckVersion() const;
  Result<void> CheckHosts() const;
  void MakeGroups();
  LabelRecord MakeLabel() const;
  mode_t Mode() const;
  Result<JoinedMetadata::Written> WriteMetadata(FileSystem& files);
  Result<OpenGroup> OpenAll(const Group& group);
  Result<void> CopyGroup(const Group& group, RecordCopier& copier);
  Result<void> FeedGroup(const OpenGroup& group, CopySink& first, CopyFeed& feed);
  std::function<bool(std::uint64_t)> Progress() const;
  Result<Metadata> MergeMetadata();
  Result<void> WriteThroughStages(StagedFiles& files);
  Result<void> Write(StagedFiles& files);

  const std::vector<ArchiveFiles>& named_;
  const std::string& out_;
  const JoinOptions& options_;
  FileSystem& files_;
  std::uint64_t small_;            // all stamps of archives up to this size are read
  std::vector<JoinInput> inputs_;  // in the order of time
  FirstRecords begin_with_;        // of these archives
  std::vector<Group> groups_;
  LabelRecord label_;                             // of the new archive
  std::map<std::string, Problem> torn_;           // ends of archives, by their base names
  std::pair<std::string, Position> last_window_;  // of the last group
  std::optional<StretchEdge> last_edge_;          // of the groups that were copied
  bool is_merging_ = false;                       // nothing is reported again
  bool has_deltas_ = false;                       // an archive has such records of domains
  JoinReport report_;
};

Result<OpenInput> Join::Open(const ArchiveFiles& files) {
  OpenOptions options;
  options.source = options_.source;
  options.metadata_damage = MetadataDamage::kSkip;
  options.on_problem = [this, base = files.base](const Problem& problem) {
    if (problem.at_end == Problem::AtEnd::kIncomplete)
      torn_.emplace(base, problem);
    else if (!is_merging_)
      Report(options_.on_problem, problem);
  };
  Result<std::unique_ptr<Archive>> archive = Archive::Open(files, std::move(options));
  if (!archive) return Fail(archive.error());
  OpenInput input{std::move(*archive), nullptr, {}};
  input.archive = input.opened->Sorted(small_);
  // The archive lives as long as what borrows from it.
  if (!input.archive) input.archive = {std::shared_ptr<Archive>(), input.opened.get()};
  return input;
}

// Records that came since the survey are left out: their metadata would be missing.
Result<OpenInput> Join::OpenAgain(const JoinInput& input) {
  TimeSpan span = input.span;
  if (input.is_sorted) span.end = input.last;
  Result<OpenInput> again = Open(input.files);
  if (!again) return again;
  const Result<RecordWindow> window = FindWindow(*again->archive, span);
  if (!window) return Fail(window.error());
  again->window = *window;
  if (!input.is_sorted && !again->IsSorted()) again->window.to = input.to;
  again->window.first = input.first;
  again->window.last = input.last;
  return again;
}

// The metadata of a record at the beginning are those of its archive.
Timestamp Join::FirstOf(const OpenInput& input) const {
  const FirstRecords own = RecordsOf(options_.begin_with, input.opened->files().base);
  return own.empty() ? input.window.first : std::min(input.window.first, own.front().stamp);
}

// Reads the metadata of all archives, one after the other, and the ends of their data.
Result<void> Join::Survey() {
  DescriptorAgreement agreement;
  std::set<std::string> seen;
  for (const ArchiveFiles& files : named_) {
    std::error_code unknown;
    const auto path = std::filesystem::weakly_canonical(files.metadata, unknown);
    if (!seen.insert(unknown ? files.metadata : path.string()).second) continue;
    const std::uint64_t bytes = SizeOnDisk(files);
    Result<OpenInput> input = Open(files);
    if (!input && input.error().code != Errc::kEmpty) return Fail(input.error());
    const std::size_t before = inputs_.size();
    for (const TimeSpan& span : options_.spans) {
      if (!input) break;
      const Result<RecordWindow> window = FindWindow(*input->archive, span);
      if (!window && window.error().code == Errc::kEmpty) continue;
      if (!window) return Fail(window.error());
      input->window = *window;
      inputs_.push_back({input->opened->files(), span, input->archive->label(), FirstOf(*input),
                         input->window.last, bytes, input->window.reaches_end, input->End(),
                         input->IsSorted()});
    }
    if (inputs_.size() == before) {
      report_.left_out.push_back(files.base);
      continue;
    }
    agreement.Add(*input->archive, options_.settled);
    ++report_.archives;
  }
  for (const FirstRecord& record : options_.begin_with)
    if (std::ranges::any_of(
            inputs_, [&](const JoinInput& input) { return input.files.base == record.archive; }))
      begin_with_.push_back(record);
  report_.metrics = agreement.metrics();
  report_.conflicts = agreement.conflicts();
  report_.more_conflicts = agreement.more_conflicts();
  return {};
}

// A record that grows, or is outside the windows, is no loss.
void Join::ReportTorn() const {
  const auto is_lost = [this](const std::string& base) {
    bool any = false;
    for (const JoinInput& input : inputs_) {
      if (input.files.base != base) continue;
      any = true;
      if (input.reaches_end && SizeOnDisk(input.files) == input.bytes) return true;
    }
    return !any && !options_.spans.back().end;
  };
  for (const auto& [base, problem] : torn_)
    if (is_lost(base)) Report(options_.on_problem, problem);
}

// Version 2 has neither nanoseconds nor times after 2038.
Result<void> Join::CheckVersion() const {
  for (const JoinInput& input : inputs_)
    if (options_.version && input.label.version > *options_.version)
      return Fail(Errc::kUnsupportedVersion,
                  "An archive of version 3, which version 2 cannot hold without loss",
                  input.files.base);
  return {};
}

Result<void> Join::CheckHosts() const {
  if (options_.same_host) return {};
  const auto host = [](const JoinInput& input) { return input.label.host.view(); };
  for (const JoinInput& input : inputs_)
    if (host(input) != host(inputs_.front()))
      return Fail(Errc::kHostMismatch,
                  fmt::format("{0} and {1} are two hosts; an archive describes one.  To compare "
                              "them: fdr diff {2} {3}.  If it is one machine that was renamed: "
                              "--same-host {0}",
                              host(inputs_.front()), host(input), inputs_.front().files.base,
                              input.files.base));
  return {};
}

void Join::MakeGroups() {
  const auto key = [](const JoinInput& input) {
    return std::tie(input.first, input.last, input.files.base);
  };
  std::sort(inputs_.begin(), inputs_.end(),
            [&](const JoinInput& a, const JoinInput& b) { return key(a) < key(b); });
  Timestamp end;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (i == 0 || inputs_[i].first > end) groups_.emplace_back();
    groups_.back().push_back(i);
    end = std::max(end, inputs_[i].last);
  }
}

LabelRecord Join::MakeLabel() const {
  LabelRecord label = inputs_.back().label;
  label.start = inputs_.front().first;
  for (const JoinInput& input : inputs_)
    label.version = std::max(label.version, input.label.version);
  if (options_.version) label.version = *options_.version;
  if (options_.same_host) label.host = LabelText(*options_.same_host);
  return label;
}

mode_t Join::Mode() const {
  mode_t mode = kOpenToAll;
  for (const JoinInput& input : inputs_) mode &= ModeForCopy(input.files);
  return mode;
}

Result<JoinedMetadata::Written> Join::WriteMetadata(FileSystem& files) {
  Result<JoinedMetadata> metadata =
      JoinedMetadata::Create(files, out_, label_, options_.on_problem);
  if (!metadata) return Fail(metadata.error());
  Timestamp last;
  for (const Group& group : groups_) {
    std::vector<OpenInput> open;
    std::vector<DataSpan> parts;
    for (const std::size_t i : group) {
      Result<OpenInput> input = OpenAgain(inputs_[i]);
      if (!input) return Fail(input.error());
      last = std::max(last, inputs_[i].last);
      parts.push_back({input->archive.get(), inputs_[i].first, inputs_[i].last});
      open.push_back(std::move(*input));
    }
    if (auto added = metadata->Add(parts); !added) return Fail(added.error());
  }
  return metadata->Close(last);
}

Result<Join::OpenGroup> Join::OpenAll(const Group& group) {
  OpenGroup open;
  std::optional<StretchEdge> start, end;
  for (const std::size_t i : group) {
    Result<OpenInput> input = OpenAgain(inputs_[i]);
    if (!input) return Fail(input.error());
    const Result<StretchEdge> first = StartOf(*input->archive, input->window);
    if (!first) return Fail(first.error());
    const Result<StretchEdge> last = EndOf(*input->archive, input->window);
    if (!last) return Fail(last.error());
    if (!start) start = *first;
    if (!end || last->stamp >= end->stamp) end = *last;
    open.inputs.push_back(std::move(*input));
  }
  const bool begins_with_gap = std::ranges::all_of(
      open.inputs, [](const OpenInput& input) { return input.window.begins_with_gap; });
  // Records between two windows of an archive are left out.
  const OpenInput& front = open.inputs.front();
  const auto& [last_base, last_to] = last_window_;
  const bool is_same = last_base == front.opened->files().base;
  const bool goes_on =
      is_same ? last_to == front.window.from : last_edge_ && GoesOn(*last_edge_, *start);
  last_window_ = {open.inputs.back().opened->files().base, open.inputs.back().window.to};
  open.is_behind_gap = last_edge_ ? !goes_on : begins_with_gap;
  last_edge_ = end;
  return open;
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
  for (const JoinInput& input : inputs_) all += static_cast<double>(input.bytes);
  return [this, all, done = 0.0](std::uint64_t bytes) mutable {
    done += static_cast<double>(bytes);
    return !options_.keep_going || options_.keep_going(std::min(1.0, done / all));
  };
}

// The survey has reported what is damaged.
Result<Metadata> Join::MergeMetadata() {
  is_merging_ = true;
  Metadata merged(MetadataDamage::kSkip);
  std::set<std::string> seen;  // an archive may have several windows
  for (const JoinInput& input : inputs_) {
    if (!seen.insert(input.files.base).second) continue;
    const Result<OpenInput> open = OpenAgain(input);
    if (!open) return Fail(open.error());
    has_deltas_ = has_deltas_ || open->opened->metadata().counts().indom_deltas > 0;
    auto added = MergeBehindFront(*open->opened, options_.front, label_, merged);
    if (!added) return Fail(added.error());
  }
  is_merging_ = false;
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

Result<void> Join::WriteThroughStages(StagedFiles& files) {
  const Result<Metadata> merged = MergeMetadata();
  if (!merged) return Fail(merged.error());
  CopyWriter writer(files, out_,
                    {.domains = has_deltas_ ? DomainRecords::kDeltas : DomainRecords::kFull,
                     .volumes = options_.volumes,
                     .on_problem = options_.on_problem});
  if (options_.companion != nullptr) options_.companion->Begin(files);
  const Result<CopySink*> first = options_.stages(writer, *merged);
  if (!first) return Fail(first.error());
  if (auto begun = (*first)->Begin(label_); !begun) return begun;
  CopyFeed feed(**first, label_.version, Progress(), options_.on_problem);
  feed.BeginWith(begin_with_);
  for (const Group& group : groups_) {
    Result<OpenGroup> open = OpenAll(group);
    if (!open) return Fail(open.error());
    if (open->is_behind_gap) feed.ExpectGap();
    if (auto fed = FeedGroup(*open, **first, feed); !fed) return fed;
  }
  if (auto ended = (*first)->End(); !ended) return ended;
  if (options_.companion != nullptr)
    if (auto ended = options_.companion->End(); !ended) return ended;
  report_.repeated = feed.repeated();
  report_.copied = writer.report();
  return files.Commit();
}

Result<void> Join::Write(StagedFiles& files) {
  Result<JoinedMetadata::Written> metadata = WriteMetadata(files);
  if (!metadata) return Fail(metadata.error());
  Result<DataOutput> output =
      DataOutput::Create(files, out_, label_, std::move(metadata->file), options_.volumes);
  if (!output) return Fail(output.error());
  RecordCopier copier(*output, Progress(), options_.on_problem);
  if (auto begun = copier.BeginWith(begin_with_); !begun) return begun;
  for (const Group& group : groups_)
    if (auto copied = CopyGroup(group, copier); !copied) return copied;
  if (metadata->behind)
    if (auto marked = copier.AddMark(*metadata->behind); !marked) return marked;
  if (auto closed = output->Close(); !closed) return closed;
  report_.copied = {.records = copier.records(),
                    .marks = copier.marks(),
                    .first = inputs_.front().first,
                    .last = copier.last().value_or(inputs_.front().first),
                    .bytes = output->size()};
  return files.Commit();
}

Result<JoinReport> Join::Run() {
  if (auto is_new = CheckIsNew(files_, out_); !is_new) return Fail(is_new.error());
  if (auto surveyed = Survey(); !surveyed) return Fail(surveyed.error());
  if (inputs_.empty())
    return Fail(Errc::kEmpty, "There is no record in the window", named_.front().base);
  MakeGroups();
  if (auto checked = CheckVersion(); !checked) return Fail(checked.error());
  if (auto checked = CheckHosts(); !checked) return Fail(checked.error());
  if (!report_.conflicts.empty()) return std::move(report_);
  label_ = MakeLabel();
  StagedFiles staged(files_, Mode());
  if (auto written = options_.stages ? WriteThroughStages(staged) : Write(staged); !written)
    return Fail(written.error());
  ReportTorn();
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

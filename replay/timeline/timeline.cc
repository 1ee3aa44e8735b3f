// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/timeline.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "fdr/replay/timeline/remembered_search.h"
#include "fdr/replay/timeline/timeline_cursor.h"

namespace fdr {
namespace {

// Archives up to this size are checked for order at once: it takes milliseconds.
constexpr std::uint64_t kSmall = 16 << 20;

bool IsGone(const Error& error) {
  return error.code == Errc::kNotFound || error.code == Errc::kMissingFile;
}

// The size of the files without which there is no archive.
std::uint64_t SizeOf(const ArchiveFiles& files) {
  const auto size = [](const std::string& path) {
    std::error_code unknown;
    const std::uint64_t bytes = std::filesystem::file_size(path, unknown);
    return unknown ? 0 : bytes;
  };
  std::uint64_t all = size(files.metadata);
  for (const VolumeFile& volume : files.volumes) all += size(volume.path);
  return all;
}

}  // namespace

Timeline::Timeline() : search_(std::make_unique<RememberedSearch>()) {}
Timeline::~Timeline() = default;

Result<std::unique_ptr<Timeline>> Timeline::Open(std::string_view names,
                                                 const OpenOptions& options) {
  std::unique_ptr<Timeline> timeline(new Timeline);
  Result<std::vector<ArchiveFiles>> found = FindArchives(names, [&](const Problem& missing) {
    if (!timeline->left_out_error_)
      timeline->left_out_error_ =
          Error{missing.code, missing.what, missing.file, missing.offset, 0};
    Report(options.on_problem, missing);
  });
  if (!found) return Fail(found.error());
  timeline->names_ = names;
  timeline->options_ = options;
  for (ArchiveFiles& files : *found) {
    LeftOut unopened{files.base, SizeOf(files)};
    const Result<void> added = timeline->Add(std::move(files), options);
    if (added) continue;
    timeline->left_out_.push_back(std::move(unopened));
    if (added.error().code == Errc::kHostMismatch || added.error().code == Errc::kOverlap)
      return Fail(added.error());
    if (!timeline->left_out_error_) timeline->left_out_error_ = added.error();
    if (found->size() > 1)
      Report(options.on_problem,
             {added.error().code, added.error().what, added.error().file, added.error().offset, 0});
  }
  if (timeline->archives_.empty()) return Fail(*timeline->left_out_error_);
  if (const Result<void> merged = timeline->MergeMetadata(); !merged) return Fail(merged.error());
  return timeline;
}

std::unique_ptr<Timeline> Timeline::Of(std::shared_ptr<Archive> archive) {
  std::unique_ptr<Timeline> timeline(new Timeline);
  timeline->archives_.push_back(std::move(archive));
  timeline->opened_ = {0};
  return timeline;
}

Result<void> Timeline::Add(ArchiveFiles files, const OpenOptions& options) {
  for (const auto& known : archives_)
    if (known->files().base == files.base) return {};  // named twice
  Result<std::unique_ptr<Archive>> archive = Archive::Open(std::move(files), options);
  if (!archive) return Fail(archive.error());
  const LabelRecord& label = (*archive)->label();
  const std::string& base = (*archive)->files().base;
  if (!archives_.empty() && !(archives_[opened_.front()]->label().host == label.host))
    return Fail(Errc::kHostMismatch, "The archive is from another host than the first one", base);
  const auto at =
      std::lower_bound(archives_.begin(), archives_.end(), label.start,
                       [](const auto& a, Timestamp start) { return a->label().start < start; });
  if (at != archives_.end() && (*at)->label().start == label.start)
    return Fail(Errc::kOverlap, "The archive starts at the same time as " + (*at)->files().base,
                base);
  const auto place = static_cast<std::size_t>(at - archives_.begin());
  for (std::size_t& other : opened_) other += other >= place ? 1 : 0;
  opened_.push_back(place);
  archives_.insert(at, std::move(*archive));
  return {};
}

// If two metrics have one name, the metric of the archive named first keeps it, whatever the order
// in time.
Result<void> Timeline::MergeMetadata() {
  if (archives_.size() == 1) return {};
  auto merged = std::make_shared<Metadata>(options_.metadata_damage);
  for (const std::size_t i : opened_) {
    const Result<void> appended = archives_[i]->AppendMetadataTo(*merged);
    if (!appended) return appended;
  }
  merged_ = std::move(merged);
  return {};
}

// An archive answers for the time from its start on, up to the start of the next one.
std::size_t Timeline::ArchiveBefore(Timestamp t) const {
  std::size_t archive = archives_.size() - 1;
  while (archive > 0 && archives_[archive]->label().start >= t) --archive;
  return archive;
}

Result<Timestamp> Timeline::End() const {
  Result<Timestamp> end = archives_.back()->End();
  for (std::size_t i = archives_.size() - 1; i > 0 && !end && end.error().code == Errc::kEmpty; --i)
    end = archives_[i - 1]->End();
  return end;
}

Result<Timestamp> Timeline::EndOf(std::size_t i) const {
  const Result<Timestamp> end = archives_[i]->End();
  if (!end && end.error().code == Errc::kEmpty) return archives_[i]->label().start;
  return end;
}

Result<Timestamp> Timeline::MarkBehind(std::size_t i) const {
  const Result<Timestamp> end = EndOf(i);
  if (!end) return Fail(end.error());
  return end->Plus(kNanosPerMillisecond);
}

Timestamp Timeline::MarkInFrontOf(std::size_t i) const {
  return archives_[i]->label().start.Plus(-kNanosPerMillisecond);
}

// A left-out archive counts as new once its size changes: it may have been incomplete.
bool Timeline::IsNew(const ArchiveFiles& files) const {
  for (const auto& known : archives_)
    if (known->files().base == files.base) return false;
  for (const LeftOut& known : left_out_)
    if (known.base == files.base) return known.size != SizeOf(files);
  return true;
}

// A directory may be large, and a fetch behind the end of an archive looks each time.
Result<Timeline::Change> Timeline::LookForChange() const {
  const std::lock_guard lock(search_mutex_);
  if (!search_->IsNeeded(names_))
    return archives_.back()->HasGrownInPlace() ? Change::kGrown : Change::kNone;
  bool is_complete = false;
  const Result<Change> change = Search(is_complete);
  search_->End(is_complete);
  return change;
}

// `is_complete` says whether all files that the names stand for are in use.
Result<Timeline::Change> Timeline::Search(bool& is_complete) const {
  const auto reported = [](const Problem&) {};  // when it was opened
  Result<std::vector<ArchiveFiles>> found = FindArchives(names_, reported);
  if (!found) {
    if (IsGone(found.error())) return Change::kNone;
    return Fail(found.error());
  }
  for (const ArchiveFiles& files : *found)
    if (IsNew(files)) return Change::kNewArchives;
  const Archive& last = *archives_.back();
  for (ArchiveFiles& files : *found) {
    if (files.base != last.files().base) continue;
    is_complete = left_out_.empty() && !files.volumes.empty() &&
                  files.volumes.back().number == last.files().volumes.back().number;
    if (last.HasGrown(std::move(files))) return Change::kGrown;
  }
  return Change::kNone;
}

Result<void> Timeline::Refresh() {
  in_order_.reset();
  Result<void> outcome;
  for (const auto& archive : archives_) {
    const Result<void> refreshed = archive->Refresh();
    if (!refreshed && !IsGone(refreshed.error()) && outcome) outcome = refreshed;
  }
  const Result<void> merged = MergeMetadata();
  return outcome ? merged : outcome;
}

std::uint64_t Timeline::order_version() const {
  std::uint64_t version = 0;
  for (const auto& archive : archives_) version += archive->order_version();
  return version;
}

std::shared_ptr<const Timeline> Timeline::InOrder(const std::shared_ptr<Timeline>& timeline) {
  std::vector<std::shared_ptr<Archive>> archives = timeline->archives_;
  bool is_needed = false;
  for (std::shared_ptr<Archive>& archive : archives)
    if (std::shared_ptr<Archive> sorted = archive->Sorted(kSmall / archives.size())) {
      archive = std::move(sorted);
      is_needed = true;
    }
  if (!is_needed) return timeline;
  const std::lock_guard lock(timeline->order_mutex_);
  std::shared_ptr<Timeline>& in_order = timeline->in_order_;
  if (!in_order || in_order->archives_ != archives) in_order = timeline->With(std::move(archives));
  return in_order;
}

std::shared_ptr<Timeline> Timeline::With(std::vector<std::shared_ptr<Archive>> archives) const {
  std::shared_ptr<Timeline> timeline(new Timeline);
  timeline->archives_ = std::move(archives);
  timeline->merged_ = merged_;
  return timeline;
}

}  // namespace fdr

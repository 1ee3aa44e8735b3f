// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/join_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "fdr/archive/copy/copy_files.h"
#include "fdr/archive/copy/descriptor_agreement.h"

namespace fdr {

Position OpenInput::End() const {
  if (window.to.volume < archive->volume_count()) return window.to;
  const std::size_t last = archive->volume_count() - 1;
  const Result<std::uint64_t> end = archive->DataEnd(last);
  return end ? Position{last, *end} : window.to;
}

Result<OpenInput> JoinSurvey::Open(const ArchiveFiles& files) {
  OpenOptions options;
  options.source = options_.source;
  options.metadata_damage = MetadataDamage::kSkip;
  options.on_problem = [this, base = files.base](const Problem& problem) {
    if (problem.at_end == Problem::AtEnd::kIncomplete)
      torn_.emplace(base, problem);
    else if (!is_quiet_)
      Report(options_.on_problem, problem);
  };
  Result<std::unique_ptr<Archive>> archive = Archive::Open(files, std::move(options));
  if (!archive) return Fail(archive.error());
  OpenInput input{std::shared_ptr<Archive>(std::move(*archive)), nullptr, {}};
  input.archive = input.opened->Sorted(small_);
  if (!input.archive) input.archive = input.opened;
  return input;
}

Result<OpenInput> JoinSurvey::OpenOrTake(const JoinInput& input) {
  for (const OpenInput& open : last_)
    if (open.opened->files().base == input.files.base) return open;
  return Open(input.files);
}

// Records that came since the survey are left out: their metadata would be missing.
Result<OpenInput> JoinSurvey::OpenAgain(const JoinInput& input) {
  TimeSpan span = input.span;
  if (input.is_sorted) span.end = input.last;
  Result<OpenInput> again = OpenOrTake(input);
  if (!again) return again;
  const Result<RecordWindow> window = FindWindow(*again->archive, span);
  if (!window) return Fail(window.error());
  again->window = *window;
  if (!input.is_sorted && !again->IsSorted()) again->window.to = input.to;
  again->window.first = input.first;
  again->window.last = input.last;
  return again;
}

Result<std::vector<OpenInput>> JoinSurvey::OpenAgain(const Group& group) {
  // Elements are never assigned to: a sorted archive has to end before the one that it borrows
  // from.
  std::vector<OpenInput> needed, open;
  for (const OpenInput& input : last_)
    if (std::ranges::any_of(group, [&](std::size_t i) {
          return inputs_[i].files.base == input.opened->files().base;
        }))
      needed.push_back(input);
  last_ = std::move(needed);
  for (const std::size_t i : group) {
    Result<OpenInput> input = OpenAgain(inputs_[i]);
    if (!input) return Fail(input.error());
    open.push_back(std::move(*input));
  }
  last_ = std::vector<OpenInput>(open);
  return open;
}

// The metadata of a record at the beginning are those of its archive.
Timestamp JoinSurvey::FirstOf(const OpenInput& input) const {
  const FirstRecords own = RecordsOf(options_.begin_with, input.opened->files().base);
  return own.empty() ? input.window.first : std::min(input.window.first, own.front().stamp);
}

// False if the archive has no record in the spans.
Result<bool> JoinSurvey::Add(OpenInput& input, std::uint64_t bytes) {
  const std::size_t before = inputs_.size();
  for (const TimeSpan& span : options_.spans) {
    const Result<RecordWindow> window = FindWindow(*input.archive, span);
    if (!window && window.error().code == Errc::kEmpty) continue;
    if (!window) return Fail(window.error());
    input.window = *window;
    inputs_.push_back({input.opened->files(), span, input.archive->label(), FirstOf(input),
                       input.window.last, bytes, input.window.reaches_end, input.End(),
                       input.IsSorted()});
  }
  return inputs_.size() > before;
}

Result<void> JoinSurvey::OpenAll(const std::vector<ArchiveFiles>& named, JoinReport& report) {
  constexpr std::size_t kMostConflicts = 1000;
  DescriptorAgreement agreement;
  std::unordered_set<MetricId> chosen;
  std::set<std::string> seen;
  for (const ArchiveFiles& files : named) {
    std::error_code unknown;
    const auto path = std::filesystem::weakly_canonical(files.metadata, unknown);
    if (!seen.insert(unknown ? files.metadata : path.string()).second) continue;
    const std::uint64_t bytes = SizeOnDisk(files);
    Result<OpenInput> input = Open(files);
    if (!input && input.error().code != Errc::kEmpty) return Fail(input.error());
    const Result<bool> has_records = input ? Add(*input, bytes) : Result<bool>(false);
    if (!has_records) return Fail(has_records.error());
    if (!*has_records) {
      report.left_out.push_back(files.base);
      continue;
    }
    if (options_.chosen) chosen.merge(options_.chosen(input->opened->metadata()));
    agreement.Add(*input->archive, options_.settled);
    ++report.archives;
  }
  report.metrics = agreement.metrics();
  report.conflicts = agreement.Conflicts(options_.chosen ? &chosen : nullptr);
  if (report.conflicts.size() > kMostConflicts) {
    report.more_conflicts = report.conflicts.size() - kMostConflicts;
    report.conflicts.resize(kMostConflicts);
  }
  return {};
}

Result<void> JoinSurvey::CheckHosts() const {
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

void JoinSurvey::MakeGroups() {
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

Result<void> JoinSurvey::Run(const std::vector<ArchiveFiles>& named, JoinReport& report) {
  if (auto opened = OpenAll(named, report); !opened) return opened;
  if (inputs_.empty())
    return Fail(Errc::kEmpty, "There is no record in the window", named.front().base);
  for (const FirstRecord& record : options_.begin_with)
    if (std::ranges::any_of(
            inputs_, [&](const JoinInput& input) { return input.files.base == record.archive; }))
      begin_with_.push_back(record);
  MakeGroups();
  return CheckHosts();
}

// A record that grows, or is outside the windows, is no loss.
void JoinSurvey::ReportTorn() const {
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

}  // namespace fdr

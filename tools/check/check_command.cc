// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/check/check_command.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "fdr/tools/check/check_text.h"
#include "fdr/tools/check/mmv_check.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/progress.h"

namespace fdr::tools {
namespace {

// Checks archives in several threads, and hands out the reports in the order of the archives.
class Checks {
 public:
  Checks(const CheckCommand& command, const std::vector<ArchiveFiles>& archives)
      : command_(command), archives_(archives), reports_(archives.size()) {
    const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t wanted = command.jobs > 0 ? command.jobs : processors;
    const std::size_t threads = std::min(wanted, archives.size());
    try {
      for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
    } catch (const std::system_error&) {
      // Goes on with the threads that there are.
    }
  }

  /// Waits for the report of the i-th archive.  Now and then passes `on_wait` the number of bytes
  /// checked so far, of all archives.
  template <class OnWait>
  CheckReport Take(std::size_t i, OnWait on_wait) {
    constexpr std::chrono::milliseconds kBetween{100};
    if (threads_.empty()) return Check(archives_[i]);
    std::unique_lock lock(mutex_);
    while (!ready_.wait_for(lock, kBetween, [&] { return reports_[i] || failure_; }))
      on_wait(done_.load(std::memory_order_relaxed));
    if (!reports_[i]) std::rethrow_exception(failure_);
    CheckReport report = std::move(*reports_[i]);
    reports_[i].reset();
    return report;
  }

 private:
  void Work() {
    for (std::size_t i = next_++; i < archives_.size(); i = next_++) {
      try {
        CheckReport report = Check(archives_[i]);
        const std::lock_guard lock(mutex_);
        reports_[i] = std::move(report);
      } catch (...) {  // for the caller that waits for it; the next archive would fail, too
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
        next_ = archives_.size();
      }
      ready_.notify_all();
    }
  }

  CheckReport Check(const ArchiveFiles& files) {
    CheckReport report{.base = files.base, .summary = {}, .findings = {}};
    std::uint64_t before = 0;
    const CheckOptions options{
        .source = source_,
        .counters = !command_.no_wraps,
        .limit = command_.limit,
        .on_progress = [&](std::uint64_t bytes) { done_ += bytes - std::exchange(before, bytes); }};
    report.summary = CheckArchive(
        files, options, [&](const Finding& finding) { report.findings.push_back(finding); });
    std::stable_sort(report.findings.begin(), report.findings.end(),
                     [](const Finding& a, const Finding& b) {
                       return std::tie(a.file, a.offset) < std::tie(b.file, b.offset);
                     });
    return report;
  }

  // Files are read from end to end: a cache of more than a few blocks would be of no use.
  static SourceOptions SmallCache(CommonOptions common) {
    constexpr std::uint64_t kEnough = std::uint64_t{24} << 20;
    common.memory = std::min(common.memory, kEnough);
    return SourceOptionsFor(common);
  }

  const CheckCommand& command_;
  const std::vector<ArchiveFiles>& archives_;
  const SourceOptions source_ = SmallCache(command_.common);
  std::mutex mutex_;
  std::condition_variable ready_;
  std::vector<std::optional<CheckReport>> reports_;
  std::exception_ptr failure_;  // memory has run out in one of the threads
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::vector<std::jthread> threads_;  // last: they use all of the above
};

// The bytes to read.  A compressed file counts with its size on disk.
std::uint64_t SizeOf(const std::vector<ArchiveFiles>& archives) {
  std::uint64_t total = 0;
  std::error_code ignored;
  const auto add = [&](const std::string& path) {
    if (const std::uintmax_t size = std::filesystem::file_size(path, ignored); !ignored)
      total += size;
  };
  for (const ArchiveFiles& files : archives) {
    add(files.metadata);
    add(files.index);
    for (const VolumeFile& volume : files.volumes) add(volume.path);
  }
  return total;
}

std::string TextOf(const CheckReport& report, const CheckCommand& command, bool color) {
  const LabelRecord label = report.summary.label.value_or(LabelRecord{});
  const Zone zone = ChooseZone(command.common.zone, label).value_or(Zone{});
  std::string text;
  if (command.common.json)
    AppendJson(report, zone, text);
  else
    AppendText(report, zone, {color, command.verbose, !command.common.quiet}, text);
  return text;
}

std::string TextOf(const MmvReport& report, const CheckCommand& command, bool color) {
  std::string text;
  if (command.common.json)
    AppendJson(report, text);
  else
    AppendText(report, {color, command.verbose, !command.common.quiet}, text);
  return text;
}

bool WriteReport(const std::string& text, const CheckCommand& command, bool color) {
  return color && !command.common.json ? DrawOutput(text) : WriteOutput(text);
}

// The reader of the output is gone.  Ends without waiting for the other threads, which leave
// nothing behind.
[[noreturn]] void Leave() { std::_Exit(kFailed); }

}  // namespace

int Run(const CheckCommand& command) {
  bool failed = false;
  std::vector<std::string> names = command.archives;
  const auto values_begin = std::stable_partition(
      names.begin(), names.end(), [](const std::string& name) { return !IsMmvFile(name); });
  const std::vector<std::string> value_files(values_begin, names.end());
  names.erase(values_begin, names.end());
  const std::vector<ArchiveFiles> archives = FindNamedArchives(names, failed);
  const bool json = command.common.json;
  const bool color = WantsColor(STDOUT_FILENO);
  Progress progress("Checking", SizeOf(archives), command.common.quiet);
  if (json && !WriteOutput("{\"schema\":\"fdr.check/1\",\"archives\":[")) return kFailed;
  std::size_t written = 0;
  const auto write = [&](const auto& report) {
    if (json && written++ > 0 && !WriteOutput(",")) return false;
    return WriteReport(TextOf(report, command, color), command, color);
  };
  Checks checks(command, archives);
  for (std::size_t i = 0; i < archives.size(); ++i) {
    const CheckReport report = checks.Take(i, [&](std::uint64_t done) { progress.Update(done); });
    failed |= report.summary.count(Severity::kError) > 0;
    progress.Clear();
    if (report.summary.shortage) {
      PrintError(*report.summary.shortage);
      failed = true;
    } else if (!write(report)) {
      Leave();
    }
  }
  for (const std::string& path : value_files) {
    const MmvReport report = CheckMmvFile(path, command.limit);
    failed |= report.errors > 0;
    if (!write(report)) return kFailed;
  }
  if (json && !WriteOutput("]}\n")) return kFailed;
  return failed ? kFailed : kOk;
}

}  // namespace fdr::tools

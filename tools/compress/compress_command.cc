// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/compress/compress_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "fdr/archive/compress.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/progress.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

struct Task {
  std::string path;
  std::uint64_t size = 0;
  bool is_finished = false;  // no process writes it any more
};

// Both the plain and the compressed file may be there, after an attempt that was interrupted.
template <class IsWanted>
void AddFiles(const std::string& plain, bool is_finished, IsWanted is_wanted,
              std::vector<Task>& tasks) {
  const auto add = [&](std::string_view suffix) {
    std::string path = plain + std::string(suffix);
    std::error_code none;
    const bool is_there = std::filesystem::exists(std::filesystem::symlink_status(path, none));
    if (!is_there || !is_wanted(suffix)) return;
    const std::uintmax_t size = std::filesystem::file_size(path, none);
    tasks.push_back({std::move(path), none ? 0 : size, is_finished});
  };
  add("");
  for (const std::string_view suffix : kCompressionSuffixes) add(suffix);
}

// A recorder writes the newest volume, and no other.
template <class IsWanted>
void AddVolumes(const ArchiveFiles& files, IsWanted is_wanted, std::vector<Task>& tasks) {
  for (const VolumeFile& volume : files.volumes)
    AddFiles(fmt::format("{}.{}", files.base, volume.number),
             volume.number != files.volumes.back().number, is_wanted, tasks);
}

class Work {
 public:
  Work(const char* verb, const CompressOptions& to, const CommonOptions& common)
      : verb_(verb), quiet_(common.quiet) {
    options_.to = to;
    options_.source = SourceOptionsFor(common);
  }

  // False if something could not be done.
  bool Do(const std::vector<Task>& tasks) {
    CatchInterrupts();
    std::uint64_t total = 0;
    for (const Task& task : tasks) total += task.size;
    Progress progress(verb_, total, quiet_);
    bool all_done = true;
    for (const Task& task : tasks) {
      options_.is_finished = task.is_finished;
      options_.keep_going = [&](double done) {
        progress.Update(read_ + static_cast<std::uint64_t>(done * static_cast<double>(task.size)));
        return !Interrupted();
      };
      const Result<Recompressed> done = RecompressFile(task.path, options_);
      progress.Clear();
      read_ += task.size;
      if (done) {
        Count(*done);
      } else if (done.error().code == Errc::kCancelled) {
        PrintError("interrupted; " + Printable(task.path) + " is as it was");
        EndAsInterrupted();
      } else if (done.error().code == Errc::kBusy) {
        if (!quiet_) PrintError(done.error().Message() + "; left as it is");
        ++busy_;
      } else {
        PrintError(done.error());
        all_done = false;
      }
    }
    return all_done;
  }

  [[nodiscard]] bool Summarize(bool nothing_failed) const {
    if (quiet_) return true;
    std::string text;
    if (files_ > 0) {
      const std::chrono::duration<double> elapsed = Clock::now() - start_;
      const auto [small, large] = std::minmax(before_, after_);
      const double ratio = static_cast<double>(large) / static_cast<double>(small);
      const double speed = static_cast<double>(content_) / elapsed.count();
      text = fmt::format("{}: {} -> {} ({:.1f} : 1) in {:.1f} s, {}/s\n",
                         tools::Count(files_, "file"), HumanSize(before_), HumanSize(after_), ratio,
                         elapsed.count(), HumanSize(static_cast<std::uint64_t>(speed)));
    }
    if (left_ > 0)
      text +=
          fmt::format("{} left: compressed, it would be no smaller\n", tools::Count(left_, "file"));
    if (text.empty() && nothing_failed && busy_ == 0) text = "Nothing to do\n";
    return WriteOutput(text);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void Count(const Recompressed& done) {
    if (!done.is_replaced) {
      ++left_;
      return;
    }
    ++files_;
    before_ += done.size_before;
    after_ += done.size_after;
    content_ += done.content_size;
  }

  const char* verb_;
  bool quiet_;
  RecompressOptions options_;
  Clock::time_point start_ = Clock::now();
  std::uint64_t read_ = 0;
  std::uint64_t files_ = 0, left_ = 0, busy_ = 0;
  std::uint64_t before_ = 0, after_ = 0, content_ = 0;
};

int Finish(Work& work, const std::vector<Task>& tasks, bool failed) {
  failed |= !work.Do(tasks);
  failed |= !work.Summarize(!failed);
  return failed ? kFailed : kOk;
}

}  // namespace

void WarnOfZstd() { PrintError("warning: PCP before 6.3.2 cannot open zstd files"); }

int Run(const CompressCommand& command) {
  CompressOptions to;
  to.format = command.zstd ? Compression::kZstd : Compression::kXz;
  to.level = command.level;
  to.threads = command.jobs > 0 ? command.jobs : std::max(1u, std::thread::hardware_concurrency());
  if (const Result<void> checked = CheckCompressOptions(to); !checked) {
    PrintError(checked.error());
    return kUsage;
  }
  if (command.zstd && !command.common.quiet) WarnOfZstd();
  bool failed = false;
  std::vector<Task> tasks;
  const auto is_wanted = [&](std::string_view suffix) {
    if (suffix.empty()) return true;
    return suffix != (command.zstd ? ".zst" : ".xz") && (command.xz || command.zstd);
  };
  for (const ArchiveFiles& files : FindNamedArchives(command.archives, failed)) {
    AddVolumes(files, is_wanted, tasks);
    if (command.metadata) AddFiles(files.base + ".meta", false, is_wanted, tasks);
  }
  Work work("Compressing", to, command.common);
  return Finish(work, tasks, failed);
}

int Run(const DecompressCommand& command) {
  CompressOptions to;
  to.format = Compression::kNone;
  bool failed = false;
  std::vector<Task> tasks;
  const auto is_wanted = [](std::string_view suffix) { return !suffix.empty(); };
  for (const ArchiveFiles& files : FindNamedArchives(command.archives, failed)) {
    AddVolumes(files, is_wanted, tasks);
    for (const char* part : {".meta", ".index"})
      AddFiles(files.base + part, false, is_wanted, tasks);
  }
  Work work("Decompressing", to, command.common);
  return Finish(work, tasks, failed);
}

}  // namespace fdr::tools

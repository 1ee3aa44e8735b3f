// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/cut_download.h"

#include <stdlib.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fdr/archive/base/granted_memory.h"
#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/tools/find/cut_out.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// The part of the disk that the cuts of all clients take, until they have been sent.
struct AllCuts {
  explicit AllCuts(std::uint64_t limit) : most(limit) {}

  const std::uint64_t most;
  std::atomic<std::uint64_t> taken = 0;
};

// The part of one.
class CutSpace {
 public:
  explicit CutSpace(std::shared_ptr<AllCuts> all) : all_(std::move(all)) {}
  ~CutSpace() { all_->taken -= has_; }
  CutSpace(const CutSpace&) = delete;
  CutSpace& operator=(const CutSpace&) = delete;

  /// Counts the files of the directory as they are now.  kBusy if that is too much with those of
  /// others.
  Result<void> Take(const std::string& directory) {
    const std::uint64_t size = SizeOf(directory);
    const std::uint64_t more = size - std::exchange(has_, size);  // perhaps "negative"
    if (all_->taken.fetch_add(more) + more <= all_->most) return {};
    return Fail(Errc::kBusy, "The archives that are cut out for all clients take more than " +
                                 HumanSize(all_->most) +
                                 " together; ask for less, or when others have theirs");
  }

 private:
  static std::uint64_t SizeOf(const std::string& directory) {
    const GrantedMemory granted;  // a directory_iterator does not survive exceptions
    std::uint64_t size = 0;
    std::error_code ignored;  // files come and go while an archive is written
    for (std::filesystem::directory_iterator file(directory, ignored), end; file != end;
         file.increment(ignored))
      if (const std::uintmax_t one = file->file_size(ignored); !ignored) size += one;
    return size;
  }

  std::shared_ptr<AllCuts> all_;
  std::uint64_t has_ = 0;
};

// Asks the client's limit, and now and then the disk.
CheckLimit WithSpace(const CheckLimit& check, const std::string& directory, CutSpace& space) {
  static constexpr std::chrono::milliseconds kBetweenLooks{10};
  using Clock = std::chrono::steady_clock;
  return [&check, &directory, &space, next = Clock::now()]() mutable -> Result<void> {
    if (const Result<void> go_on = check(); !go_on || Clock::now() < next) return go_on;
    const Result<void> taken = space.Take(directory);
    next = Clock::now() + kBetweenLooks;
    return taken;
  };
}

Result<CutDirectory> MakeTemporary(std::shared_ptr<AllCuts> all, std::shared_ptr<CutSpace>& space) {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) return FailSystem(error.value(), "TMPDIR");
  const AnswerMemory::WithoutRefusal whole;  // no directory without its owner
  std::string directory = parent / "fdr-cut-XXXXXX";
  if (::mkdtemp(directory.data()) == nullptr) return FailSystem(errno, directory);
  const auto remove = [directory](CutSpace* taken) {
    const AnswerMemory::WithoutRefusal until_removed;
    std::error_code ignored;
    std::filesystem::remove_all(directory, ignored);
    delete taken;
  };
  space = std::shared_ptr<CutSpace>(new CutSpace(std::move(all)), remove);
  return CutDirectory{directory, space};
}

Result<CutDirectory> CutOne(std::shared_ptr<AllCuts> all, ArchiveContext& archive, Timestamp from,
                            Timestamp to, const CheckLimit& check) {
  std::shared_ptr<CutSpace> space;
  Result<CutDirectory> directory = MakeTemporary(std::move(all), space);
  if (!directory) return directory;
  CutList cuts({.directory = directory->directory,
                .zone = Zone::FromTz("UTC"),
                .check = WithSpace(check, directory->directory, *space)});
  Stretch window;
  window.start = from;
  window.end = to;
  cuts.Add(window);
  const auto cut = cuts.WriteNext(archive);
  if (!cut) return Fail(cut.error());
  if (!*cut) return Fail(Errc::kNotFound, "There are no records in this window");
  if (const Result<void> taken = space->Take(directory->directory); !taken)
    return Fail(taken.error());
  return directory;
}

}  // namespace

CutWindow CutForDownload(std::uint64_t most) {
  return [all = std::make_shared<AllCuts>(most)](ArchiveContext& archive, Timestamp from,
                                                 Timestamp to, const CheckLimit& check) {
    return CutOne(all, archive, from, to, check);
  };
}

}  // namespace fdr::tools

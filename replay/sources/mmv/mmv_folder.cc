// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mmv_folder.h"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <utility>

#include "fdr/replay/name_space/name_words.h"

namespace fdr::mmv {
namespace {

// File systems stamp changes with a coarse clock.
constexpr double kCoarsestClock = 1;  // second

// Gathers what is wrong in a file into one line.
class Complaint {
 public:
  // The reason to refuse the whole file replaces all others.
  void Add(const Defect& defect) {
    const bool is_last = InfoOf(defect.code).effect == Effect::kFile;
    if (is_last) count_ = 0;
    if (count_++ > 0) return;
    first_ = defect.offset == 0 ? defect.what
                                : fmt::format("at offset {}: {}", defect.offset, defect.what);
    code_ = defect.code;
  }
  bool empty() const { return count_ == 0; }
  DefectCode code() const { return code_; }
  std::string Text() const {
    return count_ < 2 ? first_ : fmt::format("{} (and {} more)", first_, count_ - 1);
  }

 private:
  std::string first_;
  DefectCode code_ = DefectCode::kUnreadable;
  std::size_t count_ = 0;
};

}  // namespace

MmvFolder::MmvFolder(std::string path, std::string proc, Log log)
    : path_(std::move(path)), proc_(std::move(proc)), log_(std::move(log)) {
  if (!log_) log_ = [](const std::string&) {};
}

bool MmvFolder::Look(Timestamp now) {
  if (path_.empty()) return false;
  struct stat status = {};
  if (::stat(path_.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return Clear();
  const Timestamp changed{status.st_mtim.tv_sec, static_cast<std::int32_t>(status.st_mtim.tv_nsec)};
  bool is_news = false;
  if (may_have_missed_ || changed != changed_) {
    changed_ = changed;
    may_have_missed_ = SecondsBetween(changed, now) < kCoarsestClock;
    is_news |= List();
  }
  is_news |= LookAtRefused();
  if (std::exchange(has_unassigned_, false)) Assign();
  is_news |= LookAtProcesses();
  return is_news;
}

bool MmvFolder::Clear() {
  bool was_served = false;
  for (const auto& [name, entry] : entries_) was_served |= entry.served.has_value();
  entries_.clear();
  changed_.reset();
  return was_served;
}

bool MmvFolder::List() {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path_.c_str()), ::closedir);
  if (folder == nullptr) {
    may_have_missed_ = true;  // there may be no descriptor now
    return false;
  }
  for (auto& [name, entry] : entries_) entry.is_listed = false;
  bool is_news = false;
  while (const dirent* const item = ::readdir(folder.get())) {
    if (item->d_name[0] == '.') continue;
    const std::string name = item->d_name;
    if (entries_.size() >= kMostFiles && !entries_.contains(name)) {
      if (!std::exchange(is_full_, true))
        log_(fmt::format("{}: only {} files are read", path_, kMostFiles));
      continue;
    }
    Entry& entry = entries_[name];
    entry.is_listed = true;
    if (IsSame(entry, name, item->d_ino)) continue;
    const bool was_served = entry.served.has_value();
    Open(name, entry);
    is_news |= was_served || entry.served.has_value();
  }
  is_news |= std::erase_if(entries_, [](const auto& item) {
               return !item.second.is_listed && item.second.served;
             }) > 0;
  std::erase_if(entries_, [](const auto& item) { return !item.second.is_listed; });
  return is_news;
}

// The descriptor of an open file keeps its inode, so no other file can have that.
bool MmvFolder::IsSame(const Entry& entry, const std::string& name, std::uint64_t inode) const {
  if (entry.served)
    return !entry.served->is_lost && entry.served->file.inode() == inode &&
           !entry.served->file.IsOutdated();
  return entry.identity && IdentityOf(PathOf(name)).value_or(FileIdentity{}) == *entry.identity;
}

void MmvFolder::Open(const std::string& name, Entry& entry) {
  entry = {};
  // Taken first: a file that changes meanwhile is looked into again.
  entry.identity = IdentityOf(PathOf(name)).value_or(FileIdentity{});
  Complaint complaint;
  Result<ValueFile> file =
      ValueFile::Open(PathOf(name), [&](const Defect& defect) { complaint.Add(defect); });
  if (file && (file->content().header.flags & kNoPrefix) == 0 && !IsMetricPath(name))
    file = Fail(Errc::kInvalidArgument, "The name of the file cannot be a part of metrics' names");
  if (!file) {
    const bool is_at_work = complaint.code() == DefectCode::kUnfinished;
    const std::string why = complaint.empty() ? file.error().what : complaint.Text();
    std::string line = fmt::format("{} is refused: {}", PathOf(name), why);
    if (is_at_work)
      entry.untold = std::move(line);
    else
      log_(line);
    return;
  }
  if (!complaint.empty()) log_(fmt::format("{}: {}", PathOf(name), complaint.Text()));
  entry.served = ServedFile{.cluster = 0, .file = std::move(*file)};
  has_unassigned_ = true;
}

// Wishes come first: a file without a wish must not take the cluster that another one wishes.
void MmvFolder::Assign() {
  for (const bool has_wish : {true, false})
    for (auto& [name, entry] : entries_)
      if (entry.served && entry.served->cluster == 0 &&
          (entry.served->file.content().header.cluster != 0) == has_wish)
        AssignTo(name, *entry.served);
}

void MmvFolder::AssignTo(const std::string& name, ServedFile& served) {
  const std::uint32_t wish = served.file.content().header.cluster;
  served.cluster = clusters_.Assign(name, wish, [&](const std::string& other) {
    const auto found = entries_.find(other);
    return found != entries_.end() && found->second.served;
  });
  if (wish != 0 && served.cluster != wish)
    log_(fmt::format("{}: another file has the cluster {}; this one gets {}", PathOf(name), wish,
                     served.cluster));
}

bool MmvFolder::LookAtRefused() {
  bool is_news = false;
  for (auto& [name, entry] : entries_) {
    if (entry.served && !entry.served->is_lost) continue;
    const bool was_served = entry.served.has_value();
    if (!was_served && IsSame(entry, name, 0)) {
      if (!entry.untold.empty()) log_(std::exchange(entry.untold, {}));
      continue;
    }
    Open(name, entry);
    is_news |= was_served || entry.served;
  }
  return is_news;
}

bool MmvFolder::LookAtProcesses() {
  bool is_news = false;
  for (auto& [name, entry] : entries_) {
    if (!entry.served || !entry.served->HasFlag(kProcess)) continue;
    const std::int32_t process = entry.served->file.content().header.process;
    const std::string directory = fmt::format("{}/{}", proc_, process);
    const bool runs = process == 0 || ::access(directory.c_str(), F_OK) == 0;
    is_news |= std::exchange(entry.process_runs, runs) != runs;
  }
  return is_news;
}

}  // namespace fdr::mmv

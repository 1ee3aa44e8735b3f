// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/replace_archive.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <span>
#include <thread>
#include <utility>

#include "fdr/archive/files/directory.h"
#include "fdr/archive/files/settle_replacement.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kReadableByAll = 0644;
constexpr int kAttempts = 100;

Result<void> CheckWritable(const std::string& path) {
  if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0) return {};
  return FailSystem(errno, path);
}

bool IsSame(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

tl::unexpected<Error> Changed(const std::string& path) {
  return Fail(Errc::kBusy, "Another program has changed the archive meanwhile", path);
}

tl::unexpected<Error> Foreign(const std::string& path) {
  return Fail(Errc::kBusy, "This file is not one that the copy has made; the archive is as it was",
              path);
}

}  // namespace

Result<std::unique_ptr<ArchiveReplacement>> ArchiveReplacement::Begin(FileSystem& files,
                                                                      std::string base) {
  std::unique_ptr<ArchiveReplacement> begun(new ArchiveReplacement(files, std::move(base)));
  Result<void> done = begun->TakeDraft();
  if (done) done = RemoveReplacement(files, begun->base_);
  if (done) done = begun->ClaimOld();
  if (!done) return Fail(done.error());
  return begun;
}

Result<void> ArchiveReplacement::Check(FileSystem& files, std::string base) {
  ArchiveReplacement trial(files, std::move(base));
  if (auto checked = trial.CheckDraft(); !checked) return checked;
  return trial.ClaimOld();
}

// The draft is removed under its lock. Otherwise another program could take it for left behind.
ArchiveReplacement::~ArchiveReplacement() {
  if (is_committed_ || !journal_) return;
  if (RemoveReplacement(files_, base_)) (void)RemoveFile(files_, journal_->name());
}

// kBusy if another process has the draft, or takes it at this moment.
Result<void> ArchiveReplacement::TryDraft(const Directory& directory, const std::string& path) {
  if (auto settled = SettleReplacement(files_, base_); !settled) return settled;
  Result<DirectoryFile> file = directory.OpenFile(fs::path(path).filename().string(), Access::kNew);
  if (!file && file.error().code != Errc::kExists) return Fail(file.error());
  Result<void> ours = file ? file->Lock() : Fail(file.error());
  if (ours) ours = directory.CheckName(*file);
  if (!ours && ours.error().code == Errc::kIo) return ours;
  if (!ours) return Fail(Errc::kBusy, "Another process is replacing this archive", path);
  journal_ = std::move(*file).IntoSink(path);
  if (auto cut = journal_->Cut(0); !cut) return cut;
  // Readers of the archive may have to read it, whatever the umask(2).
  return journal_->SetMode(kReadableByAll);
}

// A draft without a lock was left behind.
Result<void> ArchiveReplacement::CheckDraft() const {
  const fs::path path(base_ + std::string(kDraftSuffix));
  const std::string parent = path.parent_path().string();
  const Result<Directory> directory = Directory::Open(files_, parent);
  if (!directory) return Fail(directory.error());
  if (::faccessat(AT_FDCWD, parent.empty() ? "." : parent.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
    return FailSystem(errno, path.string());
  const auto file = directory->OpenFile(path.filename().string(), Access::kRead);
  if (!file && file.error().code == Errc::kNotFound) return {};
  if (!file) return Fail(file.error());
  return file->Lock();
}

// A reader that finds the draft before it is locked takes it for left behind, and removes it.
Result<void> ArchiveReplacement::TakeDraft() {
  const fs::path path(base_ + std::string(kDraftSuffix));
  const Result<Directory> directory = Directory::Open(files_, path.parent_path().string());
  if (!directory) return Fail(directory.error());
  Result<void> taken;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    taken = TryDraft(*directory, path.string());
    if (taken || taken.error().code != Errc::kBusy) return taken;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return taken;
}

// The names in the directory that are parts of the archive, without the base name.
Result<std::vector<std::string>> ArchiveReplacement::PartsIn(FileSystem& files) const {
  const fs::path path(base_);
  const std::string stem = path.filename().string();
  const std::string directory = path.has_parent_path() ? path.parent_path().string() : ".";
  std::vector<std::string> names, parts;
  const int listed = Uninterrupted([&] {
    names.clear();
    return files.List(directory, names);
  });
  if (listed < 0) return FailSystem(-listed, directory);
  for (const std::string& name : names)
    if (IsPartOf(name, stem)) parts.push_back(name.substr(stem.size()));
  std::ranges::sort(parts);
  return parts;
}

bool ArchiveReplacement::IsHeld(const std::string& name) const {
  const auto number = PartNumber(name, "");
  return number && (*number < 0 || *number == old_.volumes.back().number);
}

// Claims on all files of an archive with many volumes would need as many descriptors.
Result<void> ArchiveReplacement::ClaimOld() {
  Result<ArchiveFiles> old = FindArchiveFiles(base_);
  if (!old) return Fail(old.error());
  if (auto complete = old->CheckComplete(); !complete) return complete;
  old_ = std::move(*old);
  const auto names = PartsIn(files_);
  if (!names) return Fail(names.error());
  for (const std::string& name : *names) {
    const std::string path = base_ + name;
    Result<FileClaim> claim = FileClaim::Take(path);
    if (!claim) return Fail(claim.error());
    if (auto checked = claim->CheckNoWriter(); !checked) return checked;
    if (auto checked = CheckWritable(path); !checked) return checked;
    old_parts_.push_back({name, claim->attributes(), claim->size()});
    if (IsHeld(name)) claims_.emplace(name, std::move(*claim));
  }
  return {};
}

Result<void> ArchiveReplacement::CheckOldUnchanged() const {
  const auto names = PartsIn(files_);
  if (!names) return Fail(names.error());
  if (!std::ranges::equal(*names, old_parts_, {}, {}, &OldFile::name)) return Changed(base_);
  for (const OldFile& part : old_parts_) {
    const std::string path = base_ + part.name;
    const auto held = claims_.find(part.name);
    if (held != claims_.end()) {
      if (auto checked = held->second.CheckUnchanged(); !checked) return checked;
      if (auto checked = held->second.CheckNoWriter(); !checked) return checked;
      continue;
    }
    const Result<FileClaim> claim = FileClaim::Take(path);
    if (!claim) return Fail(claim.error());
    if (auto checked = claim->CheckNoWriter(); !checked) return checked;
    if (claim->size() != part.size ||
        !IsSame(claim->attributes().modified, part.attributes.modified))
      return Changed(path);
  }
  return {};
}

// Those of the same part; a new volume without one has those of the last volume.
const FileAttributes& ArchiveReplacement::AttributesFor(const std::string& name) const {
  const auto number = PartNumber(name, "");
  const auto find = [this](std::optional<std::int32_t> wanted) {
    return std::ranges::find(old_parts_, wanted,
                             [](const OldFile& part) { return PartNumber(part.name, ""); });
  };
  if (const auto same = find(number); same != old_parts_.end()) return same->attributes;
  return find(*number < 0 ? kMetadataVolume : old_.volumes.back().number)->attributes;
}

// In a directory where others may write, the name may have become that of another file.
Result<DirectoryFile> ArchiveReplacement::OpenNew(const Directory& directory,
                                                  const std::string& path) const {
  const std::string waiting = ReplacementName(path);
  const std::optional<FileId> made = new_files_.Made(path);
  if (!made) return Foreign(waiting);
  Result<DirectoryFile> file =
      directory.OpenFile(fs::path(waiting).filename().string(), Access::kAppend);
  if (!file) return file;
  if (file->id() != *made || file->owner() != ::geteuid() || file->has_other_names())
    return Foreign(waiting);
  return file;
}

Result<ReplacementJournal::Part> ArchiveReplacement::Complete(const Directory& directory,
                                                              const std::string& name) const {
  Result<DirectoryFile> opened = OpenNew(directory, base_ + name);
  if (!opened) return Fail(opened.error());
  const std::uint64_t size = opened->size();
  ByteSink file = std::move(*opened).IntoSink(ReplacementName(base_ + name));
  const FileAttributes& kept = AttributesFor(name);
  Result<void> done = file.SetOwner(kept.owner, kept.group);
  if (done) done = file.SetMode(kept.mode);
  if (done) done = file.Sync();
  if (done) done = file.Close();
  if (!done) return Fail(done.error());
  return ReplacementJournal::Part{name, size};
}

Result<ReplacementJournal> ArchiveReplacement::MakeJournal() {
  ReplacementJournal journal;
  for (const OldFile& part : old_parts_) journal.before.push_back({part.name, part.size});
  const Result<Directory> directory =
      Directory::Open(files_, fs::path(base_).parent_path().string());
  if (!directory) return Fail(directory.error());
  const auto names = PartsIn(new_files_);
  if (!names) return Fail(names.error());
  for (const std::string& name : *names) {
    auto part = Complete(*directory, name);
    if (!part) return Fail(part.error());
    journal.after.push_back(std::move(*part));
  }
  return journal;
}

// From the moment on in which the journal has its name, the new archive counts.
Result<void> ArchiveReplacement::WriteJournal(const ReplacementJournal& journal) {
  const Result<std::string> text = journal.Encode();
  if (!text) return Fail(text.error());
  const std::string name = base_ + std::string(kJournalSuffix);
  if (auto decoded = ReplacementJournal::Decode(*text, name); !decoded)
    return Fail(decoded.error());
  Result<void> done = journal_->Append(std::as_bytes(std::span(*text)));
  if (done) done = journal_->Sync();
  if (done) done = CheckOldUnchanged();
  if (done) done = journal_->Rename(name);
  return done;
}

Result<void> ArchiveReplacement::Commit() {
  const Result<ReplacementJournal> journal = MakeJournal();
  if (!journal) return Fail(journal.error());
  if (auto synced = SyncDirectoryOf(files_, base_); !synced) return synced;
  if (auto written = WriteJournal(*journal); !written) return written;
  is_committed_ = true;
  Result<void> done = SyncDirectoryOf(files_, base_);
  if (done) done = FinishReplacement(files_, base_, *journal);
  if (!done)
    done.error().what += "; the new archive is complete: what opens it next puts it in its place";
  return done;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/settle_replacement.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/files/directory.h"
#include "fdr/archive/files/newborn_file.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {
namespace {

using Part = ReplacementJournal::Part;

struct FoundFile {
  bool exists = false;
  uid_t owner = 0;
  std::uint64_t size = 0;
};

Result<FoundFile> Look(const std::string& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return FoundFile{};
    return FailSystem(errno, path);
  }
  if (!S_ISREG(status.st_mode))
    return Fail(Errc::kInvalidArgument, "Not a regular file, but to be replaced", path);
  return FoundFile{true, status.st_uid, static_cast<std::uint64_t>(status.st_size)};
}

const Part* Find(const std::vector<Part>& parts, std::string_view name) {
  const auto part = std::ranges::find(parts, name, &Part::name);
  return part == parts.end() ? nullptr : &*part;
}

bool IsMetadata(const Part& part) { return PartNumber(part.name, "") == kMetadataVolume; }

// What is left to do, if all files are as the journal says.
class Replacement {
 public:
  Replacement(const std::string& base, const ReplacementJournal& journal, uid_t author)
      : base_(base), journal_(journal), author_(author) {}

  Result<void> Check();
  /// After Check().
  Result<void> Finish(FileSystem& files) const;
  ArchiveFiles files() const;

 private:
  std::string PathOf(const Part& part) const { return base_ + part.name; }
  Result<void> CheckPart(const Part& part);
  Result<void> CheckAuthor(const FoundFile& file, const std::string& path) const;
  Result<void> CheckReplaced(const Part& part) const;

  const std::string& base_;
  const ReplacementJournal& journal_;
  uid_t author_;
  std::vector<const Part*> waiting_;  // for their names
};

tl::unexpected<Error> Differs(const std::string& path) {
  return Fail(Errc::kInvalidArgument,
              "Not what the journal of fdr copy --in-place says; nothing was changed", path);
}

// Otherwise one user could replace the files of another.
Result<void> Replacement::CheckAuthor(const FoundFile& file, const std::string& path) const {
  if (author_ == 0 || author_ == ::geteuid() || !file.exists || file.owner == author_) return {};
  return Fail(Errc::kInvalidArgument, "Named by the journal of another user, and left as it is",
              path);
}

// A part waits under its other name, or is in its place.
Result<void> Replacement::CheckPart(const Part& part) {
  const std::string path = PathOf(part), other = ReplacementName(path);
  const Result<FoundFile> waiting = Look(other);
  if (!waiting) return Fail(waiting.error());
  const Result<FoundFile> there = Look(path);
  if (!there) return Fail(there.error());
  if (auto checked = CheckAuthor(*waiting, other); !checked) return checked;
  if (auto checked = CheckAuthor(*there, path); !checked) return checked;
  if (!waiting->exists)
    return there->exists && there->size == part.size ? Result<void>() : Differs(path);
  if (waiting->size != part.size) return Differs(other);
  waiting_.push_back(&part);
  const Part* const before = Find(journal_.before, part.name);
  if (there->exists && (before == nullptr || before->size != there->size)) return Differs(path);
  return {};
}

// A file of the old archive whose name the new one does not have.
Result<void> Replacement::CheckReplaced(const Part& part) const {
  if (Find(journal_.after, part.name) != nullptr) return {};
  const Result<FoundFile> there = Look(PathOf(part));
  if (!there) return Fail(there.error());
  if (there->exists && there->size != part.size) return Differs(PathOf(part));
  return CheckAuthor(*there, PathOf(part));
}

Result<void> Replacement::Check() {
  waiting_.clear();
  for (const Part& part : journal_.after)
    if (auto checked = CheckPart(part); !checked) return checked;
  for (const Part& part : journal_.before)
    if (auto checked = CheckReplaced(part); !checked) return checked;
  return {};
}

// Without metadata, no program takes the other files for an archive.  So the old metadata go first,
// and the new ones come last.
Result<void> Replacement::Finish(FileSystem& files) const {
  const auto is_waiting = [this](const Part& part) {
    return std::ranges::find(waiting_, part.name, [](const Part* one) { return one->name; }) !=
           waiting_.end();
  };
  const auto remove = [&](bool metadata) -> Result<void> {
    for (const Part& part : journal_.before) {
      const bool is_new = Find(journal_.after, part.name) != nullptr && !is_waiting(part);
      if (IsMetadata(part) != metadata || is_new) continue;
      const auto removed = RemoveFile(files, PathOf(part));
      if (!removed && removed.error().code != Errc::kNotFound) return removed;
    }
    return {};
  };
  const auto name = [&](bool metadata) -> Result<void> {
    for (const Part* part : waiting_)
      if (IsMetadata(*part) == metadata)
        if (auto named = RenameFile(files, ReplacementName(PathOf(*part)), PathOf(*part)); !named)
          return named;
    return {};
  };
  Result<void> done = remove(true);
  if (done) done = remove(false);
  if (done) done = name(false);
  if (done) done = name(true);
  return done;
}

ArchiveFiles Replacement::files() const {
  ArchiveFiles found;
  found.base = base_;
  for (const Part& part : journal_.after) {
    const bool is_waiting = std::ranges::find(waiting_, &part) != waiting_.end();
    std::string path = is_waiting ? ReplacementName(PathOf(part)) : PathOf(part);
    const std::int32_t number = *PartNumber(part.name, "");
    if (number == kMetadataVolume)
      found.metadata = std::move(path);
    else if (number == kIndexVolume)
      found.index = std::move(path);
    else
      found.volumes.push_back({number, std::move(path)});
  }
  std::ranges::sort(found.volumes, {}, &VolumeFile::number);
  return found;
}

struct ReadJournal {
  ReplacementJournal journal;
  uid_t author = 0;
};

Result<ReadJournal> Read(const DirectoryFile& file) {
  if (file.size() > ReplacementJournal::kLargest)
    return Fail(Errc::kTooLarge, "Not what fdr copy --in-place writes: too long", file.path());
  const auto source = file.Source(file.path());
  if (!source) return Fail(source.error());
  ByteBuffer bytes(static_cast<std::size_t>(file.size()));
  const Result<std::size_t> got = (*source)->ReadAt(0, bytes);
  if (!got) return Fail(got.error());
  bytes.resize(*got);
  auto journal = ReplacementJournal::Decode(AsText(bytes), file.path());
  if (!journal) return Fail(journal.error());
  return ReadJournal{std::move(*journal), file.owner()};
}

// Nothing without such a file.
Result<std::optional<DirectoryFile>> OpenIfThere(const Directory& directory,
                                                 const std::string& name, Access access) {
  Result<DirectoryFile> file = directory.OpenFile(name, access);
  if (file) return std::move(*file);
  if (file.error().code == Errc::kNotFound) return std::nullopt;
  return Fail(file.error());
}

// Opens and locks a journal or its draft.  The last holder of the lock may have removed it.
Result<std::optional<DirectoryFile>> Seize(const Directory& directory, const std::string& name) {
  auto file = OpenIfThere(directory, name, Access::kAppend);
  if (!file || !*file) return file;
  if (auto locked = (*file)->Lock(); !locked) return Fail(locked.error());
  const auto checked = directory.CheckName(**file);
  if (checked) return file;
  if (checked.error().code == Errc::kNotFound) return std::nullopt;
  return Fail(checked.error());
}

struct Place {
  Directory directory;
  std::string name;  // of the archive
};

Result<Place> PlaceOf(FileSystem& files, const std::string& base) {
  const std::filesystem::path path(base);
  Result<Directory> directory = Directory::Open(files, path.parent_path().string());
  if (!directory) return Fail(directory.error());
  return Place{std::move(*directory), path.filename().string()};
}

Result<void> FinishChecked(FileSystem& files, const std::string& base, const Replacement& left) {
  if (auto finished = left.Finish(files); !finished) return finished;
  if (auto removed = RemoveReplacement(files, base); !removed) return removed;
  const std::string journal = base + std::string(kJournalSuffix);
  if (auto removed = RemoveFile(files, journal); !removed) return removed;
  // If it came back after a power failure, it would name files that have changed since.
  return SyncDirectoryOf(files, journal);
}

std::string WithoutSuffix(std::string name, std::string_view suffix) {
  if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  return name;
}

// Also a file that its writer had not named yet.
bool IsReplacement(const std::string& name, const std::string& stem) {
  std::optional<std::string> plain = NameReplaced(name);
  if (!plain) return false;
  return IsPartOf(
      WithoutSuffix(WithoutSuffix(std::move(*plain), StagedFiles::kSuffix), kNewbornSuffix), stem);
}

// If a process replaces the archive meanwhile, it may move a file between two looks: then this
// fails, and the next look finds another state.
Result<std::optional<ArchiveFiles>> LookAtReplacement(const std::string& base) {
  const Result<Place> place = PlaceOf(PosixFileSystem(), base);
  if (!place) return Fail(place.error());
  const auto file =
      OpenIfThere(place->directory, place->name + std::string(kJournalSuffix), Access::kRead);
  if (!file) return Fail(file.error());
  if (!*file) return std::nullopt;
  const Result<ReadJournal> read = Read(**file);
  if (!read) return Fail(read.error());
  Replacement left(base, read->journal, read->author);
  if (auto checked = left.Check(); !checked) return Fail(checked.error());
  return left.files();
}

}  // namespace

std::optional<std::string> BaseOfJournal(std::string_view name) {
  for (const std::string_view suffix : {kJournalSuffix, kDraftSuffix})
    if (name.ends_with(suffix)) return std::string(name.substr(0, name.size() - suffix.size()));
  return std::nullopt;
}

// The names are on the medium before what would finish or undo them is removed.
Result<void> RemoveReplacement(FileSystem& files, const std::string& base) {
  const std::filesystem::path path(base);
  const std::string directory = path.has_parent_path() ? path.parent_path().string() : ".";
  std::vector<std::string> names;
  const int listed = Uninterrupted([&] {
    names.clear();
    return files.List(directory, names);
  });
  if (listed < 0) return FailSystem(-listed, directory);
  for (const std::string& name : names)
    if (IsReplacement(name, path.filename().string()))
      if (auto removed = RemoveFile(files, (path.parent_path() / name).string()); !removed)
        return removed;
  return SyncDirectoryOf(files, base);
}

Result<void> FinishReplacement(FileSystem& files, const std::string& base,
                               const ReplacementJournal& journal) {
  Replacement left(base, journal, ::geteuid());
  if (auto checked = left.Check(); !checked) return checked;
  return FinishChecked(files, base, left);
}

Result<void> SettleReplacement(FileSystem& files, const std::string& base) {
  const Result<Place> place = PlaceOf(files, base);
  if (!place) return Fail(place.error());
  const auto file = Seize(place->directory, place->name + std::string(kJournalSuffix));
  if (!file) return Fail(file.error());
  if (*file) {
    const Result<ReadJournal> read = Read(**file);
    if (!read) return Fail(read.error());
    Replacement left(base, read->journal, read->author);
    if (auto checked = left.Check(); !checked) return checked;
    if (auto finished = FinishChecked(files, base, left); !finished) return finished;
  }
  const auto draft = Seize(place->directory, place->name + std::string(kDraftSuffix));
  if (!draft) return Fail(draft.error());
  if (!*draft) return {};
  if (auto removed = RemoveReplacement(files, base); !removed) return removed;
  return RemoveFile(files, base + std::string(kDraftSuffix));
}

// A process that has the lock of a journal needs a few calls of the system until the files have
// their names.  So it is worth waiting for it, unless it is stopped.
Result<std::optional<ArchiveFiles>> FilesDuringReplacement(const std::string& base) {
  constexpr int kLooksIfBusy = 40, kLooksIfRefused = 5;
  for (int look = 1;; ++look) {
    const Result<void> settled = SettleReplacement(PosixFileSystem(), base);
    if (settled) return std::nullopt;
    auto found = LookAtReplacement(base);
    if (found && !*found) return found;
    const bool is_busy = settled.error().code == Errc::kBusy;
    const int most = is_busy ? kLooksIfBusy : found ? 1 : kLooksIfRefused;
    if (look >= most) return found;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace fdr

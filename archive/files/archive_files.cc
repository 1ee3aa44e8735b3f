// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/archive_files.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "fdr/archive/files/directory_names.h"
#include "fdr/archive/files/folio.h"
#include "fdr/archive/files/settle_replacement.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/source/compression.h"

namespace fdr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMetadataSuffix = ".meta";
constexpr std::string_view kIndexSuffix = ".index";

std::string_view StripCompression(std::string_view path) {
  path.remove_suffix(CompressionSuffix(path).size());
  return path;
}

bool IsFile(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// Returns the path of the plain file or, if only the compressed form exists, of that form;
// otherwise empty.
std::string PlainOrCompressed(const std::string& path) {
  if (IsFile(path)) return path;
  for (const std::string_view suffix : kCompressionSuffixes)
    if (std::string compressed = path + std::string(suffix); IsFile(compressed)) return compressed;
  return {};
}

std::optional<std::int32_t> VolumeNumber(std::string_view digits) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < 0)
    return std::nullopt;
  return number;
}

// "foo" of "foo.meta", "foo.index" and "foo.12"; the name itself otherwise.
std::string_view StripPart(std::string_view path) {
  for (const std::string_view suffix : {kMetadataSuffix, kIndexSuffix})
    if (path.ends_with(suffix)) return path.substr(0, path.size() - suffix.size());
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || !VolumeNumber(path.substr(dot + 1))) return path;
  return path.substr(0, dot);
}

// "2024.05.48" may be a base name or volume 48 of "2024.05": it is a base name if metadata of this
// name exist.
std::string BaseName(std::string_view name) {
  std::string path(name);
  if (!PlainOrCompressed(path + std::string(kMetadataSuffix)).empty()) return path;
  std::string base(StripPart(StripCompression(path)));
  const bool is_part =
      !PlainOrCompressed(path).empty() || IsFile(base + std::string(kJournalSuffix));
  return is_part ? base : path;
}

// Returns the names in a directory that begin so, ascending; an error if it cannot be read.
Result<std::vector<std::string>> ListDirectory(const std::string& directory,
                                               std::string_view beginning) {
  std::vector<std::string> names;
  if (const int failure = TakeNames(::opendir(directory.c_str()), beginning, names); failure < 0)
    return FailSystem(-failure, directory);
  std::sort(names.begin(), names.end());
  return names;
}

// `names` are the names in the directory, ascending, so names with the same start are neighbours.
std::vector<VolumeFile> FindVolumes(const std::string& base,
                                    const std::vector<std::string>& names) {
  const std::string stem = fs::path(base).filename().string() + '.';
  std::set<std::int32_t> numbers;
  for (auto name = std::lower_bound(names.begin(), names.end(), stem);
       name != names.end() && name->starts_with(stem); ++name) {
    const std::string_view plain = StripCompression(*name);
    if (!plain.starts_with(stem)) continue;
    if (const auto number = VolumeNumber(plain.substr(stem.size()))) numbers.insert(*number);
  }
  std::vector<VolumeFile> volumes;
  for (const std::int32_t number : numbers)
    if (std::string file = FindVolume(base, number); !file.empty())
      volumes.push_back({number, std::move(file)});
  return volumes;
}

std::optional<FileId> IdOf(const std::string& path) {
  struct stat status = {};
  if (path.empty() || ::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileId{status.st_dev, status.st_ino};
}

ArchiveFiles FilesOf(std::string base, const std::vector<std::string>& names) {
  ArchiveFiles files;
  files.metadata = PlainOrCompressed(base + std::string(kMetadataSuffix));
  files.metadata_id = IdOf(files.metadata);
  files.index = PlainOrCompressed(base + std::string(kIndexSuffix));
  files.volumes = FindVolumes(base, names);
  files.base = std::move(base);
  return files;
}

Result<ArchiveFiles> FilesThere(std::string base, const std::vector<std::string>& names) {
  ArchiveFiles files = FilesOf(std::move(base), names);
  if (files.metadata.empty() && files.index.empty() && files.volumes.empty())
    return Fail(Errc::kNotFound, "No such archive", files.base);
  return files;
}

// The files of an archive that a process replaces, or was about to replace when it was killed.
Result<ArchiveFiles> FindReplaced(std::string base, const std::string& directory) {
  Result<std::optional<ArchiveFiles>> files = FilesDuringReplacement(base);
  if (!files) return Fail(files.error());
  if (*files) {
    (*files)->metadata_id = IdOf((*files)->metadata);
    return std::move(**files);
  }
  const auto names = ListDirectory(directory, fs::path(base).filename().string() + '.');
  if (!names) return Fail(names.error());
  return FilesThere(std::move(base), *names);
}

// What a list of names stands for.
struct Found {
  std::vector<ArchiveFiles> archives;
  std::vector<Error> missing;

  void Add(Result<ArchiveFiles> files) {
    if (files)
      archives.push_back(std::move(*files));
    else
      missing.push_back(std::move(files.error()));
  }
};

// kNotFound without an archive.
Result<void> AddArchivesIn(const std::string& directory, Found& found) {
  const Result<std::vector<std::string>> names = ListDirectory(directory, "");
  if (!names) return Fail(names.error());
  std::set<std::string> bases, replaced;
  for (const std::string& name : *names) {
    const std::string_view plain = StripCompression(name);
    if (plain.ends_with(kMetadataSuffix)) bases.emplace(StripPart(plain));
    if (auto base = BaseOfJournal(name)) replaced.insert(std::move(*base));
  }
  bases.insert(replaced.begin(), replaced.end());
  if (bases.empty()) return Fail(Errc::kNotFound, "No archive in this directory", directory);
  for (const std::string& name : bases) {
    std::string base = (fs::path(directory) / name).string();
    Result<ArchiveFiles> files = replaced.contains(name) ? FindArchiveFiles(std::move(base))
                                                         : FilesOf(std::move(base), *names);
    // There may be a journal without an archive.
    if (files || files.error().code != Errc::kNotFound) found.Add(std::move(files));
  }
  return {};
}

void AddFolio(const std::string& name, Found& found) {
  const Result<Folio> folio = ReadFolio(name);
  if (!folio) {
    found.missing.push_back(folio.error());
    return;
  }
  for (const FolioEntry& entry : folio->archives)
    found.Add(FindArchiveFiles(folio->PathOf(entry.base)));
  if (folio->archives.empty())
    found.missing.push_back({Errc::kNotFound, "No archive in this folio", name});
}

// A directory without archives may lie beside an archive of its name.
void AddElement(const std::string& name, Found& found) {
  std::error_code ignored;
  const bool is_directory = fs::is_directory(name, ignored);
  Result<void> inside;
  if (is_directory) inside = AddArchivesIn(name, found);
  if (is_directory && inside) return;
  if (IsFolio(name)) return AddFolio(name, found);  // its name may end as that of a volume
  const bool is_unreadable = is_directory && inside.error().code != Errc::kNotFound;
  Result<ArchiveFiles> files = is_unreadable ? Fail(inside.error()) : FindArchive(name);
  if (!files && is_directory)
    found.missing.push_back(std::move(inside.error()));
  else
    found.Add(std::move(files));
}

// The archive of a folio that has only one.
Result<ArchiveFiles> FindOnlyArchive(const std::string& name) {
  const Result<Folio> folio = ReadFolio(name);
  if (!folio) return Fail(folio.error());
  if (folio->archives.size() == 1) return FindArchiveFiles(folio->PathOf(folio->archives[0].base));
  return Fail(Errc::kInvalidArgument, "A folio with several archives, or none: name one of them",
              name);
}

}  // namespace

Result<void> ArchiveFiles::CheckComplete() const {
  if (metadata.empty()) return Fail(Errc::kMissingFile, "The archive has no .meta file", base);
  if (volumes.empty()) return Fail(Errc::kMissingFile, "The archive has no data volume", base);
  return {};
}

bool ArchiveFiles::HaveChanged() const { return metadata_id && IdOf(metadata) != metadata_id; }

bool ArchiveFiles::WereReplaced() const {
  if (!HaveChanged()) return false;
  return IdOf(metadata).has_value() || IsFile(base + std::string(kJournalSuffix));
}

std::optional<std::int32_t> PartNumber(std::string_view file, std::string_view base) {
  if (!file.starts_with(base)) return std::nullopt;
  const std::string_view part = StripCompression(file.substr(base.size()));
  if (part == kMetadataSuffix) return kMetadataVolume;
  if (part == kIndexSuffix) return kIndexVolume;
  return part.starts_with('.') ? VolumeNumber(part.substr(1)) : std::nullopt;
}

Result<ArchiveFiles> FindArchiveFiles(std::string base) {
  const fs::path path(base);
  const std::string directory = path.has_parent_path() ? path.parent_path().string() : ".";
  const Result<std::vector<std::string>> names =
      ListDirectory(directory, path.filename().string() + '.');
  if (!names && names.error().code != Errc::kNotFound) return Fail(names.error());
  for (const std::string& name : names.value_or(std::vector<std::string>()))
    if (BaseOfJournal(name) == path.filename().string())
      return FindReplaced(std::move(base), directory);
  return FilesThere(std::move(base), names.value_or(std::vector<std::string>()));
}

Result<ArchiveFiles> FindArchive(std::string_view name) {
  if (name.empty()) return Fail(Errc::kInvalidArgument, "Empty archive name");
  if (IsFolio(std::string(name))) return FindOnlyArchive(std::string(name));
  return FindArchiveFiles(BaseName(name));
}

std::string FindVolume(const std::string& base, std::int32_t number) {
  return PlainOrCompressed(base + '.' + std::to_string(number));
}

std::vector<std::string> SplitNames(std::string_view names) {
  std::vector<std::string> elements;
  for (std::size_t from = 0; from <= names.size();) {
    const std::size_t comma = std::min(names.find(',', from), names.size());
    const std::string_view name = names.substr(from, comma - from);
    const bool is_trailing = name.empty() && comma == names.size() && from > 0;
    if (!is_trailing) elements.emplace_back(name);
    from = comma + 1;
  }
  return elements;
}

Result<std::vector<ArchiveFiles>> FindArchives(std::string_view names,
                                               const ProblemSink& on_missing) {
  Found found;
  for (const std::string& name : SplitNames(names)) AddElement(name, found);
  if (!found.missing.empty() && (found.archives.empty() || !on_missing))
    return Fail(std::move(found.missing.front()));
  for (const Error& error : found.missing)
    Report(on_missing, {error.code, error.what, error.file, error.offset, 0});
  return std::move(found.archives);
}

}  // namespace fdr

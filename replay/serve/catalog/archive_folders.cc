// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/archive_folders.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fdr/archive/base/granted_memory.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/utf8.h"

namespace fdr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSources = 10'000, kMostRefused = 1'000;

bool IsDirectory(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool IsLink(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored);
}

// As the path of a file in the directory begins.
fs::path WithoutEndSlash(const std::string& directory) {
  return (fs::path(directory) / "").parent_path();
}

// Follows links.  False also if one leads nowhere.
bool IsBelow(const fs::path& path, const fs::path& root) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  if (failed) return false;
  const fs::path real_root = fs::canonical(root, failed);
  if (failed) return false;
  const auto [end, other] =
      std::mismatch(real_root.begin(), real_root.end(), real.begin(), real.end());
  return end == real_root.end();
}

// The directory itself lies below the root.
bool LeadOut(const ArchiveFiles& files, const std::string& root) {
  const auto leads_out = [&](const std::string& path) {
    return !path.empty() && IsLink(path) && !IsBelow(path, root);
  };
  return leads_out(files.metadata) || leads_out(files.index) ||
         std::ranges::any_of(files.volumes,
                             [&](const VolumeFile& volume) { return leads_out(volume.path); });
}

// The directories in a directory, without those that a link leads out of the root to.  They are
// limited in number, and a directory_iterator does not survive exceptions.
std::vector<std::string> DirectoriesIn(const std::string& root) {
  const GrantedMemory granted;
  std::vector<std::string> directories;
  std::error_code failed;
  for (fs::directory_iterator entry(root, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (directories.size() == kMostSources) break;
    const std::string path = entry->path().string();
    if (IsDirectory(path) && (!IsLink(path) || IsBelow(path, root))) directories.push_back(path);
  }
  std::ranges::sort(directories);
  return directories;
}

Error NotServed(const std::string& path, std::string reason) {
  return {Errc::kInvalidArgument, std::move(reason), path, 0, 0};
}

// A host in a label is anything.
std::string CleanName(std::string_view text) {
  constexpr std::size_t kLongest = 255;
  std::string name;
  while (!text.empty() && name.size() < kLongest) {
    const std::string_view character = FirstCharacter(text);
    text.remove_prefix(character.size());
    const char first = character.front();
    const bool is_plain = IsAlpha(first) || IsDigit(first) ||
                          std::string_view("-_.:").find(first) != std::string_view::npos;
    if (is_plain || character.size() > 1)
      name += character;
    else
      name += '_';
  }
  return name.empty() ? "unnamed" : name;
}

std::string Joined(const std::vector<std::string>& bases) {
  std::string list;
  for (const std::string& base : bases) list += (list.empty() ? "" : ",") + base;
  return list;
}

}  // namespace

// The archives of one host.
struct ArchiveFolders::Group {
  std::vector<std::string> bases;
  std::set<Timestamp> starts;
  std::vector<std::string> others;  // which start at the same time as one of `bases`
};

Result<void> ArchiveFolders::CheckRoots() const {
  for (const std::string& root : roots_)
    if (!IsDirectory(root))
      if (const auto found = FindArchives(root); !found) return Fail(found.error());
  return {};
}

std::vector<NamedArchives> ArchiveFolders::Look() {
  std::vector<NamedArchives> found;
  refused_.clear();
  for (const std::string& root : roots_)
    IsDirectory(root) ? LookIntoRoot(root, found) : LookAtNamed(root, found);
  if (found.size() > kMostSources) {
    log_->Add(fmt::format("only the first {} sources are served", kMostSources));
    found.resize(kMostSources);
  }
  labels_.ForgetUnused();
  return found;
}

void ArchiveFolders::LookIntoRoot(const std::string& root, std::vector<NamedArchives>& found) {
  LookInto(root, root, found);
  for (const std::string& directory : DirectoriesIn(root)) LookInto(directory, root, found);
}

// A list of archives is looked at slower than a directory, so a directory is served by its name, if
// all archives in it are of one timeline.
void ArchiveFolders::LookInto(const std::string& directory, const std::string& root,
                              std::vector<NamedArchives>& found) {
  if (directory.find(',') != std::string::npos)
    return Refuse(directory,
                  NotServed(directory, "a directory with a comma in its name cannot be served"));
  const auto reported = [this](const Problem& problem) { log_->Add(problem); };
  const Result<std::vector<ArchiveFiles>> archives = FindArchives(directory, reported);
  if (!archives && archives.error().code != Errc::kNotFound) Refuse(directory, archives.error());
  if (!archives) return;
  const fs::path place = WithoutEndSlash(directory);
  Groups groups;
  bool is_one = true;
  for (const ArchiveFiles& files : *archives) {
    // Not in the directory, but beside it, with its name.
    if (fs::path(files.base).parent_path() != place) continue;
    if (!LeadOut(files, root)) {
      is_one = AddToGroup(files, groups) && is_one;
      continue;
    }
    Refuse(files.base, NotServed(files.base, "links lead out of the served directory"));
    is_one = false;
  }
  is_one = is_one && groups.size() == 1;
  for (const auto& [host, group] : groups) {
    found.push_back({IdFor(host, directory), is_one ? directory : Joined(group.bases)});
    AddOthers(group, found);
  }
}

// A timeline cannot have two archives that start at the same time.
void ArchiveFolders::AddOthers(const Group& group, std::vector<NamedArchives>& found) {
  for (const std::string& base : group.others) {
    const fs::path path = base;
    found.push_back({IdFor(path.filename().string(), path.parent_path().string()), base});
  }
}

// False if a directory with this archive is no timeline.  Opening a directory leaves damaged
// archives out.
bool ArchiveFolders::AddToGroup(const ArchiveFiles& files, Groups& groups) {
  const Result<void> complete = files.CheckComplete();
  const Result<ArchiveLabels::Label> label =
      complete ? labels_.Of(files) : Result<ArchiveLabels::Label>(Fail(complete.error()));
  if (!label) {
    Refuse(files.base, label.error());
    return true;
  }
  if (files.base.find(',') != std::string::npos) {
    Refuse(files.base,
           NotServed(files.base, "an archive with a comma in its name cannot be served"));
    return false;
  }
  Group& group = groups[label->host];
  const bool is_new = group.starts.insert(label->start).second;
  (is_new ? group.bases : group.others).push_back(files.base);
  return is_new;
}

// An archive, a list, or a folio.
void ArchiveFolders::LookAtNamed(const std::string& root, std::vector<NamedArchives>& found) {
  const auto reported = [this](const Problem& problem) { log_->Add(problem); };
  const Result<std::vector<ArchiveFiles>> archives = FindArchives(root, reported);
  if (!archives) return Refuse(root, archives.error());
  Groups groups;
  for (const ArchiveFiles& files : *archives) AddToGroup(files, groups);
  for (const auto& [host, group] : groups) {
    const fs::path first = group.bases.front();
    const std::string name = group.bases.size() == 1 ? first.filename().string() : host;
    found.push_back({IdFor(name, first.parent_path().string()), Joined(group.bases)});
    AddOthers(group, found);
  }
}

void ArchiveFolders::Refuse(const std::string& path, const Error& error) {
  log_->Add(error);
  if (refused_.size() < kMostRefused)
    refused_.push_back({WithoutEndSlash(path).filename().string(), error.what});
}

// The host alone, if there is no other of this name; otherwise with its directory, and a number.
std::string ArchiveFolders::IdFor(const std::string& name, const std::string& directory) {
  std::string& id = ids_[{directory, name}];
  if (!id.empty()) return id;
  const std::string plain = CleanName(name);
  const std::string longer =
      plain + '.' + CleanName(WithoutEndSlash(directory).filename().string());
  id = taken_.contains(plain) ? longer : plain;
  for (int number = 2; taken_.contains(id); ++number) id = fmt::format("{}.{}", longer, number);
  taken_.insert(id);
  return id;
}

}  // namespace fdr

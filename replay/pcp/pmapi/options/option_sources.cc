// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/options/option_sources.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <mutex>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/own_host_name.h"
#include "fdr/replay/pcp/pmapi/options/option_errors.h"

namespace fdr::pmapi {
namespace {

bool AllowsMany(const pmOptions& options) { return (options.flags & PM_OPTFLAG_MULTI) != 0; }
bool AllowsBoth(const pmOptions& options) { return (options.flags & PM_OPTFLAG_MIXED) != 0; }

// Splits at commas; an empty last part does not count.
std::vector<std::string> Split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    parts.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return parts;
}

// The strings stay until the process ends: as with PCP, pmFreeOptions() leaves them to programs
// that may still point to them.  They are in a list, so tools that look for lost memory do not
// report them.
char* Copy(const std::string& text) {
  static std::mutex mutex;
  static auto& copies = *new std::vector<char*>;
  char* const copy = strdup(text.c_str());
  if (copy == nullptr) throw std::bad_alloc();
  const std::lock_guard lock(mutex);
  copies.push_back(copy);
  return copy;
}

// The list belongs to the program, which may free() it.
void Append(char**& list, int& count, const std::string& text) {
  auto* const longer =
      static_cast<char**>(realloc(list, (static_cast<std::size_t>(count) + 1) * sizeof(char*)));
  if (longer == nullptr) throw std::bad_alloc();
  list = longer;
  list[count] = Copy(text);
  ++count;
}

constexpr char kHostOrArchive[] = "host or archive";
constexpr char kHostsOrArchives[] = "of hosts or archives";

bool MayAdd(pmOptions& options, int others, const char* what) {
  if (others == 0 || AllowsBoth(options)) return true;
  UsageError(options, "only one %s allowed\n", what);
  return false;
}

bool MayAddHost(pmOptions& options, const char* what) {
  return MayAdd(options, options.narchives, what);
}

bool MayAddArchive(pmOptions& options, const char* what) {
  return MayAdd(options, options.nhosts, what);
}

// Whether the first occurrence of `text` (which may contain commas) is an element of the list.  As
// PCP, looks no further, so a later element may be in the list twice.
bool Lists(const std::string& list, const std::string& text) {
  const std::size_t at = list.find(text);
  if (at == list.npos) return false;
  const std::size_t end = at + text.size();
  return (at == 0 || list[at - 1] == ',') && (end == list.size() || list[end] == ',');
}

// For several archives in one context, `options` has a single list of names.
void AddToTheList(pmOptions& options, const std::string& archive) {
  const std::string list = options.archives[0];
  if (Lists(list, archive)) return;
  options.archives[0] = Copy(list + "," + archive);
}

// The path in "Archive: host path"; empty for other lines.
std::string FolioPath(const std::string& line) {
  std::istringstream words(line);
  std::string word, host, path;
  words >> word >> host >> path;
  return path;
}

std::string DirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? "." : path.substr(0, slash);
}

}  // namespace

void AddHost(pmOptions& options, const char* host) {
  if (!MayAddHost(options, kHostOrArchive)) return;
  if (options.nhosts > 0 && !AllowsMany(options)) {
    UsageError(options, "too many hosts requested: %s\n", host);
    return;
  }
  Append(options.hosts, options.nhosts, host);
}

void AddHostList(pmOptions& options, const char* hosts) {
  if (!MayAddHost(options, kHostsOrArchives)) return;
  for (const std::string& host : Split(hosts))
    if (!host.empty()) Append(options.hosts, options.nhosts, host);
  if (options.nhosts > 1 && !AllowsMany(options))
    UsageError(options, "too many hosts requested: %s\n", hosts);
}

void AddHostsFile(pmOptions& options, const char* path) {
  if (!MayAddHost(options, kHostsOrArchives)) return;
  std::ifstream file(path);
  if (!file) {
    RuntimeError(options, "cannot open hosts file %s: %s\n", path, strerror(errno));
    return;
  }
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string host;
    if (!(words >> host) || host[0] == '#') continue;
    if (options.nhosts > 0 && !AllowsMany(options)) {
      UsageError(options, "too many hosts requested: %s\n", path);
      return;
    }
    Append(options.hosts, options.nhosts, host);
  }
}

void AddArchive(pmOptions& options, const char* archive) {
  if (!MayAddArchive(options, kHostOrArchive)) return;
  if (options.narchives == 0) {
    Append(options.archives, options.narchives, archive);
  } else if (!AllowsMany(options)) {
    AddToTheList(options, archive);
  } else {
    for (int i = 0; i < options.narchives; ++i)
      if (strcmp(options.archives[i], archive) == 0) return;
    Append(options.archives, options.narchives, archive);
  }
}

void AddArchiveList(pmOptions& options, const char* archives) {
  if (!MayAddArchive(options, kHostsOrArchives)) return;
  if (!AllowsMany(options)) {
    AddArchive(options, archives);
    return;
  }
  for (const std::string& archive : Split(archives)) AddArchive(options, archive.c_str());
}

void AddArchiveFolio(pmOptions& options, const char* path) {
  if (!MayAddArchive(options, kHostsOrArchives)) return;
  std::ifstream file(path);
  if (!file) {
    RuntimeError(options, "cannot open archive folio %s: %s\n", path, strerror(errno));
    return;
  }
  std::string line;
  if (!std::getline(file, line)) {
    RuntimeError(options, "archive folio %s has no header\n", path);
  } else if (!line.starts_with("PCPFolio")) {
    RuntimeError(options, "archive folio %s has bad magic\n", path);
  } else if (!std::getline(file, line)) {
    RuntimeError(options, "archive folio %s has no version\n", path);
  } else if (!line.starts_with("Version: 1")) {
    RuntimeError(options, "unknown version archive folio %s\n", path);
  } else {
    for (int number = 3; std::getline(file, line); ++number) {
      if (!line.starts_with("Archive:")) continue;
      const std::string archive = FolioPath(line);
      if (archive.empty()) {
        RuntimeError(options, "missing path on archive folio line %d\n", number);
        return;
      }
      const bool absolute = archive[0] == '/';
      AddArchive(options, (absolute ? archive : DirectoryOf(path) + "/" + archive).c_str());
    }
  }
}

void AddDefaultArchive(pmOptions& options) {
  const char* const directory = pmGetOptionalConfig("PCP_ARCHIVE_DIR");
  if (directory == nullptr) {
    RuntimeError(options, "cannot find PCP_ARCHIVE_DIR, or this host's name\n");
    return;
  }
  AddArchive(options, (std::string(directory) + "/" + OwnHostName()).c_str());
}

}  // namespace fdr::pmapi

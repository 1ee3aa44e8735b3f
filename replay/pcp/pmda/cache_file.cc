// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/cache_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <ctime>
#include <fstream>
#include <limits>
#include <sstream>

namespace fdr::pmda {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::string FolderOfCaches() { return std::string(pmGetConfig("PCP_VAR_DIR")) + "/config/pmda"; }
std::string PathOf(const InstanceCache& cache) {
  char name[40];
  return FolderOfCaches() + "/" + pmInDomStr_r(cache.indom(), name, sizeof name);
}

// Takes a number and the blank behind it from the beginning of a line.
template <class Number>
bool TakeNumber(std::string_view& line, Number& number) {
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc() || number < 0) return false;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  if (line.empty()) return true;
  if (line[0] != ' ') return false;
  line.remove_prefix(1);
  return true;
}

// "[6b31] " is a key.  Other names may begin with a bracket, too.
std::optional<std::string> TakeKey(std::string_view& line) {
  const std::size_t end = line.find("] ");
  if (!line.starts_with('[') || end == line.npos) return std::nullopt;
  std::string_view digits = line.substr(1, end - 1);
  if (digits.empty() || digits.size() % 2 != 0 || digits.find_first_not_of(kDigits) != line.npos)
    return std::nullopt;
  std::string key;
  for (; !digits.empty(); digits.remove_prefix(2))
    key.push_back(static_cast<char>(kDigits.find(digits[0]) << 4 | kDigits.find(digits[1])));
  line.remove_prefix(end + 2);
  return key;
}

bool ReadEntry(std::string_view line, const InstanceCache& cache, CacheEntry& entry) {
  if (!TakeNumber(line, entry.instance) || !TakeNumber(line, entry.stamp)) return false;
  entry.key = TakeKey(line);
  entry.name = line;
  return !line.empty() && entry.instance <= cache.largest();
}

// "2 MODE LARGEST"; in version 1 there is no largest number.
bool ReadHeader(std::string_view line, InstanceCache& cache) {
  int version = 0, mode = 0, largest = cache.largest();
  if (!TakeNumber(line, version) || (version != 1 && version != 2) || !TakeNumber(line, mode) ||
      mode > 1 || (version == 2 && !TakeNumber(line, largest)))
    return false;
  cache.SetReuse(mode == 1);
  cache.SetLargest(largest);
  return true;
}

void TellContradiction(const std::string& path, const CacheEntry& entry, InstanceCache& cache) {
  const CacheEntry* held = cache.FindInstance(entry.instance);
  if (held == nullptr) held = cache.FindName(entry.name);
  if (held == nullptr && entry.key) held = cache.FindKey(*entry.key);
  if (held == nullptr) return;
  pmNotifyErr(LOG_WARNING,
              "pmdaCacheOp: %s: loading instance %d (\"%s\") ignored, already in cache as %d "
              "(\"%s\")",
              path.c_str(), entry.instance, entry.name.c_str(), held->instance, held->name.c_str());
}

std::string HexOf(std::string_view key) {
  std::string text;
  for (const char c : key) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

// A name with an end of line cannot be in a file of lines.
bool IsStorable(const CacheEntry& entry) { return entry.name.find('\n') == std::string::npos; }

std::string TextOf(const InstanceCache& cache) {
  std::string text =
      "2 " + std::to_string(cache.reuses() ? 1 : 0) + " " + std::to_string(cache.largest()) + "\n";
  for (const auto& [instance, entry] : cache.entries()) {
    if (!IsStorable(*entry)) continue;
    text += std::to_string(instance) + " " + std::to_string(entry->stamp) + " ";
    if (entry->key) text += "[" + HexOf(*entry->key) + "] ";
    text += entry->name + "\n";
  }
  return text;
}

int WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) return -errno;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// A reader sees the old file or the new one.
int Replace(const std::string& path, std::string_view text) {
  std::string other = path + ".XXXXXX";
  const int file = mkostemp(other.data(), O_CLOEXEC);
  if (file < 0) return -errno;
  int status = WriteAll(file, text);
  if (status == 0 && fchmod(file, 0644) < 0) status = -errno;
  if (status == 0 && fsync(file) < 0) status = -errno;
  if (close(file) < 0 && status == 0) status = -errno;
  if (status == 0 && rename(other.c_str(), path.c_str()) < 0) status = -errno;
  if (status < 0) unlink(other.c_str());
  return status;
}

}  // namespace

int LoadCache(InstanceCache& cache) {
  const std::string path = PathOf(cache);
  errno = 0;
  std::ifstream file(path);
  if (!file) return errno != 0 ? -errno : -EIO;
  std::string line;
  if (!std::getline(file, line)) {
    pmNotifyErr(LOG_ERR, "pmdaCacheOp: %s: empty file?", path.c_str());
    return 0;
  }
  if (!ReadHeader(line, cache)) {
    pmNotifyErr(LOG_ERR, "pmdaCacheOp: %s: illegal cache header record: %s", path.c_str(),
                line.c_str());
    return PM_ERR_GENERIC;
  }
  int count = 0;
  for (int number = 2; std::getline(file, line); ++number) {
    CacheEntry entry;
    if (!ReadEntry(line, cache, entry)) {
      pmNotifyErr(LOG_ERR, "pmdaCacheOp: %s: line %d: illegal record: %s", path.c_str(), number,
                  line.c_str());
      return PM_ERR_GENERIC;
    }
    if (!cache.Restore(entry)) TellContradiction(path, entry, cache);
    ++count;
  }
  return count;
}

int SaveCache(InstanceCache& cache) {
  const std::time_t now = std::time(nullptr);
  int count = 0;
  for (const auto& [instance, entry] : cache.entries()) {
    if (entry->stamp == 0) entry->stamp = now;
    if (IsStorable(*entry)) ++count;
  }
  mkdir(FolderOfCaches().c_str(), 0755);  // a failure shows below
  if (const int status = Replace(PathOf(cache), TextOf(cache)); status < 0) return status;
  cache.entries_changed = cache.stamps_changed = false;
  return count;
}

}  // namespace fdr::pmda

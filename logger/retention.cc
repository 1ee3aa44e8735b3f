// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/retention.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include "fdr/archive/archive_name.h"
#include "fdr/archive/byte_sink.h"
#include "fdr/archive/compressed_file.h"
#include "fdr/archive/label_record.h"
#include "fdr/archive/staged_files.h"

namespace fdr {
namespace {

bool IsUnfinished(std::string_view path) { return path.ends_with(StagedFiles::kSuffix); }

// The text up to the next tab, which is taken away.
std::string_view NextField(std::string_view& line) {
  const std::size_t end = std::min(line.find('\t'), line.size());
  const std::string_view field = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

template <class Number>
bool ReadNumber(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Retention::Retention(const std::string& pattern, KeepLimits limits, FileSystem& files)
    : limits_(limits), files_(&files) {
  const std::size_t slash = pattern.rfind('/', pattern.find('%'));
  directory_ = slash == std::string::npos ? "" : pattern.substr(0, slash + 1);
  std::string name = pattern.substr(directory_.size());
  std::replace(name.begin(), name.end(), '/', '_');
  list_ = directory_ + "." + name + ".archives";
}

// One write, so that several recorders may do so.
Result<void> Retention::Note(const std::string& base, Timestamp start, std::int32_t pid) const {
  if (!base.starts_with(directory_) || base.find_first_of("\t\n") != std::string::npos)
    return Fail(Errc::kInvalidArgument, "An archive of such a name is not removed some day", base);
  Result<ByteSink> list = ByteSink::Open(*files_, list_);
  if (!list && list.error().code == Errc::kNotFound) list = ByteSink::Create(*files_, list_);
  if (!list && list.error().code == Errc::kExists) list = ByteSink::Open(*files_, list_);
  if (!list) return Fail(list.error());
  const std::string line =
      fmt::format("{}\t{}\t{}\t{}\n", base.substr(directory_.size()), start.sec, start.nsec, pid);
  if (auto written = list->Append(AsBytes(line)); !written) return written;
  return list->Close();
}

// Ascending.
Result<std::vector<std::string>> Retention::NamesBeside(const std::string& base) const {
  const std::filesystem::path parent = std::filesystem::path(base).parent_path();
  const std::string directory = parent.empty() ? "." : parent.string();
  std::vector<std::string> names;
  if (const int listed = files_->List(directory, names); listed < 0)
    return FailSystem(-listed, directory);
  std::sort(names.begin(), names.end());
  return names;
}

// All of them, in the order in which they may go: until the first volume, which says whose it is,
// has gone, the rest can be found again.
Result<std::vector<std::string>> Retention::FilesOf(const std::string& base) const {
  const Result<ArchiveFiles> archive = FindArchiveFiles(base);
  if (!archive) return Fail(archive.error());
  // Without an index it is merely slower, and without metadata no archive.
  std::vector<std::string> read;
  for (const std::string& path : {archive->index, archive->metadata})
    if (!path.empty()) read.push_back(path);
  for (auto volume = archive->volumes.rbegin(); volume != archive->volumes.rend(); ++volume)
    read.push_back(volume->path);
  // What nobody reads is what compressing left that was interrupted.
  const std::string stem = std::filesystem::path(base).filename().string();
  const Result<std::vector<std::string>> names = NamesBeside(base);
  if (!names) return Fail(names.error());
  std::vector<std::string> paths;
  for (const std::string& name : *names) {
    std::string_view part = name;
    if (IsUnfinished(part)) part.remove_suffix(StagedFiles::kSuffix.size());
    if (!IsPartOf(part, stem)) continue;
    std::string path = base + name.substr(stem.size());
    if (std::ranges::find(read, path) == read.end()) paths.push_back(std::move(path));
  }
  paths.insert(paths.end(), read.begin(), read.end());
  return paths;
}

// Whether it is there, and still the one that was begun.
bool Retention::Inspect(Entry& entry) const {
  const Result<ArchiveFiles> archive = FindArchiveFiles(entry.base);
  if (!archive || archive->volumes.empty()) return false;
  const std::string& first = archive->volumes.front().path;
  const Result<ByteBuffer> prefix = DecodePrefix(first, LabelSize(Version::k3));
  if (!prefix) return false;
  const Result<LabelRecord> label = LabelRecord::Decode(*prefix, first);
  if (!label || label->start != entry.start || label->pid != entry.pid) return false;
  const Result<std::vector<std::string>> paths = FilesOf(entry.base);
  if (!paths) return false;
  for (const std::string& path : *paths) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) continue;
    entry.bytes += static_cast<std::uint64_t>(status.st_size);
    if (IsUnfinished(path)) continue;
    const Timestamp written{status.st_mtim.tv_sec,
                            static_cast<std::int32_t>(status.st_mtim.tv_nsec)};
    entry.written = std::max(entry.written, written);
  }
  return true;
}

// Those that are there, in the order in which they were begun.  A line that makes no sense is none.
Result<std::vector<Retention::Entry>> Retention::Archives() const {
  std::vector<Entry> entries;
  // Most of those on an old list have gone, and each directory is looked at once for them.
  std::map<std::filesystem::path, std::vector<std::string>> names;
  const auto is_there = [&](const std::filesystem::path& base) {
    const auto [place, is_new] = names.try_emplace(base.parent_path());
    if (is_new) place->second = NamesBeside(base).value_or(std::vector<std::string>());
    const std::string stem = base.filename().string() + '.';
    const auto found = std::ranges::lower_bound(place->second, stem);
    return found != place->second.end() && found->starts_with(stem);
  };
  const Result<std::unique_ptr<ByteSource>> source = OpenSource(list_);
  if (!source && source.error().code == Errc::kNotFound) return entries;
  if (!source) return Fail(source.error());
  ByteBuffer bytes(static_cast<std::size_t>((*source)->size()));
  const Result<std::size_t> got = (*source)->ReadAt(0, bytes);
  if (!got) return Fail(got.error());
  std::string_view rest = AsText(Bytes(bytes).first(*got));
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    Entry entry{.base = directory_ + std::string(NextField(line))};
    if (entry.base.size() > directory_.size() && ReadNumber(NextField(line), entry.start.sec) &&
        ReadNumber(NextField(line), entry.start.nsec) && ReadNumber(NextField(line), entry.pid) &&
        is_there(entry.base) && Inspect(entry))
      entries.push_back(std::move(entry));
  }
  return entries;
}

// Who records it has locked its index, and who compresses a file that one.
Result<Retention::Removal> Retention::Remove(const Entry& entry) const {
  const Result<std::vector<std::string>> paths = FilesOf(entry.base);
  if (!paths) return Fail(paths.error());
  std::vector<ByteSink> locked;
  for (const std::string& path : *paths) {
    if (IsUnfinished(path)) continue;
    Result<ByteSink> file = ByteSink::Open(*files_, path);
    const Result<void> outcome = file ? file->Lock() : Fail(file.error());
    if (!outcome && outcome.error().code == Errc::kBusy)
      return path == entry.base + ".index" ? Removal::kIsRecorded : Removal::kIsCompressed;
    if (!outcome && outcome.error().code == Errc::kNotFound) return Removal::kIsCompressed;
    if (!outcome) return Fail(outcome.error());
    locked.push_back(std::move(*file));
  }
  // Now nobody else changes what there is; but somebody may just have done so.
  const Result<std::vector<std::string>> now = FilesOf(entry.base);
  if (!now || *now != *paths) return Removal::kIsCompressed;
  for (const std::string& path : *paths)
    if (auto removed = RemoveFile(*files_, path); !removed) return Fail(removed.error());
  return Removal::kDone;
}

Result<void> Retention::Clean(const std::string& present, Timestamp now) const {
  const Result<std::vector<Entry>> archives = Archives();
  if (!archives) return Fail(archives.error());
  std::uint64_t bytes = 0;
  for (const Entry& entry : *archives) bytes += entry.bytes;
  for (const Entry& entry : *archives) {
    const bool is_old = limits_.age > 0 && entry.written.Plus(limits_.age) < now;
    const bool is_too_much = limits_.bytes > 0 && bytes > limits_.bytes;
    if (entry.base == present || (!is_old && !is_too_much)) continue;
    const Result<Removal> removed = Remove(entry);
    if (!removed) return Fail(removed.error());
    // Nothing goes instead of one that is about to get smaller.
    if (*removed != Removal::kIsRecorded) bytes -= entry.bytes;
  }
  return {};
}

// If a single one went, the next archive would get no more room than that one had: of a few small
// archives all would become small.
Result<bool> Retention::MakeRoom(const std::string& present) const {
  constexpr std::uint64_t kShares = 20;
  if (limits_.bytes == 0) return false;
  const Result<std::vector<Entry>> archives = Archives();
  if (!archives) return Fail(archives.error());
  std::uint64_t bytes = 0, freed = 0;
  for (const Entry& entry : *archives) bytes += entry.bytes;
  for (const Entry& entry : *archives) {
    if (entry.base == present) continue;
    if (freed > 0 && freed >= bytes / kShares) break;
    const Result<Removal> removed = Remove(entry);
    if (!removed) return Fail(removed.error());
    if (*removed == Removal::kDone) freed += entry.bytes;
  }
  return freed > 0;
}

}  // namespace fdr

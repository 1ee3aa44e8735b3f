// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/ring/ring_files.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>

#include "fdr/archive/files/newborn_file.h"

namespace fdr {

std::vector<RingTape> RingFiles::Tapes() const {
  const std::lock_guard lock(mutex_);
  std::vector<RingTape> tapes;
  for (const Archive& archive : archives_)
    if (archive.tape && !archive.tape->empty()) tapes.push_back(*archive.tape);
  return tapes;
}

std::size_t RingFiles::bytes() const {
  const std::lock_guard lock(mutex_);
  return Total();
}

std::size_t RingFiles::Total() const {
  std::size_t bytes = 0;
  for (const Archive& archive : archives_) bytes += archive.tape ? archive.tape->bytes() : 0;
  return bytes;
}

// The index is the first file that a writer creates for an archive.
int RingFiles::Create(const std::string& path, mode_t) {
  const std::lock_guard lock(mutex_);
  const std::string_view name = std::string_view(path).substr(0, path.rfind(kNewbornSuffix));
  const Part part = name.ends_with(".index")  ? Part::kIndex
                    : name.ends_with(".meta") ? Part::kMetadata
                                              : Part::kData;
  if (part == Part::kIndex) archives_.emplace_back();
  if (archives_.empty()) return -EINVAL;
  files_[++last_] = {part, std::prev(archives_.end()), false, {}};
  return last_;
}

int RingFiles::Open(const std::string&) { return -ENOENT; }

int RingFiles::Duplicate(int fd) {
  const std::lock_guard lock(mutex_);
  const auto file = files_.find(fd);
  if (file == files_.end()) return -EBADF;
  files_[++last_] = file->second;
  return last_;
}

int RingFiles::Truncate(int, std::uint64_t) { return -EINVAL; }

int RingFiles::Close(int fd) {
  const std::lock_guard lock(mutex_);
  return files_.erase(fd) > 0 ? 0 : -EBADF;
}

std::int64_t RingFiles::Write(int fd, Bytes bytes) {
  const std::lock_guard lock(mutex_);
  const auto file = files_.find(fd);
  if (file == files_.end()) return -EBADF;
  if (file->second.part != Part::kIndex) {
    ByteBuffer& rest = file->second.rest;
    rest.insert(rest.end(), bytes.begin(), bytes.end());
    if (!Take(file->second)) return -EIO;
    Forget();
  }
  return static_cast<std::int64_t>(bytes.size());
}

// Takes all complete records.
bool RingFiles::Take(File& file) {
  const Bytes all = file.rest;
  std::size_t at = 0;
  while (all.size() - at >= 8) {
    const std::uint32_t length = LoadU32(all.data() + at);
    if (length < 8) return false;
    if (all.size() - at < length) break;
    if (!TakeRecord(file, all.subspan(at, length))) return false;
    at += length;
  }
  file.rest.erase(file.rest.begin(), file.rest.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

bool RingFiles::TakeRecord(File& file, Bytes frame) {
  std::optional<RingTape>& tape = file.archive->tape;
  if (!std::exchange(file.has_label, true)) {
    if (tape) return true;  // another file had the same label
    Result<LabelRecord> label = LabelRecord::Decode(frame, {});
    if (label) tape.emplace(std::move(*label));
    return label.has_value();
  }
  const Bytes body = frame.subspan(4, frame.size() - 8);
  const Result<void> added =
      file.part == Part::kMetadata ? tape->AddMetadata(body) : tape->AddData(body);
  return added.has_value();
}

// Forgets old records, and the oldest if there are too many.  A finished archive goes with its last
// record.
void RingFiles::Forget() {
  const std::optional<RingTape>& newest = archives_.back().tape;
  const std::optional<Timestamp> end = newest ? newest->end() : std::nullopt;
  if (end)
    for (Archive& archive : archives_)
      if (archive.tape) archive.tape->DropBefore(end->Plus(-options_.keep));
  while (Total() > options_.most_bytes) {
    const auto full = std::ranges::find_if(
        archives_, [](const Archive& archive) { return archive.tape && !archive.tape->empty(); });
    if (full == archives_.end()) break;
    full->tape->DropFirst();
    // Domains that change a lot fill the ring with what only dropped records needed.
    if (full->tape->metadata_bytes() > options_.most_bytes / 2) full->tape->Fold();
    if (!std::exchange(is_short_, true) && options_.on_short) options_.on_short();
  }
  const auto is_used = [this](std::list<Archive>::iterator archive) {
    return archive == std::prev(archives_.end()) || !archive->tape || !archive->tape->empty() ||
           std::ranges::any_of(files_, [&](const auto& f) { return f.second.archive == archive; });
  };
  for (auto archive = archives_.begin(); archive != archives_.end();)
    archive = is_used(archive) ? std::next(archive) : archives_.erase(archive);
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/pyramid.h"

#include <algorithm>
#include <string>

#include "fdr/replay/serve/viewer/buckets/pyramid_pass.h"

namespace fdr {
namespace {

constexpr std::size_t kMostRefused = 64;

}  // namespace

Result<Pyramid::Columns> Pyramid::Get(ArchiveContext& archive, std::uint64_t generation,
                                      std::span<const ColumnKey> keys, const CheckLimit& check) {
  const Result<Guard> guard = Lock(check);
  if (!guard) return Fail(guard.error());
  const auto refused = refused_.find({keys.begin(), keys.end()});
  if (refused != refused_.end() && refused->second == generation) return TooLarge();
  Choose(archive, keys);
  try {
    if (const Result<void> extended = Extend(archive, generation, keys, check); !extended)
      return Fail(extended.error());
  } catch (...) {  // for lack of memory, in the middle of a record
    std::erase_if(entries_, [&](const auto& entry) { return entry.second.used == uses_; });
    throw;
  }
  Columns answer{moments_, {}};
  for (const ColumnKey& key : keys) answer.columns.push_back(entries_.at(key).column);
  return answer;
}

bool Pyramid::Has(std::uint64_t generation, std::span<const ColumnKey> keys) {
  const Guard guard(mutex_, std::try_to_lock);
  return guard.owns_lock() && std::all_of(keys.begin(), keys.end(), [&](const ColumnKey& key) {
           const auto found = entries_.find(key);
           return found != entries_.end() && found->second.generation == generation;
         });
}

std::size_t Pyramid::memory() {
  const Guard guard(mutex_);
  return Memory();
}

Result<Pyramid::Guard> Pyramid::Lock(const CheckLimit& check) { return mutex_.Lock(check); }

void Pyramid::Choose(const ArchiveContext& archive, std::span<const ColumnKey> keys) {
  ++uses_;
  for (const ColumnKey& key : keys) {
    auto found = entries_.find(key);
    if (found == entries_.end()) {
      auto column = std::make_shared<MetricColumn>(RulesOf(archive, key));
      found = entries_.try_emplace(key).first;
      found->second.column = std::move(column);
    }
    found->second.used = uses_;
  }
}

// What another thread still reads is copied before it grows.
Result<void> Pyramid::Extend(ArchiveContext& archive, std::uint64_t generation,
                             std::span<const ColumnKey> keys, const CheckLimit& check) {
  std::vector<Entry*> entries;
  std::vector<GrowingColumn> columns;
  for (const ColumnKey& key : keys) {
    Entry& entry = entries_.at(key);
    if (entry.generation == generation ||
        std::find(entries.begin(), entries.end(), &entry) != entries.end())
      continue;
    if (entry.column.use_count() > 1) entry.column = std::make_shared<MetricColumn>(*entry.column);
    entries.push_back(&entry);
    columns.push_back({key.metric, entry.column.get(), entry.next, key.extreme_of});
  }
  if (columns.empty()) return {};
  if (moments_.use_count() > 1) moments_ = std::make_shared<Moments>(*moments_);
  const Result<void> read = PyramidPass(columns, *moments_).Run(archive, [&]() -> Result<void> {
    if (const Result<void> room = MakeRoom(); !room) return room;
    return check();
  });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i]->next = columns[i].next;
    if (read) entries[i]->generation = generation;
  }
  if (read) return MakeRoom();
  Forget(read.error().code, generation, keys);
  return read;
}

// The moments of another archive are of no use, nor is a part of what is too large.
void Pyramid::Forget(Errc code, std::uint64_t generation, std::span<const ColumnKey> keys) {
  if (code == Errc::kBusy) {
    entries_.clear();
    moments_ = std::make_shared<Moments>();
  } else if (code == Errc::kTooLarge) {
    std::erase_if(entries_, [&](const auto& entry) { return entry.second.used == uses_; });
    if (refused_.size() >= kMostRefused) refused_.clear();
    refused_[{keys.begin(), keys.end()}] = generation;
  }
}

std::size_t Pyramid::Memory() const {
  std::size_t bytes = moments_->capacity() * sizeof(Nanos);
  for (const auto& [key, entry] : entries_) bytes += entry.column->memory();
  return bytes;
}

// Drops what was not used for the longest time.
Result<void> Pyramid::MakeRoom() {
  while (Memory() > most_bytes_) {
    const auto oldest = std::min_element(
        entries_.begin(), entries_.end(),
        [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
    if (oldest == entries_.end() || oldest->second.used == uses_) return TooLarge();
    entries_.erase(oldest);
  }
  return {};
}

tl::unexpected<Error> Pyramid::TooLarge() const {
  return Fail(Errc::kTooLarge, "The values of these metrics take more memory than " +
                                   std::to_string(most_bytes_ >> 20) + " MiB");
}

}  // namespace fdr

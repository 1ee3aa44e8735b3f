// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/archive_shelf.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds kBetweenFolderLooks = 10s;

}  // namespace

ArchiveShelf::ArchiveShelf(ArchiveFolders folders, Options options)
    : options_(std::move(options)), folders_(std::move(folders)) {}

bool ArchiveShelf::IsTimeToLook() const {
  const std::lock_guard lock(mutex_);
  return options_.clocks.steady() >= next_look_;
}

void ArchiveShelf::Look() {
  const std::lock_guard look_lock(look_mutex_);
  if (!IsTimeToLook()) return;
  const AnswerMemory::WithoutRefusal whole;
  const std::vector<NamedArchives> found = folders_.Look();
  const std::lock_guard lock(mutex_);
  next_look_ = options_.clocks.steady() + kBetweenFolderLooks;
  auto before = std::exchange(by_id_, {});
  list_.clear();
  refused_ = folders_.refused();
  for (const NamedArchives& archives : found) {
    const auto known = before.find(archives.id);
    std::shared_ptr<LentArchive> lent = known != before.end() ? known->second : Make(archives);
    lent->SetFiles(archives.files);
    list_.push_back(lent);
    by_id_.emplace(archives.id, std::move(lent));
  }
}

std::shared_ptr<LentArchive> ArchiveShelf::Make(const NamedArchives& archives) {
  return std::make_shared<LentArchive>(
      archives.id, archives.files,
      LentArchive::Options{options_.replay, options_.clocks, options_.log,
                           [shelf = weak_from_this()] {
                             if (const auto self = shelf.lock()) self->CloseOldest();
                           }});
}

// An archive was opened, so there may be too many.
void ArchiveShelf::CloseOldest() const {
  std::vector<std::pair<Time, std::shared_ptr<LentArchive>>> open;
  for (std::shared_ptr<LentArchive>& archive : List())
    if (const auto used = archive->LastUse()) open.emplace_back(*used, std::move(archive));
  const std::size_t most = AnswerMemory::IsScarce() ? 1 : options_.most_open;
  if (open.size() <= most) return;
  std::ranges::sort(open);
  for (std::size_t i = 0; i + most < open.size(); ++i) open[i].second->Close();
}

void ArchiveShelf::FreeMemory() const {
  for (const std::shared_ptr<LentArchive>& archive : List()) archive->Close();
}

std::vector<std::shared_ptr<LentArchive>> ArchiveShelf::List() const {
  const std::lock_guard lock(mutex_);
  return list_;
}

std::vector<RefusedArchive> ArchiveShelf::Refused() const {
  const std::lock_guard lock(mutex_);
  return refused_;
}

std::shared_ptr<LentArchive> ArchiveShelf::Find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  const auto found = by_id_.find(id);
  return found != by_id_.end() ? found->second : nullptr;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/archive_cleaner.h"

namespace fdr {

constexpr Nanos kBetweenCleanings = 60'000'000'000;

ArchiveCleaner::ArchiveCleaner(const RecorderOptions& recorder, KeepLimits limits,
                               std::function<void(const std::string&)> tell)
    : retention_(recorder.names.text, limits, *recorder.files),
      pid_(recorder.identity.pid),
      clock_(recorder.names.clock),
      tell_(std::move(tell)),
      work_(recorder.sync),
      left_(std::make_shared<Retention::Left>()) {}

void ArchiveCleaner::Add(const std::string& base, Timestamp start) {
  unnoted_.emplace_back(base, start);
  NoteArchives();
}

void ArchiveCleaner::NoteArchives() {
  while (!unnoted_.empty()) {
    const auto& [base, start] = unnoted_.back();
    const Result<void> noted = retention_.Note(base, start, pid_);
    if (!noted) TellOf(noted.error());
    if (!noted && noted.error().code != Errc::kInvalidArgument) return;
    unnoted_.pop_back();
  }
}

void ArchiveCleaner::Advance(Nanos now, const std::string* present) {
  const bool was_busy = work_.is_busy();
  if (const Result<void> cleaned = work_.Poll(); !cleaned) TellOf(cleaned.error());
  if (was_busy && !work_.is_busy()) TellOfLeft();
  if (now < clean_at_ || work_.is_busy() || present == nullptr || !clock_) return;
  clean_at_ = now + kBetweenCleanings;
  NoteArchives();
  const Timestamp wall = clock_();
  if (!MayClean(wall, now)) return;
  left_->clear();
  work_.Start([retention = retention_, present = *present, wall, left = left_] {
    return retention.Clean(present, wall, *left);
  });
}

bool ArchiveCleaner::MayClean(Timestamp wall, Nanos now) {
  const std::optional<Nanos> before = clock_trust_.set_at();
  const bool is_steady = clock_trust_.IsSteady(wall, now);
  if (clock_trust_.set_at() != before)
    tell_("The clock was set: no archive is removed for an hour");
  return is_steady;
}

bool ArchiveCleaner::MakeRoom(const std::string& present) {
  Retention::Left left;
  const bool is_made = retention_.MakeRoom(present, left).value_or(false);
  for (const Error& why : left) TellOf(why);
  if (is_made) NoteArchives();
  return is_made;
}

void ArchiveCleaner::TellOf(const Error& error) {
  const std::optional<ErrorPlace> trouble = PlaceOf(error);
  if (trouble != std::exchange(trouble_, trouble)) tell_(error.Message());
}

// Reports only files that were not reported the last time.
void ArchiveCleaner::TellOfLeft() {
  std::set<ErrorPlace> all;
  for (const Error& error : *left_)
    if (all.insert(PlaceOf(error)).second && !told_left_.contains(PlaceOf(error)))
      tell_(error.Message());
  told_left_ = std::move(all);
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/fleet.h"

#include <algorithm>

namespace fdr {

void Fleet::Add(Recording& recording) {
  const std::size_t number = members_.size();
  members_.push_back({.recording = &recording, .due = {}});
  recording.SetListener([this, number] { changed_.push_back(number); });
  changed_.push_back(number);
}

void Fleet::Queue(std::size_t number) {
  Member& member = members_[number];
  if (member.due) queue_.erase({*member.due, number});
  member.due = member.recording->NextDue();
  if (member.due) queue_.insert({*member.due, number});
  if (member.recording->is_over() && !std::exchange(member.is_over, true)) ++over_;
}

std::optional<Nanos> Fleet::Advance(Nanos now) {
  if (patient_until_ && now >= *patient_until_) LosePatience(now);
  while (true) {
    for (const std::size_t number : std::exchange(changed_, {})) Queue(number);
    if (queue_.empty() || queue_.begin()->first > now) break;
    const std::size_t number = queue_.begin()->second;
    members_[number].recording->Advance(now);
    changed_.push_back(number);
  }
  if (is_over()) return now;
  if (queue_.empty()) return patient_until_;
  const Nanos next = queue_.begin()->first;
  return patient_until_ ? std::min(next, *patient_until_) : next;
}

void Fleet::Stop(Nanos now) { End(now, &Recording::Stop); }

void Fleet::StopAfterSample(Nanos now) { End(now, &Recording::StopAfterSample); }

void Fleet::End(Nanos now, void (Recording::*stop)()) {
  if (patient_until_) return;
  patient_until_ = now + kPatience;
  for (const Member& member : members_) {
    (member.recording->*stop)();
    // An archive without a sample needs no end.
    if (member.recording->recorded().samples == 0) member.recording->Abandon();
  }
}

void Fleet::LosePatience(Nanos now) {
  patient_until_ = now + kPatience;
  for (const Member& member : members_)
    if (!member.is_over) member.recording->Abandon();
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/schedule/schedule.h"

namespace fdr {

std::size_t Schedule::Add(Nanos first, Nanos interval) {
  entries_.push_back({first, interval, false});
  return entries_.size() - 1;
}

void Schedule::Repeat(std::size_t number, Nanos when) {
  entries_[number].due = when;
  entries_[number].is_over = false;
}

void Schedule::Align(Nanos ahead) {
  for (Entry& entry : entries_) {
    if (entry.interval == 0) continue;
    const Nanos phase = (entry.due + ahead) % entry.interval;
    entry.due += phase > entry.interval / 2 ? entry.interval - phase : -phase;
  }
}

const Schedule::Entry* Schedule::Next() const {
  const Entry* next = nullptr;
  for (const Entry& entry : entries_)
    if (!entry.is_over && (next == nullptr || entry.due < next->due)) next = &entry;
  return next;
}

std::optional<Nanos> Schedule::NextDue() const {
  const Entry* const next = Next();
  return next != nullptr ? std::optional(next->due) : std::nullopt;
}

std::optional<std::size_t> Schedule::TakeDue(Nanos now) {
  const Entry* const next = Next();
  if (next == nullptr || next->due > now) return std::nullopt;
  const auto number = static_cast<std::size_t>(next - entries_.data());
  Entry& entry = entries_[number];
  entry.is_over = entry.interval == 0;
  if (!entry.is_over) entry.due += ((now - entry.due) / entry.interval + 1) * entry.interval;
  return number;
}

}  // namespace fdr

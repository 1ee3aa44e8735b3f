// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/fold.h"

#include <algorithm>

namespace fdr::why {
namespace {

// Of the shorter stretch: so much of it lies in the other one.
constexpr double kSameTime = 0.5;

bool AreAtOneTime(const Finding& a, const Finding& b) {
  if (!a.cells.Overlaps(b.cells)) return false;
  const std::size_t first = std::max(a.cells.first, b.cells.first);
  const std::size_t end = std::min(a.cells.end, b.cells.end);
  const std::size_t shorter = std::min(a.cells.size(), b.cells.size());
  return static_cast<double>(end - first) >= kSameTime * static_cast<double>(shorter);
}

bool HasStarted(const Culprit& starter, const Culprit& started) {
  return !starter.started.empty() && starter.started == started.program;
}

bool HaveOneCulprit(const Finding& a, const Finding& b) {
  if (a.culprits.empty() || b.culprits.empty()) return false;
  const Culprit &first = a.culprits.front(), &second = b.culprits.front();
  return (first.program == second.program && first.user == second.user) ||
         HasStarted(first, second) || HasStarted(second, first);
}

// What is further ahead is the reason of what comes behind it, if one program did both.
int PlaceOf(Cause cause) {
  switch (cause) {
    case Cause::kFilesystem:
      return 0;
    case Cause::kForkStorm:
      return 1;
    case Cause::kMemory:
      return 2;
    case Cause::kDisk:
      return 3;
    case Cause::kNetwork:
      return 4;
    case Cause::kCpu:
      return 5;
    default:
      return 6;
  }
}

// These follow whoever did it.
bool Follows(Cause cause, Cause other) {
  switch (cause) {
    case Cause::kMemory:
      return other == Cause::kDisk || other == Cause::kBlocked;
    case Cause::kFilesystem:
      return other == Cause::kDisk || other == Cause::kBlocked;
    case Cause::kDisk:
      return other == Cause::kBlocked;
    case Cause::kClock:
      return other == Cause::kGap;
    default:
      return false;
  }
}

std::string WordsOf(const Finding& finding) {
  switch (finding.cause) {
    case Cause::kCpu:
      return "the processors were busy";
    case Cause::kForkStorm:
      return "many processes were started";
    case Cause::kMemory:
      return "memory was taken";
    case Cause::kDisk:
      return "the disk " + finding.where + " was busy";
    case Cause::kNetwork:
      return finding.where.empty() ? "the network was busy"
                                   : "the interface " + finding.where + " was busy";
    case Cause::kFilesystem:
      return "the file system " + finding.where + " was full";
    case Cause::kBlocked:
      return "processes were blocked";
    case Cause::kClock:
      return "the clock was set";
    case Cause::kGap:
      return "nothing was recorded for a while";
  }
  return "";
}

// Of one cause and place, and the time between them is shorter than one of them.
bool AreOneIncident(const Finding& a, const Finding& b) {
  if (a.cause != b.cause || a.where != b.where || a.use != b.use || a.use == Use::kNone)
    return false;
  if (!HaveOneCulprit(a, b) && !(a.culprits.empty() && b.culprits.empty())) return false;
  const std::size_t first = std::min(a.cells.end, b.cells.end);
  const std::size_t next = std::max(a.cells.first, b.cells.first);
  return next < first + std::max(a.cells.size(), b.cells.size());
}

// The worst one comes first, and has the words.
void JoinNear(std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < findings.size(); ++i)
    for (std::size_t j = i + 1; j < findings.size();) {
      Finding &worse = findings[i], &other = findings[j];
      if (!AreOneIncident(worse, other)) {
        ++j;
        continue;
      }
      worse.start = std::min(worse.start, other.start);
      worse.end = std::max(worse.end, other.end);
      worse.cells = {std::min(worse.cells.first, other.cells.first),
                     std::max(worse.cells.end, other.cells.end)};
      findings.erase(findings.begin() + static_cast<std::ptrdiff_t>(j));
      j = i + 1;  // it is longer now
    }
}

}  // namespace

bool Explains(const Finding& cause, const Finding& other) {
  if (!AreAtOneTime(cause, other)) return false;
  const bool is_enough = cause.cause == Cause::kMemory && !cause.pages;
  if (!is_enough && Follows(cause.cause, other.cause)) return true;
  // Without culprits, no program but the short ones fills the processors.
  if (cause.cause == Cause::kForkStorm && other.cause == Cause::kCpu && cause.culprits.empty() &&
      other.culprits.empty())
    return true;
  if (cause.cause == other.cause)
    return cause.score >= other.score &&
           (cause.where == other.where || HaveOneCulprit(cause, other));
  return HaveOneCulprit(cause, other) && PlaceOf(cause.cause) < PlaceOf(other.cause);
}

void Fold(std::vector<Finding>& findings) {
  std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::score);
  std::vector<bool> is_explained(findings.size());
  for (std::size_t i = 0; i < findings.size(); ++i)
    for (std::size_t j = 0; j < findings.size(); ++j) {
      if (i == j || is_explained[j] || is_explained[i] || !Explains(findings[i], findings[j]))
        continue;
      is_explained[j] = true;
      Finding& cause = findings[i];
      // An incident is as bad as the worst that it does.
      cause.score = std::max(cause.score, findings[j].score);
      const std::string words = WordsOf(findings[j]);
      if (findings[j].cause != cause.cause &&
          std::ranges::find(cause.others, words) == cause.others.end())
        cause.others.push_back(words);
      for (const std::string& other : findings[j].others)
        if (std::ranges::find(cause.others, other) == cause.others.end())
          cause.others.push_back(other);
    }
  std::vector<Finding> rest;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (!is_explained[i]) rest.push_back(std::move(findings[i]));
  std::ranges::stable_sort(rest, std::ranges::greater(), &Finding::score);
  findings = std::move(rest);
  JoinNear(findings);
}

}  // namespace fdr::why

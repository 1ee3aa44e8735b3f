// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file system became full: of bytes, or of files.

#include "fdr/replay/why/high_values.h"
#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

// A part of all.
constexpr double kGrowth = 0.02;

struct Fill {
  const char* metric;
  const char* sentence;
};

// It was filled before it was full.
std::size_t BeginOfGrowth(const Line& part, std::size_t first) {
  constexpr float kGrows = 1e-4F;
  while (first > 0 && part[first] - part[first - 1] > kGrows) --first;
  return first;
}

void LookForFull(const Line& part, const std::string& name, const Fill& fill,
                 const MachineCourse& course, std::vector<Finding>& found) {
  const double usual = UsualOf(part);
  const auto cell = [&](double full) {
    return std::min(Over(full, kFileSystemFull, 0.05), Over(full, usual + kGrowth, kGrowth));
  };
  for (Stretch stretch : LastingStretches(course, Combine(cell, part))) {
    stretch.cells.first = BeginOfGrowth(part, stretch.cells.first);
    stretch.worst = {
        stretch.cells.first,
        std::min(stretch.cells.end, stretch.cells.first + course.grid().CellsOf(kLongestUsage))};
    Finding finding = FindingOf(course, Cause::kFilesystem, stretch, 1);
    finding.where = name;
    finding.use = Use::kDisk;
    Evidence fact = FactOf(fill.sentence, std::string(fill.metric) + '[' + name + ']', part,
                           stretch.cells, ShareOf);
    fact.value.value = LargestIn(part, stretch.cells);
    finding.evidence = {std::move(fact)};
    found.push_back(std::move(finding));
  }
}

}  // namespace

void LookAtFilesystems(const MachineCourse& course, std::vector<Finding>& found) {
  for (const InstanceLine& used : course.Of("filesys.used")) {
    const Line& available = course.Of("filesys.avail", used.name);
    // Blocks that only root may use are neither used nor available.
    const auto part = [](float u, float free) { return u + free > 0 ? u / (u + free) : 0; };
    if (!available.empty())
      LookForFull(Combine(part, used.line, available), used.name,
                  {"filesys.used", "the file system {where} was {value} full"}, course, found);
    const Line &files = course.Of("filesys.usedfiles", used.name),
               &most = course.Of("filesys.maxfiles", used.name);
    const auto of_most = [](float u, float all) { return all > 0 ? u / all : 0; };
    if (!files.empty() && !most.empty())
      LookForFull(Combine(of_most, files, most), used.name,
                  {"filesys.usedfiles", "the file system {where} had {value} of its files in use"},
                  course, found);
  }
}

}  // namespace fdr::why

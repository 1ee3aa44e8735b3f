// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

// Shows what an archive says about its metrics, and how many values its records hold.

#include <fdr/archive/archive.h>
#include <fdr/archive/record_cursor.h>

#include <cstdio>
#include <string>

namespace {

void PrintMetrics(const fdr::Metadata& metadata, fdr::Timestamp when) {
  for (const fdr::Desc& desc : metadata.metrics()) {
    const auto names = metadata.NamesOf(desc.id);
    std::printf("%s: %s, %s\n", names.empty() ? "-" : std::string(names[0]).c_str(),
                fdr::ToString(desc.type).c_str(), fdr::ToString(desc.semantics).c_str());
    const fdr::InDomHistory* domain = metadata.FindInDom(desc.indom);
    const auto snapshot = domain != nullptr ? domain->At(when) : std::nullopt;
    if (!snapshot) continue;  // one value without instances, or nothing known yet
    for (const fdr::Instance& instance : domain->Members(*snapshot))
      std::printf("  %d is %s\n", instance.id, std::string(instance.name).c_str());
  }
}

// False if something kept it from reading on.
bool PrintRecords(const fdr::Archive& archive) {
  fdr::RecordCursor cursor(archive);
  fdr::ResultRecord record;
  while (true) {
    const auto frame = cursor.Next();
    if (!frame) {
      std::fprintf(stderr, "%s\n", frame.error().Message().c_str());
      return false;
    }
    if (!*frame) return true;                                         // the end
    if (!record.Decode(archive.version(), (*frame)->body)) continue;  // damaged
    std::size_t values = 0;
    for (const fdr::ValueSet& set : record.sets()) values += set.size();
    std::printf("+%.3f s: %s%zu values\n",
                fdr::SecondsBetween(archive.label().start, record.stamp()),
                record.is_mark() ? "a mark, " : "", values);
  }
}

}  // namespace

int main(int argc, char** argv) {
  fdr::OpenOptions options;
  options.on_problem = [](const fdr::Problem& problem) {
    std::fprintf(stderr, "%s: %s\n", problem.file.c_str(), problem.what.c_str());
  };
  const auto archive = fdr::Archive::Open(argc > 1 ? argv[1] : "", options);
  if (!archive) {
    std::fprintf(stderr, "%s\n", archive.error().Message().c_str());
    return 1;
  }
  const fdr::LabelRecord& label = (*archive)->label();
  std::printf("recorded on %s, version %d, %zu volume(s)\n", std::string(label.host.view()).c_str(),
              static_cast<int>(label.version), (*archive)->volume_count());
  const auto end = (*archive)->End();
  if (!end) return 1;
  PrintMetrics((*archive)->metadata(), *end);
  return PrintRecords(**archive) ? 0 : 1;
}

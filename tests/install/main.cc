// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The example of README.md.  Prints a summary of an archive.

#include <fdr/archive/archive.h>
#include <fdr/archive/record_cursor.h>
#include <fdr/replay/time/zone.h>

#include <cstdio>

int main(int, char** argv) {
  const auto archive = fdr::Archive::Open(argv[1] ? argv[1] : "");
  if (!archive) {
    std::fprintf(stderr, "%s\n", archive.error().Message().c_str());
    return 1;
  }
  const fdr::LabelRecord& label = (*archive)->label();
  const fdr::Zone zone = fdr::Zone::FromTz(label.timezone.view());
  const fdr::LocalTime start = zone.At(label.start.sec);

  std::size_t records = 0, values = 0;
  fdr::Timestamp end = label.start;
  fdr::RecordCursor cursor(**archive);
  fdr::ResultRecord record;
  auto frame = cursor.Next();
  for (; frame && *frame; frame = cursor.Next()) {
    if (!record.Decode(label.version, (*frame)->body)) continue;  // damaged
    ++records;
    end = record.stamp();
    for (const fdr::ValueSet& set : record.sets()) values += set.size();
  }
  std::printf("%s since %02d:%02d:%02d %s: %.6f s, %zu records, %zu values\n",
              std::string(label.host.view()).c_str(), start.hour, start.minute, start.second,
              std::string(start.abbreviation).c_str(), fdr::SecondsBetween(label.start, end),
              records, values);
  return frame ? 0 : 1;  // an error ended the loop
}

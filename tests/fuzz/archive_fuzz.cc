// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A whole archive (fuzz_archive.h), with any contents.  It may be refused.  Opening, walking,
// searching, checking and repairing it must do no harm.

#include <filesystem>
#include <string>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/check.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/archive/repair.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/fuzz/fuzz_archive.h"

namespace fdr::fuzz {
namespace {

void Walk(const Archive& archive) {
  RecordCursor cursor(archive);
  ResultRecord record;
  std::size_t forward = 0, backward = 0;
  bool sound = true;
  auto step = cursor.NextSound();
  for (; step && *step; step = cursor.NextSound(), ++forward)
    sound &= record.Decode(archive.version(), (*step)->body).has_value();
  sound &= step.has_value();
  if (!cursor.SeekEnd()) return;
  for (step = cursor.Previous(); step && *step; step = cursor.Previous()) ++backward;
  Require(!sound || backward == forward, "both directions meet the same records");
}

void Open(const std::string& base, MetadataDamage damage) {
  OpenOptions options;
  options.metadata_damage = damage;
  const auto archive = Archive::Open(base, options);
  if (!archive) return;
  Walk(**archive);
  for (const InDomHistory& indom : (*archive)->metadata().indoms()) {
    indom.AllInstances();
    indom.Lifetimes();
    for (std::size_t i = 0; i < indom.size(); ++i) indom.Members(i);
  }
  for (std::size_t v = 0; v < (*archive)->volume_count(); ++v) (*archive)->Summary(v).has_value();
}

std::uint64_t Errors(const std::string& base) {
  const auto files = FindArchive(base);
  Require(files.has_value(), "there is an archive");
  return CheckArchive(*files, {}, [](const Finding&) {}).count(Severity::kError);
}

// If an archive does not open or cannot be walked to its end, the check finds an error.  The number
// of findings is bounded.
void Check(const std::string& base) {
  const auto files = FindArchive(base);
  if (!files) return;
  std::size_t told = 0;
  const CheckOptions options{.limit = 2};
  const CheckSummary summary = CheckArchive(*files, options, [&](const Finding&) { ++told; });
  Require(told <= 2 * CheckCodes().size() * (files->volumes.size() + 3), "findings are limited");
  if (summary.count(Severity::kError) > 0) return;
  const auto archive = Archive::Open(base);
  Require(archive.has_value(), "an archive without errors opens");
  RecordCursor cursor(**archive);
  ResultRecord record;
  auto step = cursor.NextSound();
  for (; step && *step; step = cursor.Next())
    Require(record.Decode((*archive)->version(), (*step)->body).has_value(),
            "records of an archive without errors are sound");
  Require(step.has_value(), "an archive without errors can be walked to its end");
}

// A repaired archive is sound, and has no more data to lose.  A failed repair leaves no files.
// (Metadata for the time of wholly dropped records may stay until the next repair.)
void Repair(const std::string& base) {
  const std::string out = base + "-repaired";
  const auto report = RepairArchive(base, out, {});
  if (report) {
    Require(Errors(out) == 0, "a repaired archive has no errors");
    const auto again = RepairArchive(out, "", {.source = {}, .dry_run = true, .keep_going = {}});
    Require(again.has_value(), "a repaired archive can be repaired");
    for (const RepairedFile& file : again->files)
      Require(file.number < 0 || !file.lost, "a repaired archive has no data to lose");
  }
  std::size_t left = 0;
  for (const auto& entry : std::filesystem::directory_iterator(Directory()))
    if (entry.path().native().starts_with(out)) left += std::filesystem::remove(entry.path());
  Require(report || left == 0, "a repair that fails leaves nothing");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string base = fdr::fuzz::Directory() + "/a";
  fdr::ByteReader in(fdr::fuzz::Input(data, size));
  fdr::fuzz::WriteFiles(in, base);
  fdr::fuzz::Open(base, fdr::MetadataDamage::kRefuse);
  fdr::fuzz::Open(base, fdr::MetadataDamage::kSkip);
  fdr::fuzz::Check(base);
  fdr::fuzz::Repair(base);
  return 0;
}

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Our checker finds everything that the peer's checker finds.  The test checks the part `check` of
// the peer's own archives, bad and good, and copies of small archives with a random fault.  With
// FDR_SOAK=1 in the environment it checks all archives.  The peer command is `pmlogcheck ARCHIVE`.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/archive/source/compression.h"
#include "fdr/tests/differential/peer_findings.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/corpus_part.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;
const std::string kTestsuite = "/var/lib/pcp/testsuite/";

struct Outcome {
  CheckSummary summary;
  std::vector<Finding> findings;
  std::map<std::string, std::set<MetricId>> metrics;  // by name and by identifier
};

Outcome CheckAll(const ArchiveFiles& files) {
  Outcome outcome;
  CheckOptions options{.limit = 1'000'000};
  options.source.temp_directory = fs::temp_directory_path();
  outcome.summary =
      CheckArchive(files, options, [&](const Finding& f) { outcome.findings.push_back(f); });
  for (const Finding& f : outcome.findings)
    if (f.metric) outcome.metrics[ToString(*f.metric)].insert(*f.metric);
  if (files.metadata.empty() || !outcome.summary.label) return outcome;
  const auto source = OpenSource(files.metadata, options.source);
  if (!source) return outcome;
  const auto metadata = Metadata::Load(**source, *outcome.summary.label, MetadataDamage::kSkip, {});
  if (!metadata) return outcome;
  for (const Desc& desc : metadata->metrics())
    for (const std::string_view name : metadata->NamesOf(desc.id))
      outcome.metrics[std::string(name)].insert(desc.id);
  return outcome;
}

bool IsIn(const Finding& f, const std::string& file) {
  return f.file == file ||
         f.file.substr(0, f.file.size() - CompressionSuffix(f.file).size()) == file;
}

bool IsMetadata(const std::string& file) { return file.find(".meta") != std::string::npos; }
bool IsVolume(const std::string& file) {
  return !IsMetadata(file) && file.find(".index") == std::string::npos;
}

bool Corresponds(const Finding& f, const PeerMessage& message, const std::string& base,
                 const Outcome& ours) {
  if (message.codes.empty()
          ? f.severity() != Severity::kError
          : std::find(message.codes.begin(), message.codes.end(), f.code) == message.codes.end())
    return false;
  switch (message.place) {
    case PeerPlace::kDetail:
    case PeerPlace::kArchive:
      return true;
    case PeerPlace::kFile:
      return IsIn(f, base + message.file);
    case PeerPlace::kVolume:
      return IsVolume(f.file);
    case PeerPlace::kIndex:
      return IsIn(f, base + ".index");
    case PeerPlace::kEntry: {
      // An invalid stamp also spoils the comparison with the stamp of the next entry.
      const Version version = ours.summary.label->version;
      const auto entry = static_cast<std::uint64_t>(message.entry - 1);
      const std::uint64_t size = IndexEntrySize(version);
      const std::uint64_t offset = LabelSize(version) + entry * size;
      return IsIn(f, base + message.file) &&
             (f.offset == offset || (f.code == CheckCode::kIndexZeros && f.offset <= offset) ||
              (f.code == CheckCode::kIndexStampInvalid && f.offset + size == offset));
    }
    case PeerPlace::kMetric: {
      const auto ids = ours.metrics.find(message.metric);
      return IsMetadata(f.file) == IsMetadata(message.file) && f.metric &&
             ids != ours.metrics.end() && ids->second.contains(*f.metric);
    }
  }
  return false;
}

// Does not use RunPeer, since damage may kill the checker.
ChildOutcome RunChecker(const std::string& base) {
  const auto outcome = RunChild({.argv = {"pmlogcheck", base},
                                 .environment = {"PCP_DERIVED_CONFIG=", "TZ=UTC"},
                                 .time_limit = std::chrono::minutes(10)});  // on a busy machine
  EXPECT_EQ(ErrorOf(outcome), "");
  return outcome ? *outcome : ChildOutcome{.exit_status = 0};
}

bool IsCounterMessage(const PeerMessage& message) {
  return !message.codes.empty() && message.codes.front() == CheckCode::kDataCounter;
}

// The peer leaves out a volume with a faulty label, and the marks in it.
bool HasVolumeThatThePeerLeavesOut(const Outcome& ours) {
  return std::any_of(ours.findings.begin(), ours.findings.end(), [](const Finding& f) {
    return f.severity() == Severity::kError && IsVolume(f.file) &&
           InfoOf(f.code).name.starts_with("label.");
  });
}

// Returns the number of the peer's messages that were matched.
std::size_t ExpectAllFound(const std::string& base) {
  const auto files = FindArchive(base);
  EXPECT_EQ(ErrorOf(files), "");
  if (!files) return 0;
  const ChildOutcome peer = RunChecker(base);
  const Outcome ours = CheckAll(*files);
  if (peer.exit_status != 0) {  // or the archive killed it
    EXPECT_GT(ours.summary.count(Severity::kError), 0u) << peer.out << peer.err;
  }
  const std::vector<PeerMessage> messages = ParsePeerFindings(base, peer.out + peer.err);
  std::map<std::pair<std::string, std::string>, std::size_t> decreases;  // by file and metric
  const bool left_out = HasVolumeThatThePeerLeavesOut(ours);
  for (const PeerMessage& message : messages) {
    if (left_out && IsCounterMessage(message)) continue;
    const auto count =
        std::count_if(ours.findings.begin(), ours.findings.end(),
                      [&](const Finding& f) { return Corresponds(f, message, base, ours); });
    EXPECT_GT(count, 0) << message.line;
    if (!IsCounterMessage(message)) continue;
    std::size_t& so_far = decreases[{message.file, message.metric}];
    EXPECT_GE(static_cast<std::size_t>(count), ++so_far) << message.line;
  }
  return messages.size();
}

std::vector<ArchiveFiles> ArchivesIn(const std::string& directory) {
  auto all = FindArchives(kTestsuite + directory);
  EXPECT_EQ(ErrorOf(all), "");
  return all ? std::move(*all) : std::vector<ArchiveFiles>();
}

TEST(CheckDifferentialTest, WhatThePeerFindsInItsArchivesIsFound) {
  std::vector<ArchiveFiles> all = ArchivesIn("badarchives");
  EXPECT_GE(all.size(), 40u);
  for (ArchiveFiles& files : ArchivesIn("archives")) all.push_back(std::move(files));
  KeepParts({"check"}, all, &ArchiveFiles::base);
  std::size_t messages = 0;
  for (const ArchiveFiles& files : all) messages += ExpectAllFound(files.base);
  EXPECT_GE(messages, IsSoak() ? 2000u : 1000u);
}

// Makes copies in which one bit is flipped, or one file is cut or filled up with zeros.
class FaultyCopies {
 public:
  explicit FaultyCopies(const ArchiveFiles& files) {
    std::vector<std::string> paths = {files.metadata, files.index};
    for (const VolumeFile& volume : files.volumes) paths.push_back(volume.path);
    for (const std::string& path : paths)
      originals_.push_back({path.substr(files.base.size()), ReadFile(path)});
  }

  // Returns a description of the fault.
  std::string Make(const std::string& base, std::mt19937& random) const {
    const std::size_t victim = random() % originals_.size();
    std::string what;
    for (std::size_t i = 0; i < originals_.size(); ++i) {
      ByteBuffer bytes = originals_[i].second;
      if (i == victim) what = originals_[i].first + ": " + Spoil(bytes, random);
      fs::remove(base + originals_[i].first);
      WriteFile(base + originals_[i].first, bytes);
    }
    return what;
  }

 private:
  static std::string Spoil(ByteBuffer& bytes, std::mt19937& random) {
    const std::size_t at = random() % bytes.size();
    const int bit = static_cast<int>(random() % 8);
    switch (random() % 8) {
      case 0:
        bytes.resize(at);
        return "cut at " + std::to_string(at);
      case 1:
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), std::byte{0});
        return "zeros from " + std::to_string(at);
      default:
        bytes[at] ^= static_cast<std::byte>(1 << bit);
        return "bit " + std::to_string(bit) + " of " + std::to_string(at);
    }
  }

  std::vector<std::pair<std::string, ByteBuffer>> originals_;
};

TEST(CheckDifferentialTest, WhatThePeerFindsInFaultyArchivesIsFound) {
  const int copies = IsSoak() ? 2000 : 40;
  std::mt19937 random(20260101);
  std::size_t messages = 0;
  for (const std::string& name :
       {TestData("golden/v2-all-types"), TestData("golden/v3-all-types"),
        TestData("golden/v3-instances-delta"), TestData("golden/v3-marks-volumes"),
        TestData("peer/v2-pmlogger"), TestData("peer/v3-pmlogger"),
        kTestsuite + "badarchives/badlen-0", kTestsuite + "archives/dyninsts"}) {
    const auto files = FindArchive(name);
    ASSERT_EQ(ErrorOf(files), "");
    const FaultyCopies faulty(*files);
    const TempDirectory directory;
    for (int i = 0; i < copies; ++i) {
      const std::string base = directory / "a";
      SCOPED_TRACE(name + faulty.Make(base, random));
      messages += ExpectAllFound(base);
    }
  }
  EXPECT_GE(messages, static_cast<std::size_t>(copies));
}

}  // namespace
}  // namespace fdr::test

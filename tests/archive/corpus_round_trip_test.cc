// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decodes and encodes every record of PCP's test archives (Debian's pcp-testsuite).  The bytes must
// not change.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/record/event_array.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

constexpr const char* kCorpus = "/var/lib/pcp/testsuite/archives";
/// PCP's authors cut this file in the middle of a record.
constexpr const char* kCutFile = "/multi-corrupted/20150508.11.50.0.xz";

/// Counts what was found, so that an empty directory does not pass the test.
struct Counts {
  std::size_t plain_files = 0, compressed_files = 0, version2 = 0, version3 = 0;
  std::array<std::size_t, 4> metadata = {};  // by alternative of MetadataRecord
  std::size_t results = 0, marks = 0, values = 0, event_arrays = 0, index_entries = 0;
  std::size_t cut_files = 0;
};

/// Checks one file after the other.  A failure names the file and the offset.
class RoundTrip {
 public:
  void CheckFile(const std::string& path) {
    path_ = path;
    const auto source = OpenSource(path, options_);
    ASSERT_TRUE(source) << source.error().Message();
    ByteBuffer head(static_cast<std::size_t>(std::min<std::uint64_t>((*source)->size(), 808)));
    ASSERT_TRUE((*source)->ReadAt(0, head));
    const auto label = LabelRecord::Decode(head, path);
    ASSERT_TRUE(label) << label.error().Message();
    encoded_.clear();
    label->Encode(encoded_);
    ExpectEncoded(Bytes(head).first(label->size()), 0);

    version_ = label->version;
    ++(CompressionSuffix(path).empty() ? counts_.plain_files : counts_.compressed_files);
    ++(version_ == Version::k2 ? counts_.version2 : counts_.version3);
    if (label->volume == kIndexVolume)
      CheckIndex(**source);
    else
      CheckFrames(**source, label->volume == kMetadataVolume);
  }

  const Counts& counts() const { return counts_; }

 private:
  static SourceOptions OptionsWith(const test::TempDirectory& directory) {
    SourceOptions options;
    options.temp_directory = directory.path();
    return options;
  }

  void CheckIndex(const ByteSource& source) {
    ByteBuffer all(static_cast<std::size_t>(source.size() - LabelSize(version_)));
    ASSERT_TRUE(source.ReadAt(LabelSize(version_), all));
    const std::size_t size = IndexEntrySize(version_);
    ASSERT_EQ(all.size() % size, 0u) << path_;
    for (std::size_t at = 0; at < all.size(); at += size) {
      const Bytes entry = Bytes(all).subspan(at, size);
      encoded_.clear();
      IndexEntry::Decode(version_, entry).Encode(version_, encoded_);
      ExpectEncoded(entry, at);
      ++counts_.index_entries;
    }
  }

  void CheckFrames(const ByteSource& source, bool metadata) {
    FrameReader frames(source, LabelSize(version_));
    for (;;) {
      const auto frame = frames.Next();
      if (!frame && path_.ends_with(kCutFile)) {
        EXPECT_EQ(frame.error().code, Errc::kTruncatedRecord) << frame.error().Message();
        ++counts_.cut_files;
        break;
      }
      ASSERT_TRUE(frame) << frame.error().Message();
      if (!*frame) break;
      encoded_.clear();
      const auto checked =
          metadata ? EncodeAgain((*frame)->body) : EncodeResultAgain((*frame)->body);
      ASSERT_TRUE(checked) << path_ << " at " << (*frame)->offset << ": " << checked.error().what;
      // If the sizes are equal, so are the length words.  Then only the bodies remain to be
      // compared.
      ASSERT_EQ(encoded_.size(), (*frame)->size()) << path_ << " at " << (*frame)->offset;
      ExpectEncoded((*frame)->body, (*frame)->offset, 4);
    }
  }

  Result<void> EncodeAgain(Bytes body) {
    const auto record = DecodeMetadata(body);
    if (!record) return Fail(record.error());
    EncodeMetadata(version_, *record, encoded_);
    ++counts_.metadata[record->index()];
    return {};
  }

  Result<void> EncodeResultAgain(Bytes body) {
    if (const auto decoded = result_.Decode(version_, body); !decoded) return decoded;
    if (result_.is_mark()) {
      ResultEncoder::EncodeMark(version_, result_.stamp(), encoded_);
      ++counts_.marks;
      return {};
    }
    encoder_.Begin(result_.stamp());
    for (const ValueSet& set : result_.sets()) {
      encoder_.CopySet(set);
      counts_.values += set.size();
      if (const auto checked = CheckEvents(set); !checked) return checked;
    }
    encoder_.Encode(version_, encoded_);
    ++counts_.results;
    return {};
  }

  Result<void> CheckEvents(const ValueSet& set) {
    for (std::uint32_t i = 0; i < set.size() && !set.in_place(); ++i) {
      const ValueBlock block = set.Block(i);
      if (block.type != Type::kEvent && block.type != Type::kHighresEvent) continue;
      const auto array = EventArray::Decode(block.type, block.payload);
      if (!array) return Fail(array.error());
      ByteBuffer again;
      array->Encode(block.type, again);
      if (AsText(again) != AsText(block.payload))
        return Fail(Errc::kCorruptRecord, "An event array changed");
      ++counts_.event_arrays;
    }
    return {};
  }

  void ExpectEncoded(Bytes original, std::uint64_t offset, std::size_t skip = 0) {
    const Bytes again =
        Bytes(encoded_).subspan(skip, std::min(original.size(), encoded_.size() - skip));
    EXPECT_TRUE(AsText(original) == AsText(again))
        << path_ << ": the record at " << offset << " changed";
  }

  const test::TempDirectory directory_;
  const SourceOptions options_ = OptionsWith(directory_);
  std::string path_;
  Version version_ = Version::k2;
  ByteBuffer encoded_;
  ResultRecord result_;
  ResultEncoder encoder_;
  Counts counts_;
};

/// Whether the file is a part of an archive, by its name: NAME.meta, NAME.index, NAME.0, ...
bool IsArchiveFile(std::string name) {
  name.resize(name.size() - CompressionSuffix(name).size());
  const std::string part = name.substr(name.rfind('.') + 1);
  return part.size() < name.size() &&
         (part == "meta" || part == "index" ||
          std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; }));
}

std::vector<std::string> CorpusFiles() {
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kCorpus, error))
    if (entry.is_regular_file() && IsArchiveFile(entry.path().filename()))
      paths.push_back(entry.path());
  EXPECT_FALSE(error) << kCorpus << " (of the package pcp-testsuite): " << error.message();
  std::ranges::sort(paths);
  return paths;
}

TEST(CorpusRoundTripTest, EveryRecordEncodesToTheBytesItWasDecodedFrom) {
  RoundTrip round_trip;
  for (const std::string& path : CorpusFiles()) round_trip.CheckFile(path);

  const Counts& n = round_trip.counts();
  EXPECT_GE(n.plain_files, 582u);
  EXPECT_GE(n.compressed_files, 69u);
  EXPECT_GE(n.version2, 645u);
  EXPECT_GE(n.version3, 6u);
  EXPECT_GE(n.metadata[0], 30567u) << "descriptors";
  EXPECT_GE(n.metadata[1], 6375u) << "instance domains";
  EXPECT_GE(n.metadata[2], 867u) << "label sets";
  EXPECT_GE(n.metadata[3], 18281u) << "help texts";
  EXPECT_GE(n.results, 58042u);
  EXPECT_GE(n.marks, 177u);
  EXPECT_GE(n.values, 58'196'473u);
  EXPECT_GE(n.event_arrays, 592u);
  EXPECT_GE(n.index_entries, 8046u);
  EXPECT_EQ(n.cut_files, 1u);
}

}  // namespace
}  // namespace fdr

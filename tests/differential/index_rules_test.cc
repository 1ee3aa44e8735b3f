// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The peer's recorder and our writer give index entries to the same records: testdata/peer.

#include <gtest/gtest.h>

#include "fdr/archive/archive.h"
#include "fdr/archive/archive_writer.h"
#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/archive/source/plain_file.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

std::vector<IndexEntry> IndexOf(const std::string& base) {
  const auto source = OpenPlainFile(base + ".index");
  EXPECT_EQ(ErrorOf(source), "");
  return source ? ReadTemporalIndex(**source)->entries : std::vector<IndexEntry>();
}

// Copies the metadata up to that offset unchanged.
void CopyMetadata(FrameReader& frames, std::uint64_t end, ArchiveWriter& writer) {
  while (frames.position() < end) {
    const auto frame = frames.Next();
    ASSERT_TRUE(frame && *frame);
    const auto record = DecodeMetadata((*frame)->body);
    ASSERT_EQ(ErrorOf(record), "");
    ASSERT_EQ(ErrorOf(writer.CopyMetadata(*record)), "");
  }
}

// Copies the records, each with the metadata that the peer wrote for it, but not the index.
void CopyWithoutIndex(const std::string& from, const std::string& to) {
  const auto source = Archive::Open(from);
  ASSERT_EQ(ErrorOf(source), "");
  const auto metadata = OpenPlainFile(from + ".meta");
  ASSERT_EQ(ErrorOf(metadata), "");
  const Archive& archive = **source;
  auto writer = ArchiveWriter::Create(to, {.label = archive.label(), .keep_start = true});
  ASSERT_EQ(ErrorOf(writer), "");

  const std::vector<IndexEntry> index = IndexOf(from);
  FrameReader frames(**metadata, archive.label().size());
  RecordCursor cursor(archive);
  ResultRecord record;
  std::size_t entry = 0;
  for (auto frame = cursor.Next(); frame && *frame; frame = cursor.Next()) {
    if (entry < index.size() &&
        (*frame)->offset == static_cast<std::uint64_t>(index[entry].data_offset)) {
      ++entry;
      CopyMetadata(frames,
                   entry < index.size() ? static_cast<std::uint64_t>(index[entry].meta_offset)
                                        : (*metadata)->size(),
                   *writer);
    }
    ASSERT_EQ(ErrorOf(record.Decode(archive.version(), (*frame)->body)), "");
    ASSERT_EQ(ErrorOf(writer->CopyResult(record)), "");
  }
  ASSERT_EQ(ErrorOf(writer->Close()), "");
}

TEST(IndexRulesTest, AreThePeers) {
  for (const char* name : {"v2-pmlogger", "v3-pmlogger"}) {
    const TempDirectory directory;
    const std::string base = TestData("peer/") + name;
    CopyWithoutIndex(base, directory / name);
    EXPECT_GE(IndexOf(base).size(), 4u);
    EXPECT_TRUE(IndexOf(directory / name) == IndexOf(base)) << name;
    EXPECT_TRUE(ReadFile(directory / (std::string(name) + ".index")) == ReadFile(base + ".index"));
  }
}

}  // namespace
}  // namespace fdr::test

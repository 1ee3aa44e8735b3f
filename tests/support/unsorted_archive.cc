// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/unsorted_archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

struct Record {
  Timestamp stamp;
  ByteBuffer frame;
};
using Stretch = std::vector<const Record*>;

class Writer {
 public:
  Writer(const Archive& archive, std::uint64_t seed) : archive_(archive), random_(seed) {
    RecordCursor cursor(archive);
    while (const auto frame = cursor.Next().value_or(std::nullopt)) {
      Record& record = records_.emplace_back();
      record.stamp =
          ResultRecord::DecodeStamp(archive.version(), frame->body).value_or(Timestamp{});
      FrameScope scope(record.frame);
      record.frame.insert(record.frame.end(), frame->body.begin(), frame->body.end());
    }
  }

  UnsortedArchive Write(const std::string& directory) {
    UnsortedArchive written{.unsorted = directory + "/unsorted",
                            .sorted = directory + "/sorted",
                            .stretches = 1 + random_() % 6,
                            .records = records_.size()};
    Stretch all = Shuffled(written.stretches);
    WriteAs(written.unsorted, all);
    std::ranges::stable_sort(all, {}, &Record::stamp);
    WriteAs(written.sorted, all);
    return written;
  }

 private:
  // Whether no single record is to blame where two stretches meet.  Leaving out the last or the
  // first record must bring order in both cases, or in neither.
  static bool Meet(const Stretch& before, const Stretch& behind) {
    const Timestamp last = before.back()->stamp, before_last = before[before.size() - 2]->stamp;
    const Timestamp first = behind[0]->stamp, second = behind[1]->stamp;
    return last <= first || (before_last <= first) == (last <= second);
  }

  Stretch Shuffled(std::size_t stretches) {
    while (true) {
      const std::vector<Stretch> cut = Cut(stretches);
      bool fits = stretches == 1 ||
                  std::ranges::all_of(cut, [](const Stretch& s) { return s.size() >= 2; });
      for (std::size_t i = 1; fits && i < cut.size(); ++i) fits = Meet(cut[i - 1], cut[i]);
      if (!fits) {
        if (++tries_ % 20 == 0 && stretches > 1) --stretches;
        continue;
      }
      Stretch all;
      for (const Stretch& stretch : cut) all.insert(all.end(), stretch.begin(), stretch.end());
      return all;
    }
  }

  // Cuts the records into stretches.  The stretches follow each other in time, or overlap, or both.
  std::vector<Stretch> Cut(std::size_t n) {
    std::vector<Stretch> stretches(n);
    const std::size_t run = random_() % 3 == 0   ? 1
                            : random_() % 3 == 0 ? 5
                                                 : records_.size() / n + 1;
    std::size_t to = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (i % run == 0) to = run > records_.size() / n ? i / run : random_() % n;
      stretches[to].push_back(&records_[i]);
    }
    std::ranges::shuffle(stretches, random_);
    return stretches;
  }

  void WriteAs(const std::string& base, const Stretch& all) {
    const Version version = archive_.version();
    const bool is_sorted = std::ranges::is_sorted(all, {}, &Record::stamp);
    WriteFile(base + ".meta", MetadataInOrder(is_sorted));
    const bool in_one_volume = random_() % 2 == 0, with_index = random_() % 3 != 0;
    const std::size_t indexed = 1 + random_() % 20;
    ByteBuffer index = LabelOf(kIndexVolume), volume = LabelOf(0);
    std::int32_t number = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      // No empty first volume: PCP refuses such an archive.
      if (!in_one_volume && random_() % 25 == 0 && i > 0) {
        WriteFile(base + '.' + std::to_string(number), volume);
        volume = LabelOf(++number);
      }
      if (i % indexed == 0 || i + 1 == all.size())
        IndexEntry{.stamp = all[i]->stamp,
                   .volume = number,
                   .meta_offset = static_cast<std::int64_t>(LabelSize(version)),
                   .data_offset = static_cast<std::int64_t>(volume.size())}
            .Encode(version, index);
      volume.insert(volume.end(), all[i]->frame.begin(), all[i]->frame.end());
    }
    WriteFile(base + '.' + std::to_string(number), volume);
    if (with_index) WriteFile(base + ".index", index);
  }

  // The records without a stamp, then the others by their stamps.  If not `is_sorted`, the later
  // part comes first.
  ByteBuffer MetadataInOrder(bool is_sorted) {
    std::vector<Record> timed;
    ByteBuffer file = LabelOf(kMetadataVolume);
    const ByteBuffer bytes = ReadFile(archive_.files().metadata);
    for (Bytes rest = Bytes(bytes).subspan(archive_.label().size()); !rest.empty();) {
      const Bytes frame = rest.first(LoadU32(rest.data()));
      rest = rest.subspan(frame.size());
      const auto record = DecodeMetadata(frame.subspan(4, frame.size() - 8));
      if (const Timestamp* stamp = StampOf(*record))
        timed.push_back({*stamp, ByteBuffer(frame.begin(), frame.end())});
      else
        file.insert(file.end(), frame.begin(), frame.end());
    }
    std::ranges::stable_sort(timed, {}, &Record::stamp);
    if (!is_sorted) {
      const std::size_t middle = timed.size() / 2;
      const auto later = std::ranges::lower_bound(timed, timed[middle].stamp, {}, &Record::stamp);
      if (later - timed.begin() >= 2 && timed.end() - later >= 2)
        std::rotate(timed.begin(), later, timed.end());
    }
    for (const Record& record : timed)
      file.insert(file.end(), record.frame.begin(), record.frame.end());
    return file;
  }

  ByteBuffer LabelOf(std::int32_t number) const {
    LabelRecord label = archive_.label();
    label.volume = number;
    ByteBuffer bytes;
    label.Encode(bytes);
    return bytes;
  }

  const Archive& archive_;
  std::mt19937_64 random_;
  std::vector<Record> records_;
  int tries_ = 0;
};

}  // namespace

UnsortedArchive WriteUnsorted(const std::string& base, const std::string& directory,
                              std::uint64_t seed) {
  const auto archive = Archive::Open(base);
  if (!archive) {
    ADD_FAILURE() << archive.error().Message();
    return {};
  }
  return Writer(**archive, seed).Write(directory);
}

void CompressVolumes(const std::string& base, bool zstd) {
  const auto files = FindArchive(base);
  ASSERT_TRUE(files) << files.error().Message();
  for (const VolumeFile& volume : files->volumes) {
    const ByteBuffer content = ReadFile(volume.path);
    if (zstd)
      WriteFile(volume.path + ".zst", Compress({"zstd", "-c"}, content));
    else
      WriteFile(volume.path + ".xz", Compress({"xz", "-c", "--block-size=4096"}, content));
    std::filesystem::remove(volume.path);
  }
}

}  // namespace fdr::test

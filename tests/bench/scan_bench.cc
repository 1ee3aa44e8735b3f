// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads an archive from end to end and adds up all its numbers.  The peer's counterpart is
// `fetch_bench ARCHIVE extract 0 0`.  With "limits", prints also how fast this machine reads the
// files, and copies as many bytes in memory.

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/numbers.h"
#include "fdr/archive/record_cursor.h"

namespace {

// Consecutive records mostly have the same metrics in the same places: remember the types by place.
class TypeMemo {
 public:
  explicit TypeMemo(const fdr::Metadata& metadata) : metadata_(metadata) {}

  fdr::Type Of(std::size_t place, fdr::MetricId id) {
    if (place >= seen_.size()) seen_.resize(place + 1);
    Seen& seen = seen_[place];
    if (seen.id != id) {
      const fdr::Desc* desc = metadata_.FindDesc(id);
      seen = {id, desc ? desc->type : fdr::Type::kNoSupport};
    }
    return seen.type;
  }

 private:
  struct Seen {
    fdr::MetricId id;
    fdr::Type type = fdr::Type::kNoSupport;
  };
  const fdr::Metadata& metadata_;
  std::vector<Seen> seen_;
};

struct Totals {
  std::uint64_t values = 0;
  std::uint64_t integers = 0;
  double reals = 0;
};

// Adds up each set by itself.  In one sum of all sets, every addition would wait for the last one.
void Add(const fdr::ResultRecord& record, TypeMemo& types, Totals& totals) {
  std::size_t place = 0;
  for (const fdr::ValueSet& set : record.sets()) {
    std::uint64_t integers = 0;
    double reals = 0;
    fdr::VisitNumbers(set, types.Of(place++, set.id()), [&](fdr::InstanceId, auto number) {
      if constexpr (std::is_integral_v<decltype(number)>)
        integers += static_cast<std::uint64_t>(number);
      else
        reals += static_cast<double>(number);
    });
    totals.values += set.size();
    totals.integers += integers;
    totals.reals += reals;
  }
}

// Measures how fast this machine can be at most: it reads the files, or copies them in memory.
constexpr std::size_t kPiece = 256 * 1024;

using Clock = std::chrono::steady_clock;

double ReadFiles(const fdr::Archive& archive) {
  const Clock::time_point start = Clock::now();
  fdr::ByteBuffer piece(kPiece);
  for (std::size_t v = 0; v < archive.volume_count(); ++v) {
    const auto source = archive.Volume(v);
    for (std::uint64_t at = 0; source && at < (*source)->size(); at += kPiece)
      if (!(*source)->ReadAt(at, piece)) return 0;
  }
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double CopyBytes(std::uint64_t size) {
  const fdr::ByteBuffer all(size, std::byte{1});
  fdr::ByteBuffer piece(kPiece);
  const Clock::time_point start = Clock::now();
  for (std::uint64_t at = 0; at + kPiece <= size; at += kPiece) {
    std::memcpy(piece.data(), all.data() + at, kPiece);
    asm volatile("" ::"r"(piece.data()) : "memory");  // as if somebody looked at it
  }
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  const bool with_limits = argc == 3 && std::strcmp(argv[2], "limits") == 0;
  if (argc != 2 && !with_limits)
    return fmt::print(stderr, "usage: scan_bench ARCHIVE [limits]\n"), 2;
  const Clock::time_point start = Clock::now();
  const auto archive = fdr::Archive::Open(argv[1]);
  if (!archive) return fmt::print(stderr, "{}\n", archive.error().Message()), 1;
  TypeMemo types((*archive)->metadata());
  fdr::RecordCursor cursor(**archive);
  fdr::ResultRecord record;
  Totals totals;
  std::uint64_t bytes = 0;
  while (true) {
    const auto frame = cursor.Next();
    if (!frame) return fmt::print(stderr, "{}\n", frame.error().Message()), 1;
    if (!*frame) break;
    if (const auto decoded = record.Decode((*archive)->version(), (*frame)->body); !decoded)
      return fmt::print(stderr, "{}\n", decoded.error().Message()), 1;
    Add(record, types, totals);
    bytes += (*frame)->size();
  }
  const std::chrono::duration<double> took = Clock::now() - start;
  const auto rate = [bytes](double seconds) { return static_cast<double>(bytes) / seconds / 1e6; };
  fmt::print("{} values in {:.4f} s = {:.1f} Mval/s, sum {} + {}\n", totals.values, took.count(),
             static_cast<double>(totals.values) / took.count() / 1e6, totals.integers,
             totals.reals);
  if (!with_limits) return 0;
  fmt::print("scan {:.0f} MB/s, pread {:.0f} MB/s, memcpy {:.0f} MB/s\n", rate(took.count()),
             rate(ReadFiles(**archive)), rate(CopyBytes(bytes)));
}

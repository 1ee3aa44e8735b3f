// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the records of a damaged file, and steps over what is no record.
//
//   good  good  #######  good  g##d  good  000000000
//   ^     ^     ^        ^     ^     ^     ^
//   record      lost     record mended     lost (to the end)
//
// A stretch is given up to the next believable record: equal lengths on both sides, and a body that
// the judge accepts.  A record of which only one length word is wrong is mended.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "fdr/archive/byte_source.h"
#include "fdr/archive/read_window.h"
#include "fdr/archive/record_frame.h"

namespace fdr {

/// No archive is that long, and no recording pauses that long: far enough to tell time stamps from
/// other numbers.
inline constexpr std::int64_t kImplausibleSeconds = std::int64_t{20} * 366 * 86400;

struct SalvagedRecord {
  Frame frame;          ///< valid until the next call, or as long as the source if it has a View()
  bool mended = false;  ///< one of its length words was wrong in the file
};

struct LostStretch {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::string reason;  ///< what is wrong with the record at `offset`
};

/// Time is linear in the size of the file, whatever is in it.  Memory follows the largest record
/// whose two lengths agree.  One thread at a time.  Borrows the source.
class RecordSalvager {
 public:
  /// What is known about where a body stands.
  enum class Place {
    kExpected,  ///< right behind a record: only what cannot be a record at all is to be refused
    kSearched,  ///< anywhere: what need not be a record is to be refused
  };
  /// Says what is wrong with a record's body, if anything.
  using Judge = std::function<Result<void>(Bytes body, Place place)>;

  /// After damage, no record larger than this is looked for.
  static constexpr std::uint64_t kLargestSearched = 16 << 20;

  /// Starts behind a label of that size.  If the label is not intact, and no believable record is
  /// there, the whole file is searched: bytes may be missing, or be too many.
  RecordSalvager(const ByteSource& source, std::uint64_t label_size, bool label_intact, Judge judge)
      : source_(&source),
        position_(label_size),
        judge_(std::move(judge)),
        window_(source),
        start_in_doubt_(!label_intact) {}

  /// What comes next; nothing at the end of the file.  Errors are those of reading.
  Result<std::optional<std::variant<SalvagedRecord, LostStretch>>> Next();

  /// Where the next record or stretch begins.
  std::uint64_t position() const { return position_; }

 private:
  using Item = std::variant<SalvagedRecord, LostStretch>;

  // A look at the record that would begin at some offset.
  struct Look {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;  // 0: not to be believed
    Bytes body;
    bool framed = false;  // both lengths agree
    std::string fault;    // empty: a good record
  };

  Result<Bytes> Read(std::uint64_t offset, std::uint64_t size);
  Result<bool> TrailerAgrees(std::uint64_t offset, std::uint32_t length) const;
  Result<Look> LookAt(std::uint64_t offset);
  Result<bool> BelievableAt(std::uint64_t offset, std::uint32_t length);
  Result<bool> IsRecordOrEnd(std::uint64_t offset);
  Result<std::uint64_t> NextLength(std::uint64_t from);
  Result<std::uint64_t> Search(std::uint64_t from);
  Result<std::optional<SalvagedRecord>> MendStart(std::uint64_t offset, std::uint64_t end);
  Item Take(std::uint64_t offset, Bytes body, bool mended);
  Item GiveUp(std::uint64_t end, std::string reason);

  const ByteSource* source_;
  std::uint64_t position_;
  Judge judge_;
  ReadWindow window_;
  bool start_in_doubt_;
  std::string unreadable_;             // why the last Read() got nothing
  std::uint64_t unreadable_step_ = 1;  // and how far the next attempt is, a power of two
  // How many bytes may still be judged while searching: every byte stepped over adds some.  It
  // keeps a file full of would-be records, one within the other, from taking quadratic time.
  std::uint64_t search_budget_ = 4 * kLargestSearched;
};

}  // namespace fdr

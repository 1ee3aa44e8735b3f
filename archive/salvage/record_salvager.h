// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the records of a damaged file, and skips all other bytes.
//
//   good  good  #######  good  g##d  good  go
//   ^     ^     ^        ^     ^     ^     ^
//   record      lost     record mended     torn: lost, to the end
//
// A lost stretch ends at the next record that can be trusted (RecordJudge).  A record with only one
// wrong length word is mended.  A record that begins well and runs past the end of the file is a
// torn tail: its bytes are not searched.  docs/format/framing.md has the rules.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/record/read_window.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {

struct SalvagedRecord {
  Frame frame;          ///< valid until the next call, or as long as the source if it has a View()
  bool mended = false;  ///< one of its length words was wrong in the file
};

struct LostStretch {
  enum class Fault : std::uint8_t {
    kTorn,        ///< a record past the end of the file; the stretch reaches to the end
    kZeros,       ///< zeros where the length should be
    kLength,      ///< an impossible length
    kMismatch,    ///< the two lengths differ
    kContent,     ///< the frame is whole; its body is refused
    kUnreadable,  ///< the bytes cannot be read or decompressed
    kNoStart,     ///< no record follows the label
  };

  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  Fault fault = Fault::kContent;
  std::string reason;  ///< the fault of the record at `offset`, in words
};

/// Distinguishes the records of a file from other bytes.
class RecordJudge {
 public:
  enum class Trust : std::uint8_t {
    kNone,      ///< not a record of this file
    kFollowed,  ///< a record, if a fully trusted one follows
    kFull,
  };

  virtual ~RecordJudge() = default;

  /// Checks a body that directly follows a record.  Refuses only bytes that cannot be a record at
  /// all; the error says why.
  virtual Result<void> Check(Bytes body) = 0;
  /// Weighs a body found at any place.  Must refuse all bytes that could be something else than a
  /// record of this file.
  virtual Trust Weigh(Bytes body) = 0;
  /// Whether a record with a body of this size can begin with `start`, which may be short or empty
  /// at the end of the file.
  virtual bool CanBegin(std::uint64_t body_size, Bytes start) = 0;
  /// The first place after `offset` where a record begins according to another file, if a record is
  /// really there.
  virtual std::optional<std::uint64_t> NextKnown(std::uint64_t /*offset*/) { return std::nullopt; }
};

/// Time is linear in the size of the file, for any content.  Memory follows the largest record with
/// two equal lengths.  One thread at a time.  Borrows the source and the judge.
class RecordSalvager {
 public:
  /// After damage, only records up to this size are searched.
  static constexpr std::uint64_t kLargestSearched = 16 << 20;

  /// Starts after a label of this size.  If the label is not intact and no trustworthy record
  /// follows it, the whole file is searched, because bytes may be missing or added.
  RecordSalvager(const ByteSource& source, std::uint64_t label_size, bool label_intact,
                 RecordJudge& judge)
      : source_(&source),
        position_(label_size),
        judge_(&judge),
        window_(source),
        start_in_doubt_(!label_intact) {}

  /// Returns the next record or lost stretch; nothing at the end of the file.  Fails only if
  /// reading fails.
  Result<std::optional<std::variant<SalvagedRecord, LostStretch>>> Next();

  /// The start of the next record or stretch.
  std::uint64_t position() const { return position_; }

  /// Returns the first place from `from` on where a trustworthy record begins, or the end of the
  /// file.
  Result<std::uint64_t> Search(std::uint64_t from);

 private:
  using Item = std::variant<SalvagedRecord, LostStretch>;

  // A look at the record that would begin at some offset.
  struct Look {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;  // 0: not credible
    Bytes body;
    bool framed = false;                      // the two lengths agree
    std::optional<LostStretch::Fault> fault;  // empty: a good record
    std::string reason;
  };

  Result<Bytes> Read(std::uint64_t offset, std::uint64_t size);
  Result<bool> TrailerAgrees(std::uint64_t offset, std::uint32_t length) const;
  Result<Look> LookAt(std::uint64_t offset);
  Result<RecordJudge::Trust> WeighAt(std::uint64_t offset);
  Result<bool> Follows(std::uint64_t offset);
  Result<bool> CanBeginAt(std::uint64_t offset, std::uint32_t length);
  Result<bool> IsFoundAt(std::uint64_t offset);
  Result<std::uint64_t> NextLength(std::uint64_t from);
  Result<std::uint64_t> SearchUpTo(std::uint64_t from, std::uint64_t end);
  Result<std::optional<SalvagedRecord>> MendStart(std::uint64_t offset, std::uint64_t end);
  Result<std::optional<SalvagedRecord>> MendTorn(std::uint64_t offset);
  Result<Item> PassDamage(Look look);
  Result<Item> PassStart();
  Item Take(std::uint64_t offset, Bytes body, bool mended);
  Item GiveUp(std::uint64_t end, LostStretch::Fault fault, std::string reason);

  const ByteSource* source_;
  std::uint64_t position_;
  RecordJudge* judge_;
  ReadWindow window_;
  bool start_in_doubt_;
  std::string unreadable_;             // why the last Read() failed
  std::uint64_t unreadable_step_ = 1;  // distance of the next attempt, a power of two
  // The number of bytes that a search may still judge; every skipped byte adds some.  Without this
  // limit, a file full of nested false records would take quadratic time.
  std::uint64_t search_budget_ = 4 * kLargestSearched;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the records of a damaged file, and steps over what is no record.
//
//   good  good  #######  good  g##d  good  go
//   ^     ^     ^        ^     ^     ^     ^
//   record      lost     record mended     torn: lost, to the end
//
// A lost stretch ends at the next record that can be trusted (RecordJudge).  A record of which only
// one length word is wrong is mended.  A record that begins well and runs past the end of the file
// is a torn tail: its bytes are not searched.  docs/format/framing.md has the rules.

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
    kTorn,        ///< a record that runs past the end of the file, to which the stretch reaches
    kZeros,       ///< zeros where the length should be
    kLength,      ///< an impossible length
    kMismatch,    ///< the two lengths differ
    kContent,     ///< the frame is whole; its body is refused
    kUnreadable,  ///< the bytes cannot be read or decompressed
    kNoStart,     ///< there is no record where the label should end
  };

  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  Fault fault = Fault::kContent;
  std::string reason;  ///< what is wrong with the record at `offset`, in words
};

/// What tells the records of a file from other bytes.
class RecordJudge {
 public:
  enum class Trust : std::uint8_t {
    kNone,      ///< not a record of this file
    kFollowed,  ///< one, if a fully trusted record follows
    kFull,
  };

  virtual ~RecordJudge() = default;

  /// Says what is wrong with a body right behind a record, if anything: only what cannot be a
  /// record at all is to be refused.
  virtual Result<void> Check(Bytes body) = 0;
  /// How far a body can be trusted that was found anywhere: whatever need not be a record of this
  /// file is to be refused.
  virtual Trust Weigh(Bytes body) = 0;
  /// Whether a record with a body of this size can begin with these bytes, of which the end of the
  /// file may leave few or none.
  virtual bool CanBegin(std::uint64_t body_size, Bytes start) = 0;
  /// The first place behind `offset` at which another file says that a record begins, and one does.
  virtual std::optional<std::uint64_t> NextKnown(std::uint64_t /*offset*/) { return std::nullopt; }
};

/// Time is linear in the size of the file, whatever is in it.  Memory follows the largest record
/// whose two lengths agree.  One thread at a time.  Borrows the source and the judge.
class RecordSalvager {
 public:
  /// After damage, no record larger than this is looked for.
  static constexpr std::uint64_t kLargestSearched = 16 << 20;

  /// Starts behind a label of that size.  If the label is not intact, and no believable record is
  /// there, the whole file is searched: bytes may be missing, or be too many.
  RecordSalvager(const ByteSource& source, std::uint64_t label_size, bool label_intact,
                 RecordJudge& judge)
      : source_(&source),
        position_(label_size),
        judge_(&judge),
        window_(source),
        start_in_doubt_(!label_intact) {}

  /// What comes next; nothing at the end of the file.  Errors are those of reading.
  Result<std::optional<std::variant<SalvagedRecord, LostStretch>>> Next();

  /// Where the next record or stretch begins.
  std::uint64_t position() const { return position_; }

  /// The first place from `from` on where a record begins that can be trusted; the end of the file
  /// if there is none.
  Result<std::uint64_t> Search(std::uint64_t from);

 private:
  using Item = std::variant<SalvagedRecord, LostStretch>;

  // A look at the record that would begin at some offset.
  struct Look {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;  // 0: not to be believed
    Bytes body;
    bool framed = false;                      // both lengths agree
    std::optional<LostStretch::Fault> fault;  // nothing: a good record
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
  std::string unreadable_;             // why the last Read() got nothing
  std::uint64_t unreadable_step_ = 1;  // and how far the next attempt is, a power of two
  // How many bytes may still be judged while searching: every byte stepped over adds some.  It
  // keeps a file full of would-be records, one within the other, from taking quadratic time.
  std::uint64_t search_budget_ = 4 * kLargestSearched;
};

}  // namespace fdr

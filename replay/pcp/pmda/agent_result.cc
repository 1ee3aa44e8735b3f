// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/agent_result.h"

#include <algorithm>
#include <cstring>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/pcp/pmapi/events/event_order.h"

namespace fdr::pmda {
namespace {

constexpr std::size_t kMessageHead = kPduHeaderSize + 12;  // with the stamp and the number of sets
constexpr std::byte kPadding{'~'};

constexpr std::size_t Padded(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

struct Sizes {
  std::size_t sets = kMessageHead, blocks = 0;
};

// False if the agent has made an unreadable result.
bool AddSizes(const pmValueSet& set, Sizes& sizes) {
  if (set.numval <= 0) {
    sizes.sets += ValueSet::kEmptySize;
    return true;
  }
  const auto count = static_cast<std::size_t>(set.numval);
  sizes.sets += ValueSet::kHeadSize + ValueSet::kPairSize * count;
  if (set.valfmt == PM_VAL_INSITU) return true;
  for (std::size_t i = 0; i < count; ++i) {
    const pmValueBlock* const block = set.vlist[i].value.pval;
    if (block == nullptr || block->vlen < PM_VAL_HDR_SIZE) return false;
    sizes.blocks += Padded(block->vlen);
  }
  return true;
}

// Writes sets and blocks at two places of a message.
class Writer {
 public:
  Writer(std::byte* message, std::size_t blocks_at)
      : message_(message), set_(message + kMessageHead), block_(message + blocks_at) {}

  void Add(const pmValueSet& set) {
    PutWord(set.pmid);
    PutWord(static_cast<std::uint32_t>(set.numval));
    if (set.numval <= 0) return;
    PutWord(static_cast<std::uint32_t>(set.valfmt));
    for (int i = 0; i < set.numval; ++i) {
      const pmValue& value = set.vlist[i];
      PutWord(static_cast<std::uint32_t>(value.inst));
      if (set.valfmt == PM_VAL_INSITU) {
        PutWord(static_cast<std::uint32_t>(value.value.lval));
        continue;
      }
      PutWord(static_cast<std::uint32_t>((block_ - message_) / 4));
      PutBlock(*value.value.pval);
    }
  }

 private:
  void PutWord(std::uint32_t word) {
    StoreU32(set_, word);
    set_ += sizeof word;
  }

  void PutBlock(const pmValueBlock& block) {
    const std::size_t size = block.vlen - PM_VAL_HDR_SIZE;
    StoreU32(block_, BlockHeader(static_cast<Type>(block.vtype), static_cast<std::uint32_t>(size)));
    std::byte* const payload = block_ + kBlockHeaderSize;
    switch (block.vtype) {
      case PM_TYPE_64:
      case PM_TYPE_U64:
      case PM_TYPE_DOUBLE:
        if (size == sizeof(std::uint64_t)) PutNumber<std::uint64_t>(block.vbuf, payload);
        break;
      case PM_TYPE_32:
      case PM_TYPE_U32:
      case PM_TYPE_FLOAT:
        if (size == sizeof(std::uint32_t)) PutNumber<std::uint32_t>(block.vbuf, payload);
        break;
      default:
        std::memcpy(payload, block.vbuf, size);
        std::fill(payload + size, block_ + Padded(block.vlen), kPadding);
        if (block.vtype == PM_TYPE_EVENT || block.vtype == PM_TYPE_HIGHRES_EVENT)
          pmapi::EventsToBigEndian(static_cast<Type>(block.vtype),
                                   {reinterpret_cast<char*>(payload), size});
    }
    block_ += Padded(block.vlen);
  }

  template <class Word>
  void PutNumber(const char* from, std::byte* to) {
    Word word;
    std::memcpy(&word, from, sizeof word);
    if constexpr (sizeof word == sizeof(std::uint64_t))
      StoreU64(to, word);
    else
      StoreU32(to, word);
  }

  std::byte* message_;
  std::byte* set_;
  std::byte* block_;
};

}  // namespace

int EncodeResult(const pmResult& result, ByteBuffer& out) {
  Sizes sizes;
  for (int i = 0; i < result.numpmid; ++i)
    if (result.vset[i] == nullptr || !AddSizes(*result.vset[i], sizes)) return PM_ERR_VALUE;
  const std::size_t length = sizes.sets + sizes.blocks;
  if (length > 0x7fffffff) return PM_ERR_TOOBIG;
  const std::size_t start = out.size();
  out.resize(start + length);
  std::byte* const message = out.data() + start;
  StoreU32(message, static_cast<std::uint32_t>(length));
  StoreU32(message + 4, static_cast<std::uint32_t>(PduType::kResult));
  StoreU32(message + 8, 0);
  StoreU32(message + 12, static_cast<std::uint32_t>(result.timestamp.tv_sec));
  StoreU32(message + 16, static_cast<std::uint32_t>(result.timestamp.tv_usec));
  StoreU32(message + 20, static_cast<std::uint32_t>(result.numpmid));
  Writer writer(message, sizes.sets);
  for (int i = 0; i < result.numpmid; ++i) writer.Add(*result.vset[i]);
  return 0;
}

namespace {

std::size_t Words(std::size_t size) { return (size + 7) / 8; }

std::size_t WordsOf(const ValueSet& set) {
  const std::size_t more = set.size() > 0 ? set.size() - 1 : 0;
  return Words(sizeof(pmValueSet) + more * sizeof(pmValue));
}

std::size_t WordsOf(const ValueBlock& block) {
  return Words(std::max(sizeof(pmValueBlock), PM_VAL_HDR_SIZE + block.payload.size()));
}

void FillBlock(const ValueBlock& from, pmValueBlock& to) {
  to.vtype = static_cast<unsigned>(from.type) & 0xff;
  to.vlen = static_cast<unsigned>(PM_VAL_HDR_SIZE + from.payload.size()) & PM_VAL_VLEN_MAX;
  const std::byte* const payload = from.payload.data();
  const std::size_t size = from.payload.size();
  if (IsNumeric(from.type) && size == sizeof(std::uint64_t)) {
    const std::uint64_t number = LoadU64(payload);
    std::memcpy(to.vbuf, &number, sizeof number);
  } else if (IsNumeric(from.type) && size == sizeof(std::uint32_t)) {
    const std::uint32_t number = LoadU32(payload);
    std::memcpy(to.vbuf, &number, sizeof number);
  } else if (size > 0) {
    std::memcpy(to.vbuf, payload, size);
    if (IsEvent(from.type)) pmapi::EventsToHostOrder(from.type, {to.vbuf, size});
  }
}

// Takes words of the memory, and writes the set there.
pmValueSet* FillSet(const ValueSet& from, std::uint64_t*& memory) {
  auto* const to = reinterpret_cast<pmValueSet*>(memory);
  memory += WordsOf(from);
  to->pmid = from.id().value;
  to->numval = from.count();
  to->valfmt = static_cast<int>(from.format());
  for (std::uint32_t i = 0; i < from.size(); ++i) {
    pmValue& value = to->vlist[i];
    value.inst = from.Instance(i);
    value.value.pval = nullptr;
    if (from.in_place()) {
      value.value.lval = static_cast<int>(from.Word(i));
      continue;
    }
    const ValueBlock block = from.Block(i);
    value.value.pval = reinterpret_cast<pmValueBlock*>(memory);
    memory += WordsOf(block);
    FillBlock(block, *value.value.pval);
  }
  return to;
}

}  // namespace

int StoredResult::Decode(const Pdu& pdu, pmResult*& result) {
  // Clients leave any stamp there.
  if (!record_.Decode(Version::k2, pdu.body)) return PM_ERR_IPC;
  const std::span<const ValueSet> sets = record_.sets();
  const std::size_t head = Words(sizeof(pmResult) + sets.size() * sizeof(pmValueSet*));
  std::size_t words = head;
  for (const ValueSet& set : sets) {
    words += WordsOf(set);
    for (std::uint32_t i = 0; i < set.size() && !set.in_place(); ++i)
      words += WordsOf(set.Block(i));
  }
  memory_.assign(words, 0);
  std::uint64_t* free_memory = memory_.data() + head;
  result = reinterpret_cast<pmResult*>(memory_.data());
  result->timestamp = {.tv_sec = record_.stamp().sec, .tv_usec = record_.stamp().nsec / 1000};
  result->numpmid = static_cast<int>(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) result->vset[i] = FillSet(sets[i], free_memory);
  return 0;
}

}  // namespace fdr::pmda

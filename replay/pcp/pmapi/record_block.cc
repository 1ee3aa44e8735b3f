// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes a result directly from sets of a collector or an archive.

#include <cstring>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"
#include "fdr/replay/pcp/pmapi/events/event_order.h"
#include "fdr/replay/pcp/pmapi/result_block.h"

namespace fdr::pmapi {
namespace {

constexpr bool IsLong(std::uint32_t header) {
  return header == BlockHeader(Type::kU64, 8) || header == BlockHeader(Type::k64, 8) ||
         header == BlockHeader(Type::kDouble, 8);
}

constexpr std::size_t Padded(std::uint32_t header) {
  return ((header & PM_VAL_VLEN_MAX) + 3) & ~std::size_t{3};
}

std::size_t BlocksSize(const ValueSet& set) {
  if (set.in_place()) return 0;
  if (set.stride() != 0) return std::size_t{set.stride()} * set.size();
  std::size_t size = 0;
  for (std::uint32_t v = 0, count = set.size(); v < count; ++v)
    size += Padded(LoadU32(set.BlockHeader(v)));
  return size;
}

// Converts to the byte order of the host.
void CopyBlock(const std::byte* from, char* to) {
  const std::uint32_t header = LoadU32(from);
  std::memcpy(to, &header, sizeof header);
  from += PM_VAL_HDR_SIZE;
  to += PM_VAL_HDR_SIZE;
  if (IsLong(header)) {
    const std::uint64_t number = LoadU64(from);
    std::memcpy(to, &number, sizeof number);
  } else if (header == BlockHeader(Type::kFloat, 4)) {
    const std::uint32_t number = LoadU32(from);
    std::memcpy(to, &number, sizeof number);
  } else {
    const std::size_t size = (header & PM_VAL_VLEN_MAX) - PM_VAL_HDR_SIZE;
    std::memcpy(to, from, size);
    const auto type = static_cast<Type>(header >> 24);
    if (IsEvent(type)) EventsToHostOrder(type, {to, size});
  }
}

void AddWords(const ValueSet& from, pmValue* to) {
  const std::byte* pair = from.pairs();
  for (std::uint32_t v = 0, count = from.size(); v < count; ++v, pair += 8) {
    to[v].inst = LoadI32(pair);
    to[v].value.pval = nullptr;  // clears the whole union
    to[v].value.lval = LoadI32(pair + 4);
  }
}

// For 64-bit numbers in adjacent blocks.
char* AddLongs(const ValueSet& from, char* blocks, pmValue* to) {
  const std::byte* pair = from.pairs();
  const std::byte* block = from.BlockHeader(0);
  const std::uint32_t header = LoadU32(block);
  constexpr std::size_t kSize = PM_VAL_HDR_SIZE + sizeof(std::uint64_t);
  for (std::uint32_t v = 0, count = from.size(); v < count; ++v) {
    const std::uint64_t number = LoadU64(block + PM_VAL_HDR_SIZE);
    to[v].inst = LoadI32(pair);
    to[v].value.pval = reinterpret_cast<pmValueBlock*>(blocks);
    std::memcpy(blocks, &header, sizeof header);
    std::memcpy(blocks + PM_VAL_HDR_SIZE, &number, sizeof number);
    pair += 8;
    block += kSize;
    blocks += kSize;
  }
  return blocks;
}

char* AddBlocks(const ValueSet& from, char* blocks, pmValue* to) {
  if (from.stride() != 0 && IsLong(LoadU32(from.BlockHeader(0)))) return AddLongs(from, blocks, to);
  for (std::uint32_t v = 0, count = from.size(); v < count; ++v) {
    const std::byte* const block = from.BlockHeader(v);
    to[v].inst = from.Instance(v);
    to[v].value.pval = reinterpret_cast<pmValueBlock*>(blocks);
    CopyBlock(block, blocks);
    blocks += Padded(LoadU32(block));
  }
  return blocks;
}

int Numval(const ValueSet& set) {
  return set.count() < 0 && FindEventMetric(set.id().value) != nullptr ? 0 : set.count();
}

}  // namespace

template <class ResultType>
ResultType* NewResult(Timestamp stamp, std::span<const ValueSet> sets) {
  const std::size_t head = sizeof(ResultType) + sets.size() * sizeof(pmValueSet*);
  std::size_t sets_size = 0, blocks_size = 0;
  for (const ValueSet& set : sets) {
    sets_size += SetSize(set.count());
    blocks_size += BlocksSize(set);
  }
  auto* const result = static_cast<ResultType*>(Allocate(head + sets_size + blocks_size).release());
  SetTime(PcpTime(stamp), *result);
  result->numpmid = static_cast<int>(sets.size());
  char* at = reinterpret_cast<char*>(result) + head;
  char* blocks = at + sets_size;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const ValueSet& from = sets[i];
    auto* const to = reinterpret_cast<pmValueSet*>(at);
    at += SetSize(from.count());
    result->vset[i] = to;
    to->pmid = from.id().value;
    to->numval = Numval(from);
    to->valfmt = static_cast<int>(from.format());
    if (from.size() == 0) ZeroFirstValue(*to);
    if (from.in_place())
      AddWords(from, to->vlist);
    else
      blocks = AddBlocks(from, blocks, to->vlist);
  }
  return result;
}

template pmResult* NewResult(Timestamp stamp, std::span<const ValueSet> sets);
template pmHighResResult* NewResult(Timestamp stamp, std::span<const ValueSet> sets);

}  // namespace fdr::pmapi

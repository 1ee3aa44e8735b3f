// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/result_block.h"

#include <malloc.h>

#include <algorithm>
#include <cstring>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/events/event_order.h"

namespace fdr::pmapi {
namespace {

// PCP does not align blocks to more than this.
constexpr std::size_t BlockSize(std::uint32_t header) {
  return ((header & PM_VAL_VLEN_MAX) + 3) & ~std::size_t{3};
}

struct Sizes {
  std::size_t sets = 0, blocks = 0;
};

Sizes SizesOf(const FetchedSets& fetched) {
  Sizes sizes;
  for (std::size_t i = 0; i < fetched.numvals.size(); ++i) {
    const FetchedSet& set = fetched.result->sets()[i];
    sizes.sets += SetSize(fetched.numvals[i]);
    if (fetched.numvals[i] <= 0 || set.format == ValueFormat::kInPlace) continue;
    if (set.header != 0) {
      sizes.blocks += set.count * BlockSize(set.header);
      continue;
    }
    for (const FetchedValue& value : fetched.result->Values(set))
      sizes.blocks += BlockSize(value.header);
  }
  return sizes;
}

class Builder {
 public:
  Builder(const FetchedSets& fetched, char* sets, char* blocks)
      : fetched_(fetched), sets_(sets), blocks_(blocks) {}

  pmValueSet* Add(std::size_t i) {
    const FetchedSet& from = fetched_.result->sets()[i];
    auto* const to = reinterpret_cast<pmValueSet*>(sets_);
    sets_ += SetSize(fetched_.numvals[i]);
    to->pmid = from.id.value;
    to->numval = fetched_.numvals[i];
    to->valfmt = static_cast<int>(from.format);
    if (to->numval <= 0) {
      ZeroFirstValue(*to);
      return to;
    }
    const FetchedValue* const values = fetched_.result->Values(from).data();
    const std::span<const std::uint32_t> order = fetched_.OrderOf(i);
    if (order.empty())
      AddValues(from, to->vlist, [values](std::uint32_t v) { return values + v; });
    else
      AddValues(from, to->vlist,
                [values, at = order.data()](std::uint32_t v) { return values + at[v]; });
    return to;
  }

 private:
  // `value_at` gives the value at each place.
  template <class ValueAt>
  void AddValues(const FetchedSet& from, pmValue* to, ValueAt value_at) {
    if (from.format == ValueFormat::kInPlace)
      AddWords(from.count, to, value_at);
    else if (from.header == 0)
      AddBlocks(from.count, to, value_at);
    else if (BlockSize(from.header) == PM_VAL_HDR_SIZE + sizeof(std::uint64_t))
      AddNumbers<std::uint64_t>(from, to, value_at);
    else
      AddNumbers<std::uint32_t>(from, to, value_at);
  }

  template <class ValueAt>
  void AddWords(std::uint32_t count, pmValue* to, ValueAt value_at) {
    for (std::uint32_t v = 0; v < count; ++v) {
      const FetchedValue& from = *value_at(v);
      to[v].inst = from.instance;
      to[v].value.pval = nullptr;  // clears the whole union
      to[v].value.lval = static_cast<int>(from.Word());
    }
  }

  template <class Word, class ValueAt>
  void AddNumbers(const FetchedSet& set, pmValue* to, ValueAt value_at) {
    char* at = blocks_;  // a local copy: the compiler must assume that writes can change the member
    const std::uint32_t header = set.header;
    for (std::uint32_t v = 0, count = set.count; v < count; ++v) {
      const FetchedValue& from = *value_at(v);
      const auto number = static_cast<Word>(from.bits);
      to[v].inst = from.instance;
      to[v].value.pval = reinterpret_cast<pmValueBlock*>(at);
      std::memcpy(at, &header, sizeof header);
      std::memcpy(at + PM_VAL_HDR_SIZE, &number, sizeof number);
      at += PM_VAL_HDR_SIZE + sizeof number;
    }
    blocks_ = at;
  }

  template <class ValueAt>
  void AddBlocks(std::uint32_t count, pmValue* to, ValueAt value_at) {
    for (std::uint32_t v = 0; v < count; ++v) {
      const FetchedValue& from = *value_at(v);
      to[v].inst = from.instance;
      to[v].value.pval = reinterpret_cast<pmValueBlock*>(blocks_);
      std::memcpy(blocks_, &from.header, sizeof from.header);
      if (from.IsNumber())
        StoreNumber(from);
      else
        StorePayload(from);
      blocks_ += BlockSize(from.header);
    }
  }
  void StoreNumber(const FetchedValue& from) {
    const std::uint32_t word = from.Word();
    if (from.size() == sizeof word)
      std::memcpy(blocks_ + PM_VAL_HDR_SIZE, &word, sizeof word);
    else
      std::memcpy(blocks_ + PM_VAL_HDR_SIZE, &from.bits, sizeof from.bits);
  }
  void StorePayload(const FetchedValue& from) {
    char* const to = blocks_ + PM_VAL_HDR_SIZE;
    std::memcpy(to, from.Payload().data(), from.size());
    if (IsEvent(from.type())) EventsToHostOrder(from.type(), {to, from.size()});
  }

  const FetchedSets& fetched_;
  char* sets_;
  char* blocks_;
};

// A set that the program put in place of ours was allocated piece by piece.
void FreeSet(pmValueSet* set) {
  if (set->numval > 0 && set->valfmt == PM_VAL_DPTR)
    for (int i = 0; i < set->numval; ++i) Free()(set->vlist[i].value.pval);
  Free()(set);
}

template <class ResultType>
void FreeResult(ResultType* result) {
  if (result == nullptr) return;
  const char* const begin = reinterpret_cast<const char*>(result);
  const char* const end = begin + malloc_usable_size(result);
  for (int i = 0; i < result->numpmid; ++i) {
    const char* const set = reinterpret_cast<const char*>(result->vset[i]);
    if (set != nullptr && (set < begin || set >= end)) FreeSet(result->vset[i]);
  }
  Free()(result);
}

template <class ResultType>
void SortInstances(ResultType* result) {
  for (int i = 0; i < result->numpmid; ++i) {
    pmValueSet* const set = result->vset[i];
    if (set->numval > 1)
      std::stable_sort(set->vlist, set->vlist + set->numval,
                       [](const pmValue& a, const pmValue& b) { return a.inst < b.inst; });
  }
}

}  // namespace

template <class ResultType>
ResultType* NewResult(const FetchedSets& fetched) {
  const std::size_t count = fetched.numvals.size();
  const std::size_t head = sizeof(ResultType) + count * sizeof(pmValueSet*);
  const Sizes sizes = SizesOf(fetched);
  auto* const result =
      static_cast<ResultType*>(Allocate(head + sizes.sets + sizes.blocks).release());
  char* const sets = reinterpret_cast<char*>(result) + head;
  Builder builder(fetched, sets, sets + sizes.sets);
  SetTime(fetched.stamp, *result);
  result->numpmid = static_cast<int>(count);
  for (std::size_t i = 0; i < count; ++i) result->vset[i] = builder.Add(i);
  return result;
}

template pmResult* NewResult(const FetchedSets& fetched);
template pmHighResResult* NewResult(const FetchedSets& fetched);

}  // namespace fdr::pmapi

void pmFreeResult(pmResult* result) { fdr::pmapi::FreeResult(result); }
void pmFreeHighResResult(pmHighResResult* result) { fdr::pmapi::FreeResult(result); }

void pmSortInstances(pmResult* result) { fdr::pmapi::SortInstances(result); }
void pmSortHighResInstances(pmHighResResult* result) { fdr::pmapi::SortInstances(result); }

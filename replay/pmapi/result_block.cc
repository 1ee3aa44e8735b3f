// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/result_block.h"

#include <malloc.h>

#include <algorithm>
#include <cstring>

#include "fdr/replay/pmapi/c_memory.h"
#include "fdr/replay/pmapi/event_order.h"

namespace fdr::pmapi {
namespace {

// PCP aligns blocks to no more than this.
constexpr std::size_t BlockSize(std::uint32_t header) {
  return ((header & PM_VAL_VLEN_MAX) + 3) & ~std::size_t{3};
}

std::size_t SetSize(std::int32_t numval) {
  const auto more = static_cast<std::size_t>(std::max(numval, 1) - 1);
  return sizeof(pmValueSet) + more * sizeof(pmValue);
}

struct Sizes {
  std::size_t sets = 0, blocks = 0;
};

Sizes SizesOf(const Fetched& fetched) {
  Sizes sizes;
  for (std::size_t i = 0; i < fetched.numvals.size(); ++i) {
    const FetchedSet& set = fetched.result->sets()[i];
    sizes.sets += SetSize(fetched.numvals[i]);
    if (fetched.numvals[i] <= 0 || set.format == ValueFormat::kInPlace) continue;
    for (const FetchedValue& value : fetched.result->Values(set))
      sizes.blocks += BlockSize(value.header);
  }
  return sizes;
}

class Builder {
 public:
  Builder(const Fetched& fetched, char* sets, char* blocks)
      : fetched_(fetched), sets_(sets), blocks_(blocks) {}

  pmValueSet* Add(std::size_t i) {
    const FetchedSet& from = fetched_.result->sets()[i];
    auto* const to = reinterpret_cast<pmValueSet*>(sets_);
    sets_ += SetSize(fetched_.numvals[i]);
    to->pmid = from.id.value;
    to->numval = fetched_.numvals[i];
    to->valfmt = static_cast<int>(from.format);
    if (to->numval <= 0) return to;
    const std::span<const FetchedValue> values = fetched_.result->AllValues();
    const bool in_place = from.format == ValueFormat::kInPlace;
    for (std::uint32_t v = 0; v < from.count; ++v) {
      const std::uint32_t place =
          fetched_.order.empty() ? from.first + v : fetched_.order[from.first + v];
      AddValue(values[place], in_place, to->vlist[v]);
    }
    return to;
  }

 private:
  void AddValue(const FetchedValue& from, bool in_place, pmValue& to) {
    to.inst = from.instance;
    if (in_place) {
      to.value.pval = nullptr;  // all bits of the union
      to.value.lval = static_cast<int>(from.Word());
      return;
    }
    to.value.pval = reinterpret_cast<pmValueBlock*>(blocks_);
    std::memcpy(blocks_, &from.header, sizeof from.header);
    if (!from.IsNumber())
      StorePayload(from);
    else if (from.size() == sizeof from.bits)
      std::memcpy(blocks_ + PM_VAL_HDR_SIZE, &from.bits, sizeof from.bits);
    else
      StoreWord(from.Word());
    blocks_ += BlockSize(from.header);
  }
  void StorePayload(const FetchedValue& from) {
    char* const to = blocks_ + PM_VAL_HDR_SIZE;
    std::memcpy(to, from.Payload().data(), from.size());
    if (from.type() == Type::kEvent || from.type() == Type::kHighresEvent)
      EventsToHostOrder(from.type(), {to, from.size()});
  }
  void StoreWord(std::uint32_t word) { std::memcpy(blocks_ + PM_VAL_HDR_SIZE, &word, sizeof word); }

  const Fetched& fetched_;
  char* sets_;
  char* blocks_;
};

// pmResult and pmHighResResult differ in what they call their time.
template <class ResultType>
ResultType* Build(const Fetched& fetched) {
  const std::size_t count = fetched.numvals.size();
  const std::size_t head = sizeof(ResultType) + count * sizeof(pmValueSet*);
  const Sizes sizes = SizesOf(fetched);
  auto* const result =
      static_cast<ResultType*>(Allocate(head + sizes.sets + sizes.blocks).release());
  char* const sets = reinterpret_cast<char*>(result) + head;
  Builder builder(fetched, sets, sets + sizes.sets);
  result->numpmid = static_cast<int>(count);
  for (std::size_t i = 0; i < count; ++i) result->vset[i] = builder.Add(i);
  return result;
}

// What a program put in place of a set of ours, it allocated piece by piece.
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

pmResult* NewResult(const Fetched& fetched) {
  pmResult* const result = Build<pmResult>(fetched);
  result->timestamp = fetched.stamp.AsTimeval();
  return result;
}

pmHighResResult* NewHighResResult(const Fetched& fetched) {
  pmHighResResult* const result = Build<pmHighResResult>(fetched);
  result->timestamp = fetched.stamp.AsTimespec();
  return result;
}

}  // namespace fdr::pmapi

void pmFreeResult(pmResult* result) { fdr::pmapi::FreeResult(result); }
void pmFreeHighResResult(pmHighResResult* result) { fdr::pmapi::FreeResult(result); }

void pmSortInstances(pmResult* result) { fdr::pmapi::SortInstances(result); }
void pmSortHighResInstances(pmHighResResult* result) { fdr::pmapi::SortInstances(result); }

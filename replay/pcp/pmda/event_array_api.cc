// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaEventNewArray(3) and its family.

#include <memory>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/packed_events.h"

namespace fdr::pmda {
namespace {

std::vector<std::unique_ptr<PackedEvents>>& Arrays() {
  static auto* const arrays = new std::vector<std::unique_ptr<PackedEvents>>;
  return *arrays;
}

PackedEvents* ArrayOf(int handle) {
  const auto place = static_cast<std::size_t>(handle);
  return handle >= 0 && place < Arrays().size() ? Arrays()[place].get() : nullptr;
}

// The lowest free handle.
int NewArray(bool is_highres) {
  return pmapi::Guarded([&] {
    auto& arrays = Arrays();
    std::size_t place = 0;
    while (place < arrays.size() && arrays[place] != nullptr) ++place;
    if (place == arrays.size()) arrays.emplace_back();
    arrays[place] = std::make_unique<PackedEvents>(is_highres);
    return static_cast<int>(place);
  });
}

template <class Body>
int WithArray(int handle, Body body) {
  PackedEvents* const array = ArrayOf(handle);
  if (array == nullptr) return PM_ERR_NOCONTEXT;
  return pmapi::Guarded([&] { return body(*array); });
}

int ResetArray(int handle) {
  return WithArray(handle, [](PackedEvents& array) {
    array.Reset();
    return 0;
  });
}

int ReleaseArray(int handle) {
  if (ArrayOf(handle) == nullptr) return PM_ERR_NOCONTEXT;
  Arrays()[static_cast<std::size_t>(handle)].reset();
  return 0;
}

int AddParameter(int handle, pmID id, int type, const pmAtomValue& value) {
  return WithArray(handle,
                   [&](PackedEvents& array) { return array.AddParameter(id, type, value); });
}

void* AddressOf(int handle) {
  PackedEvents* const array = ArrayOf(handle);
  return array != nullptr ? array->Finish() : nullptr;
}

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

int pmdaEventNewArray() { return NewArray(false); }
int pmdaEventNewHighResArray() { return NewArray(true); }
int pmdaEventResetArray(int idx) { return ResetArray(idx); }
int pmdaEventResetHighResArray(int idx) { return ResetArray(idx); }
int pmdaEventReleaseArray(int idx) { return ReleaseArray(idx); }
int pmdaEventReleaseHighResArray(int idx) { return ReleaseArray(idx); }

int pmdaEventAddRecord(int idx, struct timeval* tp, int flags) {
  return WithArray(idx, [&](PackedEvents& array) { return array.AddRecord(*tp, flags); });
}
int pmdaEventAddHighResRecord(int idx, struct timespec* ts, int flags) {
  return WithArray(idx, [&](PackedEvents& array) { return array.AddRecord(*ts, flags); });
}

int pmdaEventAddMissedRecord(int idx, struct timeval* tp, int nmissed) {
  return WithArray(idx, [&](PackedEvents& array) { return array.AddMissed(*tp, nmissed); });
}
int pmdaEventAddHighResMissedRecord(int idx, struct timespec* ts, int nmissed) {
  return WithArray(idx, [&](PackedEvents& array) { return array.AddMissed(*ts, nmissed); });
}

int pmdaEventAddParam(int idx, pmID pmid, int type, pmAtomValue* avp) {
  return AddParameter(idx, pmid, type, *avp);
}
int pmdaEventAddHighResParam(int idx, pmID pmid, int type, pmAtomValue* avp) {
  return AddParameter(idx, pmid, type, *avp);
}
int pmdaEventHighResAddParam(int idx, pmID pmid, int type, pmAtomValue* avp) {
  return AddParameter(idx, pmid, type, *avp);
}

pmEventArray* pmdaEventGetAddr(int idx) { return static_cast<pmEventArray*>(AddressOf(idx)); }
pmHighResEventArray* pmdaEventGetHighResAddr(int idx) {
  return static_cast<pmHighResEventArray*>(AddressOf(idx));
}
pmHighResEventArray* pmdaEventHighResGetAddr(int idx) { return pmdaEventGetHighResAddr(idx); }

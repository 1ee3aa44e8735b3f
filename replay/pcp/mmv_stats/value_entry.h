// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A value in a mapped file, with what belongs to it.

#pragma once

#include <pcp/mmv_dev.h>

#include <cstdint>

namespace fdr::mmv {

inline mmv_disk_value_t& EntryOf(pmAtomValue* value) {
  return *reinterpret_cast<mmv_disk_value_t*>(value);  // its first member
}

template <class T>
T* At(void* addr, std::uint64_t offset) {
  return reinterpret_cast<T*>(static_cast<char*>(addr) + offset);
}

inline int TypeOf(void* addr, pmAtomValue* value) {
  const std::uint64_t metric = EntryOf(value).metric;
  return static_cast<mmv_disk_header_t*>(addr)->version == MMV_VERSION1
             ? At<mmv_disk_metric_t>(addr, metric)->type
             : At<mmv_disk_metric2_t>(addr, metric)->type;
}

}  // namespace fdr::mmv

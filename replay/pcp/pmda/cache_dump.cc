// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/cache_dump.h"

namespace fdr::pmda {
namespace {

// The bits are those of PCP.
int ChangesOf(const InstanceCache& cache) {
  return (cache.entries_changed ? 1 : 0) | (cache.stamps_changed ? 2 : 0) |
         (cache.strings() ? 4 : 0);
}

void DumpEntry(FILE* file, const InstanceCache& cache, const CacheEntry& entry) {
  fprintf(file, " %10d  %8s %p %s", entry.instance, entry.is_active ? "active" : "inactive",
          entry.data, entry.name.c_str());
  const std::size_t length = cache.ShortLength(entry.name);
  if (length < entry.name.size()) fprintf(file, " [match len=%zu]", length);
  if (entry.key) {
    fputs(" [key=0x", file);
    for (const char c : *entry.key) fprintf(file, "%02x", static_cast<unsigned char>(c));
    fputs("]", file);
  }
  fputs("\n", file);
}

}  // namespace

void DumpCache(FILE* file, const InstanceCache& cache, bool whole) {
  fprintf(file, "pmdaCacheDump: indom %s: nentry=%zu ins_mode=%d hstate=%d\n",
          pmInDomStr(cache.indom()), cache.size(), cache.reuses() ? 1 : 0, ChangesOf(cache));
  auto culled = cache.culled().begin();
  const auto dump_culled_up_to = [&](int instance) {
    for (; culled != cache.culled().end() && *culled <= instance; ++culled)
      fprintf(file, "(%10d)    empty\n", *culled);
  };
  for (const auto& [instance, entry] : cache.entries()) {
    dump_culled_up_to(instance);
    DumpEntry(file, cache, *entry);
  }
  dump_culled_up_to(0x7fffffff);
  if (whole) fprintf(file, "largest instance %d\n", cache.largest());
}

}  // namespace fdr::pmda

void __pmdaCacheDump(FILE* file, pmInDom indom, int whole) {
  const fdr::pmda::InstanceCache* const cache = fdr::pmda::InstanceCache::Find(indom);
  if (cache != nullptr) fdr::pmda::DumpCache(file, *cache, whole != 0);
}

void __pmdaCacheDumpAll(FILE* file, int whole) {
  for (const auto& [age, cache] : fdr::pmda::InstanceCache::All())
    fdr::pmda::DumpCache(file, *cache, whole != 0);
}

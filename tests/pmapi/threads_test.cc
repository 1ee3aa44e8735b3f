// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Many threads in the C API at once; under the thread sanitizer, too.

#include <gtest/gtest.h>
#include <pcp/pmapi.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

constexpr int kThreads = 4;

std::string ArchivePath() { return TestData("peer/v3-pmlogger"); }

void InThreads(const std::function<void(int)>& body) {
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(body, i);
  for (std::thread& thread : threads) thread.join();
}

void AddName(const char* name, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
}

std::vector<pmID> AllMetrics() {
  std::vector<std::string> names;
  pmTraversePMNS_r("", AddName, &names);
  std::vector<pmID> ids;
  for (const std::string& name : names) {
    const char* const one = name.c_str();
    pmID id = PM_ID_NULL;
    if (name.rfind("event.", 0) != 0 && pmLookupName(1, const_cast<const char**>(&one), &id) == 1)
      ids.push_back(id);
  }
  return ids;
}

// Fetches everything from the current context in one mode, from its start or end, as text.
std::string Replay(int mode) {
  timeval origin = {};
  pmLogLabel label;
  EXPECT_EQ(pmGetArchiveLabel(&label), 0);
  if (mode == PM_MODE_BACK)
    EXPECT_EQ(pmGetArchiveEnd(&origin), 0);
  else
    origin = label.ll_start;
  EXPECT_EQ(pmSetMode(mode, &origin, 100), 0);
  std::vector<pmID> ids = AllMetrics();
  std::string all;
  pmResult* result = nullptr;
  while (pmFetch(static_cast<int>(ids.size()), ids.data(), &result) >= 0) {
    all += std::to_string(result->timestamp.tv_usec);
    for (int i = 0; i < result->numpmid; ++i) {
      const pmValueSet& set = *result->vset[i];
      pmDesc desc;
      EXPECT_EQ(pmLookupDesc(set.pmid, &desc), 0);
      for (int v = 0; v < set.numval; ++v) {
        pmAtomValue atom;
        if (pmExtractValue(set.valfmt, &set.vlist[v], desc.type, &atom, desc.type) < 0) continue;
        all += std::string(" ") + pmAtomStr(&atom, desc.type);
        if (desc.type == PM_TYPE_STRING) free(atom.cp);
      }
    }
    pmFreeResult(result);
  }
  return all;
}

constexpr int kModes[] = {PM_MODE_FORW, PM_MODE_BACK, PM_MODE_INTERP};

std::vector<std::string> ReplayAll() {
  std::vector<std::string> all;
  for (const int mode : kModes) all.push_back(Replay(mode));
  return all;
}

TEST(PmapiThreads, EachWithAContextOfItsOwnFetchesTheSame) {
  const int handle = pmNewContext(PM_CONTEXT_ARCHIVE, ArchivePath().c_str());
  ASSERT_GE(handle, 0);
  const std::vector<std::string> expected = ReplayAll();
  for (const std::string& one : expected) EXPECT_FALSE(one.empty());
  InThreads([&](int) {
    EXPECT_EQ(pmWhichContext(), PM_ERR_NOCONTEXT) << "of a new thread";
    const int own = pmNewContext(PM_CONTEXT_ARCHIVE, ArchivePath().c_str());
    EXPECT_GE(own, 0);
    EXPECT_EQ(ReplayAll(), expected);
    EXPECT_EQ(pmDestroyContext(own), 0);
  });
  EXPECT_EQ(pmWhichContext(), handle) << "what other threads chose";
  EXPECT_EQ(pmDestroyContext(handle), 0);
}

TEST(PmapiThreads, DuplicatesShareAnArchiveAndNothingElse) {
  const int handle = pmNewContext(PM_CONTEXT_ARCHIVE, ArchivePath().c_str());
  ASSERT_GE(handle, 0);
  const std::vector<std::string> expected = ReplayAll();
  InThreads([&](int) {
    EXPECT_EQ(pmUseContext(handle), 0);
    const int own = pmDupContext();
    EXPECT_GT(own, handle);
    EXPECT_EQ(ReplayAll(), expected);
    EXPECT_EQ(pmDestroyContext(own), 0);
  });
  EXPECT_EQ(pmDestroyContext(handle), 0);
}

// The library reuses the places of contexts.  So each place is in turn the first of two and then
// the second.
TEST(PmapiThreads, DuplicateDuplicatesAndNoneWaitsForAnother) {
  const int handle = pmNewContext(PM_CONTEXT_ARCHIVE, ArchivePath().c_str());
  ASSERT_GE(handle, 0);
  InThreads([&](int) {
    EXPECT_EQ(pmUseContext(handle), 0);
    int last = pmDupContext();
    for (int round = 0; round < 100; ++round) {
      const int next = pmDupContext();
      EXPECT_GT(next, last);
      EXPECT_EQ(pmDestroyContext(last), 0);
      last = next;
    }
    EXPECT_EQ(pmDestroyContext(last), 0);
  });
  EXPECT_EQ(pmDestroyContext(handle), 0);
}

TEST(PmapiThreads, TakeTurnsWithAContextThatTheyShare) {
  const int handle = pmNewContext(PM_CONTEXT_ARCHIVE, ArchivePath().c_str());
  ASSERT_GE(handle, 0);
  std::size_t records = 0;
  pmResult* result = nullptr;
  for (; pmFetchArchive(&result) >= 0; ++records) pmFreeResult(result);
  ASSERT_GT(records, 0u);
  EXPECT_EQ(pmSetMode(PM_MODE_BACK, nullptr, 0), 0);
  std::atomic<std::size_t> fetched = 0;
  InThreads([&](int) {
    EXPECT_EQ(pmUseContext(handle), 0);
    pmResult* own = nullptr;
    for (; pmFetchArchive(&own) >= 0; ++fetched) pmFreeResult(own);
  });
  EXPECT_EQ(fetched, records);
  EXPECT_EQ(pmDestroyContext(handle), 0);
}

TEST(PmapiThreads, FetchOnInAContextThatAnotherOneDestroys) {
  const int handle = pmNewContext(PM_CONTEXT_ARCHIVE, ArchivePath().c_str());
  ASSERT_GE(handle, 0);
  InThreads([&](int i) {
    if (pmUseContext(handle) < 0) return;  // another thread has destroyed it already
    if (i == 0) {
      EXPECT_EQ(pmDestroyContext(handle), 0);
    }
    pmResult* result = nullptr;
    for (int status = 0; (status = pmFetchArchive(&result)) != PM_ERR_NOCONTEXT;) {
      if (status < 0) break;
      pmFreeResult(result);
    }
  });
  EXPECT_EQ(pmUseContext(handle), PM_ERR_NOCONTEXT);
}

TEST(PmapiThreads, AskHostsAndThisMachineAtOnce) {
  const PeerCollector collector({"pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so"});
  const int shared = pmNewContext(PM_CONTEXT_HOST, collector.tcp().c_str());
  ASSERT_GE(shared, 0);
  InThreads([&](int i) {
    const int own = i % 2 == 0 ? pmNewContext(PM_CONTEXT_HOST, collector.unix_socket().c_str())
                               : pmNewContext(PM_CONTEXT_LOCAL, nullptr);
    EXPECT_GE(own, 0);
    for (int round = 0; round < 50; ++round) {
      EXPECT_EQ(pmUseContext(round % 2 == 0 ? own : shared), 0);
      const char* name = "pmcd.version";
      pmID id = PM_ID_NULL;
      EXPECT_EQ(pmLookupName(1, &name, &id), 1);
      pmResult* result = nullptr;
      ASSERT_GE(pmFetch(1, &id, &result), 0);
      EXPECT_EQ(result->vset[0]->numval, 1);
      pmFreeResult(result);
    }
    EXPECT_EQ(pmDestroyContext(own), 0);
  });
  EXPECT_EQ(pmDestroyContext(shared), 0);
}

TEST(PmapiThreads, HaveTextsZonesAndConfigurationInCommon) {
  InThreads([&](int i) {
    for (int round = 0; round < 100; ++round) {
      EXPECT_EQ(std::string(pmIDStr(pmID_build(1, 2, static_cast<unsigned>(i)))),
                "1.2." + std::to_string(i));
      EXPECT_GE(pmNewZone(i % 2 == 0 ? "UTC" : "AEST-10"), 0);
      const time_t now = 1'000'000'000 + i;
      char text[32];
      EXPECT_NE(pmCtime(&now, text), nullptr);
      pmSetProgname("threads");
      EXPECT_STREQ(pmGetProgname(), "threads");
      EXPECT_NE(pmGetOptionalConfig("PCP_LOG_DIR"), nullptr);
    }
  });
}

}  // namespace
}  // namespace fdr::test

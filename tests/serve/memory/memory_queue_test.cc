// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The queue of requests that wait for their turn.

#include <gtest/gtest.h>

#include <vector>

#include "fdr/replay/serve/http/internal/memory_turns.h"

namespace fdr {
namespace {

TEST(MemoryQueueTest, AFullQueueTakesNoMoreAndThoseThatLeaveAreForgotten) {
  asio::io_context io;
  MemoryTurns turns(io);
  std::vector<std::size_t> begun;
  std::vector<MemoryTurns::Number> places;
  for (std::size_t i = 0; i <= MemoryTurns::kMost; ++i)
    if (const auto place = turns.Take([&begun, i] { begun.push_back(i); }))
      places.push_back(*place);
  ASSERT_EQ(places.size(), 1 + MemoryTurns::kMost) << "one has the turn, the others wait";
  EXPECT_FALSE(turns.Take([] { FAIL(); }));
  turns.Leave(places[1]);
  turns.Leave(places[0]);  // waits no more
  EXPECT_TRUE(turns.Take([&begun] { begun.push_back(1000); }));
  turns.GiveBack();
  EXPECT_EQ(begun, (std::vector<std::size_t>{0, 2}));
  turns.End();
}

}  // namespace
}  // namespace fdr

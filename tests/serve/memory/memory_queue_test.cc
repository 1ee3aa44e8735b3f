// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The queue of requests that wait for their turn.

#include <gtest/gtest.h>

#include <string>
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
    if (const auto place = turns.Take(std::to_string(i), [&begun, i] { begun.push_back(i); }))
      places.push_back(*place);
  ASSERT_EQ(places.size(), 1 + MemoryTurns::kMost) << "one has the turn, the others wait";
  EXPECT_FALSE(turns.Take("late", [] { FAIL(); }));
  turns.Leave(places[1]);
  turns.Leave(places[0]);  // waits no more
  EXPECT_TRUE(turns.Take("new", [&begun] { begun.push_back(1000); }));
  turns.GiveBack();
  EXPECT_EQ(begun, (std::vector<std::size_t>{0, 10})) << "10 is the next name";
  turns.End();
}

TEST(MemoryQueueTest, OneClientLeavesTurnsToOthers) {
  asio::io_context io;
  MemoryTurns turns(io);
  std::string begun;
  std::size_t places = 0;
  for (std::size_t i = 0; i < 2 * MemoryTurns::kMost; ++i)
    places += turns.Take("greedy", [&begun] { begun += 'g'; }).has_value();
  EXPECT_EQ(places, 1 + MemoryTurns::kMostOfOne) << "one has the turn, the others wait";
  for (const char* client : {"polite", "another"})
    EXPECT_TRUE(turns.Take(client, [&begun, client] { begun += client[0]; }));
  for (int i = 0; i < 3; ++i) turns.GiveBack();
  EXPECT_EQ(begun, "gpag") << "each has its turn";
  turns.End();
}

}  // namespace
}  // namespace fdr

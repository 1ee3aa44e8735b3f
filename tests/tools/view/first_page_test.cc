// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/first_page.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace fdr::tools {
namespace {

// Three pages.  Each has values from its sample on: -1 for never, nothing for a page that fails.
class FirstPageTest : public testing::Test {
 protected:
  using Pages = std::vector<std::optional<int>>;

  // The steps of the search: a letter for a page that was begun, ">" and "<" for moves.
  std::string Search(const Pages& pages, bool steps = true, int samples = 1000) {
    std::string done;
    std::size_t shown = 0;
    int sample = 0;
    PageTrial trial{.pages = pages.size(),
                    .begin = [&](std::size_t page) -> Result<void> {
                      done += static_cast<char>('a' + page);
                      shown = page;
                      if (!pages[page]) return Fail(Errc::kIo, "unreadable");
                      return {};
                    },
                    .has_values = [&] { return *pages[shown] >= 0 && sample >= *pages[shown]; },
                    .step = {},
                    .go_back = [&] { done += '<'; }};
    if (steps)
      trial.step = [&] {
        if (sample == samples) return false;
        ++sample;
        done += '>';
        return true;
      };
    const Result<void> shown_first = ShowFirstPage(trial);
    return shown_first ? done : done + " " + shown_first.error().what;
  }
};

TEST_F(FirstPageTest, IsTheFirstOneWithValues) {
  EXPECT_EQ(Search({0, 0, 0}), "a");
  EXPECT_EQ(Search({-1, 0, 0}), "ab");
}

TEST_F(FirstPageTest, PagesThatCannotBeReadArePassedOver) {
  EXPECT_EQ(Search({std::nullopt, -1, 0}), "abc");
  EXPECT_EQ(Search({std::nullopt, std::nullopt, std::nullopt}), "abc unreadable");
}

TEST_F(FirstPageTest, TheLastOneGoesToItsFirstValue) { EXPECT_EQ(Search({-1, 2, 3}), "abc>>>"); }

TEST_F(FirstPageTest, WithoutAValueItStaysWhereItBegan) {
  EXPECT_EQ(Search({-1, -1, -1}, true, 2), "abc>><");
  EXPECT_EQ(Search({-1, -1, -1}), "abc" + std::string(100, '>') + "<");
}

TEST_F(FirstPageTest, DoesNotLeaveTheTimeThatTheUserHasChosen) {
  EXPECT_EQ(Search({-1, -1, 3}, false), "abc");
}

}  // namespace
}  // namespace fdr::tools

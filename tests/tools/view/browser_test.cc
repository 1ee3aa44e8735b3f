// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/browser.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

using Commands = std::vector<std::vector<std::string>>;

TEST(BrowserTest, TheAddressStandsAtItsPlace) {
  EXPECT_EQ(BrowserCommands("firefox --new-tab %s --quiet", "http://a/"),
            (Commands{{"firefox", "--new-tab", "http://a/", "--quiet"}}));
  EXPECT_EQ(BrowserCommands("open --url=%s", "http://a/"), (Commands{{"open", "--url=http://a/"}}));
}

TEST(BrowserTest, WithoutAPlaceItStandsAtTheEnd) {
  EXPECT_EQ(BrowserCommands("lynx", "http://a/?b"), (Commands{{"lynx", "http://a/?b"}}));
}

TEST(BrowserTest, CommandsStandBetweenColons) {
  EXPECT_EQ(BrowserCommands(":chromium  -x::w3m %s:", "u"),
            (Commands{{"chromium", "-x", "u"}, {"w3m", "u"}}));
  EXPECT_EQ(BrowserCommands("", "u"), Commands());
}

}  // namespace
}  // namespace fdr::tools

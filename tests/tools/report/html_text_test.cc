// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/html_text.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

TEST(HtmlText, NothingIsMarkup) {
  EXPECT_EQ(HtmlText("<b>&amp;\"'"), "&lt;b&gt;&amp;amp;&quot;&#39;");
  EXPECT_EQ(HtmlText("Prüfstand 5 %"), "Prüfstand 5 %");
}

TEST(HtmlText, NothingIsObeyedByATerminalOrABrowser) {
  EXPECT_EQ(HtmlText("a\nb\x1b\xff"), "a\\x0ab\\x1b\\xff");
  EXPECT_EQ(HtmlText("\xe2\x80\xae"), "\\u202e");
}

TEST(HtmlText, LinesKeepTheirEnds) { EXPECT_EQ(HtmlLines("a<\nb\x1b\n"), "a&lt;\nb\\x1b\n"); }

}  // namespace
}  // namespace fdr::tools

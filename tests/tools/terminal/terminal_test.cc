// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr int kNoTerminal = -1;

// A terminal of 132 x 43, and an environment without variables about terminals.
class TerminalTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* variable :
         {"COLUMNS", "LINES", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "TERM"})
      ASSERT_EQ(unsetenv(variable), 0);
    master_ = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_GE(master_, 0);
    ASSERT_EQ(grantpt(master_), 0);
    ASSERT_EQ(unlockpt(master_), 0);
    terminal_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
    ASSERT_GE(terminal_, 0);
    Resize(132, 43);
  }
  void TearDown() override {
    close(terminal_);
    close(master_);
  }

  void Resize(unsigned short columns, unsigned short lines) {
    winsize size = {};
    size.ws_col = columns;
    size.ws_row = lines;
    ASSERT_EQ(ioctl(master_, TIOCSWINSZ, &size), 0);
  }
  void Set(const char* variable, const char* value) { ASSERT_EQ(setenv(variable, value, 1), 0); }

  int terminal_ = -1, master_ = -1;
};

TEST_F(TerminalTest, TheTerminalKnowsItsSize) {
  const TerminalSize size = SizeOfTerminal(terminal_);
  EXPECT_EQ(size.width, 132);
  EXPECT_EQ(size.height, 43);
}

TEST_F(TerminalTest, WithoutATerminalThereAre80ColumnsOf24Lines) {
  EXPECT_EQ(SizeOfTerminal(kNoTerminal).width, 80);
  EXPECT_EQ(SizeOfTerminal(kNoTerminal).height, 24);
  Resize(0, 0);
  EXPECT_EQ(SizeOfTerminal(terminal_).width, 80) << "a serial line";
  EXPECT_EQ(SizeOfTerminal(terminal_).height, 24);
}

TEST_F(TerminalTest, TheEnvironmentOverrulesTheTerminal) {
  Set("COLUMNS", "100");
  EXPECT_EQ(SizeOfTerminal(terminal_).width, 100);
  EXPECT_EQ(SizeOfTerminal(terminal_).height, 43);
  Set("LINES", "50");
  EXPECT_EQ(SizeOfTerminal(kNoTerminal).width, 100);
  EXPECT_EQ(SizeOfTerminal(kNoTerminal).height, 50);
}

TEST_F(TerminalTest, ASizeThatMakesNoSenseIsNotHeeded) {
  for (const char* size : {"", "0", "-5", "wide", "80x", " 80", "10001", "99999999999999999999"}) {
    Set("COLUMNS", size);
    EXPECT_EQ(SizeOfTerminal(terminal_).width, 132) << size;
  }
}

TEST_F(TerminalTest, TheCodesetOfTheLocaleDecidesAboutUtf8) {
  for (const char* locale : {"C.UTF-8", "de_DE.utf8", "en_US.UTF-8@euro", "ja_JP.Utf-8"}) {
    Set("LANG", locale);
    EXPECT_TRUE(LocaleIsUtf8()) << locale;
  }
  for (const char* locale : {"C", "POSIX", "", "de_DE", "de_DE.ISO-8859-1", "x.UTF-16"}) {
    Set("LANG", locale);
    EXPECT_FALSE(LocaleIsUtf8()) << locale;
  }
  ASSERT_EQ(unsetenv("LANG"), 0);
  EXPECT_FALSE(LocaleIsUtf8());
}

TEST_F(TerminalTest, TheFirstLocaleVariableThatIsSetCounts) {
  Set("LANG", "C.UTF-8");
  Set("LC_CTYPE", "C");
  EXPECT_FALSE(LocaleIsUtf8());
  Set("LC_ALL", "C.UTF-8");
  EXPECT_TRUE(LocaleIsUtf8());
  Set("LC_ALL", "");
  Set("LC_CTYPE", "");
  EXPECT_TRUE(LocaleIsUtf8());
}

TEST_F(TerminalTest, ColourTakesATerminalThatHasItAndAUserWhoWantsIt) {
  EXPECT_FALSE(WantsColor(terminal_)) << "TERM is not set";
  Set("TERM", "xterm");
  EXPECT_TRUE(WantsColor(terminal_));
  EXPECT_FALSE(WantsColor(kNoTerminal));
  Set("NO_COLOR", "");
  EXPECT_TRUE(WantsColor(terminal_));
  Set("NO_COLOR", "1");
  EXPECT_FALSE(WantsColor(terminal_));
  ASSERT_EQ(unsetenv("NO_COLOR"), 0);
  Set("TERM", "dumb");
  EXPECT_FALSE(WantsColor(terminal_));
}

}  // namespace
}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/syslog_entry.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "fdr/replay/rules/action_bindings.h"

namespace fdr::tools {
namespace {

RuleAction Syslog(std::vector<std::string> arguments) {
  return {.kind = RuleActionKind::kSyslog, .arguments = std::move(arguments)};
}

std::string Address(std::vector<std::string> arguments) {
  const Result<SyslogAddress> address = AddressOf(Syslog(std::move(arguments)));
  if (!address) return address.error().what;
  return std::to_string(address->priority) + ' ' + address->tag;
}

// The numbers are those that pmie 6.0.3 sends for these arguments.
TEST(SyslogEntry, OptionsStandBeforeTheText) {
  EXPECT_EQ(Address({"text"}), "29 fdr");
  EXPECT_EQ(Address({"-p daemon.info", "text"}), "30 fdr");
  EXPECT_EQ(Address({"-t", "disks", "-p", "local3.err", "text"}), "155 disks");
  EXPECT_EQ(Address({"-p", "info", "text"}), "14 fdr");
}

TEST(SyslogEntry, SeveralOptionsMayStandInOneText) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"-p daemon.warning -t disks", " text"},
                                             {"-tdisks -pdaemon.warning", " text"},
                                             {"-t disks -p", "daemon.warning", " text"},
                                             {"-t", "disks", "-p  daemon.warning ", " text"}}) {
    EXPECT_EQ(Address(arguments), "28 disks") << arguments[0];
    EXPECT_EQ(ActionText(Syslog(arguments), {}, {}), " text") << arguments[0];
  }
}

TEST(SyslogEntry, AnUnknownPriorityIsRefused) {
  for (const char* wrong : {"nobody.info", "daemon.loud", "daemon.", "", "3"})
    EXPECT_NE(Address({"-p", wrong, "text"}).find("no priority"), std::string::npos) << wrong;
}

TEST(SyslogEntry, AnEntryIsOneLine) {
  const std::string pid = std::to_string(::getpid());
  EXPECT_EQ(SyslogEntry({30, "fdr"}, Timestamp{1514812511, 0}, Zone(), "a\nb\x1b[2J"),
            "<30>Jan  1 13:15:11 fdr[" + pid + "]: a\\x0ab\\x1b[2J");
}

}  // namespace
}  // namespace fdr::tools

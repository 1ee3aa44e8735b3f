// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/live_options.h"

#include <gtest/gtest.h>

#include <map>

namespace fdr {
namespace {

using namespace std::chrono_literals;

struct Read {
  LiveOptions options;
  std::vector<std::string> complaints;
};

Read From(const std::map<std::string, std::string>& environment) {
  Read read;
  const auto lookup = [&](const char* name) {
    const auto found = environment.find(name);
    return found != environment.end() ? found->second.c_str() : nullptr;
  };
  read.options = LiveOptionsFrom(lookup, read.complaints);
  return read;
}

TEST(LiveOptionsTest, AnEmptyEnvironmentChangesNothing) {
  const auto [options, complaints] = From({});
  EXPECT_TRUE(complaints.empty());
  EXPECT_EQ(options.ports, std::vector<std::uint16_t>{44321});
  EXPECT_EQ(options.socket_path, "/run/pcp/pmcd.socket");
  EXPECT_EQ(options.connect_timeout, 5s);
  EXPECT_EQ(options.request_timeout, 10s);
  EXPECT_EQ(options.reconnect_delays.size(), 5u);
  EXPECT_FALSE(options.secure || options.through_proxy);
}

TEST(LiveOptionsTest, VariablesHavePortsPathsAndTimes) {
  const auto [options, complaints] = From({{"PMCD_PORT", "1,65535"},
                                           {"PMCD_SOCKET", "/tmp/s"},
                                           {"PMCD_CONNECT_TIMEOUT", "0.25"},
                                           {"PMCD_REQUEST_TIMEOUT", "2.9"},
                                           {"PMCD_RECONNECT_TIMEOUT", "1,2"},
                                           {"PCP_CONTAINER", "pod"}});
  EXPECT_TRUE(complaints.empty());
  EXPECT_EQ(options.ports, (std::vector<std::uint16_t>{1, 65535}));
  EXPECT_EQ(options.socket_path, "/tmp/s");
  EXPECT_EQ(options.connect_timeout, 250ms);
  EXPECT_EQ(options.request_timeout, 2s) << "whole seconds, as with PCP";
  EXPECT_EQ(options.reconnect_delays, (std::vector<std::chrono::nanoseconds>{1s, 2s}));
  EXPECT_EQ(options.container, "pod");
}

TEST(LiveOptionsTest, LessThanASecondToAnswerIsForEver) {
  EXPECT_EQ(From({{"PMCD_REQUEST_TIMEOUT", "0.9"}}).options.request_timeout, 0s);
}

TEST(LiveOptionsTest, WhatMakesNoSenseIsIgnoredAloud) {
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"PMCD_PORT", "65536"},
                                                        {"PMCD_PORT", "1,"},
                                                        {"PMCD_PORT", ""},
                                                        {"PMCD_PORT", "-1"},
                                                        {"PMCD_CONNECT_TIMEOUT", "soon"},
                                                        {"PMCD_CONNECT_TIMEOUT", "-1"},
                                                        {"PMCD_CONNECT_TIMEOUT", "nan"},
                                                        {"PMCD_CONNECT_TIMEOUT", "1e300"},
                                                        {"PMCD_REQUEST_TIMEOUT", "10s"},
                                                        {"PMCD_RECONNECT_TIMEOUT", "5;10"}}) {
    const auto [options, complaints] = From({{name, value}});
    const std::string setting = std::string(name).append("=").append(value);
    ASSERT_EQ(complaints.size(), 1u) << setting;
    EXPECT_EQ(complaints[0], setting + " is not valid");
    EXPECT_EQ(options.ports, std::vector<std::uint16_t>{44321});
    EXPECT_EQ(options.connect_timeout, 5s);
    EXPECT_EQ(options.request_timeout, 10s);
    EXPECT_EQ(options.reconnect_delays.size(), 5u);
  }
}

TEST(LiveOptionsTest, WishesThatCannotComeTrueAreNoted) {
  for (const char* value : {"1", "", "enforce"})
    EXPECT_TRUE(From({{"PCP_SECURE_SOCKETS", value}}).options.secure) << value;
  EXPECT_FALSE(From({{"PCP_SECURE_SOCKETS", "relaxed"}}).options.secure);
  EXPECT_TRUE(From({{"PMPROXY_HOST", "gate"}}).options.through_proxy);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages to and from loggers, beside what PCP's programs send; and the files of their ports.

#include "fdr/replay/sources/log_control/log_messages.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "fdr/replay/sources/log_control/logger_ports.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 2, 0);

ByteBuffer FromHex(std::string_view text) {
  ByteBuffer bytes;
  std::string digits;
  for (const char c : text)
    if (c != ' ' && c != '\n') digits += c;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

// Sent by pmlogger 6.0.3.
constexpr std::string_view kStatus = R"(
    6afffe07 00000000 260e9978  6afffe09 00000000 2743f2e0  6afffe0a 00000000 26754bc4
    00000001 00000000 00000000 000001b8
    00000003 00000007 00000004 00000000 00000004 00000000)";

TEST(LogMessages, AStatusIsThatOfPmlogger) {
  ByteBuffer body = FromHex(kStatus);
  for (const char c : std::string_view("vm\0local:\0UTC\0UTC\0~~", 20))
    body.push_back(static_cast<std::byte>(c));
  const auto status = LogStatus::Decode({PduType::kLogStatus, body});
  ASSERT_TRUE(status) << ErrorOf(status);
  EXPECT_EQ(status->start, (Timestamp{0x6afffe07, 0x260e9978}));
  EXPECT_TRUE(status->is_logging);
  EXPECT_EQ(status->size, 440u);
  EXPECT_EQ(status->host, "vm");
  EXPECT_EQ(status->source, "local:");
  EXPECT_EQ(status->zone, "UTC");
  EXPECT_EQ(status->logger_zone, "UTC");
  ByteBuffer message;
  status->Encode(kLogVersion, message);
  EXPECT_EQ(ByteBuffer(message.begin() + kPduHeaderSize, message.end()), body);
  EXPECT_EQ(LoadU32(message.data()), 0x6cu);
  EXPECT_EQ(LoadU32(message.data() + 4), 0x8003u);
  for (std::size_t size = 0; size < body.size(); ++size)
    EXPECT_FALSE(LogStatus::Decode({PduType::kLogStatus, Bytes(body).first(size)}));
}

TEST(LogMessages, AnOldStatusHasOneSize) {
  LogStatus status;
  status.now = {1795686054, 342319700};
  status.host = std::string(100, 'h');
  status.zone = "UTC";
  ByteBuffer message;
  status.Encode(kLogVersionOld, message);
  EXPECT_EQ(message.size(), 264u);
  const Bytes body = Bytes(message).subspan(kPduHeaderSize);
  const auto decoded = LogStatus::Decode({PduType::kLogStatusOld, body});
  ASSERT_TRUE(decoded) << ErrorOf(decoded);
  EXPECT_EQ(decoded->now, (Timestamp{1795686054, 342319000}));
  EXPECT_EQ(decoded->host, std::string(63, 'h'));
  EXPECT_EQ(decoded->zone, "UTC");
}

TEST(LogMessages, StatesAreWordsOfAResult) {
  EXPECT_EQ(LoggingState::Of(0x7d0f).Word(), 0x7d0fu);
  const LoggingState state = LoggingState::Of(0x13881);
  EXPECT_TRUE(state.is_on && !state.is_mandatory && !state.is_present && !state.is_logged);
  EXPECT_EQ(state.millis, 5000u);
  ByteBuffer message;
  LogStates{{{kLoad, 0, {{1, state}}}, {kLoad, -12358, {}}}}.Encode(message);
  const auto decoded = LogStates::Decode(Bytes(message).subspan(kPduHeaderSize));
  ASSERT_TRUE(decoded) << ErrorOf(decoded);
  ASSERT_EQ(decoded->metrics.size(), 2u);
  EXPECT_EQ(decoded->metrics[0].states[0].second.Word(), 0x13881u);
  EXPECT_EQ(decoded->metrics[1].error, -12358);
}

TEST(LogMessages, OrdersThatMakeNoSenseAreRefused) {
  const LogOrder good{
      LogOrder::Kind::kAdvisory, LogOrder::State::kOn, 5000, {{kLoad, {1}}, {kLoad, {}}}};
  ByteBuffer message;
  good.Encode(message);
  const ByteBuffer body(message.begin() + kPduHeaderSize, message.end());
  ASSERT_TRUE(LogOrder::Decode(body));
  const auto with = [&](std::size_t at, std::uint32_t word) {
    ByteBuffer wrong = body;
    StoreU32(wrong.data() + at, word);
    return LogOrder::Decode(wrong).has_value();
  };
  EXPECT_FALSE(with(0, 10) || with(0, 14) || with(4, 3) || with(4, 0xffffffff));
  EXPECT_FALSE(with(8, 0x80000000) || with(8, 0x10000000));
  EXPECT_TRUE(with(8, 0x0fffffff));
  EXPECT_FALSE(with(12, 0) || with(12, 1) || with(12, 3) || with(12, 0xffffffff));
  EXPECT_FALSE(with(20, 0) || with(20, 2) || with(20, 0x7fffffff));
  for (std::size_t size = 0; size < body.size(); ++size)
    EXPECT_FALSE(LogOrder::Decode(Bytes(body).first(size)));
}

TEST(LoggerPorts, AreFilesOfLivingProcesses) {
  const TempDirectory directory;
  const std::string ports = directory / "pmlogger";
  EXPECT_TRUE(FindLoggerPorts(ports)->empty());
  std::filesystem::create_directory(ports);
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(ports + "/" + name) << text;
  };
  write("999999999", "4330\nhost\n/archive\n");  // no process has this number
  write("1", "4330\nhost\n/archive\n");
  write("name", "4330\nhost\n/archive\n");
  write(std::to_string(::getppid()), "no port\nhost\n/archive\n");
  EXPECT_TRUE(FindLoggerPorts(ports)->empty());
  write(std::to_string(::getppid()), "70000\nhost\n/archive\n");
  EXPECT_TRUE(FindLoggerPorts(ports)->empty());
  write(std::to_string(::getppid()), "4331\nhost\n/archive\na note\n");
  {
    auto mine = PublishedPort::Publish(
        ports, {.process = ::getpid(), .port = 4330, .host = "me", .archive = "/a", .note = ""});
    ASSERT_TRUE(mine) << ErrorOf(mine);
    EXPECT_FALSE(std::filesystem::exists(ports + "/999999999"));
    std::filesystem::create_symlink(ports + "/" + std::to_string(::getpid()), ports + "/primary");
    ASSERT_TRUE(mine->SetArchive("/b"));
    const auto found = FindLoggerPorts(ports);
    ASSERT_TRUE(found && found->size() == 2);
    for (const LoggerPort& port : *found) {
      const bool is_mine = port.process == ::getpid();
      EXPECT_EQ(port.is_primary, is_mine);
      EXPECT_EQ(port.archive, is_mine ? "/b" : "/archive");
      EXPECT_EQ(port.note, is_mine ? "" : "a note");
    }
  }
  EXPECT_EQ(FindLoggerPorts(ports)->size(), 1u);
}

}  // namespace
}  // namespace fdr::test

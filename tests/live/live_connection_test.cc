// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Everything that can go wrong with a connection, from the first address on.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <thread>

#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/tests/hosts/scripted_collector.h"
#include "fdr/tests/live/model_host_test.h"
#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::ClientEnd;
using test::ErrorOf;
using test::ModelHost;
using test::Patient;
using test::RecordBuilder;
using test::ScriptedCollector;

Error OpenError(const std::string& host, const LiveOptions& options = Patient()) {
  const auto context = LiveContext::Open(host, options);
  EXPECT_FALSE(context) << host;
  return context ? Error{} : context.error();
}

// The error of a connection to a collector that runs this script.
Error ErrorAfter(const ScriptedCollector::Script& script, const LiveOptions& options = Patient()) {
  const ScriptedCollector collector(script);
  const Error error = OpenError(collector.host(), options);
  EXPECT_EQ(error.file, collector.host()) << "errors name the host";
  return error;
}

Error ErrorAfterBytes(std::string_view hex) {
  return ErrorAfter([hex](ClientEnd& client) {
    client.Send(RecordBuilder(hex));
    client.Linger();
  });
}

TEST(LiveConnectionTest, NobodyIsThere) {
  const std::string host = "127.0.0.1:" + std::to_string(test::FreePort());
  const Error error = OpenError(host);
  EXPECT_EQ(error.code, Errc::kIo);
  EXPECT_EQ(error.system_error, ECONNREFUSED);
  EXPECT_EQ(error.Message(), host + ": Connection refused");
}

TEST(LiveConnectionTest, TheHostIsNotKnown) {
  // These names do not need a name server.
  for (const std::string& host : {std::string("[]"), std::string(300, 'x')}) {
    const Error error = OpenError(host);
    EXPECT_EQ(error.code, Errc::kIo);
    EXPECT_EQ(error.system_error, EHOSTUNREACH);
    EXPECT_TRUE(error.Message().starts_with(host + ": The host is not known: ")) << error.Message();
  }
}

TEST(LiveConnectionTest, TheSocketIsNotThere) {
  const Error error = OpenError("unix:/nowhere/pmcd.socket");
  EXPECT_EQ(error.code, Errc::kNotFound);
  EXPECT_EQ(error.system_error, ENOENT);
  EXPECT_EQ(OpenError("unix:/" + std::string(200, 'x')).system_error, ENAMETOOLONG);
}

TEST(LiveConnectionTest, SpecificationsThatMakeNoSenseAreNotTried) {
  EXPECT_EQ(OpenError("::1").code, Errc::kInvalidArgument);
}

TEST(LiveConnectionTest, PortsAreTriedInTheirOrder) {
  const ModelHost model;
  const ScriptedCollector collector([&](ClientEnd& client) { model.Serve(client); });
  const std::string host =
      "127.0.0.1:" + std::to_string(test::FreePort()) + "," + std::to_string(collector.port());
  const auto context = LiveContext::Open(host, Patient());
  ASSERT_TRUE(context) << ErrorOf(context);
  EXPECT_EQ((*context)->HostName(), "modelhost");
}

TEST(LiveConnectionTest, OptionsHaveThePortsOfThoseWhoNameNone) {
  const ModelHost model;
  const ScriptedCollector collector([&](ClientEnd& client) { model.Serve(client); });
  LiveOptions options = Patient();
  options.ports = {test::FreePort(), collector.port()};
  EXPECT_TRUE(LiveContext::Open("127.0.0.1", options));
  EXPECT_TRUE(LiveContext::Open("localhost", options)) << "any of its addresses";
  options.socket_path = "/nowhere/pmcd.socket";
  EXPECT_TRUE(LiveContext::Open("local:", options)) << "after the socket";
}

// A listener with a full queue does not answer at all.
TEST(LiveConnectionTest, ConnectingTakesLimitedTime) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 0), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  std::array<int, 8> fillers;
  for (int& fd : fillers) {
    fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    (void)::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address);
  }
  LiveOptions options = Patient();
  options.connect_timeout = 100ms;
  const Error error = OpenError("127.0.0.1:" + std::to_string(ntohs(address.sin_port)), options);
  EXPECT_EQ(error.code, Errc::kTimeout);
  EXPECT_EQ(error.system_error, ETIMEDOUT);
  for (const int fd : fillers) ::close(fd);
  ::close(listener);
}

TEST(LiveConnectionTest, ACollectorRefuses) {
  const Error error = ErrorAfterBytes("00000014 00007000 00000000 | fffffbee 00000000");
  EXPECT_EQ(error.code, Errc::kRefused);
  EXPECT_EQ(error.pcp_error, -12387);
  EXPECT_EQ(error.what,
            "The collector refuses the connection: No permission to perform requested operation");
}

// A socket in the file system at which every client is refused.
class RefusingSocket {
 public:
  explicit RefusingSocket(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener_, 8), 0);
    acceptor_ = std::thread([this] {
      for (int fd; (fd = ::accept(listener_, nullptr, nullptr)) >= 0; ::close(fd)) {
        ClientEnd client(fd);
        client.Send(RecordBuilder("00000014 00007000 00000000 | fffffbee 00000000"));
      }
    });
  }
  ~RefusingSocket() {
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    ::close(listener_);
  }

 private:
  int listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::thread acceptor_;
};

TEST(LiveConnectionTest, WhereTheSocketRefusesLocalhostIsTried) {
  const test::TempDirectory directory;
  const std::filesystem::path path = directory / "pmcd.socket";
  const RefusingSocket socket(path);
  const ModelHost model;
  const ScriptedCollector collector([&](ClientEnd& client) { model.Serve(client); });
  LiveOptions options = Patient();
  options.ports = {collector.port()};
  const auto context = LiveContext::Open("local:" + path.string(), options);
  ASSERT_TRUE(context) << ErrorOf(context);
  EXPECT_EQ((*context)->HostName(), "modelhost");
  EXPECT_EQ(OpenError("unix:" + path.string(), options).code, Errc::kRefused);
  options.ports = {test::FreePort()};
  EXPECT_EQ(OpenError("local:" + path.string(), options).what,
            "The collector refuses the connection: No permission to perform requested operation");
}

TEST(LiveConnectionTest, ACollectorGoesWithoutAGreeting) {
  EXPECT_EQ(ErrorAfter([](ClientEnd&) {}).code, Errc::kDisconnected);
  const Error error =
      ErrorAfter([](ClientEnd& client) { client.Send(RecordBuilder("00000014 00007000 0000")); });
  EXPECT_EQ(error.code, Errc::kDisconnected);
  EXPECT_EQ(error.what, "The collector closed the connection in the middle of a message");
}

TEST(LiveConnectionTest, GreetingsTakeLimitedTime) {
  LiveOptions options = Patient();
  options.handshake_timeout = 50ms;
  const Error error = ErrorAfter([](ClientEnd& client) { client.Linger(); }, options);
  EXPECT_EQ(error.code, Errc::kTimeout);
  EXPECT_EQ(error.what, "The collector did not answer within 1 s");
}

TEST(LiveConnectionTest, AConnectionCanBeGivenUpAtAnyTime) {
  ModelHost model;
  model.handlers[PduType::kTextRequest] = [](ClientEnd& client, const test::Message&) {
    client.Linger();
  };
  std::atomic<bool> greets = false;
  const ScriptedCollector collector(
      [&](ClientEnd& client) { greets ? model.Serve(client) : client.Linger(); });
  LiveContext context(*EventLoop::Make(), *HostSpec::Parse(collector.host()), Patient());
  std::optional<Errc> outcome;
  context.StartConnect([&](const Result<void>& connected) { outcome = connected.error().code; });
  EXPECT_FALSE(outcome);
  context.Disconnect();
  EXPECT_EQ(outcome, Errc::kCancelled);

  greets = true;
  context.Disconnect();  // again: nothing happens
  LiveContext other(*EventLoop::Make(), *HostSpec::Parse(collector.host()), Patient());
  ASSERT_TRUE(other.Connect());
  outcome.reset();
  other.StartText(TextKind::kMetricHelp, 1,
                  [&](const Result<std::string>& text) { outcome = text.error().code; });
  EXPECT_FALSE(outcome);
  other.Disconnect();
  EXPECT_EQ(outcome, Errc::kCancelled);
  EXPECT_FALSE(other.IsConnected());
  EXPECT_TRUE(other.Connect());
}

TEST(LiveConnectionTest, GreetingsMustMakeSense) {
  for (const char* hex : {
           "00000010 00007000 00000000 | 00000000",             // an error
           "00000018 00007000 00000000 | 00000000 02010e44 0",  // too long; the rest is missing
           "00000014 00007001 00000000 | 00000000 02010e44",    // something else
           "0000000b 00007000 00000000",                        // an impossible length
           "80000000 00007000 00000000",                        // a negative length
           "00000014 00007000 00000000 | 00000000 01010e44",    // another version
       }) {
    std::string bytes = hex;
    if (bytes.ends_with(" 0")) bytes.replace(bytes.size() - 1, 1, "00000000");
    EXPECT_EQ(ErrorAfterBytes(bytes).code, Errc::kProtocol) << hex;
  }
  EXPECT_EQ(ErrorAfterBytes("7fffffff 00007000 00000000").code, Errc::kTooLarge);
}

TEST(LiveConnectionTest, WhatWeCannotDoIsNotLeftOut) {
  const auto after_greeting = [](std::uint16_t features) {
    return ErrorAfter([features](ClientEnd& client) {
      client.Send(GreetingPdu{.features = features});
      client.Linger();
    });
  };
  const Error authentication = after_greeting(kFeatureCredentialsRequired);
  EXPECT_EQ(authentication.code, Errc::kUnsupportedFeature);
  EXPECT_EQ(authentication.system_error, EOPNOTSUPP);
  for (const char* host : {"pcps://localhost", "localhost?secure", "localhost@gate",
                           "localhost?user=tanya", "localhost?method=plain", "localhost?compress"})
    EXPECT_EQ(OpenError(host).code, Errc::kUnsupportedFeature) << host;
  EXPECT_EQ(OpenError("localhost?container").system_error, ESRCH);
  LiveOptions options;
  options.secure = true;
  EXPECT_EQ(OpenError("localhost", options).code, Errc::kUnsupportedFeature);
  options.secure = false;
  options.through_proxy = true;
  EXPECT_EQ(OpenError("localhost", options).code, Errc::kUnsupportedFeature);
}

TEST(LiveConnectionTest, AddressesOfIpv6AreInBrackets) {
  if (!test::HasIpv6()) {
    const Error error = OpenError("[::1]:1");
    EXPECT_EQ(error.file, "[::1]:1") << error.Message();
    return;
  }
  ModelHost model;
  const ScriptedCollector collector([&](ClientEnd& client) { model.Serve(client); }, AF_INET6);
  EXPECT_EQ(collector.host().substr(0, 6), "[::1]:");
  const auto context = LiveContext::Open(collector.host(), Patient());
  ASSERT_TRUE(context) << ErrorOf(context);
  EXPECT_EQ((*context)->HostName(), "modelhost");
}

// A local connection needs no certificate, since other hosts cannot read it.
TEST(LiveConnectionTest, CertificatesAreForThoseFromElsewhere) {
  ModelHost model;
  model.greeting.features |= kFeatureCertificateRequired | kFeatureSecure;
  const ScriptedCollector collector([&](ClientEnd& client) { model.Serve(client); });
  EXPECT_TRUE(LiveContext::Open(collector.host(), Patient()));
}

TEST(LiveConnectionTest, ContainersAreNamedAfterTheGreeting) {
  LiveOptions options = Patient();
  options.container = "pod";
  const auto greet = [](ClientEnd& client) { client.Greet(); };
  EXPECT_EQ(ErrorAfter(greet, options).code, Errc::kUnsupportedFeature);
  std::optional<test::Message> credentials, attribute;
  {
    const ScriptedCollector collector([&](ClientEnd& client) {
      client.Send(GreetingPdu{.features = kFeatureContainer});
      credentials = client.Read();
      attribute = client.Read();
    });
    (void)LiveContext::Open(collector.host() + "?container=pod", Patient());
  }
  ASSERT_TRUE(credentials && attribute);
  EXPECT_EQ(CredentialsPdu::Decode(credentials->body)->flags, kFeatureContainer);
  EXPECT_EQ(attribute->type, PduType::kAttribute);
  EXPECT_EQ(AsText(Bytes(attribute->body).subspan(4)), "pod");
}

TEST(LiveConnectionTest, SlowBytesAreBytes) {
  ModelHost model;
  for (const PduType type : {PduType::kNames, PduType::kHighresFetch})
    model.handlers[type] = [](ClientEnd& client, const test::Message&) {
      client.Trickle(ClientEnd::Encoded(ErrorPdu{-12345}));
    };
  const ScriptedCollector collector([&](ClientEnd& client) {
    client.Trickle(ClientEnd::Encoded(model.greeting));
    if (!client.Read()) return;
    while (const auto message = client.Read())
      if (message->type != PduType::kProfile) client.Trickle(ClientEnd::Encoded(ErrorPdu{-12345}));
  });
  EXPECT_TRUE(LiveContext::Open(collector.host(), Patient()));
}

// The client takes no memory for a message before its bytes arrive.
TEST(LiveConnectionTest, ClaimsOfLengthTakeNoMemory) {
  ModelHost model;
  model.handlers[PduType::kTextRequest] = [](ClientEnd& client, const test::Message&) {
    client.Send(RecordBuilder("01fffff0 00007009 00000000").Fill(100'000, 0));
  };
  const ScriptedCollector collector([&](ClientEnd& client) { model.Serve(client); });
  LiveOptions options = Patient();
  options.request_timeout = 1s;
  const auto context = LiveContext::Open(collector.host(), options);
  ASSERT_TRUE(context) << ErrorOf(context);
  const test::AllocationLimit limit(1024 * 1024);
  const auto text = (*context)->Text(TextKind::kMetricHelp, 1);
  EXPECT_TRUE(limit.Kept()) << limit.peak();
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::kTimeout) << "the whole of an answer must be there in time";
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Clients that are wrong, slow or too many.  Each test ends with a client that is right.

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <thread>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/tests/serve/server_fixture.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using test::ClientEnd;
using test::Decoded;
using test::Message;

class HostileClientTest : public test::ServerTest {
 protected:
  static ByteBuffer Header(std::uint32_t length, std::uint32_t type) {
    ByteBuffer bytes;
    ByteWriter out(bytes);
    out.U32(length);
    out.U32(type);
    out.U32(0);
    return bytes;
  }
  void ExpectToServe() {
    ClientEnd client = Connect();
    client.Send(DescRequestPdu{kServedLoad});
    const std::optional<Message> answer = client.Read();
    ASSERT_TRUE(answer);
    EXPECT_EQ(Decoded<DescPdu>(*answer).desc.id, kServedLoad);
  }
};

TEST_F(HostileClientTest, TheFirstRequestMustBeTheGreeting) {
  ClientEnd client(ConnectRaw());
  ASSERT_TRUE(client.Read());
  client.Send(DescRequestPdu{kServedLoad});
  EXPECT_FALSE(client.Read());
  ::close(client.fd());
  ExpectToServe();
}

TEST_F(HostileClientTest, WrongFlagsAreRefusedAndTheClientStays) {
  ClientEnd client = Connect();
  client.Send(CredentialsPdu{.flags = 0x200});
  EXPECT_EQ(Decoded<ErrorPdu>(*client.Read()).code, kPcpProtocol);
  client.Send(CredentialsPdu{.flags = 1});
  EXPECT_EQ(Decoded<ErrorPdu>(*client.Read()).code, kPcpNotConnected) << "no encryption";
  client.Send(DescRequestPdu{kServedLoad});
  EXPECT_EQ(client.Read()->type, PduType::kDesc);
}

TEST_F(HostileClientTest, UnknownAndMalformedRequestsAreRefusedAndTheClientStays) {
  ClientEnd client = Connect();
  for (std::uint32_t type = 0x7000; type < 0x7020; ++type) {
    if (type == static_cast<std::uint32_t>(PduType::kCredentials)) continue;
    client.Send(Bytes(Header(12, type)));
    const std::optional<Message> answer = client.Read();
    ASSERT_TRUE(answer) << type;
    EXPECT_EQ(answer->type, PduType::kError) << type;
    EXPECT_EQ(Decoded<ErrorPdu>(*answer).code, kPcpProtocol) << type;
  }
  ExpectToServe();
}

TEST_F(HostileClientTest, AnImpossibleLengthEndsTheConnection) {
  for (const std::uint32_t length : {0u, 11u, 65'540u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    ClientEnd client = Connect();
    client.Send(Bytes(Header(length, 0x7004)));
    EXPECT_FALSE(client.Read()) << length;
  }
  ExpectToServe();
}

TEST_F(HostileClientTest, RequestsMayComeInAnyPieces) {
  ClientEnd client = Connect();
  client.Trickle(ClientEnd::Encoded(DescRequestPdu{kServedLoad}));
  EXPECT_EQ(client.Read()->type, PduType::kDesc);
  ByteBuffer many;
  for (int i = 0; i < 1000; ++i) DescRequestPdu{kServedLoad}.Encode(many);
  client.Send(Bytes(many));
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(client.Read()->type, PduType::kDesc);
}

// Nor does each of its bytes earn it more time.
TEST_F(HostileClientTest, HalfARequestIsNotWaitedForForEver) {
  ClientEnd client = Connect();
  client.Send(Bytes(Header(1000, 0x7004)));
  pollfd end{client.fd(), POLLIN, 0};
  for (int i = 0; i < 900 && ::poll(&end, 1, 200) == 0; ++i) client.Send(Bytes(ByteBuffer(1)));
  EXPECT_FALSE(client.Read());
  std::vector<std::string> log;
  WithServer([&](PmcdServer&, TapeSource&) {});  // the server has done what it was about to do
  log = Log();
  ASSERT_EQ(log.size(), 1u);
  EXPECT_EQ(log[0], "dropped client 0: its message did not arrive within 5 s");
}

TEST_F(HostileClientTest, TooManyClientsAreRefused) {
  std::vector<ClientEnd> clients;
  for (std::size_t i = 0; i < most_clients_; ++i) clients.push_back(Connect());
  ClientEnd refused(ConnectRaw());
  const std::optional<Message> greeting = refused.Read();
  ASSERT_TRUE(greeting);
  EXPECT_EQ(Decoded<GreetingPdu>(*greeting).code, kPcpTooManyClients);
  EXPECT_FALSE(refused.Read());
  ::close(refused.fd());
  ::shutdown(clients.front().fd(), SHUT_WR);
  clients.front().Linger();
  ExpectToServe();
}

TEST_F(HostileClientTest, MuteClientsGiveWay) {
  std::vector<int> mute;
  for (std::size_t i = 0; i < most_clients_; ++i) {
    mute.push_back(ConnectRaw());
    ClientEnd end(mute.back());
    EXPECT_TRUE(end.Read());  // the greeting
  }
  EXPECT_TRUE(test::WaitUntil([&] {  // they have a second to speak
    const int fd = ConnectRaw();
    ClientEnd client(fd);
    const auto greeting = client.Read();
    ::close(fd);
    return greeting && Decoded<GreetingPdu>(*greeting).code == 0;
  }));
  EXPECT_FALSE(ClientEnd(mute.front()).Read());
  for (const int fd : mute) ::close(fd);
  const std::string line = "dropped client 0: it has said nothing, and another one wants its place";
  EXPECT_EQ(std::ranges::count(Log(), line), 1);
}

class ImpatientServerTest : public HostileClientTest {
 protected:
  ImpatientServerTest() { for_first_ = std::chrono::seconds(1); }
};

TEST_F(ImpatientServerTest, AMuteClientIsNotWaitedForForEver) {
  ClientEnd talks = Connect();
  ClientEnd mute(ConnectRaw());
  EXPECT_TRUE(mute.Read());
  EXPECT_FALSE(mute.Read());
  ::close(mute.fd());
  talks.Send(DescRequestPdu{kServedLoad});
  EXPECT_EQ(talks.Read()->type, PduType::kDesc) << "once it has spoken, it may be silent";
}

class LittleMemoryTest : public HostileClientTest {
 protected:
  LittleMemoryTest() { most_memory_ = std::size_t{1} << 20; }

  // A question for as many descriptors as a request can hold, again and again; the answers are not
  // read.
  static void AskWithoutReading(ClientEnd& client) {
    ByteBuffer request;
    DescIdsPdu::Encode(std::vector<MetricId>(16'000, kServedLoad), request);
    const int little = 4096;  // so that answers do not wait in the system
    ::setsockopt(client.fd(), SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
    for (int i = 0; i < 100; ++i)
      if (::send(client.fd(), request.data(), request.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        return;
  }
};

TEST_F(LittleMemoryTest, TheLargestClientsAreDropped) {
  ClientEnd small = Connect();
  std::vector<ClientEnd> large;
  for (int i = 0; i < 8; ++i) AskWithoutReading(large.emplace_back(Connect()));
  const auto is_dropped = [](const std::string& line) {
    return line.ends_with(": all clients together use more memory than they may");
  };
  EXPECT_TRUE(test::WaitUntil([&] { return std::ranges::any_of(Log(), is_dropped); }));
  for (const std::string& line : Log()) EXPECT_FALSE(line.starts_with("dropped client 0:")) << line;
  small.Send(DescRequestPdu{kServedLoad});
  EXPECT_EQ(small.Read()->type, PduType::kDesc);
}

TEST_F(LittleMemoryTest, ProfilesCount) {
  ClientEnd client = Connect();
  std::vector<InstanceId> instances(10'000);
  std::iota(instances.begin(), instances.end(), 0);
  Profile profile;
  profile.Exclude(kServedDisks, instances);
  for (std::uint32_t context = 0; context < 64; ++context) {
    ByteBuffer bytes;
    ProfilePdu::Encode(context, profile, bytes);
    client.Send(Bytes(bytes));
  }
  client.Linger();
  ExpectToServe();
}

TEST_F(HostileClientTest, AThousandComeAndLeave) {
  for (int i = 0; i < 1000; ++i) {
    const int fd = ConnectRaw();
    if (i % 3 == 1) ClientEnd(fd).Send(CredentialsPdu{});
    ::close(fd);
  }
  ExpectToServe();
}

TEST_F(HostileClientTest, AnyBytesAreSurvived) {
  std::minstd_rand random(20261125);
  std::uniform_int_distribution<std::uint32_t> byte(0, 255), size(0, 200), type(0x7000, 0x7018);
  for (int i = 0; i < 300; ++i) {
    const int fd = ConnectRaw();
    ClientEnd client(fd);
    client.Send(CredentialsPdu{});
    const std::uint32_t length = size(random) / 4 * 4;
    ByteBuffer bytes = Header(12 + length, type(random));
    for (std::uint32_t k = 0; k < length; ++k)
      bytes.push_back(static_cast<std::byte>(byte(random) & (i % 2 == 0 ? 0xff : 0x01)));
    client.Send(Bytes(bytes));
    ::shutdown(fd, SHUT_WR);
    client.Linger();
    ::close(fd);
  }
  ExpectToServe();
}

}  // namespace
}  // namespace fdr

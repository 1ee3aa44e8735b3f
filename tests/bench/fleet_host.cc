// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Many collectors in one process, to record many hosts.  Each listens on its own port of 127.0.0.1
// and has the same invented metrics, sim.m0, sim.m1, ...  Of every five metrics, one has 8
// instances of 64 bits and one has 4 of 32 bits; the others are single numbers.
//
// usage: fleet_host HOSTS METRICS
//
// Prints the ports, each on a line, and serves until its standard input ends.

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/receive_buffer.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"

namespace fdr {
namespace {

constexpr std::uint32_t kDomain = 250;
constexpr InDomId kWide = InDomId::Build(kDomain, 8), kNarrow = InDomId::Build(kDomain, 4);

std::uint32_t metric_count = 0;

MetricId IdOf(std::uint32_t number) {
  return MetricId::Build(kDomain, number / 1000, number % 1000);
}

std::uint32_t NumberOf(MetricId id) {
  const std::uint32_t number = id.cluster() * 1000 + id.item();
  return id.domain() == kDomain && number < metric_count ? number : metric_count;
}

Desc DescOf(MetricId id) {
  switch (NumberOf(id) % 5) {
    case 0:
      return {id, Type::kU64, kWide, Semantics::kCounter, {}};
    case 1:
      return {id, Type::kU32, kNarrow, Semantics::kCounter, {}};
    case 2:
      return {id, Type::kU64, {}, Semantics::kCounter, {}};
    case 3:
      return {id, Type::kDouble, {}, Semantics::kInstant, {}};
    default:
      return {id, Type::kU32, {}, Semantics::kInstant, {}};
  }
}

InstanceId Instances(InDomId indom) { return indom == kWide ? 8 : indom == kNarrow ? 4 : 0; }

Timestamp Now() {
  const auto now =
      std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  return {now / 1'000'000'000, static_cast<std::int32_t>(now % 1'000'000'000)};
}

void AddValues(MetricId id, std::uint32_t seed, ResultEncoder& encoder) {
  if (NumberOf(id) == metric_count) return encoder.AddSet(id, kPcpUnknownMetric);
  const Desc desc = DescOf(id);
  const InstanceId count = Instances(desc.indom);
  const bool is_word = desc.type == Type::kU32;
  encoder.BeginSet(id, is_word ? ValueFormat::kInPlace : ValueFormat::kPointer);
  std::array<std::byte, 8> number = {};
  for (InstanceId i = 0; i < std::max(count, 1); ++i) {
    const InstanceId instance = count > 0 ? i : kSingular;
    StoreU32(number.data() + 4, seed + id.item());
    is_word ? encoder.AddInPlace(instance, seed) : encoder.AddBlock(instance, desc.type, number);
  }
}

// A client of one of the collectors.
struct Client {
  ReceiveBuffer received{kMaxRequestSize};
  ByteBuffer out;
  std::uint32_t fetches = 0;
};

template <class Message>
Message Decoded(const Pdu& pdu) {
  const Result<Message> message = Message::Decode(pdu.body);
  return message ? *message : Message{};
}

void AnswerIds(const NamesPdu& names, ByteBuffer& out) {
  IdsPdu ids;
  for (const std::string_view name : names.names) {
    std::uint32_t number = metric_count;
    if (name.starts_with("sim.m"))
      std::from_chars(name.data() + 5, name.data() + name.size(), number);
    ids.ids.push_back(number < metric_count ? IdOf(number) : MetricId{});
    ids.status += number < metric_count ? 1 : 0;
  }
  if (names.names.size() == 1 && ids.status == 0)
    return ErrorPdu{names.names[0] == "sim" ? kPcpNotALeaf : kPcpUnknownName}.Encode(out);
  ids.Encode(out);
}

void AnswerNames(std::uint32_t first, std::uint32_t end, ByteBuffer& out) {
  std::vector<std::string> names;
  for (std::uint32_t i = first; i < end; ++i) names.push_back("sim.m" + std::to_string(i));
  NamesPdu answer;
  answer.names.assign(names.begin(), names.end());
  answer.Encode(out);
}

void AnswerInstances(InDomId indom, ByteBuffer& out) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(Instances(indom)));
  for (InstanceId i = 0; i < Instances(indom); ++i) names.push_back("unit" + std::to_string(i));
  InstancePdu answer{indom, {}};
  for (std::size_t i = 0; i < names.size(); ++i)
    answer.instances.push_back({static_cast<InstanceId>(i), names[i]});
  answer.Encode(out);
}

void AnswerFetch(Client& client, const FetchPdu& fetch) {
  static ResultEncoder encoder;
  ++client.fetches;
  encoder.Begin(Now());
  for (const MetricId id : fetch.metrics) AddValues(id, client.fetches, encoder);
  EncodeResultPdu(PduType::kHighresResult, encoder, client.out);
}

void Answer(Client& client, const Pdu& pdu) {
  ByteBuffer& out = client.out;
  switch (pdu.type) {
    case PduType::kCredentials:
    case PduType::kAttribute:
    case PduType::kProfile:
      return;
    case PduType::kNames:
      return AnswerIds(Decoded<NamesPdu>(pdu), out);
    case PduType::kTraverse:
      return AnswerNames(0, metric_count, out);
    case PduType::kIds: {
      const std::uint32_t number = NumberOf(Decoded<IdsPdu>(pdu).ids.at(0));
      return AnswerNames(number, number + 1, out);
    }
    case PduType::kDescRequest:
      return DescPdu{DescOf(Decoded<DescRequestPdu>(pdu).id)}.Encode(out);
    case PduType::kDescIds: {
      DescsPdu descs;
      for (const MetricId id : Decoded<DescIdsPdu>(pdu).ids) descs.descs.push_back(DescOf(id));
      return descs.Encode(out);
    }
    case PduType::kInstanceRequest:
      return AnswerInstances(Decoded<InstanceRequestPdu>(pdu).indom, out);
    case PduType::kTextRequest: {
      const std::uint32_t id = Decoded<TextRequestPdu>(pdu).id;
      return TextPdu{id, "Invented, to have something to record"}.Encode(out);
    }
    case PduType::kLabelRequest: {
      const LabelRequestPdu request = Decoded<LabelRequestPdu>(pdu);
      return LabelPdu{request.id, request.level, {}}.Encode(out);
    }
    case PduType::kHighresFetch:
      return AnswerFetch(client, Decoded<FetchPdu>(pdu));
    default:
      return ErrorPdu{kPcpProtocol}.Encode(out);
  }
}

// Whether the client is still there.
bool Serve(int fd, Client& client) {
  const std::span<std::byte> room = client.received.Room();
  const ssize_t size = ::recv(fd, room.data(), room.size(), 0);
  if (size <= 0) return false;
  client.received.Add(static_cast<std::size_t>(size));
  while (true) {
    const Result<std::optional<Pdu>> pdu = client.received.Next();
    if (!pdu) return false;
    if (!*pdu) break;
    Answer(client, **pdu);
  }
  // Answers fit into the buffers of the connection, so no write waits.
  const ssize_t sent = ::send(fd, client.out.data(), client.out.size(), MSG_NOSIGNAL);
  const bool all_sent = sent == static_cast<ssize_t>(client.out.size());
  client.out.clear();
  return all_sent;
}

int Listen() {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(fd, 16) != 0 ||
      ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    std::perror("fleet_host");
    std::exit(1);
  }
  fmt::print("{}\n", ntohs(address.sin_port));
  return fd;
}

void Accept(int listener, std::map<int, Client>& clients, std::vector<pollfd>& watched) {
  const int fd = ::accept(listener, nullptr, nullptr);
  if (fd < 0) return;
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ByteBuffer greeting;
  GreetingPdu{.features = kFeatureLabels | kFeatureHighres | kFeatureDescs}.Encode(greeting);
  if (::send(fd, greeting.data(), greeting.size(), MSG_NOSIGNAL) < 0) {
    ::close(fd);
    return;
  }
  clients[fd];
  watched.push_back({fd, POLLIN, 0});
}

int Run(std::size_t hosts) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  std::vector<pollfd> watched = {{STDIN_FILENO, POLLIN, 0}};
  for (std::size_t i = 0; i < hosts; ++i) watched.push_back({Listen(), POLLIN, 0});
  std::fflush(stdout);
  std::map<int, Client> clients;
  while (::poll(watched.data(), watched.size(), -1) > 0 && watched[0].revents == 0) {
    for (std::size_t i = watched.size(); i-- > hosts + 1;) {
      if (watched[i].revents == 0 || Serve(watched[i].fd, clients[watched[i].fd])) continue;
      ::close(watched[i].fd);
      clients.erase(watched[i].fd);
      watched.erase(watched.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = 1; i <= hosts; ++i)
      if (watched[i].revents != 0) Accept(watched[i].fd, clients, watched);
  }
  return 0;
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  fdr::metric_count = static_cast<std::uint32_t>(std::atoi(argv[2]));
  return fdr::Run(static_cast<std::size_t>(std::atoi(argv[1])));
}

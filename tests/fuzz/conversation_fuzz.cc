// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a client sends to a server in a whole connection: a byte with its rights, a byte with the
// size of the pieces in which the rest arrives, and then its bytes.  Each request must be answered
// once, with messages that a client can decode, until the client is sent away.

#include <memory>
#include <string>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/pmcd/client_requests.h"
#include "fdr/replay/serve/pmcd/server_metrics.h"
#include "fdr/replay/serve/tape/tape_source.h"
#include "fdr/replay/sources/pdu/receive_buffer.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/fuzz/fuzz_directory.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::fuzz {
namespace {

using test::At;
using test::Single;

constexpr MetricId kLoad = MetricId::Build(60, 2, 0), kReads = MetricId::Build(60, 0, 4);
constexpr InDomId kDisks = InDomId::Build(60, 1);

std::unique_ptr<ArchiveContext> MakeArchive() {
  const std::string base = Directory() + "/served";
  test::ArchiveBuilder archive(base);
  archive.Metric({.name = "kernel.all.load", .id = kLoad, .type = Type::kDouble})
      .Metric({.name = "disk.dev.read", .id = kReads, .type = Type::kU64, .indom = kDisks})
      .Text(TextKind::kMetricOneLine, kLoad.value, "how busy it is")
      .InDom(At(0), kDisks, {{0, "sda"}, {1, "sdb on a controller"}});
  for (int i = 0; i < 10; ++i)
    archive.Record(At(i), {Single(kLoad, 1.0 * i), {kReads, {{0, 10 * i}, {1, 20 * i}}}});
  archive.Close();
  return std::move(*ArchiveContext::Open(base));
}

class Conversation {
 public:
  explicit Conversation(std::uint8_t rights)
      : tape_(Archive(), Archive(), TapeClock(At(0), At(9), At(5)),
              TapeOptions{false, Zone(), "toy"},
              Clocks{[] { return std::chrono::seconds(100); }, [] { return At(500); }},
              ServerMetrics({"toyhost", "UTC", "1", 7}, facts_)),
        requests_(tape_, facts_, 0),
        received_(kMaxRequestSize) {
    facts_.clients[0] = {};
    requests_.SetRights(rights & kMayAll);
  }

  // Whether the client may go on.
  bool Receive(Bytes piece) {
    while (!piece.empty()) {
      const std::span<std::byte> room = received_.Room();
      const Bytes part = piece.first(std::min(piece.size(), room.size()));
      std::ranges::copy(part, room.begin());
      received_.Add(part.size());
      piece = piece.subspan(part.size());
      if (!AnswerAll()) return false;
    }
    return true;
  }

 private:
  static ArchiveContext& Archive() {
    static const std::unique_ptr<ArchiveContext> archive = MakeArchive();
    return *archive;
  }

  bool AnswerAll() {
    while (true) {
      const auto request = received_.Next();
      if (!request) return false;
      if (!*request) return true;
      int answers = 0;
      bool stays = true;
      ByteBuffer out;
      requests_.Answer(**request, out, [&](const std::string& end) {
        ++answers;
        stays = end.empty();
      });
      Require(answers == 1, "an archive answers each request once, and at once");
      RequireMessages(out);
      if (!stays) return false;
    }
  }

  static void RequireMessages(const ByteBuffer& out) {
    ReceiveBuffer client(std::size_t{1} << 30);
    for (std::size_t at = 0; at < out.size();) {
      const std::span<std::byte> room = client.Room();
      const std::size_t size = std::min(room.size(), out.size() - at);
      std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(at), size, room.begin());
      client.Add(size);
      at += size;
      while (true) {
        const auto message = client.Next();
        Require(message.has_value(), "a client can decode the answer");
        if (!*message) break;
      }
    }
    Require(!client.HasPart(), "answers are complete");
  }

  ServerFacts facts_;
  TapeSource tape_;
  ClientRequests requests_;
  ReceiveBuffer received_;
};

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  fdr::fuzz::Conversation conversation(data[0]);
  fdr::Bytes rest = fdr::fuzz::Input(data + 2, size - 2);
  const std::size_t piece = data[1] == 0 ? size : data[1];
  while (!rest.empty()) {
    const std::size_t now = std::min(piece, rest.size());
    if (!conversation.Receive(rest.first(now))) break;
    rest = rest.subspan(now);
  }
  return 0;
}

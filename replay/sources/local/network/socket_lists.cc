// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sockets counted by their state: /proc/net/udp, raw and unix.  (TCP has too many for its list.)

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

constexpr std::uint64_t kEstablished = 1, kListening = 7;

//   sl  local_address rem_address   st ...
//    0: 00000000:07E8 00000000:0000 07 ...
class InternetSockets final : public Source {
 public:
  InternetSockets(Machine& machine, const char* file, GridId id)
      : machine_(machine), file_(machine.Proc(file)), grid_(machine.grid(id)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    std::uint64_t count = 0, established = 0, listening = 0;
    FieldScanner in(*content);
    in.Line();
    for (; !in.AtEnd(); ++count) {
      FieldScanner line(in.Line());
      for (int i = 0; i < 3; ++i) line.Word();
      std::uint64_t state = 0;
      if (!line.Number(state, 16)) continue;
      established += state == kEstablished;
      listening += state == kListening;
    }
    grid_.AddRow(kSingular);
    grid_.SetInteger(count_, count);
    grid_.SetInteger(established_, established);
    grid_.SetInteger(listening_, listening);
  }

 private:
  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  Column count_ = grid_.Find("count"), established_ = grid_.Find("established"),
         listening_ = grid_.Find("listen");
};

//   Num       RefCount Protocol Flags    Type St Inode Path
//   00000000a48b9c90: 00000002 00000000 00010000 0001 01 2639734 /run/socket
class UnixSockets final : public Source {
 public:
  explicit UnixSockets(Machine& machine)
      : machine_(machine), file_(machine.Proc("net/unix")), grid_(machine.grid(GridId::kUnix)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    std::uint64_t datagram = 0, stream = 0, established = 0, listening = 0;
    FieldScanner in(*content);
    in.Line();
    while (!in.AtEnd()) {
      FieldScanner line(in.Line());
      for (int i = 0; i < 3; ++i) line.Word();
      std::uint64_t flags = 0, type = 0, state = 0;
      if (!line.Number(flags, 16) || !line.Number(type, 16) || !line.Number(state, 16)) continue;
      datagram += type == kDatagram;
      if (type != kStream) continue;
      ++stream;
      established += state == kConnected;
      listening += (flags & kAccepting) != 0;
    }
    grid_.AddRow(kSingular);
    grid_.SetInteger(datagram_, datagram);
    grid_.SetInteger(stream_, stream);
    grid_.SetInteger(established_, established);
    grid_.SetInteger(listening_, listening);
  }

 private:
  static constexpr std::uint64_t kStream = 1, kDatagram = 2, kConnected = 3, kAccepting = 0x10000;

  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  Column datagram_ = grid_.Find("datagram"), stream_ = grid_.Find("stream"),
         established_ = grid_.Find("stream_established"), listening_ = grid_.Find("stream_listen");
};

}  // namespace

std::unique_ptr<Source> MakeUdpSockets(Machine& machine) {
  return std::make_unique<InternetSockets>(machine, "net/udp", GridId::kUdp);
}
std::unique_ptr<Source> MakeUdp6Sockets(Machine& machine) {
  return std::make_unique<InternetSockets>(machine, "net/udp6", GridId::kUdp6);
}
std::unique_ptr<Source> MakeRawSockets(Machine& machine) {
  return std::make_unique<InternetSockets>(machine, "net/raw", GridId::kRaw);
}
std::unique_ptr<Source> MakeRaw6Sockets(Machine& machine) {
  return std::make_unique<InternetSockets>(machine, "net/raw6", GridId::kRaw6);
}
std::unique_ptr<Source> MakeUnixSockets(Machine& machine) {
  return std::make_unique<UnixSockets>(machine);
}

}  // namespace fdr::local

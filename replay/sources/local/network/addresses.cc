// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The addresses of network interfaces, as text.

#include <arpa/inet.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <array>
#include <charconv>
#include <cstring>
#include <unordered_map>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

std::string_view ScopeName(std::uint64_t scope) {
  switch (scope) {
    case 0x00:
      return "Global";
    case 0x10:
      return "Host";
    case 0x20:
      return "Link";
    case 0x40:
      return "Site";
    default:
      return "Unknown";
  }
}

// Parses 32 hexadecimal digits.
bool ParseAddress(std::string_view digits, in6_addr& address) {
  if (digits.size() != 2 * sizeof address.s6_addr) return false;
  for (std::size_t i = 0; i < sizeof address.s6_addr; ++i) {
    const char* const byte = digits.data() + 2 * i;
    if (std::from_chars(byte, byte + 2, address.s6_addr[i], 16).ptr != byte + 2) return false;
  }
  return true;
}

class Addresses final : public Source {
 public:
  explicit Addresses(Machine& machine) : machine_(machine), file6_(machine.Proc("net/if_inet6")) {}

  void Refresh() override {
    grid_.Clear();
    if (const auto content = interfaces_.Read(machine_.buffer)) {
      FieldScanner in(*content);
      in.Line();
      in.Line();
      while (!in.AtEnd()) {
        std::string_view name;
        if (FieldScanner(in.Line()).UpTo(':', name)) RowOf(Trimmed(name));
      }
    }
    KeepOnly(hardware_files_, grid_.rows());
    for (std::size_t row = 0; row < grid_.rows().size(); ++row) ReadHardware(row);
    ReadIp4();
    const auto content = file6_.Read(machine_.buffer);
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) ReadIp6(FieldScanner(in.Line()));
  }

 private:
  std::size_t RowOf(std::string_view name) {
    const InstanceId id = names_.IdOf(name);
    for (std::size_t row = 0; row < grid_.rows().size(); ++row)
      if (grid_.rows()[row] == id) return row;
    grid_.AddRow(id);
    return grid_.rows().size() - 1;
  }

  void ReadHardware(std::size_t row) {
    const InstanceId id = grid_.rows()[row];
    auto it = hardware_files_.find(id);
    if (it == hardware_files_.end()) {
      const std::string directory = machine_.Sys("class/net/") + std::string(names_.NameOf(id));
      it = hardware_files_.emplace(id, KernelFile(directory + "/address")).first;
    }
    const auto address = it->second.Read(machine_.buffer);
    if (address && !Trimmed(*address).empty()) grid_.SetText(row, hardware_, Trimmed(*address));
  }

  // Further addresses of an interface have names of their own: "eth0:1".
  void ReadIp4() {
    std::array<ifreq, 512> requests;
    ifconf list = {};
    list.ifc_len = sizeof requests;
    list.ifc_req = requests.data();
    if (ioctl(socket_.get(), SIOCGIFCONF, &list) != 0) return;
    const std::size_t count = static_cast<std::size_t>(list.ifc_len) / sizeof(ifreq);
    for (std::size_t i = 0; i < count && i < requests.size(); ++i) {
      sockaddr_in address;
      std::memcpy(&address, &requests[i].ifr_addr, sizeof address);
      char text[INET_ADDRSTRLEN] = "";
      if (inet_ntop(AF_INET, &address.sin_addr, text, sizeof text) == nullptr) continue;
      const std::string_view name(requests[i].ifr_name,
                                  strnlen(requests[i].ifr_name, sizeof requests[i].ifr_name));
      grid_.SetText(RowOf(name), inet_, text);
    }
  }

  // "fe8000000000000000fc00fffe000001 04 40 20 80     eth0"
  void ReadIp6(FieldScanner line) {
    in6_addr address;
    std::uint64_t index = 0, prefix = 0, scope = 0, flags = 0;
    if (!ParseAddress(line.Word(), address) || !line.Number(index, 16) ||
        !line.Number(prefix, 16) || !line.Number(scope, 16) || !line.Number(flags, 16))
      return;
    char text[INET6_ADDRSTRLEN] = "";
    if (inet_ntop(AF_INET6, &address, text, sizeof text) == nullptr) return;
    const std::size_t row = RowOf(line.Word());
    text_.assign(text).append("/").append(std::to_string(prefix));
    grid_.SetText(row, inet6_, text_);
    grid_.SetText(row, scope6_, ScopeName(scope));
  }

  Machine& machine_;
  KernelFile interfaces_{machine_.Proc("net/dev")}, file6_;
  std::unordered_map<InstanceId, KernelFile> hardware_files_;
  Grid& grid_ = machine_.grid(GridId::kAddress);
  InstanceTable& names_ = machine_.instances(GridId::kAddress);
  std::string text_;  // a member to reuse its memory
  Column inet_ = grid_.Find("inet"), inet6_ = grid_.Find("inet6"), scope6_ = grid_.Find("scope6"),
         hardware_ = grid_.Find("hardware");
  UniqueFd socket_{socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
};

}  // namespace

std::unique_ptr<Source> MakeAddresses(Machine& machine) {
  return std::make_unique<Addresses>(machine);
}

}  // namespace fdr::local

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Properties of network interfaces: /sys/class/net, and netdevice(7).

#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unordered_map>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// The speed of a line is given in 10^6 bits per second.
constexpr double kBitsPerByte = 8;
constexpr double kMegabyte = 1024 * 1024;

class NetDevices final : public Source {
 public:
  explicit NetDevices(Machine& machine) : machine_(machine), file_(machine.Proc("net/dev")) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    FieldScanner in(content.value_or(""));
    in.Line();
    in.Line();
    while (!in.AtEnd()) {
      std::string_view name;
      if (FieldScanner(in.Line()).UpTo(':', name)) grid_.AddRow(names_.IdOf(Trimmed(name)));
    }
    KeepOnly(known_, grid_.rows());
    for (std::size_t row = 0; row < grid_.rows().size(); ++row) Describe(row);
  }

 private:
  struct Device {
    explicit Device(const std::string& directory)
        : speed(directory + "/speed"),
          duplex(directory + "/duplex"),
          type(directory + "/type"),
          wireless(access((directory + "/wireless").c_str(), F_OK) == 0) {}
    KernelFile speed, duplex, type;
    bool wireless;
    bool is_virtual = false;
  };

  std::optional<std::uint64_t> NumberIn(KernelFile& file) {
    const auto content = file.Read(machine_.buffer);
    std::uint64_t number = 0;
    if (!FieldScanner(content.value_or("")).Number(number)) return std::nullopt;
    return number;
  }

  // The file "flags" does not say whether the interface is running, so asks by ioctl(2).  False if
  // the interface is gone.
  bool Ask(unsigned long question, std::string_view name, ifreq& answer) const {
    answer = {};
    if (name.size() >= sizeof answer.ifr_name) return false;
    name.copy(answer.ifr_name, name.size());
    return ioctl(socket_.get(), question, &answer) == 0;
  }

  Device& DeviceOf(InstanceId id) {
    if (const auto it = known_.find(id); it != known_.end()) return it->second;
    const std::string name(names_.NameOf(id));
    Device& device = known_.emplace(id, Device(machine_.Sys("class/net/") + name)).first->second;
    device.is_virtual = access(machine_.Sys("devices/virtual/net/" + name).c_str(), F_OK) == 0;
    return device;
  }

  void Describe(std::size_t row) {
    Device& device = DeviceOf(grid_.rows()[row]);
    if (const auto type = NumberIn(device.type)) grid_.SetInteger(row, type_, *type);
    grid_.SetInteger(row, wireless_, device.wireless ? 1 : 0);
    grid_.SetInteger(row, virtual_, device.is_virtual ? 1 : 0);
    const std::string_view name = names_.NameOf(grid_.rows()[row]);
    ifreq answer;
    if (Ask(SIOCGIFMTU, name, answer))
      grid_.SetInteger(row, mtu_, static_cast<std::uint64_t>(answer.ifr_mtu));
    const int flags = Ask(SIOCGIFFLAGS, name, answer) ? answer.ifr_flags : 0;
    grid_.SetInteger(row, up_, (flags & IFF_UP) != 0);
    grid_.SetInteger(row, running_, (flags & IFF_RUNNING) != 0);
    if ((flags & IFF_RUNNING) == 0) return;
    // Only physical lines have a speed.
    if (const auto speed = NumberIn(device.speed)) {
      const double bytes =
          static_cast<double>(static_cast<std::uint32_t>(*speed)) * 1e6 / kBitsPerByte;
      grid_.SetReal(row, speed_, bytes / kMegabyte);
      grid_.SetInteger(row, baudrate_, static_cast<std::uint64_t>(bytes));
    }
    if (const auto duplex = device.duplex.Read(machine_.buffer)) {
      if (duplex->starts_with("full")) grid_.SetInteger(row, duplex_, 2);
      if (duplex->starts_with("half")) grid_.SetInteger(row, duplex_, 1);
    }
  }

  Machine& machine_;
  KernelFile file_;
  Grid& grid_ = machine_.grid(GridId::kInterfaceDevice);
  InstanceTable& names_ = machine_.instances(GridId::kInterfaceDevice);
  Column mtu_ = grid_.Find("mtu"), up_ = grid_.Find("up"), running_ = grid_.Find("running"),
         speed_ = grid_.Find("speed"), baudrate_ = grid_.Find("baudrate"),
         duplex_ = grid_.Find("duplex"), type_ = grid_.Find("type"),
         wireless_ = grid_.Find("wireless"), virtual_ = grid_.Find("virtual");
  UniqueFd socket_{socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  std::unordered_map<InstanceId, Device> known_;
};

}  // namespace

std::unique_ptr<Source> MakeNetDevices(Machine& machine) {
  return std::make_unique<NetDevices>(machine);
}

}  // namespace fdr::local

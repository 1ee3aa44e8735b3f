// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: network interfaces and their queues.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kInterfaceAllRows[] = {
    {"network.all.in.bytes", Linux(90, 0), kU64, kCounter, kByte, "in.bytes",
     "bytes received, without loopback and virtual interfaces"},
    {"network.all.in.packets", Linux(90, 1), kU64, kCounter, kCount, "in.packets",
     "packets received, without loopback and virtual interfaces"},
    {"network.all.in.errors", Linux(90, 2), kU64, kCounter, kCount, "in.errors",
     "packets with errors, received, without loopback and virtual interfaces"},
    {"network.all.in.drops", Linux(90, 3), kU64, kCounter, kCount, "in.drops",
     "packets that were dropped, received, without loopback and virtual interfaces"},
    {"network.all.out.bytes", Linux(90, 4), kU64, kCounter, kByte, "out.bytes",
     "bytes sent, without loopback and virtual interfaces"},
    {"network.all.out.packets", Linux(90, 5), kU64, kCounter, kCount, "out.packets",
     "packets sent, without loopback and virtual interfaces"},
    {"network.all.out.errors", Linux(90, 6), kU64, kCounter, kCount, "out.errors",
     "packets with errors, sent, without loopback and virtual interfaces"},
    {"network.all.out.drops", Linux(90, 7), kU64, kCounter, kCount, "out.drops",
     "packets that were dropped, sent, without loopback and virtual interfaces"},
    {"network.all.total.bytes", Linux(90, 8), kU64, kCounter, kByte, "total.bytes",
     "bytes received and sent, without loopback and virtual interfaces"},
    {"network.all.total.packets", Linux(90, 9), kU64, kCounter, kCount, "total.packets",
     "packets received and sent, without loopback and virtual interfaces"},
    {"network.all.total.errors", Linux(90, 10), kU64, kCounter, kCount, "total.errors",
     "packets with errors, received and sent, without loopback and virtual interfaces"},
    {"network.all.total.drops", Linux(90, 11), kU64, kCounter, kCount, "total.drops",
     "packets that were dropped, received and sent, without loopback and virtual interfaces"},
};

constexpr MetricRow kInterfaceRows[] = {
    {"network.interface.collisions", Linux(3, 13), kU64, kCounter, kCount, "collisions",
     "packets that collided when sent"},
    {"network.interface.in.bytes", Linux(3, 0), kU64, kCounter, kByte, "in.bytes",
     "bytes received"},
    {"network.interface.in.packets", Linux(3, 1), kU64, kCounter, kCount, "in.packets",
     "packets received"},
    {"network.interface.in.errors", Linux(3, 2), kU64, kCounter, kCount, "in.errors",
     "packets with errors, received"},
    {"network.interface.in.drops", Linux(3, 3), kU64, kCounter, kCount, "in.drops",
     "packets that were dropped, received"},
    {"network.interface.in.fifo", Linux(3, 4), kU64, kCounter, kCount, "in.fifo",
     "overruns of the queue, received"},
    {"network.interface.in.frame", Linux(3, 5), kU64, kCounter, kCount, "in.frame",
     "packets with framing errors, received"},
    {"network.interface.in.compressed", Linux(3, 6), kU64, kCounter, kCount, "in.compressed",
     "compressed packets, received"},
    {"network.interface.in.mcasts", Linux(3, 7), kU64, kCounter, kCount, "in.mcasts",
     "multicast packets, received"},
    {"network.interface.out.bytes", Linux(3, 8), kU64, kCounter, kByte, "out.bytes", "bytes sent"},
    {"network.interface.out.packets", Linux(3, 9), kU64, kCounter, kCount, "out.packets",
     "packets sent"},
    {"network.interface.out.errors", Linux(3, 10), kU64, kCounter, kCount, "out.errors",
     "packets with errors, sent"},
    {"network.interface.out.drops", Linux(3, 11), kU64, kCounter, kCount, "out.drops",
     "packets that were dropped, sent"},
    {"network.interface.out.fifo", Linux(3, 12), kU64, kCounter, kCount, "out.fifo",
     "overruns of the queue, sent"},
    {"network.interface.out.carrier", Linux(3, 14), kU64, kCounter, kCount, "out.carrier",
     "losses of the carrier, sent"},
    {"network.interface.out.compressed", Linux(3, 15), kU64, kCounter, kCount, "out.compressed",
     "compressed packets, sent"},
    {"network.interface.total.bytes", Linux(3, 16), kU64, kCounter, kByte, "total.bytes",
     "bytes received and sent"},
    {"network.interface.total.packets", Linux(3, 17), kU64, kCounter, kCount, "total.packets",
     "packets received and sent"},
    {"network.interface.total.errors", Linux(3, 18), kU64, kCounter, kCount, "total.errors",
     "packets with errors, received and sent"},
    {"network.interface.total.drops", Linux(3, 19), kU64, kCounter, kCount, "total.drops",
     "packets that were dropped, received and sent"},
    {"network.interface.total.mcasts", Linux(3, 20), kU64, kCounter, kCount, "total.mcasts",
     "multicast packets, received and sent"},
};

constexpr MetricRow kInterfaceDeviceRows[] = {
    {"network.interface.mtu", Linux(3, 21), kU32, kInstant, kByte, "mtu",
     "size of the largest packet"},
    {"network.interface.speed", Linux(3, 22), kFloat, kDiscrete, kMbytePerSec, "speed",
     "speed of the line in megabytes"},
    {"network.interface.baudrate", Linux(3, 23), kU64, kDiscrete, kBytePerSec, "baudrate",
     "speed of the line in bytes"},
    {"network.interface.duplex", Linux(3, 24), kU32, kDiscrete, kNoUnits, "duplex",
     "2 if both sides may send at a time, 1 if not"},
    {"network.interface.up", Linux(3, 25), kU32, kInstant, kNoUnits, "up",
     "whether it was turned on"},
    {"network.interface.running", Linux(3, 26), kU32, kInstant, kNoUnits, "running",
     "whether it is connected"},
    {"network.interface.wireless", Linux(3, 28), kU32, kDiscrete, kNoUnits, "wireless",
     "whether it is a radio"},
    {"network.interface.type", Linux(3, 29), kU32, kDiscrete, kNoUnits, "type",
     "kind of the physical device"},
    {"network.interface.virtual", Linux(3, 30), kU32, kDiscrete, kNoUnits, "virtual",
     "whether there is no physical device"},
};

constexpr MetricRow kAddressRows[] = {
    {"network.interface.inet_addr", Linux(33, 0), kString, kDiscrete, kNoUnits, "inet",
     "address of IP version 4"},
    {"network.interface.ipv6_addr", Linux(33, 1), kString, kDiscrete, kNoUnits, "inet6",
     "address of IP version 6"},
    {"network.interface.ipv6_scope", Linux(33, 2), kString, kDiscrete, kNoUnits, "scope6",
     "scope of the address of IP version 6"},
    {"network.interface.hw_addr", Linux(33, 3), kString, kDiscrete, kNoUnits, "hardware",
     "address of the device"},
};

constexpr MetricRow kSoftnetRows[] = {
    {"network.softnet.processed", Linux(57, 0), kU64, kCounter, kCount, "processed",
     "packets that were handled"},
    {"network.softnet.dropped", Linux(57, 1), kU64, kCounter, kCount, "dropped",
     "packets that were dropped as the queue was full"},
    {"network.softnet.time_squeeze", Linux(57, 2), kU64, kCounter, kCount, "time_squeeze",
     "turns that ended before all packets were handled"},
    {"network.softnet.cpu_collision", Linux(57, 3), kU64, kCounter, kCount, "cpu_collision",
     "collisions of processors that wanted to send"},
    {"network.softnet.received_rps", Linux(57, 4), kU64, kCounter, kCount, "received_rps",
     "interrupts to handle packets on other processors"},
    {"network.softnet.flow_limit_count", Linux(57, 5), kU64, kCounter, kCount, "flow_limit_count",
     "packets dropped since one flow took too much"},
};

constexpr MetricRow kSoftnetCpuRows[] = {
    {"network.softnet.percpu.processed", Linux(57, 6), kU64, kCounter, kCount, "processed",
     "packets that were handled, by processor"},
    {"network.softnet.percpu.dropped", Linux(57, 7), kU64, kCounter, kCount, "dropped",
     "packets that were dropped as the queue was full, by processor"},
    {"network.softnet.percpu.time_squeeze", Linux(57, 8), kU64, kCounter, kCount, "time_squeeze",
     "turns that ended before all packets were handled, by processor"},
    {"network.softnet.percpu.cpu_collision", Linux(57, 9), kU64, kCounter, kCount, "cpu_collision",
     "collisions of processors that wanted to send, by processor"},
    {"network.softnet.percpu.received_rps", Linux(57, 10), kU64, kCounter, kCount, "received_rps",
     "interrupts to handle packets on other processors, by processor"},
    {"network.softnet.percpu.flow_limit_count", Linux(57, 11), kU64, kCounter, kCount,
     "flow_limit_count", "packets dropped since one flow took too much, by processor"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kInterfaceAll, kInterfaceAllRows},
    {GridId::kInterface, kInterfaceRows},
    {GridId::kInterfaceDevice, kInterfaceDeviceRows},
    {GridId::kAddress, kAddressRows},
    {GridId::kSoftnet, kSoftnetRows},
    {GridId::kSoftnetCpu, kSoftnetCpuRows},
};

}  // namespace

std::span<const MetricGroup> InterfaceMetrics() { return kGroups; }

}  // namespace fdr::local

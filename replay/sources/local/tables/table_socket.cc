// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: sockets and connections.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kSockstatRows[] = {
    {"network.sockstat.total", Linux(11, 9), k32, kInstant, kCount, "sockets.used",
     "sockets in use"},
    {"network.sockstat.tcp.inuse", Linux(11, 0), k32, kInstant, kCount, "TCP.inuse", ""},
    {"network.sockstat.tcp.orphan", Linux(11, 10), k32, kInstant, kCount, "TCP.orphan", ""},
    {"network.sockstat.tcp.tw", Linux(11, 11), k32, kInstant, kCount, "TCP.tw", ""},
    {"network.sockstat.tcp.alloc", Linux(11, 12), k32, kInstant, kCount, "TCP.alloc", ""},
    {"network.sockstat.tcp.mem", Linux(11, 13), k32, kInstant, kCount, "TCP.mem", ""},
    {"network.sockstat.udp.inuse", Linux(11, 3), k32, kInstant, kCount, "UDP.inuse", ""},
    {"network.sockstat.udp.mem", Linux(11, 14), k32, kInstant, kCount, "UDP.mem", ""},
    {"network.sockstat.udplite.inuse", Linux(11, 8), k32, kInstant, kCount, "UDPLITE.inuse", ""},
    {"network.sockstat.raw.inuse", Linux(11, 6), k32, kInstant, kCount, "RAW.inuse", ""},
    {"network.sockstat.frag.inuse", Linux(11, 15), k32, kInstant, kCount, "FRAG.inuse", ""},
    {"network.sockstat.frag.memory", Linux(11, 16), k32, kInstant, kCount, "FRAG.memory", ""},
};

constexpr MetricRow kSockstat6Rows[] = {
    {"network.sockstat.tcp6.inuse", Linux(73, 0), k32, kInstant, kCount, "TCP6.inuse", ""},
    {"network.sockstat.udp6.inuse", Linux(73, 1), k32, kInstant, kCount, "UDP6.inuse", ""},
    {"network.sockstat.udplite6.inuse", Linux(73, 2), k32, kInstant, kCount, "UDPLITE6.inuse", ""},
    {"network.sockstat.raw6.inuse", Linux(73, 3), k32, kInstant, kCount, "RAW6.inuse", ""},
    {"network.sockstat.frag6.inuse", Linux(73, 4), k32, kInstant, kCount, "FRAG6.inuse", ""},
    {"network.sockstat.frag6.memory", Linux(73, 5), k32, kInstant, kCount, "FRAG6.memory", ""},
};

constexpr MetricRow kUdpRows[] = {
    {"network.udpconn.established", Linux(79, 1), kU32, kInstant, kCount, "established",
     "sockets of UDP that are connected"},
    {"network.udpconn.listen", Linux(79, 2), kU32, kInstant, kCount, "listen",
     "sockets of UDP that are not connected"},
};

constexpr MetricRow kRawRows[] = {
    {"network.rawconn.count", Linux(77, 1), kU32, kInstant, kCount, "count", "raw sockets"},
};

constexpr MetricRow kTcpRows[] = {
    {"network.tcpconn.established", Linux(19, 1), kU32, kInstant, kCount, "established",
     "connections of TCP in the state ESTABLISHED"},
    {"network.tcpconn.syn_sent", Linux(19, 2), kU32, kInstant, kCount, "syn_sent",
     "connections of TCP in the state SYN_SENT"},
    {"network.tcpconn.syn_recv", Linux(19, 3), kU32, kInstant, kCount, "syn_recv",
     "connections of TCP in the state SYN_RECV"},
    {"network.tcpconn.fin_wait1", Linux(19, 4), kU32, kInstant, kCount, "fin_wait1",
     "connections of TCP in the state FIN_WAIT1"},
    {"network.tcpconn.fin_wait2", Linux(19, 5), kU32, kInstant, kCount, "fin_wait2",
     "connections of TCP in the state FIN_WAIT2"},
    {"network.tcpconn.time_wait", Linux(19, 6), kU32, kInstant, kCount, "time_wait",
     "connections of TCP in the state TIME_WAIT"},
    {"network.tcpconn.close", Linux(19, 7), kU32, kInstant, kCount, "close",
     "connections of TCP in the state CLOSE"},
    {"network.tcpconn.close_wait", Linux(19, 8), kU32, kInstant, kCount, "close_wait",
     "connections of TCP in the state CLOSE_WAIT"},
    {"network.tcpconn.last_ack", Linux(19, 9), kU32, kInstant, kCount, "last_ack",
     "connections of TCP in the state LAST_ACK"},
    {"network.tcpconn.listen", Linux(19, 10), kU32, kInstant, kCount, "listen",
     "connections of TCP in the state LISTEN"},
    {"network.tcpconn.closing", Linux(19, 11), kU32, kInstant, kCount, "closing",
     "connections of TCP in the state CLOSING"},
};

constexpr MetricRow kUnixRows[] = {
    {"network.unix.datagram.count", Linux(81, 1), kU32, kInstant, kCount, "datagram",
     "datagram sockets of this machine"},
    {"network.unix.stream.established", Linux(81, 2), kU32, kInstant, kCount, "stream_established",
     "stream sockets of this machine that are connected"},
    {"network.unix.stream.listen", Linux(81, 3), kU32, kInstant, kCount, "stream_listen",
     "stream sockets of this machine that wait for connections"},
    {"network.unix.stream.count", Linux(81, 4), kU32, kInstant, kCount, "stream",
     "stream sockets of this machine"},
};

constexpr MetricRow kUdp6Rows[] = {
    {"network.udpconn6.established", Linux(80, 1), kU32, kInstant, kCount, "established",
     "sockets of UDP over IP version 6 that are connected"},
    {"network.udpconn6.listen", Linux(80, 2), kU32, kInstant, kCount, "listen",
     "sockets of UDP over IP version 6 that are not connected"},
};

constexpr MetricRow kRaw6Rows[] = {
    {"network.rawconn6.count", Linux(78, 1), kU32, kInstant, kCount, "count",
     "raw sockets of IP version 6"},
};

constexpr MetricRow kTcp6Rows[] = {
    {"network.tcpconn6.established", Linux(76, 1), kU32, kInstant, kCount, "established",
     "connections of TCP over IP version 6 in the state ESTABLISHED"},
    {"network.tcpconn6.syn_sent", Linux(76, 2), kU32, kInstant, kCount, "syn_sent",
     "connections of TCP over IP version 6 in the state SYN_SENT"},
    {"network.tcpconn6.syn_recv", Linux(76, 3), kU32, kInstant, kCount, "syn_recv",
     "connections of TCP over IP version 6 in the state SYN_RECV"},
    {"network.tcpconn6.fin_wait1", Linux(76, 4), kU32, kInstant, kCount, "fin_wait1",
     "connections of TCP over IP version 6 in the state FIN_WAIT1"},
    {"network.tcpconn6.fin_wait2", Linux(76, 5), kU32, kInstant, kCount, "fin_wait2",
     "connections of TCP over IP version 6 in the state FIN_WAIT2"},
    {"network.tcpconn6.time_wait", Linux(76, 6), kU32, kInstant, kCount, "time_wait",
     "connections of TCP over IP version 6 in the state TIME_WAIT"},
    {"network.tcpconn6.close", Linux(76, 7), kU32, kInstant, kCount, "close",
     "connections of TCP over IP version 6 in the state CLOSE"},
    {"network.tcpconn6.close_wait", Linux(76, 8), kU32, kInstant, kCount, "close_wait",
     "connections of TCP over IP version 6 in the state CLOSE_WAIT"},
    {"network.tcpconn6.last_ack", Linux(76, 9), kU32, kInstant, kCount, "last_ack",
     "connections of TCP over IP version 6 in the state LAST_ACK"},
    {"network.tcpconn6.listen", Linux(76, 10), kU32, kInstant, kCount, "listen",
     "connections of TCP over IP version 6 in the state LISTEN"},
    {"network.tcpconn6.closing", Linux(76, 11), kU32, kInstant, kCount, "closing",
     "connections of TCP over IP version 6 in the state CLOSING"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kSockstat, kSockstatRows}, {GridId::kSockstat6, kSockstat6Rows},
    {GridId::kUdp, kUdpRows},           {GridId::kRaw, kRawRows},
    {GridId::kTcp, kTcpRows},           {GridId::kUnix, kUnixRows},
    {GridId::kUdp6, kUdp6Rows},         {GridId::kRaw6, kRaw6Rows},
    {GridId::kTcp6, kTcp6Rows},
};

}  // namespace

std::span<const MetricGroup> SocketMetrics() { return kGroups; }

}  // namespace fdr::local

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An interface carried much more than it does usually, or lost packets; TCP sent segments again.

#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

// Per second, and in doublings of what is usual.
constexpr double kMuchTraffic = 4 << 20, kManyPackets = 10'000, kMuchMoreTraffic = 3;
constexpr double kManyLost = 10, kManyMoreLost = 1;
// Segments that are sent again, of all.
constexpr double kSentAgain = 0.02;
// How bad it is to carry much: nothing is lost.  And to drop what a program did not take.
constexpr double kTraffic = 0.7, kRefused = 0.9;

// Of both directions, for example.
Line TotalOf(const MachineCourse& course, std::initializer_list<const char*> metrics,
             const std::string& instance) {
  Line sum;
  for (const char* metric : metrics) sum = SumOf(sum, course.Of(metric, instance));
  return sum;
}

// The metric that has most of the sum.
std::string LargestOf(const MachineCourse& course, std::initializer_list<const char*> metrics,
                      const std::string& instance, const CellRange& cells) {
  const auto mean = [&](const char* metric) {
    const Line& line = course.Of(metric, instance);
    return line.empty() ? -1 : MeanIn(line, cells);
  };
  const auto is_less = [&](const char* a, const char* b) { return mean(a) < mean(b); };
  return *std::max_element(metrics.begin(), metrics.end(), is_less) + ('[' + instance + ']');
}

constexpr auto kBytes = {"network.interface.in.bytes", "network.interface.out.bytes"};
constexpr auto kPackets = {"network.interface.in.packets", "network.interface.out.packets"};
constexpr auto kLosses = {"network.interface.in.errors", "network.interface.out.errors",
                          "network.interface.in.drops", "network.interface.out.drops"};

struct Interface {
  std::string name;
  Line bytes, packets, lost;
};

void LookForTraffic(const Interface& interface, const MachineCourse& course,
                    std::vector<Finding>& found) {
  const double bytes = UsualOf(interface.bytes), packets = UsualOf(interface.packets);
  const auto cell = [&](double b, double p) {
    const auto much = [](double value, double usual, double least) {
      return std::min(Over(Doublings(value, least, 1), 0, 2),
                      Over(Doublings(value, usual, least / 8), kMuchMoreTraffic, 2));
    };
    return std::max(much(b, bytes, kMuchTraffic), much(p, packets, kManyPackets));
  };
  const Line excess = Combine(cell, interface.bytes, interface.packets);
  for (const Stretch& stretch : LastingStretches(course, excess)) {
    Finding finding = FindingOf(course, Cause::kNetwork, stretch, kTraffic);
    finding.where = interface.name;
    finding.use = Use::kNetwork;
    finding.total = BytesPerSecond(MeanIn(interface.bytes, stretch.worst));
    const auto largest = [&](const auto& metrics) {
      return LargestOf(course, metrics, interface.name, stretch.cells);
    };
    finding.evidence = {FactOf("the interface {where} carried {value}", largest(kBytes),
                               interface.bytes, stretch.cells, BytesPerSecond),
                        FactOf("these were {value} packets a second", largest(kPackets),
                               interface.packets, stretch.cells, EventsPerSecond)};
    found.push_back(std::move(finding));
  }
}

Line LostExcess(const Line& lost) {
  const double usual = UsualOf(lost);
  const auto cell = [&](double rate) {
    return std::min(Over(Doublings(rate, kManyLost, 1), 0, 3),
                    Over(Doublings(rate, usual, kManyLost / 2), kManyMoreLost, 2));
  };
  return Combine(cell, lost);
}

void LookForLosses(const Interface& interface, const MachineCourse& course,
                   std::vector<Finding>& found) {
  for (const Stretch& stretch : LastingStretches(course, LostExcess(interface.lost))) {
    Finding finding = FindingOf(course, Cause::kNetwork, stretch, 1);
    finding.where = interface.name;
    finding.use = Use::kNetwork;
    finding.evidence = {
        FactOf("the interface {where} lost {value} packets a second: drops and errors",
               LargestOf(course, kLosses, interface.name, stretch.cells), interface.lost,
               stretch.cells, EventsPerSecond)};
    found.push_back(std::move(finding));
  }
}

void LookForRepeats(const MachineCourse& course, std::vector<Finding>& found) {
  const Line &again = course.Single("network.tcp.retranssegs"),
             &sent = course.Single("network.tcp.outsegs");
  if (again.empty() || sent.empty()) return;
  const Line many = LostExcess(again);
  const auto cell = [](float e, double a, double s) {
    return s > 0 ? std::min(e, Over(a / s, kSentAgain, 0.1)) : std::min(e, -1.0F);
  };
  for (const Stretch& stretch : LastingStretches(course, Combine(cell, many, again, sent))) {
    Finding finding = FindingOf(course, Cause::kNetwork, stretch, 1);
    finding.use = Use::kNetwork;
    finding.evidence = {FactOf("TCP sent {value} segments a second again",
                               "network.tcp.retranssegs", again, stretch.cells, EventsPerSecond),
                        FactOf("it sent {value} segments a second", "network.tcp.outsegs", sent,
                               stretch.cells, EventsPerSecond)};
    found.push_back(std::move(finding));
  }
}

// The kernel keeps connections and datagrams until a program takes them.  Where it has no room, it
// drops them.
void LookForRefusals(const MachineCourse& course, std::vector<Finding>& found) {
  for (const auto& [metric, sentence] :
       {std::pair{"network.tcp.listendrops",
                  "{value} connections a second were dropped: no program took them in time"},
        std::pair{"network.udp.inerrors",
                  "{value} datagrams a second were dropped: no program took them in time"}}) {
    const Line& lost = course.Single(metric);
    for (const Stretch& stretch : LastingStretches(course, LostExcess(lost))) {
      Finding finding = FindingOf(course, Cause::kNetwork, stretch, kRefused);
      finding.use = Use::kNetwork;
      finding.evidence = {FactOf(sentence, metric, lost, stretch.cells, EventsPerSecond)};
      found.push_back(std::move(finding));
    }
  }
}

}  // namespace

void LookAtNetwork(const MachineCourse& course, std::vector<Finding>& found) {
  for (const InstanceLine& in : course.Of("network.interface.in.bytes")) {
    const Interface interface {
      in.name, TotalOf(course, kBytes, in.name), TotalOf(course, kPackets, in.name),
          TotalOf(course, kLosses, in.name)
    };
    if (!interface.packets.empty()) LookForTraffic(interface, course, found);
    LookForLosses(interface, course, found);
  }
  LookForRepeats(course, found);
  LookForRefusals(course, found);
}

}  // namespace fdr::why

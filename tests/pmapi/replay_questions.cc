// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/replay_questions.h"

#include "fdr/tests/differential/peer_limits.h"
#include "fdr/tests/pmapi/replay_answers.h"

namespace fdr::test {
namespace {

constexpr std::uint32_t kEventFlags = MetricId::Build(511, 0, 1).value;
constexpr std::uint64_t kOneLineOrHelp = 1 | 2;

}  // namespace

QuestionGenerator::QuestionGenerator(const Timeline& timeline)
    : timeline_(timeline), keeps_domains_(PeerKeepsDomains(timeline)) {
  for (const Desc& desc : timeline.metadata().metrics()) {
    metrics_.push_back(desc.id.value);
    for (const std::string_view name : timeline.metadata().NamesOf(desc.id))
      leaves_.emplace_back(name);
  }
}

std::uint32_t QuestionGenerator::Metric() {
  if (OneIn(40)) return kEventFlags;
  if (metrics_.empty() || OneIn(10))
    return OneIn(2) ? kNull : MetricId::Build(510, 7, static_cast<std::uint32_t>(Below(9))).value;
  return Pick(metrics_);
}

std::uint32_t QuestionGenerator::Domain() {
  const std::span<const InDomHistory> domains = timeline_.metadata().indoms();
  if (domains.empty() || !keeps_domains_ || OneIn(10))
    return OneIn(2) ? kNull : InDomId::Build(511, static_cast<std::uint32_t>(Below(9))).value;
  return domains[Below(domains.size())].id().value;
}

InstanceId QuestionGenerator::InstanceOf(std::uint32_t domain) {
  const InDomHistory* history = timeline_.metadata().FindInDom({domain});
  if (history == nullptr || OneIn(6)) return static_cast<InstanceId>(Below(5)) - 1;
  const auto all = history->AllInstances();
  return all.empty() ? 0 : all[Below(all.size())].id;
}

// A name of an instance, or a text that the peer may take for one.
std::string QuestionGenerator::InstanceName(std::uint32_t domain) {
  const InDomHistory* history = timeline_.metadata().FindInDom({domain});
  if (history == nullptr) return "x";
  const auto all = history->AllInstances();
  if (all.empty()) return "x";
  std::string name(all[Below(all.size())].name);
  const std::uint64_t choice = Below(6);
  if (choice == 0) name = name.substr(0, name.find(' '));
  if (choice == 1) name += "zz";
  if (choice == 2) name = name.substr(0, Below(name.size() + 1));
  if (choice == 3 && name.find(' ') != name.npos) name[name.find(' ')] = 'z';
  return DriverName(name);
}

// The name of a metric, of a node above a metric, or of nothing.
std::string QuestionGenerator::NodeName() {
  if (leaves_.empty() || OneIn(12)) return OneIn(2) ? "%" : "no.such.metric";
  std::string name = Pick(leaves_);
  const std::uint64_t choice = Below(8);
  if (choice == 0) name += ".more";
  if (choice == 1) name += '.';
  if (choice == 2) name = name.substr(0, Below(name.size() + 1));
  if (choice == 3 && OneIn(2)) name = OneIn(2) ? "event" : "event.flags";
  if (choice > 3)
    for (std::uint64_t n = Below(4); n > 0 && name.find('.') != name.npos; --n)
      name.resize(name.rfind('.'));
  return DriverName(name);
}

// At some levels, the peer sets no text of event.flags, but says that it has.
std::string QuestionGenerator::TextOf(std::uint32_t metric) {
  const std::uint64_t level = Below(33);
  const bool is_lost = metric == kEventFlags && (level & kOneLineOrHelp) == 0;
  return Join(Join("text", level), is_lost ? kNull : metric);
}

std::string QuestionGenerator::Any() {
  const std::uint32_t domain = Domain(), metric = Metric();
  constexpr const char* kLabels[] = {"all",     "context", "domain",   "indom",
                                     "cluster", "item",    "instances"};
  switch (Below(17)) {
    case 0:
      return Join("indom", domain);
    case 1:
      return Join("indoma", domain);
    case 2:
      return Join("iname", domain) + ' ' + std::to_string(InstanceOf(domain));
    case 3:
      return Join("inamea", domain) + ' ' + std::to_string(InstanceOf(domain));
    case 4:
      return Join("ifind", domain) + ' ' + InstanceName(domain);
    case 5:
      return Join("ifinda", domain) + ' ' + InstanceName(domain);
    case 6:
      return TextOf(metric);
    case 7:
      return Join(Join("itext", Below(33)), domain);
    case 8:
    case 9: {
      const std::string kind = kLabels[Below(std::size(kLabels))];
      const bool of_domain = kind == "indom" || kind == "instances";
      const std::uint32_t id = of_domain          ? domain
                               : kind == "domain" ? MetricId{metric}.domain()
                                                  : metric;
      return Join("labels " + kind, id);
    }
    case 10:
      return Join("desc", metric);
    case 11:
      return Join(Join("descs", metric), Metric()) + (OneIn(2) ? Join("", Metric()) : "");
    case 12:
      return "lookup " + NodeName();
    case 13:
      return "lookup " + NodeName() + ' ' + NodeName() + ' ' + NodeName();
    case 14:
      return Join(OneIn(2) ? "name" : "names", metric);
    case 15:
      return (OneIn(2) ? "children " : "kids ") + NodeName();
    default:
      return (OneIn(2) ? "traverse " : "rtraverse ") + NodeName();
  }
}

}  // namespace fdr::test

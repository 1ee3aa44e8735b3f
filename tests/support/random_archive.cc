// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/random_archive.h"

#include <algorithm>
#include <bit>
#include <set>

#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

constexpr InDomId kSmall = InDomId::Build(70, 1), kFifteen = InDomId::Build(70, 2),
                  kLarge = InDomId::Build(70, 3);

class Generator {
 public:
  Generator(const std::string& directory, std::uint64_t seed)
      : directory_(directory), random_(seed) {}

  RandomHistory Run() {
    MakeMetrics();
    const int archives = static_cast<int>(Below(4) == 0 ? 2 + Below(2) : 1);
    now_ = {1'600'000'000, static_cast<std::int32_t>(Below(1000) * 1'000'000)};
    history_.start = now_;
    for (int i = 0; i < archives; ++i) {
      if (i > 0) Pause();
      WriteArchive(i);
    }
    return std::move(history_);
  }

 private:
  std::uint64_t Below(std::uint64_t n) { return random_() % n; }

  void MakeMetrics() {
    constexpr Type kTypes[] = {Type::k32,    Type::kU32,    Type::k64,    Type::kU64,
                               Type::kFloat, Type::kDouble, Type::kString};
    constexpr Semantics kSemantics[] = {Semantics::kCounter, Semantics::kInstant,
                                        Semantics::kDiscrete};
    const InDomId domains[] = {{}, kSmall, kFifteen, kLarge};
    std::uint32_t item = 0;
    for (const Type type : kTypes)
      for (const Semantics semantics : kSemantics) {
        const Desc desc{MetricId::Build(70, 0, ++item), type, domains[Below(4)], semantics, {}};
        history_.metrics.push_back({desc, "random.m" + std::to_string(item)});
      }
  }

  std::uint32_t SizeLimit(InDomId indom) {
    return indom == kSmall ? 4 : indom == kFifteen ? 15 : 18;
  }

  void ChangeMembers(InDomId indom) {
    std::set<InstanceId>& members = members_[indom];
    const std::uint32_t limit = SizeLimit(indom);
    if (members.empty() && indom != kSmall)
      while (members.size() < limit) members.insert(static_cast<InstanceId>(members.size()));
    for (std::uint64_t i = 0; i < 1 + Below(2); ++i) {
      const auto id = static_cast<InstanceId>(Below(limit + 4));
      if (members.contains(id) && members.size() > 1)
        members.erase(id);
      else if (members.size() < limit)
        members.insert(id);
    }
  }

  // Stores the new membership, which is written with the next record.
  void WriteMembers(ArchiveBuilder& archive, InDomId indom) {
    InstanceList list;
    for (const InstanceId id : members_[indom])
      list.push_back({id, names_.emplace(id, "inst" + std::to_string(id)).first->second});
    archive.InDom(now_, indom, list);
    members_since_[indom] = now_;
    auto& lifetimes = history_.lifetimes[indom];
    for (auto& [id, lifetime] : lifetimes)
      if (!members_[indom].contains(id) && !lifetime.dies) {
        lifetime.dies = true;
        lifetime.death = now_;
      }
    for (const InstanceId id : members_[indom])
      lifetimes.try_emplace(id, RandomHistory::Lifetime{now_, false, {}}).first->second.dies =
          false;
    std::size_t& largest = history_.largest[indom];
    largest = std::max(largest, members_[indom].size());
  }

  std::uint64_t Number(const Desc& desc, std::uint64_t previous) {
    if (desc.type == Type::kFloat)
      return std::bit_cast<std::uint32_t>(static_cast<float>(Below(2000)) / 8 - 100);
    if (desc.type == Type::kDouble)
      return std::bit_cast<std::uint64_t>(static_cast<double>(Below(200'000)) / 64 - 1000);
    std::uint64_t bits =
        Below(12) == 0 ? random_() : previous + Below(1000);  // sometimes any number
    if (Below(30) == 0) bits = 0 - Below(100);
    return desc.type == Type::k32 || desc.type == Type::kU32 ? static_cast<std::uint32_t>(bits)
                                                             : bits;
  }

  Payload PayloadOf(const Desc& desc, std::uint64_t bits) {
    switch (desc.type) {
      case Type::k32:
        return static_cast<std::int64_t>(
            static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
      case Type::kFloat:
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
      case Type::kDouble:
        return std::bit_cast<double>(bits);
      case Type::k64:
        return static_cast<std::int64_t>(bits);
      default:
        return bits;
    }
  }

  Values SetOf(const Desc& desc) {
    if (Below(15) == 0) return NoValues(desc.id, Below(2) == 0 ? 0 : -12350);
    Values set{.id = desc.id, .values = {}};
    const std::set<InstanceId> singular = {kSingular};
    for (const InstanceId id : desc.indom.IsNull() ? singular : members_[desc.indom]) {
      if (!desc.indom.IsNull() && Below(10) == 0) continue;
      auto& events = history_.events[{desc.id, id}];
      HistoryEvent event{.stamp = now_, .text = {}};
      if (desc.type == Type::kString) {
        event.text = "s" + std::to_string(Below(1000));
        set.values.push_back({id, event.text});
      } else {
        event.bits = last_[{desc.id, id}] = Number(desc, last_[{desc.id, id}]);
        set.values.push_back({id, PayloadOf(desc, event.bits)});
      }
      events.push_back(std::move(event));
    }
    return set;
  }

  // Adds the mark to all instances, even to those that have no value yet.
  void AddMark(Timestamp stamp) {
    history_.stamps.push_back(stamp);
    for (const RandomMetric& metric : history_.metrics)
      for (InstanceId id = kSingular; id < 30; ++id)
        history_.events[{metric.desc.id, id}].push_back(
            {.stamp = stamp, .is_mark = true, .text = {}});
  }

  void Advance() {
    constexpr std::int64_t kSteps[] = {
        0, 1000, 1'000'000, 250'000'000, 1'000'000'000, 1'000'000'000, 60'000'000'000};
    now_ = now_.Plus(kSteps[Below(std::size(kSteps))]);
  }

  // Between two archives, the reader sees a mark one millisecond after the first archive.
  void Pause() {
    AddMark(history_.end.Plus(1'000'000));
    now_ = history_.end.Plus(2'000'000 + static_cast<std::int64_t>(Below(100)) * 1'000'000'000);
  }

  void WriteArchive(int number) {
    const std::string base = directory_ + "/r" + std::to_string(number);
    history_.names += (history_.names.empty() ? "" : ",") + base;
    WriterOptions options = ArchiveBuilder::Options(Below(2) == 0 ? Version::k2 : Version::k3);
    options.label.timezone = std::string_view("ZON-" + std::to_string(1 + number));
    ArchiveBuilder archive(base, options);
    for (const RandomMetric& metric : history_.metrics)
      archive.Metric({.name = metric.name,
                      .id = metric.desc.id,
                      .type = metric.desc.type,
                      .indom = metric.desc.indom,
                      .semantics = metric.desc.semantics});
    const std::uint64_t records = 3 + Below(80);
    for (std::uint64_t i = 0; i < records; ++i) {
      if (i > 0) Advance();
      for (const InDomId indom : {kSmall, kFifteen, kLarge})
        // One membership for each stamp at most: the writer may leave out the others.
        if (i == 0 || (now_ > members_since_[indom] && Below(6) == 0)) {
          ChangeMembers(indom);
          WriteMembers(archive, indom);
        }
      WriteRecord(archive, i == 0);
      if (Below(20) == 0) archive.Volume();
      if (Below(15) == 0) {
        if (Below(3) != 0) Advance();
        archive.Mark(now_);
        AddMark(now_);
      }
    }
    history_.end = now_;
  }

  void WriteRecord(ArchiveBuilder& archive, bool all) {
    std::vector<Values> sets;
    for (std::size_t i = 0; i < history_.metrics.size(); ++i) {
      // Some metrics are in every record, and some in only a few.
      const std::uint64_t rarity = i % 4 == 0 ? 1 : i % 4 == 1 ? 2 : i % 4 == 2 ? 8 : 40;
      if (all ? Below(3) != 0 : Below(rarity) == 0) sets.push_back(SetOf(history_.metrics[i].desc));
    }
    history_.stamps.push_back(now_);
    if (sets.empty()) sets.push_back(SetOf(history_.metrics[0].desc));
    archive.Record(now_, sets);
  }

  std::string directory_;
  std::mt19937_64 random_;
  Timestamp now_;
  RandomHistory history_;
  std::map<InDomId, std::set<InstanceId>> members_;
  std::map<InDomId, Timestamp> members_since_;
  std::map<InstanceId, std::string> names_;
  std::map<std::pair<MetricId, InstanceId>, std::uint64_t> last_;
};

}  // namespace

RandomHistory WriteRandomArchives(const std::string& directory, std::uint64_t seed) {
  return Generator(directory, seed).Run();
}

}  // namespace fdr::test

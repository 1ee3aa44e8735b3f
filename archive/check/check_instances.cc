// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_instances.h"

#include <utility>

namespace fdr {
namespace {

constexpr std::size_t kMetadataBuffer = std::size_t{64} * 1024;
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

constexpr bool IsSigned(Type type) { return type == Type::k32 || type == Type::k64; }

// The value as a word; words are ordered as the values are.
std::uint64_t LoadCounter(const ValueSet& set, std::uint32_t i, Type type) {
  switch (type) {
    case Type::k32:
      return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(set.Word(i))}) ^
             kSign;
    case Type::k64:
      return LoadU64(set.BlockHeader(i) + kBlockHeaderSize) ^ kSign;
    case Type::kU64:
      return LoadU64(set.BlockHeader(i) + kBlockHeaderSize);
    default:
      return set.Word(i);
  }
}

std::string CounterText(std::uint64_t word, Type type) {
  if (IsSigned(type)) return std::to_string(static_cast<std::int64_t>(word ^ kSign));
  return std::to_string(word);
}

constexpr std::uint64_t InstanceKey(std::uint32_t metric, std::uint32_t number) {
  return std::uint64_t{metric} << 32 | number;
}

}  // namespace

InstanceCheck::InstanceCheck(const Catalog& catalog, const ByteSource& metadata,
                             std::uint64_t first_record)
    : catalog_(catalog),
      metadata_(metadata, first_record, kMetadataBuffer),
      metrics_(catalog.metrics.size()) {
  domains_.reserve(catalog.indoms.size());
  for (const CatalogInDom& indom : catalog.indoms) domains_.emplace_back(indom);
}

CheckPlace InstanceCheck::PlaceOf(std::uint32_t metric, const CheckedRecord& record) const {
  return {record.offset, record.stamp, catalog_.metrics[metric].desc.id};
}

void InstanceCheck::Check(const ValueSet& set, std::uint32_t metric, const CheckedRecord& record) {
  if (!catalog_.metrics[metric].indom) return CheckSingular(set, metric, record);
  Domain& domain = domains_[*catalog_.metrics[metric].indom];
  if (domain.record != record.number) {
    domain.record = record.number;
    domain.members.AdvanceTo(record.stamp, metadata_);
  }
  const Metric& m = metrics_[metric];
  const std::uint32_t n = set.size();
  if (m.instances.size() == n && m.members_version == domain.members.version()) {
    std::uint32_t i = 0;
    while (i < n && m.instances[i] == set.Instance(i)) ++i;
    if (i == n) return;  // all were checked before
  }
  LookUp(set, metric, domain, record);
}

void InstanceCheck::CheckSingular(const ValueSet& set, std::uint32_t metric,
                                  const CheckedRecord& record) {
  const std::string& name = catalog_.metrics[metric].name;
  metrics_[metric].last.resize(1);  // of several values only the first is followed
  if (set.Instance(0) != kSingular)
    record.report.Add(CheckCode::kDataSingularInstance, PlaceOf(metric, record),
                      "{}, a singular metric, has a value for instance {}", name, set.Instance(0));
  if (set.size() > 1)
    record.report.Add(CheckCode::kDataSingularValues, PlaceOf(metric, record),
                      "{}, a singular metric, has {} values", name, set.size());
}

void InstanceCheck::LookUp(const ValueSet& set, std::uint32_t metric, Domain& domain,
                           const CheckedRecord& record) {
  if (!domain.members.known() && !domain.reported) {
    domain.reported = true;
    record.report.Add(CheckCode::kDataIndomUnknown, PlaceOf(metric, record),
                      "{}: instance domain {} is not known yet", catalog_.metrics[metric].name,
                      ToString(domain.id));
  }
  Metric& m = metrics_[metric];
  ++domain.set;
  for (std::uint32_t i = 0; i < m.numbers.size(); ++i) {
    domain.seen[m.numbers[i]].before_set = domain.set;
    domain.seen[m.numbers[i]].position = i;
  }
  Metric fresh{
      .members_version = domain.members.version(), .instances = {}, .numbers = {}, .last = {}};
  fresh.instances.resize(set.size());
  fresh.numbers.resize(set.size());
  fresh.last.resize(set.size());
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const InstanceId instance = set.Instance(i);
    const std::uint32_t number = domain.members.Number(instance);
    if (number >= domain.seen.size()) domain.seen.resize(domain.members.size());
    Domain::Seen& seen = domain.seen[number];
    CheckInstance(instance, seen, domain.members.IsMember(number), domain, metric, record);
    fresh.instances[i] = instance;
    fresh.numbers[i] = number;
    fresh.last[i] =
        seen.before_set == domain.set ? m.last[seen.position] : TakeBack(metric, number);
    seen.in_set = domain.set;
  }
  for (std::uint32_t i = 0; i < m.numbers.size(); ++i)
    if (domain.seen[m.numbers[i]].in_set != domain.set) PutAway(metric, m.numbers[i], m.last[i]);
  m = std::move(fresh);
}

void InstanceCheck::CheckInstance(InstanceId instance, Domain::Seen& seen, bool is_member,
                                  const Domain& domain, std::uint32_t metric,
                                  const CheckedRecord& record) {
  const std::string& name = catalog_.metrics[metric].name;
  if (instance < 0)
    record.report.Add(CheckCode::kDataInstanceNegative, PlaceOf(metric, record),
                      "{}: a value for instance {}", name, instance);
  if (seen.in_set == domain.set)
    record.report.Add(CheckCode::kDataInstanceTwice, PlaceOf(metric, record),
                      "{}: two values for instance {}", name, instance);
  if (!domain.members.known() || is_member || seen.reported) return;
  seen.reported = true;
  record.report.Add(CheckCode::kDataInstanceUnknown, PlaceOf(metric, record),
                    "{}: instance {} is not in domain {}", name, instance, ToString(domain.id));
}

void InstanceCheck::PutAway(std::uint32_t metric, std::uint32_t number, const Last& last) {
  if (last.epoch == epoch_ && away_.size() < kMostAway) away_[InstanceKey(metric, number)] = last;
}

InstanceCheck::Last InstanceCheck::TakeBack(std::uint32_t metric, std::uint32_t number) {
  const auto node = away_.extract(InstanceKey(metric, number));
  return node ? node.mapped() : Last{};
}

void InstanceCheck::ForgetCounters() {
  ++epoch_;
  if (!away_.empty()) away_ = {};  // clear() would visit every bucket at each mark
}

void InstanceCheck::CheckCounters(const ValueSet& set, std::uint32_t metric,
                                  const CheckedRecord& record) {
  const CatalogMetric& info = catalog_.metrics[metric];
  const Type type = info.desc.type;
  std::vector<Last>& all = metrics_[metric].last;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const std::uint64_t value = LoadCounter(set, i, type);
    const Last before = std::exchange(all[i], Last{value, epoch_});
    if (before.epoch == epoch_ && value < before.value)
      record.report.Add(CheckCode::kDataCounter, PlaceOf(metric, record),
                        "{}, instance {}: {} counter went down from {} to {}", info.name,
                        set.Instance(i), ToString(type), CounterText(before.value, type),
                        CounterText(value, type));
  }
}

}  // namespace fdr

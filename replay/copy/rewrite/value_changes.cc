// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/value_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/number_size.h"
#include "fdr/replay/units/temperature.h"

namespace fdr {
namespace {

bool IsStoredInPlace(Type type) { return type == Type::k32 || type == Type::kU32; }

ValueFormat FormatOf(Type type) {
  return IsStoredInPlace(type) ? ValueFormat::kInPlace : ValueFormat::kPointer;
}

// A string of the archive ends with a NUL.
std::string TextIn(Bytes payload) { return std::string(UpToNul(AsText(payload))); }

}  // namespace

std::optional<std::uint64_t> ValueChanger::BitsOf(Type type, Bytes payload) {
  if (payload.empty() || payload.size() != BytesOfNumber(type)) return std::nullopt;
  return payload.size() == 4 ? LoadU32(payload.data()) : LoadU64(payload.data());
}

Bytes ValueChanger::PayloadOf(const ValueSet& set, std::uint32_t i,
                              std::array<std::byte, 4>& word) {
  if (!set.in_place()) return set.Block(i).payload;
  StoreU32(word.data(), set.Word(i));
  return word;
}

void ValueChanger::ReportUnreadable(const MetricChange& change, Timestamp stamp) const {
  Report(options_.on_problem,
         {.code = Errc::kCorruptRecord,
          .what = fmt::format("A value of {} at {} cannot be read, and was left out", change.name,
                              StampText(stamp)),
          .file = {}});
}

Result<ExactNumber> ValueChanger::Scaled(ExactNumber number, const MetricChange& change) const {
  if (change.is_temperature) {
    const double converted =
        ConvertTemperature(number.AsReal(), change.before.units, change.after.units);
    const bool is_integer = IsInteger(change.after.type);
    return ExactNumber::OfReal(is_integer ? std::floor(converted + 0.5) : converted);
  }
  if (!change.ratio) return number;
  const bool becomes_text = change.after.type == Type::kString;
  return number.Scaled(*change.ratio, becomes_text ? change.before.type : change.after.type);
}

Result<ValueChanger::Converted> ValueChanger::Store(const ExactNumber& number,
                                                    const MetricChange& change, InstanceId instance,
                                                    Timestamp stamp) {
  const Result<ExactNumber> scaled = Scaled(number, change);
  if (!scaled) return Fail(scaled.error());
  Converted converted;
  if (change.after.type == Type::kString) {
    converted.text = scaled->Text();
    return converted;
  }
  const ExactNumber::Fit fit = scaled->ToBits(change.after.type, converted.bits);
  if (fit == ExactNumber::Fit::kRounded) ++report_.rounded;
  if (fit != ExactNumber::Fit::kOutside) return converted;
  ++report_.clamped;
  if (options_.is_lossy) return converted;
  const std::string of =
      instance == kSingular ? std::string() : fmt::format(", instance {}", instance);
  return Fail(
      Errc::kTooLarge,
      fmt::format("{}{}, at {}: {} does not fit into the type {}; --lossy takes the nearest "
                  "number that does",
                  change.name, of, StampText(stamp), scaled->Text(), ToString(change.after.type)));
}

Result<std::string> ValueChanger::ChangedText(std::string text, const MetricChange& change,
                                              Timestamp stamp) const {
  for (const Substitution* substitution : change.substitutions)
    if (auto applied = substitution->Apply(text); !applied)
      return Fail(applied.error().code, fmt::format("{}, at {}: {}", change.name, StampText(stamp),
                                                    applied.error().what));
  return text;
}

Result<std::optional<ValueChanger::Converted>> ValueChanger::Convert(const MetricChange& change,
                                                                     Bytes payload,
                                                                     InstanceId instance,
                                                                     Timestamp stamp) {
  if (!change.substitutions.empty()) {
    Result<std::string> text = ChangedText(TextIn(payload), change, stamp);
    if (!text) return Fail(text.error());
    return Converted{0, std::move(*text)};
  }
  const auto bits = BitsOf(change.before.type, payload);
  if (!bits) {
    ReportUnreadable(change, stamp);
    return std::nullopt;
  }
  auto stored = Store(ExactNumber::FromBits(change.before.type, *bits), change, instance, stamp);
  if (!stored) return Fail(stored.error());
  return std::move(*stored);
}

void ValueChanger::Emit(InstanceId instance, const Converted& value, Type type,
                        ResultEncoder& encoder) const {
  if (type == Type::kString) {
    std::string stored = value.text;
    stored.push_back('\0');
    encoder.AddBlock(instance, type, AsBytes(stored));
  } else if (IsStoredInPlace(type)) {
    encoder.AddInPlace(instance, static_cast<std::uint32_t>(value.bits));
  } else {
    const auto size = static_cast<std::uint32_t>(BytesOfNumber(type));
    encoder.AddNumber(instance, type, size, value.bits);
  }
}

bool ValueChanger::Aggregates(const MetricChange& change) const {
  return change.output && change.output->kind >= OutputChoice::Kind::kMin &&
         change.output->kind <= OutputChoice::Kind::kAverage;
}

std::optional<std::pair<InstanceId, ExactNumber>> ValueChanger::Aggregate(
    const ValueSet& set, const MetricChange& change) const {
  using Kind = OutputChoice::Kind;
  std::pair<InstanceId, ExactNumber> found(set.Instance(0), {});
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    std::array<std::byte, 4> word{};
    const auto bits = BitsOf(change.before.type, PayloadOf(set, i, word));
    if (!bits) return std::nullopt;
    const ExactNumber number = ExactNumber::FromBits(change.before.type, *bits);
    const Kind kind = change.output->kind;
    if (kind == Kind::kSum || kind == Kind::kAverage) {
      found.second = i == 0 ? number : found.second.Plus(number);
    } else if (i == 0 || (kind == Kind::kMin ? number.IsLessThan(found.second)
                                             : found.second.IsLessThan(number))) {
      found = {set.Instance(i), number};
    }
  }
  if (change.output->kind == Kind::kAverage) found.second = found.second.DividedBy(set.size());
  return found;
}

// A singular metric has the instance -1.
Result<void> ValueChanger::AddAggregate(const ValueSet& set, const MetricChange& change,
                                        Timestamp stamp, ResultEncoder& encoder) {
  auto found = Aggregate(set, change);
  if (!found) {
    ReportUnreadable(change, stamp);
    return {};
  }
  if (change.after.indom.IsNull()) {
    found->first = kSingular;
  } else if (change.instances != nullptr) {
    const auto number = change.instances->NumberOf(found->first);
    if (!number) return {};
    found->first = *number;
  }
  const auto stored = Store(found->second, change, found->first, stamp);
  if (!stored) return Fail(stored.error());
  Emit(found->first, *stored, change.after.type, encoder);
  return {};
}

// The values that stay, with their new instances.
std::vector<ValueChanger::Item> ValueChanger::Choose(const ValueSet& set,
                                                     const MetricChange& change) const {
  using Kind = OutputChoice::Kind;
  std::vector<Item> items;
  std::optional<InstanceId> wanted;
  if (change.output && change.output->kind == Kind::kNumber) wanted = change.output->number;
  if (change.output && change.output->kind == Kind::kName)
    wanted = change.choice->FindName(change.output->name);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    InstanceId instance = set.Instance(i);
    if (change.new_instance) {
      if (i > 0) break;
      instance = wanted.value_or(*change.new_instance);
    } else if (change.output) {
      const Kind kind = change.output->kind;
      const bool is_taken = kind == Kind::kFirst  ? i == 0
                            : kind == Kind::kLast ? i + 1 == set.size()
                                                  : instance == wanted && items.empty();
      if (!is_taken) continue;
    }
    if (change.after.indom.IsNull()) {
      instance = change.before.indom.IsNull() ? instance : kSingular;
    } else if (change.instances != nullptr) {
      const auto number = change.instances->NumberOf(instance);
      if (!number) continue;
      instance = *number;
    }
    items.push_back({instance, i});
  }
  return items;
}

// An instance without a name may have the number that another one gets.
Result<void> ValueChanger::CheckInstances(const MetricChange& change, Timestamp stamp) const {
  if (change.instances == nullptr || !change.instances->changes_numbers()) return {};
  std::vector<InstanceId> numbers;
  for (const Item& item : items_) numbers.push_back(item.instance);
  std::ranges::sort(numbers);
  const auto twice = std::ranges::adjacent_find(numbers);
  if (twice == numbers.end()) return {};
  return Fail(Errc::kInvalidArgument,
              fmt::format("{}, at {}: the rules would give number {} to two instances", change.name,
                          StampText(stamp), *twice));
}

Result<void> ValueChanger::AddValue(const ValueSet& set, const Item& item,
                                    const MetricChange& change, Timestamp stamp,
                                    ResultEncoder& encoder) {
  if (!change.converts() && change.substitutions.empty()) {
    if (set.in_place()) {
      encoder.AddInPlace(item.instance, set.Word(item.place));
      return {};
    }
    const ValueBlock block = set.Block(item.place);
    if (inside_ == nullptr) {
      encoder.AddBlock(item.instance, block.type, block.payload, block.padding);
      return {};
    }
    const Result<Bytes> payload = (*inside_)(block.payload);
    if (!payload) return Fail(payload.error());
    encoder.AddBlock(item.instance, block.type, *payload);
    return {};
  }
  std::array<std::byte, 4> word{};
  const auto converted = Convert(change, PayloadOf(set, item.place, word), item.instance, stamp);
  if (!converted) return Fail(converted.error());
  if (*converted) Emit(item.instance, **converted, change.after.type, encoder);
  return {};
}

Result<void> ValueChanger::AddItems(const ValueSet& set, const MetricChange& change,
                                    Timestamp stamp, ResultEncoder& encoder) {
  items_ = Choose(set, change);
  if (auto checked = CheckInstances(change, stamp); !checked) return checked;
  const bool is_new = change.converts() || !change.substitutions.empty();
  encoder.BeginSet(change.after.id, is_new ? FormatOf(change.after.type) : set.format());
  for (const Item& item : items_)
    if (auto added = AddValue(set, item, change, stamp, encoder); !added) return added;
  return {};
}

Result<void> ValueChanger::Change(const ValueSet& set, const MetricChange& change, Timestamp stamp,
                                  ResultEncoder& encoder) {
  if (set.size() == 0) {
    encoder.AddSet(change.after.id, set.count());
    return {};
  }
  if (Aggregates(change)) {
    encoder.BeginSet(change.after.id, FormatOf(change.after.type));
    return AddAggregate(set, change, stamp, encoder);
  }
  return AddItems(set, change, stamp, encoder);
}

// Values in another form need Change(): it leaves out what it cannot read, and stores the rest in
// the usual form.
bool ValueChanger::CanPatch(const ValueSet& set, const MetricChange& change) {
  const Type type = change.before.type;
  if (set.size() == 0) return true;
  if (set.in_place() != IsStoredInPlace(type)) return false;
  if (set.in_place()) return true;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const ValueBlock block = set.Block(i);
    if (block.type != type || block.payload.size() != BytesOfNumber(type)) return false;
  }
  return true;
}

Result<void> ValueChanger::Patch(const ValueSet& set, const MetricChange& change, Timestamp stamp,
                                 std::byte* body) {
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    std::array<std::byte, 4> word{};
    const auto converted = Convert(change, PayloadOf(set, i, word), set.Instance(i), stamp);
    if (!converted) return Fail(converted.error());
    if (!*converted) return Fail(Errc::kInvalidArgument, "CanPatch() is false for this set");
    const std::uint64_t bits = (*converted)->bits;
    if (set.in_place()) {
      std::byte* const pair =
          body + set.offset() + ValueSet::kHeadSize + std::size_t{ValueSet::kPairSize} * i;
      StoreU32(pair + sizeof(std::uint32_t), static_cast<std::uint32_t>(bits));
      continue;
    }
    std::byte* const block = body + ValueSet::BlockOffset(set.Word(i)) + kBlockHeaderSize;
    if (BytesOfNumber(change.after.type) == sizeof(std::uint32_t))
      StoreU32(block, static_cast<std::uint32_t>(bits));
    else
      StoreU64(block, bits);
  }
  return {};
}

Result<void> ValueChanger::ChangeInside(const ValueSet& set, const MetricChange& change,
                                        Timestamp stamp, const Inside& inside,
                                        ResultEncoder& encoder) {
  inside_ = &inside;
  const Result<void> changed = Change(set, change, stamp, encoder);
  inside_ = nullptr;
  return changed;
}

}  // namespace fdr

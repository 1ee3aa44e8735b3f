// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/value_scrubber.h"

#include <deque>

#include "fdr/archive/record/number_size.h"

namespace fdr {
namespace {

bool IsAggregate(Type type) { return type == Type::kAggregate || type == Type::kAggregateStatic; }

void AppendNumber(std::size_t size, std::uint64_t number, ByteBuffer& out) {
  out.resize(out.size() + size);
  std::byte* const at = out.data() + out.size() - size;
  size == 8 ? StoreU64(at, number) : StoreU32(at, static_cast<std::uint32_t>(number));
}

constexpr std::uint32_t kEventFlags =
    kEventPoint | kEventStart | kEventEnd | kEventId | kEventParent | kEventMissed;

}  // namespace

void ValueScrubber::Describe(const Desc& desc, const ScrubRule& rule) {
  const auto [place, is_new] = known_.try_emplace(desc.id, Known{desc.type, rule});
  Known& known = place->second;
  if (!is_new) known = {desc.type, StricterOf(known.rule, rule)};
  if (texts_.names().IsKept(NameKind::kNumber)) known.rule.numbers = NumberRule::kStays;
}

void ValueScrubber::NoteLeftOut(MetricId id, std::uint64_t values) {
  report().numbers_left_out += values;
  if (left_out_.insert(id).second) ++report().metrics_left_out;
}

bool ValueScrubber::ScrubNumber(const Known& known, Bytes payload, ByteBuffer& out) {
  if (payload.size() != BytesOfNumber(known.type)) return false;
  const bool may_identify = known.rule.numbers == NumberRule::kIdentifier;
  if (!may_identify) {
    out.insert(out.end(), payload.begin(), payload.end());
    return true;
  }
  if (!IsInteger(known.type)) return false;
  const std::uint64_t number =
      payload.size() == 8 ? LoadU64(payload.data()) : std::uint64_t{LoadU32(payload.data())};
  // -1 says that there is none.
  const bool is_none = (known.type == Type::k32 && LoadI32(payload.data()) == -1) ||
                       (known.type == Type::k64 && LoadI64(payload.data()) == -1);
  AppendNumber(payload.size(), is_none ? number : texts_.names().Of(number), out);
  return true;
}

// Events without their parameters would still say that something happened, so only these go.
bool ValueScrubber::ScrubEvents(Type type, Bytes payload, ByteBuffer& out) {
  const Result<EventArray> events = EventArray::Decode(type, payload);
  if (!events) {
    ++report().events_left_out;
    return false;
  }
  EventArray scrubbed;
  std::deque<ByteBuffer> payloads;  // which `scrubbed` borrows
  static constexpr std::byte kPadding[4] = {};
  for (EventRecord record : events->records()) {
    record.flags &= kEventFlags;
    std::vector<EventParameter> parameters;
    for (EventParameter parameter : events->Parameters(record)) {
      const auto known = known_.find(parameter.id);
      Known own{parameter.type, {}};
      own.rule.numbers = NumberRule::kLeftOut;
      if (known != known_.end()) own = known->second;
      ByteBuffer& bytes = payloads.emplace_back();
      if (IsEvent(parameter.type) || !ScrubPayload(own, parameter.type, parameter.payload, bytes)) {
        if (IsNumeric(parameter.type)) NoteLeftOut(parameter.id, 1);
        continue;
      }
      parameter.payload = bytes;
      parameter.padding = Bytes(kPadding).first((4 - bytes.size() % 4) % 4);
      parameters.push_back(parameter);
    }
    scrubbed.Add(record, parameters);
  }
  scrubbed.Encode(type, out);
  return true;
}

// False if the value may not stay.
bool ValueScrubber::ScrubPayload(const Known& known, Type type, Bytes payload, ByteBuffer& out) {
  if (type != known.type) {
    ++report().values_left_out;
    return false;
  }
  if (type == Type::kString) {
    const std::string text = texts_.Scrub(known.rule.texts, UpToNul(AsText(payload)));
    const Bytes bytes = AsBytes(text);
    out.insert(out.end(), bytes.begin(), bytes.end());
    out.push_back(std::byte{0});
    return true;
  }
  if (IsAggregate(type)) {
    ++report().aggregates_emptied;
    return true;
  }
  if (IsEvent(type)) return ScrubEvents(type, payload, out);
  if (known.rule.numbers != NumberRule::kLeftOut && ScrubNumber(known, payload, out)) return true;
  if (known.rule.numbers != NumberRule::kLeftOut) ++report().values_left_out;
  return false;
}

void ValueScrubber::ScrubInPlace(const ValueSet& set, const Known& known, ResultEncoder& out) {
  // Pairs of words have no room for anything else.
  if (BytesOfNumber(known.type) == 4 && known.rule.numbers == NumberRule::kStays)
    return out.CopySet(set);
  out.BeginSet(set.id(), set.format());
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    std::byte word[4];
    StoreU32(word, set.Word(i));
    ByteBuffer bytes;
    if (BytesOfNumber(known.type) == 4 && ScrubNumber(known, word, bytes))
      out.AddInPlace(set.Instance(i), LoadU32(bytes.data()));
    else
      ++report().values_left_out;
  }
}

void ValueScrubber::ScrubBlocks(const ValueSet& set, const Known& known, ResultEncoder& out) {
  out.BeginSet(set.id(), ValueFormat::kPointer);
  const std::size_t number_size =
      known.rule.numbers == NumberRule::kStays ? BytesOfNumber(known.type) : 0;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const ValueBlock block = set.Block(i);
    if (number_size > 0 && block.type == known.type && block.payload.size() == number_size) {
      out.AddBlock(set.Instance(i), block.type, block.payload);
      continue;
    }
    ByteBuffer bytes;
    if (!ScrubPayload(known, block.type, block.payload, bytes)) continue;
    if (bytes.size() > ResultEncoder::kMaxPayload)
      ++report().values_left_out;
    else
      out.AddBlock(set.Instance(i), block.type, bytes);
  }
}

void ValueScrubber::Scrub(const ResultRecord& record, ResultEncoder& out) {
  for (const ValueSet& set : record.sets()) {
    const auto known = known_.find(set.id());
    if (known == known_.end()) {
      report().values_left_out += set.size();
      continue;
    }
    if (set.size() == 0)
      out.AddSet(set.id(), set.count());
    else if (IsNumeric(known->second.type) && known->second.rule.numbers == NumberRule::kLeftOut)
      NoteLeftOut(set.id(), set.size());
    else if (set.in_place())
      ScrubInPlace(set, known->second, out);
    else
      ScrubBlocks(set, known->second, out);
  }
}

}  // namespace fdr

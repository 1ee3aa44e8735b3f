// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/replay/copy/thin/thin_toy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <sstream>

#include "fdr/archive/record/record_frame.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/interpolation/number_reader.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

std::uint64_t BitsOf(Type type, const std::string& number) {
  const double real = std::strtod(number.c_str(), nullptr);
  if (type == Type::kFloat) return std::bit_cast<std::uint32_t>(static_cast<float>(real));
  if (type == Type::kDouble) return std::bit_cast<std::uint64_t>(real);
  return number.starts_with('-')
             ? static_cast<std::uint64_t>(std::strtoll(number.c_str(), nullptr, 10))
             : std::strtoull(number.c_str(), nullptr, 10);
}

std::string TextOf(Type type, std::uint64_t bits) {
  if (type == Type::kU64) return std::to_string(bits);
  if (type == Type::k64) return std::to_string(static_cast<std::int64_t>(bits));
  return fmt::format("{}", NumberFrom(type, bits));
}

std::string ValueText(const ValueSet& set, Type type, std::uint32_t i) {
  if (type == Type::kString || type == Type::kEvent)
    return std::string(UpToNul(AsText(set.Block(i).payload)));
  const auto bits = NumberReader(set, NumberShape(type)).Bits(i);
  return bits ? TextOf(type, *bits) : "?";
}

std::string NamesText(const InDomRecord& domain) {
  std::string text;
  for (const InDomEntry& entry : domain.entries) {
    EXPECT_EQ(entry.name, fmt::format("n{}", entry.id));
    text += fmt::format("{}{}", text.empty() ? "" : ",", entry.id);
  }
  return text;
}

std::string InstanceText(InstanceId instance) {
  return instance == kSingular ? "" : fmt::format(":{}", instance);
}

}  // namespace

ToyFeed::ToyFeed(CopySink& first, Version version) : first_(first), version_(version) {
  LabelRecord label;
  label.version = version;
  EXPECT_TRUE(first_.Begin(label));
}

void ToyFeed::Metric(char letter, Type type, Semantics semantics, const std::string& other) {
  const bool has_instances = letter >= 'A' && letter <= 'Z';
  const Desc desc{.id = ToyMetric(letter),
                  .type = type,
                  .indom = has_instances ? kToyDomain : InDomId{},
                  .semantics = semantics};
  metrics_[letter] = desc;
  const std::string name = other.empty() ? fmt::format("toy.{}", letter) : other;
  EXPECT_TRUE(first_.Add(MetadataRecord(DescRecord{.desc = desc, .names = {name}})));
}

void ToyFeed::Feed(const std::string& records) {
  std::istringstream in(records);
  for (std::string words; std::getline(in, words, ';');) Record(words);
}

void ToyFeed::Record(const std::string& words) {
  std::istringstream in(words);
  double seconds = 0;
  in >> seconds;
  encoder_.Begin(At(seconds));
  char open = 0;
  for (std::string word; in >> word;) {
    if (word == "mark") break;
    if (word == "domain") {
      LabelSetRecord labels{.stamp = At(seconds), .level = 1, .id = kContextId, .sets = {}};
      EXPECT_TRUE(first_.Add(MetadataRecord(labels)));
      return;
    }
    if (word.starts_with("names=")) return Domain(seconds, word.substr(6));
    const char letter = word[0];
    const Desc& desc = metrics_.at(letter);
    if (word[1] == '!') {
      encoder_.AddSet(desc.id, -12350);
      continue;
    }
    const bool in_place = desc.type == Type::k32 || desc.type == Type::kU32;
    if (std::exchange(open, letter) != letter)
      encoder_.BeginSet(desc.id, in_place ? ValueFormat::kInPlace : ValueFormat::kPointer);
    const std::size_t equals = word.find('=');
    const InstanceId instance = word[1] == ':' ? std::atoi(word.c_str() + 2) : kSingular;
    const std::string value = word.substr(equals + 1);
    if (in_place)
      encoder_.AddInPlace(instance, static_cast<std::uint32_t>(BitsOf(desc.type, value)));
    else if (IsNumeric(desc.type))
      encoder_.AddNumber(instance, desc.type, desc.type == Type::kFloat ? 4 : 8,
                         BitsOf(desc.type, value));
    else
      encoder_.AddBlock(instance, desc.type, AsBytes(value));
  }
  Pass(At(seconds));
}

void ToyFeed::Domain(double seconds, const std::string& instances) {
  InDomBuilder builder;
  std::istringstream in(instances);
  for (std::string id; std::getline(in, id, ',');) builder.Add(std::atoi(id.c_str()), "n" + id);
  EXPECT_TRUE(first_.Add(MetadataRecord(builder.Build(At(seconds), kToyDomain, false))));
}

void ToyFeed::Pass(Timestamp stamp) {
  ByteBuffer frame;
  if (encoder_.empty())
    ResultEncoder::EncodeMark(version_, stamp, frame);
  else
    encoder_.Encode(version_, frame);
  const Bytes body = Bytes(frame).subspan(kFrameLengthSize, frame.size() - kFrameOverhead);
  ResultRecord record;
  ASSERT_TRUE(record.Decode(version_, body));
  EXPECT_TRUE(first_.Add(CopiedRecord{.values = record, .version = version_, .body = body}));
}

void ToyFeed::End() { EXPECT_TRUE(first_.End()); }

Result<void> ToySink::Begin(const LabelRecord& label) {
  EXPECT_NE(label.version, Version{});
  return {};
}

void ToySink::Begin(Timestamp stamp) {
  EXPECT_LE(last_, stamp) << "time goes back";
  last_ = stamp;
  if (!text_.empty()) text_ += "; ";
  text_ += fmt::format("{:g}", SecondsBetween(At(0), stamp));
}

Result<void> ToySink::Add(const MetadataRecord& record) {
  if (const auto* desc = std::get_if<DescRecord>(&record)) {
    metrics_[desc->desc.id] = {desc->desc, std::string(desc->names.front())};
    names_ += fmt::format("{}{}", names_.empty() ? "" : " ", desc->names.front());
  }
  if (const auto* labels = std::get_if<LabelSetRecord>(&record))
    for (const LabelSet& set : labels->sets) {
      EXPECT_EQ(set.count, static_cast<std::int32_t>(set.entries.size()));
      labels_ += set.json;
    }
  const Timestamp* const stamp = StampOf(record);
  if (stamp == nullptr) return {};
  Begin(*stamp);
  const auto* domain = std::get_if<InDomRecord>(&record);
  text_ += domain == nullptr ? " domain" : " names=" + NamesText(*domain);
  return {};
}

Result<void> ToySink::Add(const CopiedRecord& record) {
  Begin(record.values.stamp());
  if (record.values.is_mark()) text_ += " mark";
  for (const ValueSet& set : record.values.sets()) {
    const Described& metric = metrics_.at(set.id());
    const std::string name = metric.name.starts_with("toy.") ? metric.name.substr(4) : metric.name;
    EXPECT_GT(set.size(), 0u) << "an empty set";
    for (std::uint32_t i = 0; i < set.size(); ++i)
      text_ += fmt::format(" {}{}={}", name, InstanceText(set.Instance(i)),
                           ValueText(set, metric.desc.type, i));
  }
  return {};
}

Result<void> ToySink::End() {
  ended_ = true;
  return {};
}

std::string Renamed(std::string records, const std::map<std::string, std::string>& names) {
  for (const auto& [from, to] : names)
    for (std::size_t at = 0; (at = records.find(from, at)) != std::string::npos;)
      records.replace(at, from.size(), to);
  return records;
}

std::string RecordsOf(const std::string& records) {
  std::string text;
  std::istringstream in(records);
  for (std::string record; std::getline(in, record, ';');) {
    if (record.ends_with("domain")) continue;
    std::istringstream words(record);
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      text += equals == std::string::npos
                  ? word + ' '
                  : fmt::format("{}={:.9g} ", word.substr(0, equals),
                                std::strtod(word.c_str() + equals + 1, nullptr));
    }
    text += "; ";
  }
  return text;
}

}  // namespace fdr::test

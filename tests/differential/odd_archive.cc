// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/odd_archive.h"

#include <algorithm>
#include <map>
#include <random>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/event_array.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr std::int64_t kStart = 1'700'000'000;

class OddWriter {
 public:
  OddWriter(std::string base, std::uint32_t seed)
      : random_(seed), version_(Chance(50) ? Version::k2 : Version::k3) {
    archive_.base = std::move(base);
    archive_.odd_index = Chance(25);
  }

  OddArchive Write() {
    MakeLabel();
    MakeMetrics();
    MakeLabelSets();
    MakeTexts();
    std::shuffle(metadata_.begin(), metadata_.end(), random_);
    MakeInDoms();
    MakeData();
    WriteFiles();
    return archive_;
  }

 private:
  // --- dice

  std::uint32_t Roll(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  bool Chance(std::uint32_t percent) { return Roll(100) < percent; }
  template <class T>
  T Pick(std::initializer_list<T> values) {
    return values.begin()[Roll(static_cast<std::uint32_t>(values.size()))];
  }
  template <class T>
  const T& Pick(const std::vector<T>& values) {
    return values[Roll(static_cast<std::uint32_t>(values.size()))];
  }
  std::string Word() {
    return Pick<std::string>({"a", "b", "disk", "x_1", "cpu", "Mem", "z", "longer_part", "q9"});
  }
  ByteBuffer RandomBytes(std::size_t size) {
    ByteBuffer bytes(size);
    const bool text = Chance(40);
    for (std::byte& b : bytes) b = static_cast<std::byte>(text ? 0x20 + Roll(95) : Roll(256));
    return bytes;
  }
  Timestamp MetadataStamp() {
    return {kStart + Roll(8), static_cast<std::int32_t>(Roll(3)) * 250'000'000};
  }

  // --- metadata

  void MakeLabel() {
    label_ = {.version = version_,
              .pid = static_cast<std::int32_t>(Roll(100'000)),
              .start = {kStart, version_ == Version::k2 ? 123'456'000 : 123'456'789},
              .host = "odd.example",
              .timezone = LabelText(),
              .zoneinfo = LabelText()};
    if (Chance(80))
      label_.timezone = LabelText(Pick<std::string_view>({"AEST-10", "UTC", "IST-5:30"}));
    if (version_ == Version::k2) return;
    if (Chance(50)) label_.zoneinfo = LabelText(":Australia/Melbourne");
    label_.features = Pick<std::uint32_t>({0, 0, 0, 0x80000000u});
  }

  std::string Name() {
    std::string name = Word();
    for (std::uint32_t i = 1 + Roll(3); i-- > 0;) name += "." + Word();
    // A name must not be the start of another one's path, so its last part is unlike inner parts.
    name += "." + Pick<std::string>({"leaf1", "leaf2", "leaf3", "leaf4", "leaf5", "leaf6"});
    return name;
  }

  // A name that a metric has already.
  std::string OldName() {
    std::string name = names_.empty() ? Name() : Pick(names_);
    return name.starts_with("dynamic") ? Name() : name;
  }

  void MakeMetrics() {
    for (std::uint32_t i = 1 + Roll(Chance(20) ? 200 : 40); i-- > 0;) {
      DescRecord record;
      Desc& desc = record.desc;
      desc.id = Chance(5) ? MetricId::Build(511, Roll(9), Roll(2))
                          : MetricId::Build(1 + Roll(4), Roll(3) * 7, Roll(300));
      if (std::any_of(descs_.begin(), descs_.end(), [&](const Desc& d) { return d.id == desc.id; }))
        continue;
      desc.type = static_cast<Type>(Chance(90) ? static_cast<std::int32_t>(Roll(11))
                                               : Pick<std::int32_t>({-1, 11, 42, 255, -7}));
      desc.indom = Chance(40) ? InDomId{} : InDomOf(Roll(6));
      desc.semantics = static_cast<Semantics>(Pick<std::int32_t>({1, 3, 4, 1, 3, 4, 2, 0, 77}));
      desc.units = Units::FromWord(
          Chance(30) ? Roll(16) << 8 : static_cast<std::uint32_t>(random_()) & 0xffffff00u);
      const std::uint32_t names = Pick<std::uint32_t>({1, 1, 1, 1, 2, 3, 5});
      for (std::uint32_t n = 0; n < names; ++n) {
        if (desc.id.domain() == 511)
          Keep("dynamic" + std::to_string(i) + "." + std::to_string(n));
        else
          Keep(Chance(10) ? OldName() : Name());
      }
      for (std::uint32_t n = names; n-- > 0;) record.names.push_back(names_[names_.size() - 1 - n]);
      descs_.push_back(desc);
      Add(record);
      if (Chance(5)) Add(record);
    }
  }

  // names_ keeps the names alive, and does not move them.
  void Keep(std::string name) {
    archive_.names.push_back(name);
    if (const std::size_t dot = name.rfind('.'); Chance(30))
      archive_.names.push_back(name.substr(0, dot));
    names_.push_back(std::move(name));
  }

  static InDomId InDomOf(std::uint32_t i) { return InDomId::Build(1 + i % 3, 1 + i * 5); }

  // The peer dies if a delta does not fit, so each delta is made from the domain's state.
  void MakeInDoms() {
    for (std::uint32_t d = 0; d < 6; ++d) {
      if (Chance(10)) continue;
      const bool deltas = version_ == Version::k3 && Chance(50);
      std::map<InstanceId, std::string> members;
      std::size_t place = 0;
      for (std::uint32_t n = 0, records = 1 + Roll(6); n < records; ++n) {
        const Timestamp stamp = deltas ? Timestamp{kStart + n, 0} : MetadataStamp();
        place += Roll(static_cast<std::uint32_t>(metadata_.size() - place + 1));
        ByteBuffer record = n > 0 && deltas && Chance(70)
                                ? Delta(stamp, InDomOf(d), members)
                                : FullList(stamp, InDomOf(d), members, !deltas);
        metadata_.insert(metadata_.begin() + static_cast<std::ptrdiff_t>(place++),
                         std::move(record));
      }
    }
  }

  std::string InstanceName(InstanceId id) {
    return Pick<std::string>({"", "one", "two words", "\"quoted\"", "caf\xc3\xa9"}) +
           std::to_string(id);
  }

  ByteBuffer FullList(Timestamp stamp, InDomId indom, std::map<InstanceId, std::string>& members,
                      bool may_be_empty) {
    members.clear();
    std::vector<InstanceId> ids;
    for (InstanceId id = 0; id < 36; id += 3)
      if (Chance(40)) ids.push_back(id);
    // An empty list is ignored, so later deltas would not fit.
    if (ids.empty() && !may_be_empty) ids.push_back(0);
    if (Chance(50)) std::shuffle(ids.begin(), ids.end(), random_);
    InDomBuilder builder;
    for (const InstanceId id : ids) {
      members[id] = InstanceName(id);
      builder.Add(id, members[id]);
    }
    return Encoded(builder.Build(stamp, indom, false));
  }

  ByteBuffer Delta(Timestamp stamp, InDomId indom, std::map<InstanceId, std::string>& members) {
    InDomBuilder builder;
    for (InstanceId id = 0; id < 36; id += 3) {
      if (!Chance(30)) continue;
      if (members.erase(id) != 0) {
        builder.Delete(id);
      } else {
        members[id] = InstanceName(id);
        builder.Add(id, members[id]);
      }
    }
    return Encoded(builder.Build(stamp, indom, true));
  }

  ByteBuffer Encoded(const MetadataRecord& record) {
    ByteBuffer bytes;
    EncodeMetadata(version_, record, bytes);
    return bytes;
  }

  void MakeLabelSets() {
    for (std::uint32_t n = Roll(30); n-- > 0;) {
      LabelSetRecord record;
      record.stamp = Chance(5) ? Timestamp{} : MetadataStamp();
      const auto level = std::uint32_t{1} << Roll(6);
      record.level = level | (Chance(10) ? kLabelOptional : 0);
      record.id = level == 1   ? 0xffffffff
                  : level == 2 ? 1 + Roll(3)
                  : level == 8 || level == 16
                      ? MetricId::Build(1 + Roll(3), Roll(2), level == 8 ? 0 : Roll(2)).value
                      : InDomOf(Roll(3)).value;
      const std::uint32_t sets = level == 32 ? 1 + Roll(4) : 1;
      for (std::uint32_t s = 0; s < sets; ++s)
        record.sets.push_back(
            RandomLabels(level == 32 ? static_cast<InstanceId>(s * 3) : kSingular));
      Add(record);
    }
  }

  LabelSet RandomLabels(InstanceId instance) {
    LabelSet set;
    set.instance = instance;
    if (Chance(20)) {
      set.count = Pick<std::int32_t>({0, 0, -22, -12351});
      return set;
    }
    set.json = Pick<std::string_view>(
        {R"({"a":1,"bb":"two"})", R"({"a":2,"bb":"two"})", R"({"a":1,"cc":"six"})"});
    set.entries = {
        {2, 1,
         static_cast<std::uint8_t>(Pick<std::uint32_t>({1, 2, 4, 8, 16, 32, 3, 0x41, 0x90, 0xe0})),
         5, 1},
        {8, 2, static_cast<std::uint8_t>(Roll(256)), 12, 5}};
    if (Chance(30)) std::swap(set.entries[0], set.entries[1]);
    if (Chance(20)) set.entries.pop_back();
    set.count = static_cast<std::int32_t>(set.entries.size());
    return set;
  }

  void MakeTexts() {
    for (std::uint32_t n = Roll(20); n-- > 0;) {
      TextRecord record;
      record.kind = Pick({TextKind::kMetricOneLine, TextKind::kMetricHelp, TextKind::kInDomOneLine,
                          TextKind::kInDomHelp});
      record.id = record.kind == TextKind::kMetricOneLine || record.kind == TextKind::kMetricHelp
                      ? MetricId::Build(1 + Roll(3), 0, Roll(4)).value
                      : InDomOf(Roll(6)).value;
      record.stored =
          Pick<std::string_view>({"", "one line", "two\nlines", "line\n", "first version"});
      Add(record);
    }
  }

  void Add(const MetadataRecord& record) { metadata_.push_back(Encoded(record)); }

  // --- data

  // Records of the same time are rare.  The index never leads to them, as the peer would miss some.
  void MakeData() {
    Timestamp stamp = label_.start;
    volumes_.resize(1);
    bool same_stamp = false, indexed = false;
    for (std::uint32_t n = 3 + Roll(40); n-- > 0;) {
      if (Chance(5) && !volumes_.back().empty() && !same_stamp) volumes_.emplace_back();
      ByteBuffer& volume = volumes_.back();
      indexed = !same_stamp && (volume.empty() || Chance(20));
      if (indexed) AddIndexEntry(stamp);
      if (Chance(6) && !volume.empty())
        ResultEncoder::EncodeMark(version_, stamp, volume);
      else
        AddRecord(stamp, volume);
      same_stamp = !indexed && n > 1 && Chance(10);
      if (!same_stamp) stamp = stamp.Plus(1000 * static_cast<std::int64_t>(1 + Roll(700'000)));
    }
  }

  void AddRecord(Timestamp stamp, ByteBuffer& volume) {
    encoder_.Begin(stamp);
    std::vector<Desc> wanted = descs_;
    std::shuffle(wanted.begin(), wanted.end(), random_);
    wanted.resize(1 + Roll(static_cast<std::uint32_t>(std::min<std::size_t>(wanted.size(), 25))));
    for (const Desc& desc : wanted) AddSet(desc);
    if (Chance(10))
      AddSet(
          {.id = MetricId::Build(77, 1, Roll(3)), .type = Type::kString, .indom = {}, .units = {}});
    encoder_.Encode(version_, volume);
  }

  void AddSet(const Desc& desc) {
    if (Chance(15)) {
      const std::uint32_t kind = Roll(3);
      encoder_.AddSet(desc.id, kind == 0   ? 0
                               : kind == 1 ? -static_cast<std::int32_t>(12345 + Roll(110))
                                           : -static_cast<std::int32_t>(1 + Roll(21344)));
      return;
    }
    std::uint32_t values = desc.indom.IsNull() ? (Chance(90) ? 1 : 2) : 1 + Roll(5);
    const bool is_event = desc.type == Type::kEvent || desc.type == Type::kHighresEvent;
    const bool as_typed = Chance(75) || is_event;
    const bool in_place = as_typed ? IsInteger(desc.type) && desc.type <= Type::kU32 : Chance(40);
    encoder_.BeginSet(desc.id, in_place
                                   ? ValueFormat::kInPlace
                                   : Pick({ValueFormat::kPointer, ValueFormat::kPointerStatic}));
    InstanceId instance = desc.indom.IsNull() ? kSingular : static_cast<InstanceId>(Roll(9));
    for (; values-- > 0;
         instance += desc.indom.IsNull() ? 0 : static_cast<InstanceId>(1 + Roll(4))) {
      if (in_place)
        encoder_.AddInPlace(instance, Number32());
      else if (is_event)
        encoder_.AddBlock(instance, desc.type, RandomEvents(desc.type));
      else if (as_typed)
        AddTyped(instance, desc.type);
      else
        AddUntyped(instance);
    }
  }

  std::uint32_t Number32() {
    return Pick<std::uint32_t>({0, 1, 0xffffffff, 0x80000000, 0x7fc00001, 0x40490fdb, 0x3dcccccd,
                                static_cast<std::uint32_t>(random_()), Roll(1000)});
  }
  std::uint64_t Number64() {
    return Pick<std::uint64_t>(
        {0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 63, random_(), Roll(100'000),
         std::bit_cast<std::uint64_t>(0.1), std::bit_cast<std::uint64_t>(1e16),
         std::bit_cast<std::uint64_t>(static_cast<double>(Roll(100'000)) / 1000),
         0x7ff8000000000000, 0xfff0000000000000, 0x8000000000000000});
  }

  void AddTyped(InstanceId instance, Type type) {
    ByteBuffer payload;
    ByteWriter out(payload);
    const bool untyped = Chance(10);
    if (type == Type::kFloat)
      out.U32(Number32());
    else if (IsNumeric(type))
      out.U64(Number64());
    else
      payload = RandomBytes(Roll(20));
    const bool is_known = type >= Type::k32 && type <= Type::kAggregateStatic;
    encoder_.AddBlock(instance, untyped || !is_known ? Type{} : type, payload);
  }

  // Numbers get all the bytes that they need, since the peer reads these without a check.
  void AddUntyped(InstanceId instance) {
    const auto type =
        static_cast<Type>(Pick<std::int32_t>({0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 99, 255}));
    const bool wide = type == Type::k64 || type == Type::kU64 || type == Type::kDouble;
    encoder_.AddBlock(instance, type, RandomBytes((wide ? 8 : 4) + (Chance(60) ? 0 : Roll(9))));
  }

  ByteBuffer RandomEvents(Type type) {
    ByteBuffer payload;
    ByteWriter out(payload);
    const std::uint32_t count = Roll(4);
    out.U32(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (type == Type::kEvent) {
        out.U32(static_cast<std::uint32_t>(kStart + Roll(100)));
        out.U32(Roll(1'000'000));
      } else {
        out.U64(static_cast<std::uint64_t>(kStart + Roll(100)));
        out.U64(Roll(1'000'000'000));
      }
      if (Chance(15)) {
        out.U32(kEventMissed);
        out.U32(Roll(4));
        continue;
      }
      const std::uint32_t parameters = Roll(4);
      out.U32(parameters == 0 ? Pick<std::uint32_t>({0, 1, 4})
                              : Pick<std::uint32_t>({1, 2, 4, 9, 31, 64}));
      out.U32(parameters);
      for (std::uint32_t p = 0; p < parameters; ++p) AddParameter(out);
    }
    return payload;
  }

  void AddParameter(ByteWriter& out) {
    Desc desc = Pick(descs_);
    if (Chance(10) || desc.type < Type::k32 || desc.type > Type::kAggregate)
      desc = {.id = MetricId::Build(99, 1, 1), .type = Type::kU32, .indom = {}, .units = {}};
    ByteBuffer payload;
    ByteWriter value(payload);
    if (desc.type <= Type::kU32 || desc.type == Type::kFloat)
      value.U32(Number32());
    else if (IsNumeric(desc.type))
      value.U64(Number64());
    else
      payload = RandomBytes(Roll(10));
    out.U32(desc.id.value);
    out.U32(static_cast<std::uint32_t>(desc.type) << 24 |
            static_cast<std::uint32_t>(payload.size() + 4));
    out.Raw(payload);
    out.Fill((4 - payload.size() % 4) % 4, '~');
  }

  void AddIndexEntry(Timestamp stamp) {
    const std::size_t label = label_.size();
    std::size_t metadata = label;
    for (const ByteBuffer& record : metadata_) metadata += record.size();
    IndexEntry entry{stamp, static_cast<std::int32_t>(volumes_.size() - 1),
                     static_cast<std::int64_t>(metadata),
                     static_cast<std::int64_t>(volumes_.back().size() + label)};
    if (archive_.odd_index && Chance(40)) {
      entry.volume = static_cast<std::int32_t>(Roll(4));
      entry.stamp.sec -= Roll(3);
      if (Chance(20)) entry.stamp.nsec = 1'000'000'000;
      entry.meta_offset += static_cast<std::int64_t>(Roll(2000)) - 1000;
      entry.data_offset += static_cast<std::int64_t>(Roll(20'000)) - 10'000;
    }
    entry.Encode(version_, index_);
  }

  // --- files

  void WriteFiles() {
    ByteBuffer metadata;
    for (const ByteBuffer& record : metadata_)
      metadata.insert(metadata.end(), record.begin(), record.end());
    WritePart(".meta", kMetadataVolume, metadata);
    WritePart(".index", kIndexVolume, index_);
    for (std::size_t v = 0; v < volumes_.size(); ++v)
      WritePart("." + std::to_string(v), static_cast<std::int32_t>(v), volumes_[v]);
  }

  void WritePart(const std::string& suffix, std::int32_t volume, Bytes content) {
    ByteBuffer file;
    LabelRecord label = label_;
    label.volume = volume;
    label.Encode(file);
    file.insert(file.end(), content.begin(), content.end());
    WriteFile(archive_.base + suffix, file);
  }

  std::mt19937_64 random_;
  Version version_;
  OddArchive archive_;
  LabelRecord label_;
  std::vector<Desc> descs_;
  std::vector<std::string> names_;
  std::vector<ByteBuffer> metadata_;
  ByteBuffer index_;
  std::vector<ByteBuffer> volumes_;
  ResultEncoder encoder_;
};

}  // namespace

void WriteErrorArchive(const std::string& base, std::int32_t first, std::int32_t last) {
  constexpr MetricId kMetric = MetricId::Build(1, 2, 3);
  LabelRecord label{.version = Version::k3,
                    .start = {kStart, 0},
                    .host = "odd.example",
                    .timezone = LabelText(),
                    .zoneinfo = LabelText()};
  label.volume = kMetadataVolume;
  ByteBuffer metadata, data;
  label.Encode(metadata);
  EncodeMetadata(label.version,
                 DescRecord{{.id = kMetric, .type = Type::k32, .indom = {}, .units = {}}, {"e.r"}},
                 metadata);
  label.volume = 0;
  label.Encode(data);
  ResultEncoder encoder;
  Timestamp stamp = label.start;
  for (std::int32_t code = first; code >= last; --code, stamp = stamp.Plus(1'000'000)) {
    encoder.Begin(stamp);
    encoder.AddSet(kMetric, code);
    encoder.Encode(label.version, data);
  }
  WriteFile(base + ".meta", metadata);
  WriteFile(base + ".0", data);
}

OddArchive WriteOddArchive(const std::string& base, std::uint32_t seed) {
  return OddWriter(base, seed).Write();
}

}  // namespace fdr::test

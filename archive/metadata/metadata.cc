// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/metadata.h"

#include <algorithm>

#include "fdr/archive/base/domains.h"
#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/base/place_index.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

constexpr std::uint32_t kLabelFlags = kLabelCompound | kLabelOptional;
constexpr std::size_t kTypeSize = 4;

constexpr std::uint64_t Key(std::uint32_t kind, std::uint32_t id) {
  return std::uint64_t{kind} << 32 | id;
}

// In PCP a name leads to the root of a dynamic subtree, but the root itself has no names.
bool IsDynamicRoot(MetricId id) { return id.domain() == kDerivedDomain && id.item() == 0; }

Version LayoutOf(Bytes body) {
  const auto type = static_cast<MetadataType>(LoadU32(body.data()));
  return type == MetadataType::kInDomV2 || type == MetadataType::kLabelSetV2 ? Version::k2
                                                                             : Version::k3;
}

Result<void> CheckSame(const Desc& old, const Desc& desc) {
  const std::string metric = "Metric " + ToString(desc.id) + " was described before with ";
  if (old.type != desc.type) return Fail(Errc::kTypeChanged, metric + "another type");
  if (old.semantics != desc.semantics)
    return Fail(Errc::kSemanticsChanged, metric + "other semantics");
  if (old.indom != desc.indom) return Fail(Errc::kInDomChanged, metric + "another instance domain");
  if (old.units != desc.units) return Fail(Errc::kUnitsChanged, metric + "other units");
  return {};
}

// The rest of the file from `from` on.
Result<std::unique_ptr<MemorySource>> ReadRest(const ByteSource& source, std::uint64_t from) {
  ByteBuffer bytes(static_cast<std::size_t>(source.size() - std::min(from, source.size())));
  const Result<std::size_t> got = source.ReadAt(from, bytes);
  if (!got) return Fail(got.error());
  bytes.resize(*got);
  return std::make_unique<MemorySource>(source.name(), std::move(bytes));
}

}  // namespace

Metadata::Metadata(MetadataDamage damage)
    : damage_(damage), metric_index_(std::make_unique<PlaceIndex>()) {}

Metadata::Metadata(Metadata&& other) noexcept = default;
Metadata& Metadata::operator=(Metadata&& other) noexcept = default;
Metadata::~Metadata() = default;

Result<Metadata> Metadata::Load(const ByteSource& source, const LabelRecord& label,
                                MetadataDamage damage, const ProblemSink& on_problem) {
  Metadata metadata(damage);
  if (const Result<void> read = metadata.Append(source, label, on_problem); !read)
    return Fail(read.error());
  if (metadata.metrics_.empty())
    return Fail(Errc::kEmpty, "The archive describes no metric", source.name());
  return metadata;
}

Result<void> Metadata::Append(const ByteSource& source, const LabelRecord& label,
                              const ProblemSink& on_problem) {
  loaded_ = label.size();
  if (const Result<void> extended = Extend(source, on_problem); !extended) return extended;
  const std::uint64_t torn = source.size() - std::min(source.size(), loaded_);
  if (torn < kFrameOverhead) return {};
  Error error{Errc::kTruncatedRecord, "Metadata record runs past the end of the file",
              source.name(), loaded_};
  if (damage_ == MetadataDamage::kRefuse) return Fail(std::move(error));
  Problem problem = ProblemOf(error);
  problem.bytes_lost = torn;
  problem.at_end = Problem::AtEnd::kDamaged;
  Report(on_problem, problem);
  return {};
}

Result<void> Metadata::Extend(const ByteSource& source, const ProblemSink& on_problem) {
  Result<std::unique_ptr<MemorySource>> piece = ReadRest(source, loaded_);
  if (!piece) return Fail(piece.error());
  const std::uint64_t base = loaded_;
  Result<void> added = AddRecords(**piece, on_problem);
  if (loaded_ == base) return added;
  // Kept even after an error: records added before the error borrow from the piece.
  pieces_.push_back(std::move(*piece));
  Finish();
  return added;
}

// `piece` has the bytes of the file from loaded_ on.
Result<void> Metadata::AddRecords(const ByteSource& piece, const ProblemSink& on_problem) {
  const std::uint64_t base = loaded_;
  FrameReader frames(piece, 0);
  while (true) {
    const Result<std::optional<Frame>> frame = frames.Next();
    const Problem place{.what = {}, .file = piece.name(), .offset = base + frames.position()};
    if (!frame) {
      if (frame.error().code == Errc::kTruncatedRecord) return {};
      if (damage_ == MetadataDamage::kRefuse)
        return Fail(frame.error().code, frame.error().what, place.file, place.offset);
      const std::uint64_t end = base + piece.size();
      Report(on_problem, {frame.error().code, frame.error().what, place.file, place.offset,
                          end - place.offset});
      loaded_ = end;  // records cannot be told apart any more
      return {};
    }
    if (!*frame) return {};
    const Problem record{.what = {},
                         .file = place.file,
                         .offset = base + (*frame)->offset,
                         .bytes_lost = (*frame)->size()};
    if (auto added = Add((*frame)->body, damage_, record, on_problem); !added) return added;
    loaded_ = base + (*frame)->end();
  }
}

Result<void> Metadata::Add(Bytes body, MetadataDamage damage, const Problem& place,
                           const ProblemSink& on_problem) {
  Result<void> added;
  const Result<MetadataRecord> record = DecodeMetadata(body);
  if (!record) {
    added = Fail(record.error());
  } else if (const auto* desc = std::get_if<DescRecord>(&*record)) {
    added = AddDesc(body, *desc);
  } else if (const auto* indom = std::get_if<InDomRecord>(&*record)) {
    AddInDom(body, *indom);
  } else if (const auto* labels = std::get_if<LabelSetRecord>(&*record)) {
    AddLabels(body, *labels);
  } else {
    AddText(std::get<TextRecord>(*record));
  }
  if (added) return {};
  if (damage == MetadataDamage::kRefuse)
    return Fail(added.error().code, added.error().what, place.file, place.offset);
  Report(on_problem,
         {added.error().code, added.error().what, place.file, place.offset, place.bytes_lost});
  return {};
}

Result<void> Metadata::AddDesc(Bytes body, const DescRecord& record) {
  ++counts_.descs;
  if (const Desc* known = FindDesc(record.desc.id)) {
    if (Result<void> same = CheckSame(*known, record.desc); !same) return same;
  } else {
    metric_index_->Add(record.desc.id.value, metrics_.size());
    metrics_.push_back(record.desc);
    stored_.push_back(body.subspan(kTypeSize));
  }
  for (const std::string_view name : record.names) names_.Add(UpToNul(name), record.desc.id);
  return {};
}

void Metadata::AddInDom(Bytes body, const InDomRecord& record) {
  ++(record.is_delta ? counts_.indom_deltas : counts_.indoms);
  if (record.entries.empty()) return;
  const auto [it, is_new] = indom_index_.try_emplace(record.indom, indoms_.size());
  if (is_new) indoms_.emplace_back(record.indom);
  indoms_[it->second].Add(LayoutOf(body), record, body.subspan(kTypeSize));
}

void Metadata::AddLabels(Bytes body, const LabelSetRecord& record) {
  ++counts_.labelsets;
  const std::uint32_t level = record.level & ~kLabelFlags;
  const auto known = static_cast<LabelLevel>(level);
  if (!IsKnown(known)) return;
  const std::uint32_t id = known == LabelLevel::kContext ? kContextId : record.id;
  const auto [it, is_new] = label_index_.try_emplace(Key(level, id), labels_.size());
  if (is_new) labels_.emplace_back(known, id);
  labels_[it->second].Add(LayoutOf(body), record.stamp, body.subspan(kTypeSize));
}

void Metadata::AddText(const TextRecord& record) {
  ++counts_.texts;
  if (!IsKnown(record.kind)) return;
  const auto [it, is_new] = text_index_.try_emplace(
      Key(static_cast<std::uint32_t>(record.kind), record.id), texts_.size());
  if (is_new)
    texts_.push_back(record);
  else
    texts_[it->second] = record;
}

void Metadata::Finish() {
  for (InDomHistory& indom : indoms_) indom.Finish();
  for (LabelHistory& labels : labels_) labels.Finish();

  // Names grouped by metric, each group in the reverse order of the tree.
  struct Named {
    std::size_t metric;
    std::string_view name;
  };
  std::vector<Named> named;
  names_.Visit(NameTree::kRoot, [&](NameTree::Node node) {
    const MetricId id = *names_.Metric(node);
    if (!IsDynamicRoot(id)) named.push_back({*IndexOf(id), names_.FullName(node)});
  });
  std::reverse(named.begin(), named.end());
  std::stable_sort(named.begin(), named.end(),
                   [](const Named& a, const Named& b) { return a.metric < b.metric; });
  all_names_.clear();
  first_name_.assign(metrics_.size() + 1, 0);
  for (const Named& n : named) {
    all_names_.push_back(n.name);
    first_name_[n.metric + 1] = all_names_.size();
  }
  for (std::size_t i = 1; i < first_name_.size(); ++i)
    first_name_[i] = std::max(first_name_[i], first_name_[i - 1]);
}

std::optional<std::size_t> Metadata::IndexOf(MetricId id) const {
  return metric_index_->Find(id.value);
}

const Desc* Metadata::FindDesc(MetricId id) const {
  const auto index = IndexOf(id);
  return index ? &metrics_[*index] : nullptr;
}

std::optional<DescRecord> Metadata::StoredDesc(MetricId id) const {
  const auto index = IndexOf(id);
  if (!index) return std::nullopt;
  return *DescRecord::Decode(stored_[*index]);  // it was decoded when it was added
}

std::span<const std::string_view> Metadata::NamesOf(MetricId id) const {
  const auto index = IndexOf(id);
  if (!index) return {};
  return std::span(all_names_)
      .subspan(first_name_[*index], first_name_[*index + 1] - first_name_[*index]);
}

std::optional<MetricId> Metadata::FindMetric(std::string_view name) const {
  const auto node = name.empty() ? std::nullopt : names_.Find(name);
  return node ? names_.Metric(*node) : std::nullopt;
}

const InDomHistory* Metadata::FindInDom(InDomId id) const {
  const auto it = indom_index_.find(id);
  return it == indom_index_.end() ? nullptr : &indoms_[it->second];
}

const LabelHistory* Metadata::FindLabels(LabelLevel level, std::uint32_t id) const {
  const auto it = label_index_.find(
      Key(static_cast<std::uint32_t>(level), level == LabelLevel::kContext ? kContextId : id));
  return it == label_index_.end() ? nullptr : &labels_[it->second];
}

std::optional<std::string_view> Metadata::FindText(TextKind kind, std::uint32_t id) const {
  const auto it = text_index_.find(Key(static_cast<std::uint32_t>(kind), id));
  if (it == text_index_.end()) return std::nullopt;
  return texts_[it->second].text();
}

}  // namespace fdr

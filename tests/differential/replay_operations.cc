// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/replay_operations.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <sstream>

namespace fdr::test {
namespace {

std::string Hex(std::uint64_t number) {
  char text[20];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string ToText(Timestamp t) {
  char text[40];
  std::snprintf(text, sizeof text, "%lld.%09ld", static_cast<long long>(t.sec),
                static_cast<long>(t.nsec));
  return text;
}

// FNV-1a.
std::uint64_t Digest(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

// A digest that does not depend on the order of the bytes.
std::uint64_t UnorderedDigest(std::string_view bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) sum += Digest(bytes.substr(i, 1));
  return sum;
}

std::string ValueText(const FetchedValue& value) {
  if (value.header == 0) return Hex(value.Word());
  const std::string type = std::to_string(static_cast<int>(value.type())) + ':';
  if (value.IsNumber()) return type + Hex(value.bits);
  const bool is_event = value.type() == Type::kEvent || value.type() == Type::kHighresEvent;
  const std::string_view payload = AsText(value.Payload());
  return type + std::to_string(payload.size()) + ':' +
         Hex(is_event ? UnorderedDigest(payload) : Digest(payload));
}

std::string SetText(const FetchResult& result, const FetchedSet& set, bool interpolated) {
  std::string text = ' ' + std::to_string(set.id.value) + '=';
  if (set.status == SetStatus::kRecordedError) return text + std::to_string(set.code);
  if (set.status == SetStatus::kNotInterpolable) return text + std::to_string(kWrongTypeCode);
  if (set.status == SetStatus::kUnknownMetric && interpolated)
    return text + std::to_string(kUnknownMetricCode);
  std::vector<FetchedValue> values(result.Values(set).begin(), result.Values(set).end());
  std::stable_sort(values.begin(), values.end(), [](const FetchedValue& a, const FetchedValue& b) {
    return a.instance < b.instance;
  });
  for (const FetchedValue& value : values)
    text += std::to_string(value.instance) + '/' + ValueText(value) + ',';
  return text;
}

std::string Failure(const Error& error) {
  switch (error.code) {
    case Errc::kNotFound:
      return "none";
    case Errc::kNotAMetric:
      return "nonleaf";
    case Errc::kOverlap:
      return "overlap";
    default:
      return "error";
  }
}

template <class T, class Show>
std::string Shown(const Result<T>& result, Show show) {
  return result ? show(*result) : Failure(result.error());
}

std::string Sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::string text = std::to_string(names.size());
  for (const std::string& name : names) text += ' ' + name;
  return text;
}

std::string ShowMembers(std::vector<NamedInstance> members) {
  std::stable_sort(members.begin(), members.end(),
                   [](const NamedInstance& a, const NamedInstance& b) { return a.id < b.id; });
  std::string text = std::to_string(members.size());
  for (const NamedInstance& member : members)
    text += ' ' + std::to_string(member.id) + '=' + member.name;
  return text;
}

std::string ShowChildren(const std::vector<NameChild>& children) {
  std::vector<std::string> names;
  names.reserve(children.size());
  for (const NameChild& child : children) names.push_back(child.name + (child.is_leaf ? "" : "/"));
  return Sorted(std::move(names));
}

std::string ShowDesc(const Desc& desc) {
  std::string text;
  for (const std::int64_t number :
       {std::int64_t{desc.id.value}, static_cast<std::int64_t>(desc.type),
        std::int64_t{desc.indom.value}, static_cast<std::int64_t>(desc.semantics),
        std::int64_t{desc.units.dim_space}, std::int64_t{desc.units.dim_time},
        std::int64_t{desc.units.dim_count}, std::int64_t{desc.units.scale_space},
        std::int64_t{desc.units.scale_time}, std::int64_t{desc.units.scale_count}})
    text += (text.empty() ? "" : " ") + std::to_string(number);
  return text;
}

std::string FromHex(std::string_view hex) {
  std::string name;
  if (hex == ".") return name;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    name += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return name;
}

std::string ListOf(std::span<const InstanceId> instances) {
  std::string list;
  for (const InstanceId id : instances) list += ' ' + std::to_string(id);
  return list;
}

std::vector<InstanceId> RestOf(std::istringstream& words) {
  std::vector<InstanceId> ids;
  for (InstanceId id = 0; words >> id;) ids.push_back(id);
  return ids;
}

}  // namespace

std::string OpenOperation(const std::string& names) { return "open " + names; }

std::string ModeOperation(Mode mode, std::optional<Timestamp> origin, std::int64_t delta) {
  const char* const letter = mode == Mode::kForward ? "F" : mode == Mode::kBackward ? "B" : "I";
  return std::string("mode ") + letter + ' ' + (origin ? ToText(*origin) : "-") + ' ' +
         std::to_string(delta);
}

std::string FetchOperation(std::span<const MetricId> metrics) {
  std::string operation = "fetch";
  for (const MetricId id : metrics) operation += ' ' + std::to_string(id.value);
  return operation;
}

Operations IncludeOperations(InDomId indom, std::span<const InstanceId> instances) {
  const std::string id = std::to_string(indom.value);
  return {"exclude " + id, "include " + id + ListOf(instances)};
}

Operations ExcludeOperations(InDomId indom, std::span<const InstanceId> instances) {
  const std::string id = std::to_string(indom.value);
  return {"include " + id, "exclude " + id + ListOf(instances)};
}

std::string NameOperation(const std::string& operation, std::string_view name) {
  std::string text = operation + ' ';
  if (name.empty()) text += '.';
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    text += Hex(byte >> 4);
    text += Hex(byte & 15);
  }
  return text;
}

void ChangeProfile(Profile& profile, const std::string& operation) {
  std::istringstream words(operation);
  std::string what;
  InDomId indom;
  words >> what >> indom.value;
  const bool include = what == "include";
  const auto instances = RestOf(words);
  if (indom.IsNull())
    profile.SetAll(include);
  else if (instances.empty())
    profile.Set(indom, include);
  else if (include)
    profile.Include(indom, instances);
  else
    profile.Exclude(indom, instances);
}

ModeWords ReadMode(const std::string& operation) {
  std::istringstream words(operation);
  char letter = 0, point = 0;
  std::string what, origin;
  ModeWords read;
  words >> what >> letter >> origin >> read.delta;
  read.mode = letter == 'F'   ? Mode::kForward
              : letter == 'B' ? Mode::kBackward
                              : Mode::kInterpolated;
  if (origin == "-") return read;
  std::istringstream parts(origin);
  read.origin.emplace();
  parts >> read.origin->sec >> point >> read.origin->nsec;
  return read;
}

std::string ToAnswer(const FetchResult& result, bool interpolated) {
  std::string text = (result.sets().empty() ? "mark " : "at ") + ToText(result.stamp());
  for (const FetchedSet& set : result.sets()) text += SetText(result, set, interpolated);
  return text;
}

std::string Shortened(std::string answer) {
  constexpr std::size_t kMost = 20000, kShown = 200;
  std::replace(answer.begin(), answer.end(), '\n', ' ');
  if (answer.size() <= kMost) return answer;
  return answer.substr(0, kShown) + "... " + Hex(Digest(answer));
}

std::string OurReplay::Open(const std::string& names) {
  context_.reset();
  ReplayOptions options;
  options.rules.value = ValueRule::kPrevious;
  options.open.source.temp_directory = std::filesystem::temp_directory_path();
  auto opened = ArchiveContext::Open(names, options);
  if (!opened) return "error";
  context_ = std::move(*opened);
  return "ok";
}

std::string OurReplay::Fetched(const Result<bool>& fetched) const {
  if (!fetched) return Failure(fetched.error());
  return *fetched ? ToAnswer(result_, context_->mode() == Mode::kInterpolated) : "end";
}

std::string OurReplay::Labels(LabelLevel level, std::uint32_t id) const {
  const std::vector<OwnedLabelSet> sets = context_->LabelsAt(level, id, context_->origin());
  std::string text = std::to_string(sets.size());
  for (const OwnedLabelSet& set : sets) {
    text += ' ' + std::to_string(set.instance) + '=';
    const LabelSet view{.instance = set.instance, .json = set.json, .entries = set.entries};
    for (const LabelEntry& entry : set.entries)
      text += std::string(view.Name(entry)) + ':' + std::string(view.Value(entry)) + ':' +
              std::to_string(entry.flags) + ';';
  }
  return text;
}

// The peer adds two metrics to every archive.  Only event records have values of them.
std::string OurReplay::OfName(const std::string& what, const std::string& name) {
  if (what == "find")
    return Shown(context_->Find(name), [](MetricId id) { return std::to_string(id.value); });
  if (what == "children") {
    Result<std::vector<NameChild>> children = context_->Children(name);
    if (name.empty() && children) children->push_back({"event", false});
    return Shown(children, ShowChildren);
  }
  Result<std::vector<std::string>> names = context_->Traverse(name);
  if (name.empty() && names) names->insert(names->end(), {"event.flags", "event.missed"});
  return Shown(names, Sorted);
}

std::string OurReplay::Answer(const std::string& operation) {
  std::istringstream words(operation);
  std::string what, name;
  words >> what;
  if (what == "open") {
    words >> name;
    return Open(name);
  }
  if (context_ == nullptr) return "error";
  ArchiveContext& context = *context_;
  if (what == "mode") {
    const ModeWords mode = ReadMode(operation);
    return context.SetMode(mode.mode, mode.origin, mode.delta) ? "ok" : "error";
  }
  if (what == "fetch") {
    std::vector<MetricId> metrics;
    for (std::uint32_t id = 0; words >> id;) metrics.push_back({id});
    return Shortened(Fetched(context.Fetch(metrics, result_)));
  }
  if (what == "record") return Shortened(Fetched(context.FetchRecord(result_)));
  if (what == "include" || what == "exclude") {
    Profile profile = context.profile();
    ChangeProfile(profile, operation);
    context.SetProfile(profile);
    return "ok";
  }
  if (what == "label")
    return ToText(context.label().start) + ' ' + context.HostName() + ' ' + context.TimeZone();
  if (what == "end") return Shown(context.EndTime(), ToText);
  if (what == "find" || what == "children" || what == "traverse") {
    words >> name;
    return Shortened(OfName(what, FromHex(name)));
  }
  std::uint32_t first = 0, second = 0;
  words >> first >> second;
  if (what == "desc") return Shown(context.DescOf({first}), ShowDesc);
  if (what == "names") return Shown(context.NamesOf({first}), Sorted);
  // The peer answers for its present time, also behind the last fetch.
  if (what == "instances")
    return Shortened(Shown(context.InstancesAt({first}, context.origin()), ShowMembers));
  if (what == "allinstances") return Shortened(Shown(context.AllInstances({first}), ShowMembers));
  if (what == "text")
    return Shown(context.Text(static_cast<TextKind>(first), second), [](const std::string& text) {
      return std::to_string(text.size()) + ' ' + Hex(Digest(text));
    });
  if (what == "labels") return Shortened(Labels(static_cast<LabelLevel>(first), second));
  return "unknown operation";
}

}  // namespace fdr::test

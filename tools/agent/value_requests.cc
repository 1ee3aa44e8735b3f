// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Requests for values, and for changes of values.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>

#include "fdr/replay/pcp_error_text.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/values/number.h"
#include "fdr/tools/agent/request.h"

namespace fdr::tools {
namespace {

// Names of instances, of each domain asked for once.
class InstanceNamesOf {
 public:
  explicit InstanceNamesOf(Context& agent) : agent_(agent) {}

  std::string Name(InDomId indom, InstanceId id) {
    const auto [place, is_new] = domains_.try_emplace(indom);
    if (is_new)
      for (NamedInstance& instance : agent_.Instances(indom).value_or(std::vector<NamedInstance>()))
        place->second.emplace(instance.id, std::move(instance.name));
    const auto found = place->second.find(id);
    return found == place->second.end() ? "" : found->second;
  }

 private:
  Context& agent_;
  std::map<InDomId, std::map<InstanceId, std::string>> domains_;
};

// "" if the value is what the descriptor promises.
std::string MistakeIn(const FetchedValue& value, const Desc& desc) {
  const bool has_instance = value.instance != kSingular;
  if (has_instance == desc.indom.IsNull())
    return has_instance ? "it has an instance, but the metric has none"
                        : "it has no instance, but the metric has instances";
  if (value.header == 0) {
    const bool fits =
        desc.type == Type::k32 || desc.type == Type::kU32 || desc.type == Type::kFloat;
    return fits ? "" : fmt::format("it is 4 bytes, but the type is {}", ToString(desc.type));
  }
  if (value.type() == desc.type) return "";
  return fmt::format("its type is {}, but that of the metric {}", ToString(value.type()),
                     ToString(desc.type));
}

void AddValues(const FetchResult& result, const FetchedSet& set, const Desc& desc,
               InstanceNamesOf& names, ValuesAnswer::Metric& metric) {
  if (set.status == SetStatus::kRecordedError) metric.error = PcpErrorText(set.code);
  for (const FetchedValue& value : result.Values(set)) {
    ValuesAnswer::Value shown{
        .id = value.instance, .instance = {}, .cell = {}, .mistake = MistakeIn(value, desc)};
    if (value.instance != kSingular && !desc.indom.IsNull())
      shown.instance = names.Name(desc.indom, value.instance);
    if (shown.mistake.empty()) shown.cell = CellOf(value, desc);
    metric.values.push_back(std::move(shown));
  }
}

template <class Integer>
bool ReadInteger(const std::string& text, Integer& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && !text.empty();
}

bool ReadReal(const std::string& text, double& number) {
  const ParsedNumber parsed = ParseNumber(text);
  number = parsed.value;
  return parsed.length == text.size() && parsed.length > 0;
}

// Adds the value to the last set; false if the text is no value of this type.
bool AddValue(Type type, const std::string& text, InstanceId instance, FetchResult& to) {
  const auto in_place = [&](auto number) {
    if (!ReadInteger(text, number)) return false;
    to.LastSet().format = ValueFormat::kInPlace;
    to.AddInPlace(instance, static_cast<std::uint32_t>(number));
    return true;
  };
  const auto long_number = [&](auto number) {
    if (!ReadInteger(text, number)) return false;
    to.AddNumber(instance, type, sizeof number, static_cast<std::uint64_t>(number));
    return true;
  };
  to.LastSet().format = ValueFormat::kPointer;
  double real = 0;
  switch (type) {
    case Type::k32:
      return in_place(std::int32_t{});
    case Type::kU32:
      return in_place(std::uint32_t{});
    case Type::k64:
      return long_number(std::int64_t{});
    case Type::kU64:
      return long_number(std::uint64_t{});
    case Type::kFloat:
      if (!ReadReal(text, real)) return false;
      to.AddNumber(instance, type, sizeof(float),
                   std::bit_cast<std::uint32_t>(static_cast<float>(real)));
      return true;
    case Type::kDouble:
      if (!ReadReal(text, real)) return false;
      to.AddNumber(instance, type, sizeof real, std::bit_cast<std::uint64_t>(real));
      return true;
    case Type::kString:
      to.AddBytes(instance, type, std::as_bytes(std::span(text.c_str(), text.size() + 1)));
      return true;
    default:
      return false;
  }
}

// Without words, all that the profile includes.
Result<std::vector<InstanceId>> InstancesToStore(AskedAgent& session, const Desc& desc,
                                                 RequestWords words) {
  if (desc.indom.IsNull()) {
    if (!words.empty()) return Fail(Errc::kInvalidArgument, "the metric has no instances");
    return std::vector<InstanceId>{kSingular};
  }
  if (!words.empty()) return InstancesMeant(session, desc.indom, words);
  const auto all = session.metrics().Instances(desc.indom);
  if (!all) return Fail(About(ToString(desc.indom), all.error()));
  std::vector<InstanceId> ids;
  for (const NamedInstance& instance : *all)
    if (session.metrics().profile().Includes(desc.indom, instance.id)) ids.push_back(instance.id);
  return ids;
}

}  // namespace

Result<Answer> AskFetch(AskedAgent& session, RequestWords words) {
  std::vector<MetricId> ids;
  for (const std::string& word : words) {
    const Result<MetricId> id = MetricMeant(session, word);
    if (!id) return Fail(id.error());
    ids.push_back(*id);
  }
  const auto descs = session.metrics().Descs(ids);
  if (!descs) return Fail(descs.error());
  FetchResult result;
  const Result<bool> fetched =
      session.Ask([&](Context& agent) { return agent.Fetch(ids, agent.profile(), result); });
  if (!fetched) return Fail(fetched.error());
  ValuesAnswer answer;
  InstanceNamesOf names(session.metrics());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ValuesAnswer::Metric& metric = answer.metrics.emplace_back();
    metric.name = words[i];
    if ((*descs)[i])
      AddValues(result, result.sets()[i], *(*descs)[i], names, metric);
    else
      metric.error = (*descs)[i].error().Message();
  }
  return answer;
}

Result<Answer> AskStore(AskedAgent& session, RequestWords words) {
  const Result<Desc> desc = DescMeant(session, words[0]);
  if (!desc) return Fail(desc.error());
  const auto instances = InstancesToStore(session, *desc, words.subspan(2));
  if (!instances) return Fail(instances.error());
  FetchResult values;
  values.Begin({});
  values.AddSet(desc->id, SetStatus::kValues);
  for (const InstanceId instance : *instances)
    if (!AddValue(desc->type, words[1], instance, values))
      return Fail(Errc::kInvalidArgument,
                  fmt::format("{}: no value of type {}", words[1], ToString(desc->type)));
  if (const Result<void> stored = session.Store(values); !stored)
    return Fail(About(words[0], stored.error()));
  return DoneAnswer{"stored"};
}

Result<Answer> SetProfile(AskedAgent& session, RequestWords words) {
  const bool includes = words[1] == "include";
  if (!includes && words[1] != "exclude")
    return Fail(Errc::kInvalidArgument, words[1] + ": expected include or exclude");
  const Result<InDomId> indom = InDomMeant(session, words[0]);
  if (!indom) return Fail(indom.error());
  const auto instances = InstancesMeant(session, *indom, words.subspan(2));
  if (!instances) return Fail(instances.error());
  Profile profile = session.metrics().profile();
  if (instances->empty())
    profile.Set(*indom, includes);
  else if (includes)
    profile.Include(*indom, *instances);
  else
    profile.Exclude(*indom, *instances);
  session.metrics().SetProfile(std::move(profile));
  return DoneAnswer{"set"};
}

}  // namespace fdr::tools

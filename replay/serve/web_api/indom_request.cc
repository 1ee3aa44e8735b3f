// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /pmapi/indom and /pmapi/profile: the instances of a domain, and which of them are fetched.

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/web_api/name_choice.h"
#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

// Those that are no numbers are no instances.
std::vector<InstanceId> NumbersOf(const std::vector<std::string>& texts) {
  std::vector<InstanceId> numbers;
  for (const std::string& text : texts) {
    InstanceId number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && at == end) numbers.push_back(number);
  }
  return numbers;
}

// What is said of a domain.
struct IndomTexts {
  std::optional<std::string> one_line, help;
};

std::optional<std::string> TextOf(Context& context, TextKind kind, InDomId indom) {
  Result<std::string> text = context.Text(kind, indom.value);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

void AppendLabels(const std::string& labels, std::string& text) {
  text.append(",\"labels\":").append(labels.empty() ? "{}" : labels);
}

TextParts IndomText(std::string text, IndomTexts texts, std::vector<NamedInstance> instances,
                    InstanceLabels labels) {
  AppendLabels(labels.OfDomain(), text);
  if (texts.one_line) {
    text += ",\"text-oneline\":";
    co_yield BeginJsonString(*texts.one_line, text);
  }
  if (texts.help) {
    text += ",\"text-help\":";
    co_yield BeginJsonString(*texts.help, text);
  }
  text += ",\"instances\":[";
  bool is_first = true;
  for (const NamedInstance& instance : instances) {
    if (!std::exchange(is_first, false)) text += ',';
    text.append("{\"instance\":").append(std::to_string(instance.id)).append(",\"name\":");
    co_yield BeginJsonString(instance.name, text);
    AppendLabels(labels.Of(instance.id), text);
    text += '}';
    co_yield text;
  }
  text.append("]").append(kEndOfBody);
  co_return text;
}

}  // namespace

bool ChoosesInstances(const HttpRequest& request) {
  return !NamesIn(request, "instance").empty() || !NamesIn(request, "iname").empty();
}

Answered<std::vector<NamedInstance>> ChosenInstances(const HttpRequest& request,
                                                     std::vector<NamedInstance> all) {
  if (!ChoosesInstances(request)) return all;
  const std::vector<InstanceId> numbers = NumbersOf(NamesIn(request, "instance"));
  const Answered<NameChoice> has_name = NameChoiceOf(request, NamesIn(request, "iname"));
  if (!has_name) return tl::unexpected(has_name.error());
  std::erase_if(all, [&](const NamedInstance& instance) {
    return std::ranges::count(numbers, instance.id) == 0 && !(*has_name)(instance.name);
  });
  return all;
}

PmapiAnswer AnswerIndom(const PmapiCall& call) {
  const Answered<InDomId> indom = DomainIn(call);
  if (!indom) return tl::unexpected(indom.error());
  Context& context = call.source.context();
  KnownMetrics& catalog = *call.source.state().catalog;
  if (const auto moved = call.source.GoToPlace(); !moved) return RefuseFor(moved.error());
  auto chosen = ChosenInstances(call.request,
                                context.Instances(*indom).value_or(std::vector<NamedInstance>{}));
  if (!chosen) return tl::unexpected(chosen.error());
  Result<InstanceLabels> labels = catalog.LabelsOfInstances(call.source.source(), *indom);
  if (!labels) return RefuseFor(labels.error());
  std::string body = call.BeginBody();
  body.append(",\"indom\":\"").append(ToString(*indom)).append("\"");
  IndomTexts texts{.one_line = TextOf(context, TextKind::kInDomOneLine, *indom),
                   .help = TextOf(context, TextKind::kInDomHelp, *indom)};
  return LongAnswer(
      IndomText(std::move(body), std::move(texts), std::move(*chosen), std::move(*labels)));
}

// As pmAddProfile(3) and pmDelProfile(3): the first list for a domain starts with no instances,
// even a list of exclusions.
PmapiAnswer AnswerProfile(const PmapiCall& call) {
  const Answered<std::string> expr = Needed(call.request, "expr");
  if (!expr) return tl::unexpected(expr.error());
  const bool is_added = *expr == "add";
  if (!is_added && *expr != "del") return Refuse(*expr + " - invalid 'expr' parameter value");
  Profile& profile = call.source.state().profile;
  if (!call.request.parameters.Has("name") && !call.request.parameters.Has("indom")) {
    profile.SetAll(is_added);
    return Succeeded(call);
  }
  const Answered<InDomId> indom = DomainIn(call);
  if (!indom) return tl::unexpected(indom.error());
  if (!ChoosesInstances(call.request)) {
    profile.Set(*indom, is_added);
    return Succeeded(call);
  }
  if (const auto moved = call.source.GoToPlace(); !moved) return RefuseFor(moved.error());
  const auto chosen = ChosenInstances(
      call.request, call.source.context().Instances(*indom).value_or(std::vector<NamedInstance>{}));
  if (!chosen) return tl::unexpected(chosen.error());
  std::vector<InstanceId> instances;
  for (const NamedInstance& instance : *chosen) instances.push_back(instance.id);
  if (!profile.Mentions(*indom)) profile.Set(*indom, false);
  if (is_added)
    profile.Include(*indom, instances);
  else
    profile.Exclude(*indom, instances);
  return Succeeded(call);
}

}  // namespace fdr

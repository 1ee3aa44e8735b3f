// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/agent/request.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/tools/agent/request_words.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

struct KnownRequest {
  const char* name;
  const char* arguments;
  const char* what;
  std::size_t least, most;  // arguments
  Result<Answer> (*ask)(AskedAgent& session, RequestWords words);
};

constexpr std::size_t kAnyNumber = 1'000'000;

Result<Answer> AskHelp(AskedAgent& session, RequestWords words);

Result<Answer> SetAttribute(AskedAgent& session, RequestWords words) {
  constexpr std::pair<std::string_view, AttributeCode> kAttributes[] = {
      {"user", AttributeCode::kUserId},
      {"group", AttributeCode::kGroupId},
      {"process", AttributeCode::kProcessId},
      {"container", AttributeCode::kContainer}};
  const auto found =
      std::ranges::find(kAttributes, words[0], &std::pair<std::string_view, AttributeCode>::first);
  if (found == std::end(kAttributes))
    return Fail(Errc::kInvalidArgument,
                fmt::format("{}: expected user, group, process or container", words[0]));
  session.agents().AddAttribute(session.client(), {found->second, words[1]});
  return DoneAnswer{"told, if the agent wants to hear it"};
}

Result<Answer> SetClient(AskedAgent& session, RequestWords words) {
  constexpr std::uint32_t kLargestClient = 1'000'000;
  const auto client = WholeNumber(words[0], kLargestClient);
  if (!client || (words.size() == 2 && words[1] != "ends"))
    return Fail(Errc::kInvalidArgument, "expected client N, or client N ends");
  if (words.size() == 2) {
    session.agents().RemoveClient(*client);
    return DoneAnswer{fmt::format("client {} has ended", *client)};
  }
  session.SetClient(*client);
  return DoneAnswer{fmt::format("client {} asks", *client)};
}

Result<Answer> TellStatus(AskedAgent& session, RequestWords) {
  const Profile& profile = session.metrics().profile();
  return StatusAnswer{session.facts(),
                      session.client(),
                      profile.includes_others(),
                      {profile.domains().begin(), profile.domains().end()}};
}

Result<Answer> Quit(AskedAgent&, RequestWords) { return DoneAnswer{}; }

constexpr KnownRequest kRequests[] = {
    {"names", "[PREFIX|ID]", "the metrics below a name, or the names of a metric", 0, 1, AskNames},
    {"children", "NAME", "the nodes directly below a name", 1, 1, AskChildren},
    {"desc", "METRIC", "type, semantics, units and instances of a metric", 1, 1, AskDesc},
    {"fetch", "METRIC...", "the values", 1, kAnyNumber, AskFetch},
    {"instances", "INDOM|METRIC", "the instances of a domain", 1, 1, AskInstances},
    {"text", "METRIC|INDOM [oneline|help]", "the help texts", 1, 2, AskText},
    {"labels", "domain|cluster|item|indom|instances [ID]", "the labels", 1, 2, AskLabels},
    {"profile", "INDOM|METRIC include|exclude [INSTANCE...]",
     "which instances the next values have; all without INSTANCE", 2, kAnyNumber, SetProfile},
    {"store", "METRIC VALUE [INSTANCE...]", "change a value", 2, kAnyNumber, AskStore},
    {"attribute", "user|group|process|container VALUE", "tell about the client", 2, 2,
     SetAttribute},
    {"client", "N [ends]", "ask for this client from now on", 1, 2, SetClient},
    {"status", "", "the agent, the client and the profile", 0, 0, TellStatus},
    {"help", "", "this list", 0, 0, AskHelp},
    {"quit", "", "end", 0, 0, Quit},
};

Result<Answer> AskHelp(AskedAgent&, RequestWords) {
  std::string list;
  for (const KnownRequest& request : kRequests)
    list +=
        fmt::format("{}{} {:<{}}  {}", list.empty() ? "" : "\n", request.name, request.arguments,
                    52 - std::string_view(request.name).size(), request.what);
  return DoneAnswer{std::move(list)};
}

}  // namespace

Result<Answer> AskAgent(AskedAgent& session, RequestWords words) {
  const auto request = std::ranges::find(kRequests, words[0], &KnownRequest::name);
  if (request == std::end(kRequests))
    return Fail(Errc::kInvalidArgument, fmt::format("there is no such request{}; help lists all",
                                                    DidYouMean(words[0], RequestNames())));
  const RequestWords arguments = words.subspan(1);
  if (arguments.size() < request->least || arguments.size() > request->most)
    return Fail(Errc::kInvalidArgument,
                fmt::format("expected {} {}", request->name, request->arguments));
  return request->ask(session, arguments);
}

std::vector<std::string> RequestNames() {
  std::vector<std::string> names;
  for (const KnownRequest& request : kRequests) names.emplace_back(request.name);
  return names;
}

std::string_view ArgumentsOf(std::string_view request) {
  const auto found = std::ranges::find(kRequests, request, &KnownRequest::name);
  return found != std::end(kRequests) ? found->arguments : "";
}

bool IsQuit(RequestWords words) { return words.size() == 1 && words[0] == "quit"; }

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/agent_list.h"

#include <charconv>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/sources/agents/agent_list_lines.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

// Reads the words of a line from left to right.
class LineParser {
 public:
  explicit LineParser(const AgentListLine& line) : line_(line) {}

  Result<AgentSpec> Run();

 private:
  tl::unexpected<Error> Expected(std::string_view what) const {
    return Fail(line_.Complain(at_, "expected " + std::string(what)));
  }
  bool IsAtEnd() const { return at_ == line_.words.size(); }
  /// Takes a reserved word, in any case, if it comes next.
  bool TakeKeyword(std::string_view keyword) {
    if (IsAtEnd() || ToLower(line_.words[at_].text) != keyword) return false;
    ++at_;
    return true;
  }
  Result<std::string> TakeWord(std::string_view what) {
    if (IsAtEnd()) return Expected(what);
    return line_.words[at_++].text;
  }
  std::vector<std::string> TakeRest() {
    std::vector<std::string> rest;
    for (; !IsAtEnd(); ++at_) rest.push_back(line_.words[at_].text);
    return rest;
  }

  Result<std::uint32_t> ParseDomain();
  Result<void> ParseKind(AgentSpec& spec);
  Result<PipeAgent> ParsePipe();
  Result<SocketAgent> ParseSocket();
  Result<DsoAgent> ParseDso();

  const AgentListLine& line_;
  std::size_t at_ = 0;
};

Result<AgentSpec> LineParser::Run() {
  AgentSpec spec;
  spec.label = line_.words[at_++].text;
  const Result<std::uint32_t> domain = ParseDomain();
  if (!domain) return Fail(domain.error());
  spec.domain = *domain;
  if (const Result<void> kind = ParseKind(spec); !kind) return Fail(kind.error());
  return spec;
}

Result<std::uint32_t> LineParser::ParseDomain() {
  const std::string text = IsAtEnd() ? std::string() : line_.words[at_].text;
  std::uint32_t domain = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), domain);
  if (error != std::errc() || end != text.data() + text.size() || domain == 0 ||
      domain > kLastAgentDomain)
    return Expected("the agent's domain, a number from 1 to 510");
  ++at_;
  return domain;
}

Result<void> LineParser::ParseKind(AgentSpec& spec) {
  const auto take = [&spec](auto parsed) -> Result<void> {
    if (!parsed) return Fail(parsed.error());
    spec.kind = std::move(*parsed);
    return {};
  };
  if (TakeKeyword("pipe")) return take(ParsePipe());
  if (TakeKeyword("socket")) return take(ParseSocket());
  if (TakeKeyword("dso")) return take(ParseDso());
  return Expected("pipe, socket or dso");
}

Result<PipeAgent> LineParser::ParsePipe() {
  PipeAgent agent;
  if (!TakeKeyword("binary")) return Expected("binary, the only protocol");
  agent.says_when_ready = TakeKeyword("notready");
  if (IsAtEnd()) return Expected("the command that starts the agent");
  agent.command = TakeRest();
  return agent;
}

Result<SocketAgent> LineParser::ParseSocket() {
  SocketAgent agent;
  if (TakeKeyword("ipv6"))
    agent.family = SocketAgent::Family::kIpv6;
  else if (TakeKeyword("unix"))
    agent.family = SocketAgent::Family::kUnix;
  else if (!TakeKeyword("inet"))
    return Expected("inet, ipv6 or unix");
  const bool is_unix = agent.family == SocketAgent::Family::kUnix;
  Result<std::string> address = TakeWord(is_unix ? "the path of a socket" : "a port");
  if (!address) return Fail(address.error());
  agent.address = std::move(*address);
  agent.command = TakeRest();
  return agent;
}

Result<DsoAgent> LineParser::ParseDso() {
  DsoAgent agent;
  Result<std::string> function = TakeWord("the name of the agent's first function");
  if (!function) return Fail(function.error());
  agent.init_function = std::move(*function);
  Result<std::string> path = TakeWord("the path of the shared object");
  if (!path) return Fail(path.error());
  agent.path = std::move(*path);
  if (!IsAtEnd()) return Expected("the end of the line");
  return agent;
}

}  // namespace

Result<std::vector<AgentSpec>> ParseAgentList(std::string_view text, const std::string& file) {
  const Result<std::vector<AgentListLine>> lines = ReadAgentListLines(text, file);
  if (!lines) return Fail(lines.error());
  std::vector<AgentSpec> agents;
  std::unordered_set<std::string> labels;
  std::unordered_set<std::uint32_t> domains;
  for (const AgentListLine& line : *lines) {
    Result<AgentSpec> spec = LineParser(line).Run();
    if (!spec) return Fail(spec.error());
    if (!labels.insert(spec->label).second)
      return Fail(line.Complain(0, "there is already an agent with this name"));
    if (!domains.insert(spec->domain).second)
      return Fail(line.Complain(1, "there is already an agent for this domain"));
    agents.push_back(std::move(*spec));
  }
  return agents;
}

}  // namespace fdr

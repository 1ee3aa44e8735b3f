// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/chosen_instances.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/pattern/glob.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

bool Names(const std::string& word, const std::string& instance) {
  return instance == word || FirstWordOf(instance) == word || MatchesGlob(word, instance);
}

// "000548 /usr/bin/python3 report.py": the command line is all behind the number; the command is
// "python3".
bool NamesCommand(const std::string& word, const std::string& instance) {
  const std::size_t blank = instance.find(' ');
  if (blank == std::string::npos) return false;
  const std::string line = instance.substr(blank + 1);
  const std::string program = line.substr(0, line.find(' '));
  const std::string command = program.substr(program.rfind('/') + 1);
  return MatchesGlob(word, line) || MatchesGlob(word, program) || MatchesGlob(word, command);
}

template <class Matches>
bool MatchesAny(const std::vector<std::string>& words, const std::string& name, Matches matches) {
  return std::ranges::any_of(words, [&](const std::string& word) { return matches(word, name); });
}

struct Domain {
  InDomId id;
  std::vector<std::string> names;  // of all times
};

std::vector<Domain> DomainsOf(const Metadata& metadata) {
  std::vector<Domain> domains;
  for (const InDomHistory& history : metadata.indoms()) {
    Domain& domain = domains.emplace_back(Domain{history.id(), {}});
    for (const Instance& instance : history.AllInstances())
      domain.names.emplace_back(instance.name);
  }
  return domains;
}

template <class Matches>
Result<void> CheckNamesSomething(const std::vector<std::string>& words,
                                 const std::vector<Domain>& domains, const char* what,
                                 Matches matches) {
  for (const std::string& word : words) {
    std::vector<std::string> all;
    bool found = false;
    for (const Domain& domain : domains)
      for (const std::string& name : domain.names) {
        found = found || matches(word, name);
        all.push_back(name);
      }
    if (!found)
      return Fail(Errc::kNotFound,
                  fmt::format("No {} is called \"{}\"{}", what, word, DidYouMean(word, all)));
  }
  return {};
}

}  // namespace

Result<ChosenInstances> InstancesToCopy(const Metadata& metadata, const InstanceWords& words,
                                        const ProcessOwners& owners) {
  const std::vector<Domain> all = DomainsOf(metadata);
  std::vector<Domain> of_processes;
  const std::unordered_set<InDomId> process_ids = DomainsOfProcesses(metadata);
  std::ranges::copy_if(all, std::back_inserter(of_processes),
                       [&](const Domain& domain) { return process_ids.contains(domain.id); });
  for (const auto* const list : {&words.only, &words.without})
    if (auto checked = CheckNamesSomething(*list, all, "instance", Names); !checked)
      return Fail(checked.error());
  if (auto checked = CheckNamesSomething(words.processes, of_processes, "process", NamesCommand);
      !checked)
    return Fail(checked.error());

  std::unordered_set<InDomId> some, chosen;  // domains with such instances
  for (const Domain& domain : all) {
    const auto has = [&](const std::vector<std::string>& list) {
      return std::ranges::any_of(
          domain.names, [&](const std::string& name) { return MatchesAny(list, name, Names); });
    };
    if (has(words.only)) some.insert(domain.id);
    if (has(words.without)) chosen.insert(domain.id);
  }
  chosen.insert(some.begin(), some.end());
  const bool by_process = !words.users.empty() || !words.processes.empty();
  if (by_process) chosen.insert(process_ids.begin(), process_ids.end());
  // An instance without a name matches no word.
  auto keeps = [words, owners, some, process_ids, by_process](
                   InDomId domain, InstanceId id, std::optional<std::string_view> known) {
    const bool is_process = by_process && process_ids.contains(domain);
    if (!known) return !some.contains(domain) && !is_process;
    const std::string name(*known);
    if (some.contains(domain) && !MatchesAny(words.only, name, Names)) return false;
    if (MatchesAny(words.without, name, Names)) return false;
    if (!is_process) return true;
    if (!words.processes.empty() && !MatchesAny(words.processes, name, NamesCommand)) return false;
    return words.users.empty() || owners.contains({domain, id, name});
  };
  return ChosenInstances{std::move(chosen), std::move(keeps)};
}

}  // namespace fdr::tools

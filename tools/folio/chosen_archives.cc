// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/folio/chosen_archives.h"

#include <algorithm>
#include <set>
#include <string>

#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

template <class IsMeant>
Result<std::set<std::size_t>> Matching(const Folio& folio, const std::vector<std::string>& words,
                                       const char* what, std::string FolioEntry::*name,
                                       IsMeant is_meant) {
  std::set<std::size_t> numbers;
  for (const std::string& word : words) {
    const std::size_t before = numbers.size();
    bool is_known = false;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < folio.archives.size(); ++i) {
      names.push_back(folio.archives[i].*name);
      if (folio.archives[i].*name != word && !is_meant(i, word)) continue;
      numbers.insert(i);
      is_known = true;
    }
    if (numbers.size() == before && !is_known)
      return Fail(Errc::kNotFound, "No " + std::string(what) + " " + word + DidYouMean(word, names),
                  folio.path);
  }
  return numbers;
}

}  // namespace

Result<ChosenArchives> ChooseArchives(const FolioCommand& command) {
  Result<Folio> folio = ReadFolio(command.folio);
  if (!folio) return Fail(folio.error());
  ChosenArchives chosen{std::move(*folio), {}};
  const auto only = Matching(
      chosen.folio, command.only, "archive", &FolioEntry::base,
      [](std::size_t i, const std::string& word) { return word == std::to_string(i + 1); });
  const auto hosts = Matching(chosen.folio, command.hosts, "host", &FolioEntry::host,
                              [](std::size_t, const std::string&) { return false; });
  if (!only) return Fail(only.error());
  if (!hosts) return Fail(hosts.error());
  for (std::size_t i = 0; i < chosen.folio.archives.size(); ++i)
    if ((command.only.empty() || only->contains(i)) &&
        (command.hosts.empty() || hosts->contains(i)))
      chosen.numbers.push_back(i);
  if (!chosen.numbers.empty()) return chosen;
  if (chosen.folio.archives.empty())
    return Fail(Errc::kNotFound, "No archive in this folio", chosen.folio.path);
  return Fail(Errc::kNotFound, "--only and --host together leave no archive", chosen.folio.path);
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/folio/folio_actions.h"
#include "fdr/tools/info/archive_facts.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

Result<ArchiveFacts> FactsOf(const std::string& base, const CommonOptions& common) {
  const Result<ArchiveFiles> files = FindArchiveFiles(base);
  if (!files) return Fail(files.error());
  return GatherFacts(*files, false, common, {});
}

std::string SpanText(const ArchiveFacts& facts) {
  const std::string start = DateText(facts.label.start, facts.zone);
  if (!facts.end) return start + ", end unknown";
  return fmt::format("{} for {}", start,
                     HumanDuration(SecondsBetween(facts.label.start, *facts.end)));
}

std::size_t Width(std::string_view text) { return static_cast<std::size_t>(DisplayWidth(text)); }

std::string TextOf(const FolioCommand& command, const ChosenArchives& chosen, bool& failed) {
  const Folio& folio = chosen.folio;
  std::string text = fmt::format("{}: {}\n", folio.path, Count(folio.archives.size(), "archive"));
  if (!folio.created.empty()) text += fmt::format("  created  {}\n", folio.created);
  if (!folio.creator.empty()) text += fmt::format("  creator  {}\n", folio.creator);
  if (!folio.replay.empty()) text += fmt::format("  replay   {}\n", folio.replay);
  std::size_t host_width = 4, base_width = 7;
  for (const std::size_t number : chosen.numbers) {
    host_width = std::max(host_width, Width(chosen.Entry(number).host));
    base_width = std::max(base_width, Width(chosen.Entry(number).base));
  }
  const auto add_row = [&](std::string_view number, const FolioEntry& entry,
                           std::string_view rest) {
    text += fmt::format("{:>3}  ", number);
    AppendLeft(entry.host, host_width + 2, text);
    AppendLeft(entry.base, base_width + 2, text);
    text.append(rest).append("\n");
  };
  text += '\n';
  add_row("", {"host", "archive"}, "start");
  for (const std::size_t number : chosen.numbers) {
    const Result<ArchiveFacts> facts = FactsOf(chosen.PathOf(number), command.common);
    failed |= !facts;
    add_row(std::to_string(number + 1), chosen.Entry(number),
            facts ? SpanText(*facts) : facts.error().what);
  }
  return text;
}

std::string JsonOf(const FolioCommand& command, const ChosenArchives& chosen, bool& failed) {
  const Folio& folio = chosen.folio;
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("schema").String("fdr.folio/1").Key("folio").String(folio.path);
  json.Key("created").String(folio.created).Key("creator").String(folio.creator);
  json.Key("replay").String(folio.replay).Key("archives").BeginArray();
  for (const std::size_t number : chosen.numbers) {
    const FolioEntry& entry = chosen.Entry(number);
    const Result<ArchiveFacts> facts = FactsOf(chosen.PathOf(number), command.common);
    failed |= !facts;
    json.BeginObject().Key("number").UInt(number + 1).Key("host").String(entry.host);
    json.Key("archive").String(entry.base).Key("path").String(chosen.PathOf(number));
    if (!facts) {
      json.Key("problem").String(facts.error().Message()).EndObject();
      continue;
    }
    json.Key("start").String(Rfc3339(facts->label.start, facts->zone)).Key("end");
    facts->end ? json.String(Rfc3339(*facts->end, facts->zone)) : json.Null();
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + '\n';
}

// The reasons against an archive; none if it is as the folio says.
std::vector<std::string> ProblemsOf(const FolioEntry& entry, const std::string& base,
                                    const CommonOptions& common) {
  std::vector<std::string> problems;
  const Result<ArchiveFiles> files = FindArchiveFiles(base);
  if (!files || files->index.empty()) problems.push_back("No such file: " + base + ".index");
  if (!files || files->metadata.empty()) problems.push_back("No such file: " + base + ".meta");
  if (!files || files->volumes.empty()) problems.push_back("No such file: " + base + ".0");
  if (!files || !files->CheckComplete()) return problems;
  const Result<ArchiveFacts> facts = GatherFacts(*files, false, common, {});
  if (!facts)
    problems.push_back(facts.error().Message());
  else if (facts->label.host.view() != entry.host)
    problems.push_back(fmt::format("Another host: {} in the folio, {} in the archive", entry.host,
                                   facts->label.host.view()));
  return problems;
}

}  // namespace

int ListFolio(const FolioCommand& command, const ChosenArchives& chosen) {
  bool failed = false;
  const std::string text =
      command.common.json ? JsonOf(command, chosen, failed) : TextOf(command, chosen, failed);
  return WriteOutput(text) && !failed ? kOk : kFailed;
}

int CheckFolio(const FolioCommand& command, const ChosenArchives& chosen) {
  bool failed = false;
  std::string text;
  for (const std::size_t number : chosen.numbers) {
    const std::string path = chosen.PathOf(number);
    const auto problems = ProblemsOf(chosen.Entry(number), path, command.common);
    failed |= !problems.empty();
    if (problems.empty() && command.common.quiet) continue;
    text += fmt::format("{}: {}\n", path, problems.empty() ? "ok" : "wrong");
    for (const std::string& problem : problems) text += fmt::format("  {}\n", problem);
  }
  return WriteOutput(text) && !failed ? kOk : kFailed;
}

}  // namespace fdr::tools

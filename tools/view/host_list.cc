// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/host_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/copy_files.h"
#include "fdr/archive/source/compression.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/view/view_time.h"

namespace fdr::tools {
namespace {

using Kind = KeyPress::Kind;

// The last record, or the last entry of the index: data are not decompressed for this.
std::optional<Timestamp> EndOf(const Archive& archive) {
  if (CompressionSuffix(archive.files().volumes.back().path).empty())
    if (const Result<Timestamp> end = archive.End()) return *end;
  if (archive.index().empty()) return std::nullopt;
  return archive.index().back().stamp;
}

// To sort by.
std::optional<double> SortNumber(const std::optional<Timestamp>& stamp) {
  if (!stamp) return std::nullopt;
  return static_cast<double>(stamp->sec);
}

ViewRow RowOf(const HostFacts& host, const Zone& zone) {
  const auto time = [&](const std::optional<Timestamp>& stamp) -> ViewField {
    return {stamp ? ClockText(*stamp, zone, true) : "-", SortNumber(stamp)};
  };
  const std::string name = std::filesystem::path(host.directory).filename();
  return {host.directory,
          {{name, std::nullopt},
           {std::to_string(host.archives), static_cast<double>(host.archives)},
           time(host.start),
           time(host.end),
           {HumanSize(host.bytes), static_cast<double>(host.bytes)}}};
}

}  // namespace

HostFacts FactsOfHost(const std::string& directory, const CommonOptions& common) {
  HostFacts facts;
  facts.directory = directory;
  const auto found = FindArchives(directory);
  if (!found) return facts;
  facts.archives = found->size();
  for (const ArchiveFiles& files : *found) facts.bytes += SizeOnDisk(files);
  OpenOptions options;
  options.source = SourceOptionsFor(common);
  options.metadata_damage = MetadataDamage::kSkip;
  options.ignore_features = true;
  // The names of archives tell their order.
  for (const ArchiveFiles* files : {&found->front(), &found->back()})
    if (const auto archive = Archive::Open(*files, options)) {
      const Timestamp start = (*archive)->label().start;
      facts.start = std::min(facts.start.value_or(start), start);
      facts.end = std::max(facts.end, EndOf(**archive));
    }
  return facts;
}

HostList::HostList(const std::vector<HostFacts>& hosts, const CommonOptions& common) {
  const Zone zone = ChooseZone(common.zone, LabelRecord()).value_or(Zone());
  std::vector<ViewRow> rows;
  for (const HostFacts& host : hosts) rows.push_back(RowOf(host, zone));
  constexpr int kTime = 19, kNumber = 8;
  table_.Set({{"host", 20, false},
              {"archives", kNumber, true},
              {"from", kTime, true},
              {"to", kTime, true},
              {"size", kNumber, true}},
             std::move(rows));
}

Frame HostList::Draw(TerminalSize size, bool utf8) {
  Frame frame(size, utf8);
  const int column = frame.Put(0, 0, fmt::format("{} hosts", table_.size()), Ink::kTitle) + 2;
  if (!table_.filter().empty())
    frame.Put(0, column, "rows with \"" + table_.filter() + '"', Ink::kBusy);
  table_.Draw(frame, 2, std::max(frame.height() - 4, 1));
  const int last = frame.height() - 1;
  if (prompt_.IsOpen())
    frame.Reverse(last, frame.Put(last, 0, prompt_.Line(), Ink::kStrong), 1);
  else
    frame.Put(last, 0, "up, down   enter show   < > s order   / filter   q quit", Ink::kFaint);
  return frame;
}

void HostList::ObeyInPrompt(const KeyPress& key) {
  if (prompt_.Take(key)) table_.Filter(prompt_.text());
  if (key.kind == Kind::kEscape) table_.Filter("");
  if (key.kind == Kind::kEscape || key.kind == Kind::kEnter) prompt_.Close();
}

// The keys of the viewer, as far as they make sense here.
void HostList::Obey(const KeyPress& key) {
  constexpr int kScreenOfRows = 10;
  if (prompt_.IsOpen()) return ObeyInPrompt(key);
  switch (key.kind) {
    case Kind::kEnter:
      if (const ViewRow* const row = table_.Chosen()) chosen_ = row->key;
      return;
    case Kind::kUp:
    case Kind::kDown:
      return table_.MoveChoice(key.kind == Kind::kUp ? -1 : 1);
    case Kind::kPageUp:
    case Kind::kPageDown:
      return table_.MoveChoice(key.kind == Kind::kPageUp ? -kScreenOfRows : kScreenOfRows);
    case Kind::kEscape:
      return table_.Filter("");
    default:
      break;
  }
  if (key.Is("q")) quit_ = true;
  if (key.Is("s")) table_.Turn();
  if (key.Is("/")) prompt_.Open(Prompt::Question::kFilter, table_.filter());
  if (key.Is("<") || key.Is(">")) table_.MoveSort(key.Is("<") ? -1 : 1);
}

Result<std::optional<std::string>> ChooseHost(const std::vector<std::string>& directories,
                                              const CommonOptions& common) {
  const auto screen = FullScreen::Open();
  if (!screen) return Fail(screen.error());
  std::vector<HostFacts> hosts;
  for (const std::string& directory : directories) {
    if (Interrupted()) return std::optional<std::string>();
    hosts.push_back(FactsOfHost(directory, common));
  }
  HostList list(hosts, common);
  constexpr std::chrono::seconds kRest{10};
  while (!list.wants_to_quit() && !list.chosen() && !Interrupted()) {
    (*screen)->Show(list.Draw((*screen)->size(), LocaleIsUtf8()));
    list.Obey((*screen)->Wait(kRest));
  }
  return list.chosen();
}

}  // namespace fdr::tools

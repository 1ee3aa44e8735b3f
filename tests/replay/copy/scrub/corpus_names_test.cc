// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives of PCP's test suite lose the names of their hosts, users, addresses and command lines.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "fdr/archive/archive.h"
#include "fdr/archive/metadata/label_history.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/replay/copy/scrub/known_words.h"
#include "fdr/replay/labels/label_texts.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// With processes and users, with addresses, with labels.
constexpr std::array kDaily = {"procpid-encode2", "proc",   "pcp-pidstat",   "pcp-atop",
                               "20150105.17.57",  "pcp-ss", "20190628.04.03"};

constexpr std::array<std::string_view, 3> kOfNobody = {"127.0.0.1", "::1/128", "00:00:00:00:00:00"};

// The names that an archive has, in small letters.
class OriginalNames {
 public:
  explicit OriginalNames(const Archive& archive) : metadata_(archive.metadata()) {
    AddHost(archive.label().host.view());
    AddLabels();
    for (const Desc& desc : metadata_.metrics()) Note(desc);
    RecordCursor cursor(archive);
    ResultRecord record;
    for (auto next = cursor.Next(); next && *next; next = cursor.Next())
      if (record.Decode(archive.version(), (*next)->body)) AddValues(record);
  }

  const std::set<std::string>& all() const { return names_; }

 private:
  // Shorter ones are in other texts by chance.
  void Add(std::string_view name, std::size_t shortest = 6) {
    const bool is_of_nobody = std::ranges::find(kOfNobody, name) != kOfNobody.end();
    if (name.size() >= shortest && !is_of_nobody && !name.starts_with("localhost") &&
        !IsKnownWord(WordList::kUsers, name))
      names_.insert(ToLower(name));
  }
  void AddHost(std::string_view host) {
    Add(host, 5);
    Add(host.substr(0, host.find('.')), 5);
  }
  // All behind the program.
  void AddArguments(std::string_view command) {
    const std::size_t blank = command.find(' ');
    if (blank != command.npos) Add(command.substr(blank + 1), 8);
  }

  void AddLabels() {
    const LabelHistory* context = metadata_.FindLabels(LabelLevel::kContext, kContextId);
    for (std::size_t i = 0; context != nullptr && i < context->size(); ++i)
      for (const LabelSet& set : context->Record(i).sets)
        for (const auto& [name, value] : LabelTextsOf(UpToNul(set.json)))
          if (name == "hostname" || name == "machineid") AddHost(value);
  }

  void Note(const Desc& desc) {
    const std::string_view name = metadata_.NamesOf(desc.id).front();
    if (name == "kernel.uname.nodename" || name == "pmcd.hostname") hosts_.insert(desc.id);
    if (name.ends_with("id_nm") || name.ends_with("_addr")) texts_.insert(desc.id);
    if (name == "proc.psinfo.psargs") commands_.insert(desc.id);
    const InDomHistory* domain = metadata_.FindInDom(desc.indom);
    if (!name.starts_with("proc.psinfo") || domain == nullptr || !seen_.insert(desc.indom).second)
      return;
    for (std::size_t i = 0; i < domain->size(); ++i)
      for (const Instance& process : domain->Members(i))
        AddArguments(
            process.name.substr(std::min(process.name.find(' '), process.name.size() - 1) + 1));
  }

  void AddValues(const ResultRecord& record) {
    for (const ValueSet& set : record.sets()) {
      const bool is_host = hosts_.contains(set.id()), is_command = commands_.contains(set.id());
      if (set.in_place() || (!is_host && !is_command && !texts_.contains(set.id()))) continue;
      for (std::uint32_t i = 0; i < set.size(); ++i) {
        const std::string_view text = UpToNul(AsText(set.Block(i).payload));
        is_host ? AddHost(text) : is_command ? AddArguments(text) : Add(text);
      }
    }
  }

  const Metadata& metadata_;
  std::set<std::string> names_;
  std::set<MetricId> hosts_, texts_, commands_;
  std::set<InDomId> seen_;
};

std::set<std::string> ArchivesToScrub() {
  std::set<std::string> bases;
  for (const char* name : kDaily) bases.insert(std::string(kPeerArchives) + "/" + name);
  if (!IsSoak()) return bases;
  for (const std::string& name : FileNames(kPeerArchives))
    if (const std::size_t end = name.find(".meta"); end != name.npos)
      bases.insert(std::string(kPeerArchives) + "/" + name.substr(0, end));
  return bases;
}

TEST(ScrubbedCorpus, HasNoNameOfTheOriginals) {
  std::size_t searched = 0;
  for (const std::string& base : ArchivesToScrub()) {
    const auto archive = Archive::Open(base);
    if (!archive) continue;  // damaged ones of the suite
    const OriginalNames names(**archive);
    const TempDirectory directory;
    const ChildOutcome outcome = RunFdr({"copy", "--scrub", base, directory / "out"});
    if (IsSoak() && outcome.exit_status == 1) continue;  // there is no record
    EXPECT_TRUE(outcome.exit_status == 0 || outcome.exit_status == 3) << base << outcome.err;
    searched += names.all().size();
    for (const std::string& file : FileNames(directory.path())) {
      const std::string text = ToLower(AsText(ReadFile(directory / file)));
      for (const std::string& name : names.all())
        EXPECT_EQ(text.find(name), text.npos) << name << " in " << file << " of " << base;
    }
    const ChildOutcome before = RunPeer({"pmlogcheck", base});
    if (before.exit_status == 0 && before.err.empty()) {
      EXPECT_EQ(PeerOutput({"pmlogcheck", directory / "out"}), "") << base;
    }
  }
  EXPECT_GT(searched, 150u);
}

}  // namespace
}  // namespace fdr::test

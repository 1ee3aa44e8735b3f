// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/note/note_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <utility>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/viewer/notes.h"
#include "fdr/replay/sources/local/account_names.h"
#include "fdr/replay/time/time_parser.h"
#include "fdr/tools/note/note_files.h"
#include "fdr/tools/note/note_text.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// A recorder's last record may be this much older than what is noted about now.
constexpr std::int64_t kSlack = 3600;

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

class Work {
 public:
  Work(const NoteCommand& command, ArchiveContext& archive, Zone zone)
      : command_(command),
        archive_(archive),
        zone_(std::move(zone)),
        key_(archive.timeline().archive(0).files().base) {}

  Result<void> Do() {
    if (command_.remove) return RemoveNote(files_, key_, *command_.remove);
    return command_.time ? Add() : List();
  }

 private:
  Result<void> Add() {
    const Result<Timestamp> at = TimeOf(*command_.time, archive_.label().start);
    if (!at) return Fail(at.error());
    const std::string text = Joined(command_.words);
    const std::string author =
        command_.author.value_or(std::string(local::AccountNames().User(::geteuid())));
    Note note{.at = NanosOf(*at), .text = text, .author = author};
    if (command_.to) {
      const Result<Timestamp> to = TimeOf(*command_.to, *at);
      if (!to) return Fail(to.error());
      if (*to < *at)
        return Fail(Errc::kInvalidArgument, "The window of a note ends before it begins");
      note.to = NanosOf(*to);
    }
    const Result<std::string> line = AddNote(files_, key_, note, WallClock());
    if (!line) return Fail(line.error());
    return Print(command_.common.quiet ? std::vector<std::string>() : std::vector{*line});
  }

  Result<void> List() {
    Result<std::vector<std::string>> notes = files_.Load(key_);
    if (!notes) return Fail(notes.error());
    std::erase_if(*notes, [](const std::string& note) { return !IsNote(note); });
    return Print(*notes);
  }

  Result<void> Print(const std::vector<std::string>& notes) {
    if (!WriteOutput(command_.common.json ? NotesJson(notes) : NotesText(notes, zone_)))
      return Fail(Errc::kIo, "");
    return {};
  }

  Result<Timestamp> TimeOf(const std::string& text, Timestamp start) {
    const Result<Timestamp> end = archive_.EndTime();
    if (!end) return Fail(end.error());
    TimeParser parser(zone_, WallClock().sec, IntervalRules::kPlain);
    const Result<Timestamp> time = parser.Parse(text, start, *end);
    if (!time) return Fail(ExplainTime(time.error()));
    const Timestamp at = Timestamp{time->sec, 0}.Plus(time->nsec);
    if (at < archive_.label().start || at.sec > end->sec + kSlack)
      return Fail(
          Errc::kInvalidArgument,
          fmt::format("{} is outside of the archive, which goes from {} to {}", DateText(at, zone_),
                      DateText(archive_.label().start, zone_), DateText(*end, zone_)));
    return at;
  }

  const NoteCommand& command_;
  ArchiveContext& archive_;
  Zone zone_;
  std::string key_;
  NoteFiles files_;
};

}  // namespace

int Run(const NoteCommand& command) {
  DamageReport damage(true);
  const auto archive =
      ArchiveContext::Open(command.archive, ContextOptions(command.common, damage));
  if (!archive) {
    PrintError(ExplainName(command.archive, archive.error()));
    return kFailed;
  }
  Result<Zone> zone = ChooseZone(command.common.zone, (*archive)->label());
  if (!zone) {
    PrintError(zone.error());
    return kUsage;
  }
  const Result<void> done = Work(command, **archive, std::move(*zone)).Do();
  if (done) return kOk;
  if (!done.error().what.empty()) PrintError(done.error());
  return done.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/view_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <utility>
#include <vector>

#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/archive_argument.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/screen/full_screen.h"
#include "fdr/tools/status/own_recording.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/view/host_list.h"
#include "fdr/tools/view/host_recording.h"
#include "fdr/tools/view/view_time.h"
#include "fdr/tools/view/viewer.h"
#include "fdr/tools/view/web_view.h"

namespace fdr::tools {
namespace {

Result<std::size_t> PageNamed(const std::string& name) {
  const auto with_key = name.size() == 1 ? PageWithKey(name.front()) : std::nullopt;
  if (with_key) return *with_key;
  std::string names;
  for (std::size_t i = 0; i < ViewPages().size(); ++i) {
    const ViewPage& page = ViewPages()[i];
    if (name == page.name) return i;
    names += (names.empty() ? "" : ", ") + std::string(page.name);
  }
  return Fail(Errc::kInvalidArgument, "There is no page " + name + "; the pages are " + names);
}

Result<ViewerOptions> OptionsOf(const ViewCommand& command, ArchiveContext& archive) {
  const Result<Zone> zone = ChooseZone(command.common.zone, archive.label());
  if (!zone) return Fail(zone.error());
  ViewerOptions options{
      .zone = *zone, .interval = 0, .follows = false, .start = {}, .page = {}, .key_waits = [] {
        return Interrupted() || FullScreen::KeyWaits();
      }};
  options.follows = command.follow || command.archives.empty();
  if (command.interval && !command.archives.empty()) {
    const Result<std::int64_t> step = ParseStep(command.interval);
    if (!step) return Fail(step.error());
    options.interval = *step;
  }
  if (command.start) {
    const Result<Timestamp> end = archive.EndTime();
    if (!end) return Fail(end.error());
    const auto start = ParseJump(*command.start, archive.label().start, *end, *zone);
    if (!start) return Fail(start.error());
    options.start = *start;
  }
  if (!command.page) return options;
  const Result<std::size_t> page = PageNamed(*command.page);
  if (!page) return Fail(page.error());
  options.page = *page;
  return options;
}

// Reads the archive through a context of its own: this one moves on meanwhile.
Verdict::Explain ExplainOf(const ViewCommand& command, const std::string& name) {
  return [common = command.common, name](const why::GoOn& go_on) -> Result<why::Explanation> {
    DamageReport unused(true);
    const auto archive = ArchiveContext::Open(name, ContextOptions(common, unused));
    if (!archive) return Fail(archive.error());
    why::ExplainOptions options;
    options.go_on = [&go_on](Timestamp now) { return !Interrupted() && go_on(now); };
    return why::Explain(**archive, options);
  };
}

Result<void> Show(Viewer& viewer) {
  const auto screen = FullScreen::Open();
  if (!screen) return Fail(screen.error());
  const bool utf8 = LocaleIsUtf8();
  while (!viewer.wants_to_quit() && !Interrupted()) {
    (*screen)->Show(viewer.Draw((*screen)->size(), utf8));
    viewer.Obey((*screen)->Wait(viewer.Rest(std::chrono::steady_clock::now())));
    viewer.Tick(std::chrono::steady_clock::now());
  }
  return {};
}

// Messages would spoil the screen, so they come when it is gone.
class LaterReport {
 public:
  explicit LaterReport(bool quiet) : report_(quiet) {}
  ProblemSink Sink() {
    return [this](const Problem& problem) { problems_.Add(problem); };
  }
  ExitStatus Tell() {
    for (const Problem& problem : problems_.all()) report_.Add(problem);
    return report_.status();
  }

 private:
  DamageReport report_;
  KnownProblems problems_{1000};
};

// What names a recording of this machine that goes on; "" if there is none.
std::string OngoingRecording() {
  constexpr std::int64_t kRecent = 120;  // seconds
  const Result<std::string> own = FindOwnRecording();
  if (!own) return "";
  const auto archive = ArchiveContext::Open(*own, {});
  if (!archive) return "";
  const Result<Timestamp> end = (*archive)->EndTime();
  return end && end->sec > std::time(nullptr) - kRecent ? *own : "";
}

// The directory of the host that the user wants; nothing if the user wants none.
Result<std::optional<std::string>> AskForHost(const ViewCommand& command) {
  // Without a terminal, the message names a host.
  if (::isatty(STDIN_FILENO) != 1 || !IsScreen(STDOUT_FILENO))
    return Fail(HostMeant(command.archives.front()).error());
  return ChooseHost(command.host_directories, command.common);
}

Result<void> View(const ViewCommand& command, LaterReport& damage) {
  std::unique_ptr<HostRecording> history;
  std::string name = command.archives.empty() ? "" : command.archives.front();
  if (command.host_directories.size() > 1) {
    const auto host = AskForHost(command);
    if (!host) return Fail(host.error());
    if (!*host) return {};
    name = **host;
  }
  if (name.empty() && !command.host && !command.interval) name = OngoingRecording();
  if (name.empty()) {
    // A recorder would wait for a host that does not answer.
    if (const auto source = OpenLiveSource(command.host, command.common); !source)
      return Fail(source.error());
    Result<std::unique_ptr<HostRecording>> started =
        HostRecording::Start(command.host, command.interval.value_or("1s"));
    if (!started) return Fail(started.error());
    history = std::move(*started);
    name = history->archive();
  }
  DamageReport unused(true);
  ReplayOptions replay = ContextOptions(command.common, unused);
  replay.open.on_problem = damage.Sink();
  replay.on_damage = [sink = damage.Sink()](const Problem& problem) {
    if (!IsOfOrder(problem.code)) sink(problem);
  };
  const auto archive = ArchiveContext::Open(name, std::move(replay));
  if (!archive) return Fail(ExplainFile(name, archive.error()));
  Result<ViewerOptions> options = OptionsOf(command, **archive);
  if (!options) return Fail(options.error());
  if (!history) options->explain = ExplainOf(command, name);
  const auto viewer = Viewer::Open(**archive, *options);
  if (!viewer) return Fail(viewer.error());
  return Show(**viewer);
}

}  // namespace

int Run(const ViewCommand& command) {
  if (command.web) return RunWeb(command);
  if (command.archives.size() > 1) {
    PrintError(
        fmt::format("view: only --web shows several archives; a list, such as a,b, is one; name "
                    "one, such as {}",
                    Printable(command.archives.front())));
    return kUsage;
  }
  LaterReport damage(command.common.quiet);
  CatchInterrupts();
  const Result<void> viewed = View(command, damage);
  const ExitStatus status = damage.Tell();
  if (!viewed) {
    PrintError(viewed.error());
    return viewed.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
  }
  if (Interrupted()) EndAsInterrupted();
  return status;
}

}  // namespace fdr::tools

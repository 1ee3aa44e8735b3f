// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/pmlogreduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/base/known_problems.h"
#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/replay/copy/thin/reduced_stage.h"
#include "fdr/replay/copy/thin/thin_grid.h"
#include "fdr/replay/time/interval.h"
#include "fdr/replay/values/type_name.h"
#include "fdr/tools/drop_in/peer_inputs.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/peer_options.h"
#include "fdr/tools/drop_in/peer_output.h"
#include "fdr/tools/drop_in/peer_window.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr const char* kReduceProgram = "pmlogreduce";
constexpr std::array kReduceOptions = {
    PeerOption{'A', "align", "TIME", "align sample times on natural boundaries"},
    PeerOption{'S', "start", "TIME", "start of the time window"},
    PeerOption{'s', "samples", "N", "terminate after this many samples"},
    PeerOption{'T', "finish", "TIME", "end of the time window"},
    PeerOption{'t', "interval", "DELTA", "sample output interval [default 10min]"},
    PeerOption{'v', nullptr, "NUM", "switch log volumes after this many samples"},
    PeerOption{'Z', "timezone", "TZ", "set reporting timezone"},
    PeerOption{'z', "hostzone", nullptr, "set reporting timezone to local time of metrics source"},
    PeerOption{'D', "debug", "DEBUG", nullptr},
};
constexpr PeerSyntax kReduceSyntax = {kReduceProgram, "[options] input-archive output-archive",
                                      kReduceOptions};
constexpr std::int64_t kDefaultInterval = 600 * kNanosPerSecond;

struct ReduceSwitches {
  WindowOptions window = {};
  std::int64_t interval = kDefaultInterval;
  std::uint64_t samples = 0, volume = 0;  // 0: no limit
  std::string in = {}, out = {};
};

// PCP's program never ends with an interval of 0.
PeerComplaint TakeInterval(const char* text, ReduceSwitches& switches) {
  const auto interval = ParseInterval(text, IntervalRules::kPcp);
  if (!interval) {
    PrintMessage(interval.error().what + '\n');  // without the name of the program
    return "";
  }
  const std::int64_t most = kLongestThinInterval / kNanosPerSecond;
  if (interval->sec >= most) return "-t: the interval must not be longer than a century";
  switches.interval = interval->sec * kNanosPerSecond + interval->nsec;
  if (switches.interval > 0) return {};
  return "-t: the interval must be longer than 0";
}

PeerComplaint TakeReduce(char letter, const char* argument, ReduceSwitches& switches) {
  switch (letter) {
    case 's':
      return TakePeerCount(letter, argument, switches.samples);
    case 't':
      return TakeInterval(argument, switches);
    case 'v':
      return TakePeerCount(letter, argument, switches.volume);
    case 'D':  // has no effect
      return {};
    default:
      return TakePeerWindow(letter, argument, switches.window);
  }
}

// PCP's program takes more operands, and ignores all but the first and the second.
PeerComplaint CheckReduceOperands(const std::vector<std::string>& operands) {
  if (operands.size() < 2) return "insufficient arguments";
  if (operands.size() > 2) return "too many arguments: join the archives first";
  return {};
}

int ReduceFails(std::string_view text) {
  PrintPeerError(kReduceProgram, text);
  return kFailed;
}

// What is lost, each place once.  A missing volume is no damage, as for PCP's program.
class ReduceLosses {
 public:
  ProblemSink Sink() {
    return [this](const Problem& problem) { Add(problem); };
  }
  bool has_damage() const { return has_damage_; }

 private:
  void Add(const Problem& problem) {
    if (!places_.insert(PlaceOf(problem)).second) return;
    has_damage_ |= problem.code != Errc::kMissingFile;
    const Error error{problem.code, problem.what, problem.file, problem.offset};
    PrintPeerWarning(kReduceProgram, Printable(error.Message()));
  }

  std::set<ProblemPlace> places_;
  bool has_damage_ = false;
};

// In the order of the name space.
Result<void> WarnOfSkipped(ArchiveContext& context) {
  const Metadata& metadata = context.timeline().metadata();
  const auto names = context.Traverse("");
  if (!names) return Fail(names.error());
  for (const std::string& name : *names) {
    const auto id = metadata.FindMetric(name);
    const Desc* const desc = id ? metadata.FindDesc(*id) : nullptr;
    if (desc == nullptr || ReducedStage::Takes(desc->type)) continue;
    PrintPeerMessage(kReduceProgram,
                     fmt::format("{}: Warning: skipping {} metric", name, TypeName(desc->type)));
  }
  return {};
}

int WriteReduced(const ReduceSwitches& switches, ArchiveContext& context, const TimeWindow& window,
                 ReduceLosses& losses) {
  const auto inputs = FindArchives(switches.in);
  if (!inputs) return ReduceFails(inputs.error().Message());
  ReducedStage::Options options{
      .interval = switches.interval, .start = window.origin, .end = *window.end};
  if (switches.samples > 0) options.most = switches.samples;
  std::unique_ptr<ReducedStage> stage;
  JoinOptions join;
  if (switches.volume > 0) join.volumes.records = switches.volume;
  join.source = SourceOptionsFor({});
  join.keep_going = [](double) { return !Interrupted(); };
  join.on_problem = losses.Sink();
  join.stages = [&](CopySink& writer, const Metadata&) -> Result<CopySink*> {
    stage = std::make_unique<ReducedStage>(options, context, writer);
    return stage.get();
  };
  CatchInterrupts();
  const auto written = JoinArchives(*inputs, switches.out, join);
  if (written) return losses.has_damage() ? kFailed : kOk;
  const Error& error = written.error();
  if (error.code == Errc::kCancelled) EndAsInterrupted();
  return ReduceFails(error.Message());
}

// As PCP before 6.3.2: no value is one that was observed later.
ReplayOptions ReduceReplay(ReduceLosses& losses) {
  DamageReport none(true);
  ReplayOptions replay = ContextOptions({}, none);
  replay.rules.value = ValueRule::kPrevious;
  replay.open.on_problem = losses.Sink();
  replay.on_damage = {};
  return replay;
}

int Reduce(const ReduceSwitches& switches) {
  ReduceLosses losses;
  const auto context = ArchiveContext::Open(switches.in, ReduceReplay(losses));
  if (!context)
    return ReduceFails(fmt::format("cannot open archive \"{}\" (ctx_a): {}", switches.in,
                                   PeerTextOf(context.error())));
  const LabelRecord& label = (*context)->label();
  const auto zone = PeerZone(kReduceProgram, switches.window, label);
  if (!zone) return kFailed;
  const auto end = (*context)->EndTime();
  if (!end) return ReduceFails(end.error().Message());
  const auto window = PeerWindow(kReduceProgram, switches.window, *zone, label.start, *end);
  if (!window) return kFailed;
  if (const auto is_new = CheckIsNew(PosixFileSystem(), switches.out); !is_new) {
    PrintNotCreated(kReduceProgram, "__pmLogCreate", switches.out, is_new.error());
    return kFailed;
  }
  if (const auto warned = WarnOfSkipped(**context); !warned)
    return ReduceFails(warned.error().Message());
  return WriteReduced(switches, **context, *window, losses);
}

}  // namespace

int RunPmlogreduce(int argc, char** argv) {
  ReduceSwitches switches;
  auto operands = ReadPeerOptions(
      argc, argv, kReduceSyntax,
      [&switches](char letter, const char* argument) {
        return TakeReduce(letter, argument, switches);
      },
      CheckReduceOperands);
  if (!operands) return kFailed;
  switches.in = std::move(operands->front());
  switches.out = std::move(operands->back());
  return Reduce(switches);
}

}  // namespace fdr::tools

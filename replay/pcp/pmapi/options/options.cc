// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmGetOptions(3): the options that PCP's tools share, from the command line and the environment.

#include <pcp/pmapi.h>

#include <string_view>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/options/option_errors.h"
#include "fdr/replay/pcp/pmapi/options/option_sources.h"
#include "fdr/replay/pcp/pmapi/options/option_steps.h"
#include "fdr/replay/pcp/pmapi/options/option_times.h"

namespace fdr::pmapi {
namespace {

constexpr int kNoMoreOptions = -1;
constexpr char kDebugVariable[] = "PCP_DEBUG";

void SetAlignment(pmOptions& options, char* value) { options.align_optarg = value; }
void SetStart(pmOptions& options, char* value) { options.start_optarg = value; }
void SetFinish(pmOptions& options, char* value) { options.finish_optarg = value; }
void SetOrigin(pmOptions& options, char* value) { options.origin_optarg = value; }

void SetInterval(pmOptions& options, char* value) {
  char* message = nullptr;
  const bool high_res = IsHighRes(options);
  const int sts = high_res ? pmParseHighResInterval(value, &HighRes(options).interval, &message)
                           : pmParseInterval(value, &options.interval, &message);
  if (sts >= 0) return;
  UsageError(options, "-t argument not in %s(3) format:\n%s\n",
             high_res ? "pmParseHighResInterval" : "pmParseInterval",
             message != nullptr ? message : "");
  free(message);
}

void SetSamples(pmOptions& options, char* value) {
  char* end = nullptr;
  options.samples = static_cast<int>(strtol(value, &end, 10));
  if (*end != '\0' || options.samples < 0)
    UsageError(options, "-s requires a positive numeric argument\n");
}

void SetTimeZone(pmOptions& options, char* value) {
  if (options.tzflag != 0)
    UsageError(options, "at most one of -Z and -z allowed\n");
  else
    options.timezone = value;
}

void SetHostZone(pmOptions& options, char*) {
  if (options.timezone != nullptr)
    UsageError(options, "at most one of -Z and -z allowed\n");
  else
    options.tzflag = 1;
}

void SetGuiMode(pmOptions& options, char*) {
  if (options.guiport_optarg != nullptr)
    UsageError(options, "at most one of -g and -p allowed\n");
  else
    options.guiflag = 1;
}

void SetGuiPort(pmOptions& options, char* value) {
  if (options.guiflag != 0) {
    UsageError(options, "at most one of -g and -p allowed\n");
    return;
  }
  char* end = nullptr;
  options.guiport_optarg = value;
  options.guiport = static_cast<int>(strtol(value, &end, 10));
  if (*end != '\0' || options.guiport < 0) options.guiport = 0;
}

void SetLocal(pmOptions& options, char*) { options.Lflag = 1; }

void SpecifyLocalAgent(pmOptions& options, char* value) {
  if (const char* const complaint = pmSpecLocalPMDA(value))
    UsageError(options, "pmSpecLocalPMDA failed: %s\n", complaint);
}

void LoadNames(pmOptions& options, const char* path, bool duplicates) {
  const int sts = pmLoadASCIINameSpace(path, duplicates ? 1 : 0);
  char reason[PM_MAXERRMSGLEN];
  if (sts < 0)
    RuntimeError(options, "Cannot load namespace from \"%s\": %s\n", path,
                 pmErrStr_r(sts, reason, sizeof reason));
  else
    options.nsflag = 1;
}

void LoadNamespace(pmOptions& options, char* value) { LoadNames(options, value, true); }
void LoadUniqueNames(pmOptions& options, char* value) { LoadNames(options, value, false); }

void LoadDerived(pmOptions& options, char* value) {
  const int sts = pmLoadDerivedConfig(value);
  char reason[PM_MAXERRMSGLEN];
  if (sts < 0)
    UsageError(options, "pmLoadDerivedConfig failed: %s\n", pmErrStr_r(sts, reason, sizeof reason));
}

void SetContainer(pmOptions&, char* value) { setenv("PCP_CONTAINER", value, 1); }

void SetDebug(pmOptions& options, char* value) {
  if (pmSetDebug(value) < 0)
    UsageError(options, "unrecognized debug options specification (%s)\n", value);
}

void ShowVersion(pmOptions& options, char*) {
  pmprintf("%s version %s\n", pmGetProgname(), pmGetAPIConfig("pcp_version"));
  options.flags |= PM_OPTFLAG_EXIT;
}

void ShowUsage(pmOptions& options, char*) { CountError(options, PM_OPTFLAG_USAGE_ERR); }

struct StandardOption {
  int letter;  // or 0
  const char* name;
  void (*apply)(pmOptions& options, char* value);
  const char* variable = nullptr;  // in the environment
};

constexpr StandardOption kStandardOptions[] = {
    {'A', PMLONGOPT_ALIGN, SetAlignment, "PCP_ALIGN_TIME"},
    {'a', PMLONGOPT_ARCHIVE, [](pmOptions& o, char* v) { AddArchive(o, v); }, "PCP_ARCHIVE"},
    {0, PMLONGOPT_ARCHIVE_LIST, [](pmOptions& o, char* v) { AddArchiveList(o, v); },
     "PCP_ARCHIVE_LIST"},
    {'D', PMLONGOPT_DEBUG, SetDebug},
    {0, PMLONGOPT_ARCHIVE_FOLIO, [](pmOptions& o, char* v) { AddArchiveFolio(o, v); }, "PCP_FOLIO"},
    {'g', PMLONGOPT_GUIMODE, SetGuiMode, "PCP_GUIMODE"},
    {'h', PMLONGOPT_HOST, [](pmOptions& o, char* v) { AddHost(o, v); }, "PCP_HOST"},
    {0, PMLONGOPT_HOST_LIST, [](pmOptions& o, char* v) { AddHostList(o, v); }, "PCP_HOST_LIST"},
    {'H', PMLONGOPT_HOSTSFILE, [](pmOptions& o, char* v) { AddHostsFile(o, v); }},
    {'K', PMLONGOPT_SPECLOCAL, SpecifyLocalAgent, "PCP_SPECLOCAL"},
    {'L', PMLONGOPT_LOCALPMDA, SetLocal, "PCP_LOCALPMDA"},
    {'L', PMLONGOPT_LOCALPMDA, SetLocal, "PCP_LOCALMODE"},
    {'n', PMLONGOPT_NAMESPACE, LoadNamespace, "PCP_NAMESPACE"},
    {'N', PMLONGOPT_UNIQNAMES, LoadUniqueNames, "PCP_UNIQNAMES"},
    {'O', PMLONGOPT_ORIGIN, SetOrigin, "PCP_ORIGIN"},
    {'O', PMLONGOPT_ORIGIN, SetOrigin, "PCP_ORIGIN_TIME"},
    {'p', PMLONGOPT_GUIPORT, SetGuiPort, "PCP_GUIPORT"},
    {'S', PMLONGOPT_START, SetStart, "PCP_START_TIME"},
    {'s', PMLONGOPT_SAMPLES, SetSamples, "PCP_SAMPLES"},
    {'T', PMLONGOPT_FINISH, SetFinish, "PCP_FINISH_TIME"},
    {'t', PMLONGOPT_INTERVAL, SetInterval, "PCP_INTERVAL"},
    {'Z', PMLONGOPT_TIMEZONE, SetTimeZone, "PCP_TIMEZONE"},
    {'z', PMLONGOPT_HOSTZONE, SetHostZone, "PCP_HOSTZONE"},
    {0, PMLONGOPT_CONTAINER, SetContainer},
    {0, PMLONGOPT_DERIVED, LoadDerived},
    {'V', PMLONGOPT_VERSION, ShowVersion},
    {'?', PMLONGOPT_HELP, ShowUsage},
};

const StandardOption* FindStandardOption(int option, const pmOptions& options) {
  const char* const name = option == 0 ? options.long_options[options.index].long_opt : nullptr;
  for (const StandardOption& standard : kStandardOptions)
    if (name != nullptr ? strcmp(name, standard.name) == 0 : standard.letter == option)
      return &standard;
  return nullptr;
}

void ApplyVariable(pmOptions& options, char* entry) {
  char* const sign = strchr(entry, '=');
  if (sign == nullptr) return;
  const std::string_view name(entry, static_cast<std::size_t>(sign - entry));
  for (const StandardOption& option : kStandardOptions)
    if (option.variable != nullptr && name == option.variable) option.apply(options, sign + 1);
}

}  // namespace

void Begin(pmOptions& options) {
  if ((options.flags & PM_OPTFLAG_INIT) != 0) return;
  options.flags |= PM_OPTFLAG_INIT;
  if (char* const spec = getenv(kDebugVariable)) SetDebug(options, spec);
  // The other variables in the order of the environment.  Some options add variables meanwhile.
  std::vector<char*> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) variables.push_back(*entry);
  for (char* const entry : variables) ApplyVariable(options, entry);
}

void End(pmOptions& options) {
  if ((options.flags & PM_OPTFLAG_DONE) != 0) return;
  options.flags |= PM_OPTFLAG_DONE;
  if (options.version != PMAPI_VERSION_3) options.version = PMAPI_VERSION_2;
  if (options.Lflag != 0)
    options.context = PM_CONTEXT_LOCAL;
  else if (options.nhosts > 0 && options.narchives == 0)
    options.context = PM_CONTEXT_HOST;
  else if (options.nhosts == 0 && options.narchives > 0)
    options.context = PM_CONTEXT_ARCHIVE;
  if (options.origin_optarg != nullptr && options.context == 0) {
    AddDefaultArchive(options);
    options.context = PM_CONTEXT_ARCHIVE;
  }
  const bool has_window = options.start_optarg != nullptr || options.align_optarg != nullptr ||
                          options.origin_optarg != nullptr;
  if (has_window && options.context != PM_CONTEXT_ARCHIVE)
    UsageError(options, "time window options are supported for archives only\n");
  if (options.tzflag != 0 && options.context != PM_CONTEXT_ARCHIVE &&
      options.context != PM_CONTEXT_HOST)
    UsageError(options, "use of timezone from metric source requires a source\n");
  // A usage message would not help with these errors.
  if ((options.flags & PM_OPTFLAG_RUNTIME_ERR) != 0) options.flags &= ~PM_OPTFLAG_USAGE_ERR;
}

bool ApplyLongOption(pmOptions& options) {
  const StandardOption* const standard = FindStandardOption(0, options);
  if (standard == nullptr) return false;
  standard->apply(options, options.optarg);
  return true;
}

void SetLocalContext(pmOptions& options) { SetLocal(options, nullptr); }
void SpecifyLocalContext(pmOptions& options, char* spec) { SpecifyLocalAgent(options, spec); }
void ChooseContainer(pmOptions& options, char* name) { SetContainer(options, name); }

namespace {

int GetOptions(int argc, char* const* argv, pmOptions& options) {
  if ((options.flags & PM_OPTFLAG_INIT) == 0 && argc > 0) pmSetProgname(argv[0]);
  Begin(options);
  while ((options.flags & PM_OPTFLAG_ENV_ONLY) == 0) {
    const int option = pmgetopt_r(argc, argv, &options);
    if (option == kNoMoreOptions) break;
    if (options.override != nullptr && options.override(option, &options) != 0) return option;
    const StandardOption* const standard = FindStandardOption(option, options);
    if (standard == nullptr) return option;
    standard->apply(options, options.optarg);
  }
  End(options);
  return kNoMoreOptions;
}

}  // namespace
}  // namespace fdr::pmapi

int pmGetOptions(int argc, char* const* argv, pmOptions* opts) {
  int option = fdr::pmapi::kNoMoreOptions;
  const int sts = fdr::pmapi::Guarded([&] {
    option = fdr::pmapi::GetOptions(argc, argv, *opts);
    return 0;
  });
  if (sts < 0) fdr::pmapi::RuntimeError(*opts, "not enough memory\n");
  return option;
}

// The strings, pointers and counts stay: they may be the program's own by now.
void pmFreeOptions(pmOptions* opts) {
  free(opts->hosts);     // NOLINT: memory from malloc()
  free(opts->archives);  // NOLINT
}

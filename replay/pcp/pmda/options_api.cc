// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaGetOptions(3), pmdaGetOpt(3) and pmdaUsageMessage(3).

#include <getopt.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "fdr/replay/pcp/pmda/agent_state.h"

// pmgetopt_r() and pmUsageMessage() use only the first part of their structure, which is the same.
static_assert(offsetof(pmdaOptions, override) == offsetof(pmOptions, override));
static_assert(offsetof(pmdaOptions, optarg) == offsetof(pmOptions, optarg));
static_assert(offsetof(pmdaOptions, __last_nonopt) == offsetof(pmOptions, __last_nonopt));
static_assert(offsetof(pmdaOptions, errors) == offsetof(pmOptions, errors));

namespace fdr::pmda {
namespace {

// The letter of the option for a connection.
char LetterOf(pmdaIoType type) {
  switch (type) {
    case pmdaInet:
      return 'i';
    case pmdaIPv6:
      return '6';
    case pmdaUnix:
      return 'u';
    default:
      return 'p';
  }
}

// A number, or the name of a service.
void TakePort(const char* text, pmdaExt& ext) {
  char* end = nullptr;
  ext.e_port = static_cast<int>(strtol(text, &end, 10));
  if (*end != '\0') ext.e_sockname = Keep(ext, text);
}

// False if the agent has another connection already.
bool TakeConnection(pmdaIoType type, const char* argument, pmdaExt& ext) {
  if (ext.e_io != pmdaUnknown && ext.e_io != type) {
    pmprintf("%s: -%c option clashes with -%c option\n", ext.e_name, LetterOf(type),
             LetterOf(ext.e_io));
    return false;
  }
  ext.e_io = type;
  if (type == pmdaUnix)
    ext.e_sockname = Keep(ext, argument);
  else if (type != pmdaPipe)
    TakePort(argument, ext);
  return true;
}

bool TakeDebug(const char* spec, const pmdaExt& ext) {
  if (pmSetDebug(spec) >= 0) return true;
  pmprintf("%s: unrecognized debug options specification (%s)\n", ext.e_name, spec);
  return false;
}

bool TakeDomain(const char* text, pmdaInterface& interface, pmdaExt& ext) {
  char* end = nullptr;
  interface.domain = ext.e_domain = static_cast<int>(strtol(text, &end, 10));
  if (*end == '\0') return true;
  pmprintf("%s: -d requires numeric domain number\n", ext.e_name);
  return false;
}

enum class Taken { kYes, kNo, kWrong };

Taken OutcomeOf(bool is_right) { return is_right ? Taken::kYes : Taken::kWrong; }

// Takes an option that every agent has.
Taken Take(int option, char* argument, pmdaInterface& interface) {
  pmdaExt& ext = *interface.version.any.ext;
  switch (option) {
    case 'D':
      return OutcomeOf(TakeDebug(argument, ext));
    case 'd':
      return OutcomeOf(TakeDomain(argument, interface, ext));
    case 'h':
      ext.e_helptext = argument;
      return Taken::kYes;
    case 'l':
      ext.e_logfile = argument;
      return Taken::kYes;
    case 'i':
      return OutcomeOf(TakeConnection(pmdaInet, argument, ext));
    case '6':
      return OutcomeOf(TakeConnection(pmdaIPv6, argument, ext));
    case 'u':
      return OutcomeOf(TakeConnection(pmdaUnix, argument, ext));
    case 'p':
      return OutcomeOf(TakeConnection(pmdaPipe, nullptr, ext));
    default:
      return Taken::kNo;
  }
}

// The state of pmdaGetOpt() is that of getopt(3).
int NextOfGlobal(int argc, char* const* argv, const char* options) {
  static pmOptions state;
  state.flags = PM_OPTFLAG_POSIX;
  state.short_options = options;
  state.optind = optind;
  state.opterr = opterr;
  const int option = pmgetopt_r(argc, argv, &state);
  optind = state.optind;
  optopt = state.optopt;
  optarg = state.optarg;
  return option;
}

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

int pmdaGetOptions(int argc, char* const* argv, pmdaOptions* opts, pmdaInterface* dispatch) {
  if (dispatch->status != 0) {
    ++opts->errors;
    return EOF;
  }
  for (;;) {
    const int option = pmgetopt_r(argc, argv, reinterpret_cast<pmOptions*>(opts));
    if (option == EOF) return EOF;
    if (opts->override != nullptr && opts->override(option, opts) != 0) return option;
    if (option == 'U') {
      opts->username = opts->optarg;
      continue;
    }
    if (option == '?') {
      ++opts->errors;
      continue;
    }
    switch (Take(option, opts->optarg, *dispatch)) {
      case Taken::kYes:
        continue;
      case Taken::kWrong:
        ++opts->errors;
        continue;
      case Taken::kNo:
        return option;
    }
  }
}

int pmdaGetOpt(int argc, char* const* argv, const char* optstring, pmdaInterface* dispatch,
               int* err) {
  if (dispatch->status != 0) {
    ++*err;
    return EOF;
  }
  for (;;) {
    const int option = NextOfGlobal(argc, argv, optstring);
    if (option == EOF) {
      pmflush();
      return EOF;
    }
    const Taken taken = option == '?' ? Taken::kWrong : Take(option, optarg, *dispatch);
    if (taken == Taken::kNo) return option;
    if (taken == Taken::kWrong) ++*err;
  }
}

void pmdaUsageMessage(pmdaOptions* opts) { pmUsageMessage(reinterpret_cast<pmOptions*>(opts)); }

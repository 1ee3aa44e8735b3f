// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A tool that needs a function of PCP's library that is missing here gets that library: it is
// started again without this library's directory in LD_LIBRARY_PATH.  This happens before main(),
// so nothing is lost but an execve().
//
// The environment:
//   FDR_LIBPCP_VERBOSE       if 1, says so on standard error
//   FDR_LIBPCP_CHECK         says what would happen on standard output, and ends the program
//   FDR_LIBPCP_HANDED_OVER   the process that was handed over: it must not be again

#include <dlfcn.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/pcp/libpcp/missing_functions.h"
#include "fdr/replay/pcp/libpcp/program_objects.h"
#include "fdr/replay/pcp/pmapi/contexts/own_library.h"

namespace fdr::libpcp {
namespace {

constexpr char kPath[] = "LD_LIBRARY_PATH";
constexpr char kHandedOver[] = "FDR_LIBPCP_HANDED_OVER";
constexpr char kCheck[] = "FDR_LIBPCP_CHECK";
constexpr char kVerbose[] = "FDR_LIBPCP_VERBOSE";

// A function that is missing here, if this library was loaded for the program itself.
std::optional<std::string> FindMissing(const std::vector<const link_map*>& objects) {
  std::optional<std::string> missing;
  for (const link_map* const object : objects) {
    ForEachNeededSymbol(*object, [&](std::string_view symbol) {
      if (IsMissing(symbol)) missing = symbol;
      return !missing;
    });
    if (missing) break;
  }
  return missing;
}

bool IsAmong(const std::vector<const link_map*>& objects) {
  Dl_info own = {};
  if (dladdr(reinterpret_cast<const void*>(&IsAmong), &own) == 0) return false;
  for (const link_map* const object : objects)
    if (object->l_addr == reinterpret_cast<ElfW(Addr)>(own.dli_fbase)) return true;
  return false;
}

bool WasHandedOver() {
  const char* const process = getenv(kHandedOver);
  return process != nullptr && std::to_string(getpid()) == process;
}

void HandOver(char** argv, const std::string& missing) {
  const std::optional<std::string> others = pmapi::OtherLibraryDirectories();
  char program[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
  if (!others || size < 0 || WasHandedOver()) return;
  program[size] = '\0';
  const char* const verbose = getenv(kVerbose);
  if (verbose != nullptr && std::strcmp(verbose, "1") == 0)
    std::fprintf(stderr, "libpcp of fdr: %s is handed over to PCP's library for %s\n", program,
                 missing.c_str());
  if (others->empty())
    unsetenv(kPath);
  else
    setenv(kPath, others->c_str(), 1);
  setenv(kHandedOver, std::to_string(getpid()).c_str(), 1);
  execv(program, argv);
}

[[noreturn]] void Answer(const std::optional<std::string>& missing) {
  if (missing)
    std::printf("handed over: %s\n", missing->c_str());
  else
    std::printf("runs here\n");
  std::fflush(stdout);
  _exit(0);
}

// The loader calls this before main(), and for a library that is loaded later, in the middle of the
// program.
__attribute__((constructor)) void Decide(int, char** argv, char**) {
  if (getauxval(AT_SECURE) != 0) return;
  const std::vector<const link_map*> objects = ProgramObjects();
  if (!IsAmong(objects)) return;
  const std::optional<std::string> missing = FindMissing(objects);
  if (getenv(kCheck) != nullptr) Answer(missing);
  if (missing) HandOver(argv, *missing);
}

}  // namespace

}  // namespace fdr::libpcp

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmSetDebug(3) and pmClearDebug(3).

#include <pcp/pmapi.h>
#include <strings.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/debug_options.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

pmdebugoptions_t pmDebugOptions;

// Old programs look at these bits.
extern "C" __attribute__((visibility("default"))) int pmDebug;
int pmDebug = 0;

namespace {

struct DebugOption {
  const char* name;
  int pmdebugoptions_t::*field;
};

constexpr DebugOption kOptions[] = {
    {"pdu", &pmdebugoptions_t::pdu},
    {"fetch", &pmdebugoptions_t::fetch},
    {"profile", &pmdebugoptions_t::profile},
    {"value", &pmdebugoptions_t::value},
    {"context", &pmdebugoptions_t::context},
    {"indom", &pmdebugoptions_t::indom},
    {"pdubuf", &pmdebugoptions_t::pdubuf},
    {"log", &pmdebugoptions_t::log},
    {"logmeta", &pmdebugoptions_t::logmeta},
    {"optfetch", &pmdebugoptions_t::optfetch},
    {"af", &pmdebugoptions_t::af},
    {"appl0", &pmdebugoptions_t::appl0},
    {"appl1", &pmdebugoptions_t::appl1},
    {"appl2", &pmdebugoptions_t::appl2},
    {"pmns", &pmdebugoptions_t::pmns},
    {"libpmda", &pmdebugoptions_t::libpmda},
    {"timecontrol", &pmdebugoptions_t::timecontrol},
    {"pmc", &pmdebugoptions_t::pmc},
    {"derive", &pmdebugoptions_t::derive},
    {"lock", &pmdebugoptions_t::lock},
    {"interp", &pmdebugoptions_t::interp},
    {"config", &pmdebugoptions_t::config},
    {"pmapi", &pmdebugoptions_t::pmapi},
    {"fault", &pmdebugoptions_t::fault},
    {"auth", &pmdebugoptions_t::auth},
    {"discovery", &pmdebugoptions_t::discovery},
    {"attr", &pmdebugoptions_t::attr},
    {"http", &pmdebugoptions_t::http},
    {"desperate", &pmdebugoptions_t::desperate},
    {"deprecated", &pmdebugoptions_t::deprecated},
    {"exec", &pmdebugoptions_t::exec},
    {"labels", &pmdebugoptions_t::labels},
    {"series", &pmdebugoptions_t::series},
    {"libweb", &pmdebugoptions_t::libweb},
    {"alloc", &pmdebugoptions_t::alloc},
    {"services", &pmdebugoptions_t::services},
    {"appl3", &pmdebugoptions_t::appl3},
    {"appl4", &pmdebugoptions_t::appl4},
    {"appl5", &pmdebugoptions_t::appl5},
    {"access", &pmdebugoptions_t::access},
    {"qa", &pmdebugoptions_t::qa},
    {"search", &pmdebugoptions_t::search},
    {"query", &pmdebugoptions_t::query},
    {"compress", &pmdebugoptions_t::compress},
    {"dev0", &pmdebugoptions_t::dev0},
    {"dev1", &pmdebugoptions_t::dev1},
    {"dev2", &pmdebugoptions_t::dev2},
    {"pmlc", &pmdebugoptions_t::pmlc},
    {"appl6", &pmdebugoptions_t::appl6},
    {"appl7", &pmdebugoptions_t::appl7},
    {"appl8", &pmdebugoptions_t::appl8},
    {"appl9", &pmdebugoptions_t::appl9},
    {"tls", &pmdebugoptions_t::tls},
};

// Options were formerly bits of a number; the first ones still are.
constexpr unsigned kNumberedOptions = 28;
constexpr unsigned kDesperateBit = 30;
constexpr std::size_t kDesperate = 28;  // in kOptions
constexpr int kAllBits = 0x7fffffff;

int BitOf(std::size_t option) {
  if (option < kNumberedOptions) return 1 << option;
  return option == kDesperate ? 1 << kDesperateBit : 0;
}

struct Selection {
  std::vector<int pmdebugoptions_t::*> fields;
  int bits = 0;
};

void SelectBits(int bits, Selection& selection) {
  for (std::size_t i = 0; i <= kDesperate; ++i)
    if ((bits & BitOf(i)) != 0) selection.fields.push_back(kOptions[i].field);
  selection.bits |= bits & kAllBits;
}

bool Select(const std::string& word, Selection& selection) {
  char* end = nullptr;
  const long number = strtol(word.c_str(), &end, 10);
  if (end != word.c_str() && *end == '\0') {
    SelectBits(static_cast<int>(number), selection);
    return true;
  }
  const bool all = strcasecmp(word.c_str(), "all") == 0;
  if (all) selection.bits = kAllBits;
  bool found = all;
  for (std::size_t i = 0; i < std::size(kOptions); ++i) {
    if (!all && strcasecmp(word.c_str(), kOptions[i].name) != 0) continue;
    selection.fields.push_back(kOptions[i].field);
    selection.bits |= BitOf(i);
    found = true;
  }
  return found;
}

// A list may end in a comma.
std::optional<Selection> Parse(std::string_view spec) {
  Selection selection;
  while (!spec.empty()) {
    const std::size_t comma = std::min(spec.find(','), spec.size());
    if (!Select(std::string(spec.substr(0, comma)), selection)) return std::nullopt;
    spec.remove_prefix(std::min(comma + 1, spec.size()));
  }
  return selection;
}

void Set(const Selection& selection) {
  for (const auto field : selection.fields) pmDebugOptions.*field = 1;
  pmDebug |= selection.bits;
}

void Clear(const Selection& selection) {
  for (const auto field : selection.fields) pmDebugOptions.*field = 0;
  pmDebug &= ~selection.bits;
}

// If any word is unknown, nothing is changed.
int Change(std::string_view spec, void (*change)(const Selection& selection)) {
  const std::optional<Selection> selection = Parse(spec);
  if (!selection) return PM_ERR_CONV;
  change(*selection);
  return 0;
}

}  // namespace

namespace fdr::pmapi {

void ApplyDebugEnvironment() {
  static std::once_flag once;
  std::call_once(once, [] {
    const char* const spec = getenv("PCP_DEBUG");
    if (spec != nullptr && pmSetDebug(spec) < 0)
      fprintf(stderr, "Error: $PCP_DEBUG=%s is not valid, ignored\n", spec);
  });
}

int DebugBits(const char* spec) {
  const std::optional<Selection> selection = Parse(spec);
  return selection ? selection->bits : PM_ERR_CONV;
}

void SetDebugBits(int bits) {
  Selection selection;
  int named = 0;
  for (std::size_t i = 0; i <= kDesperate; ++i) named |= BitOf(i);
  SelectBits(bits & named, selection);
  Set(selection);
}

}  // namespace fdr::pmapi

int pmSetDebug(const char* spec) {
  return fdr::pmapi::Guarded([&] { return Change(spec, Set); });
}

int pmClearDebug(const char* spec) {
  return fdr::pmapi::Guarded([&] { return Change(spec, Clear); });
}

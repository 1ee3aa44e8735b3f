// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_options.h"

#include <unistd.h>

#include <utility>

#include "fdr/tools/drop_in/peer_options.h"
#include "fdr/tools/drop_in/peer_window.h"
#include "fdr/tools/drop_in/pmlogextract.h"

namespace fdr::tools {
namespace {

constexpr PeerOption kOptions[] = {
    {'c', "config", "FILE", "file to load configuration from"},
    {'d', "desperate", nullptr, "desperate, save output after fatal error"},
    {'D', "debug", "DBG", nullptr},
    {'f', "first", nullptr, "use timezone from first archive [default is last]"},
    {'m', "mark", nullptr, "ignore prologue/epilogue records and <mark> between archives"},
    {'S', "start", "TIME", "start of the time window"},
    {'s', "samples", "NUM", "terminate after NUM log records have been written"},
    {'T', "finish", "TIME", "end of the time window"},
    {'V', "outputversion", "VERSION", "output archive version"},
    {'v', nullptr, "SAMPLES", "switch log volumes after this many samples"},
    {'w', nullptr, nullptr, "ignore day/month/year"},
    {'x', nullptr, nullptr, "skip metrics with mismatched metadata"},
    {'Z', "timezone", "TZ", "set reporting timezone"},
    {'z', "hostzone", nullptr, "set reporting timezone to local time of metrics source"},
};

PeerComplaint TakeVersion(const char* text, int& version) {
  std::uint64_t number = 0;
  if (auto complaint = TakePeerCount('V', text, number)) return complaint;
  if (number != 2 && number != 3) return "-V value must be 2 or 3";
  version = static_cast<int>(number);
  return {};
}

PeerComplaint Take(ExtractOptions& options, char letter, const char* argument) {
  switch (letter) {
    case 'c':
      options.config = argument;
      if (::access(argument, F_OK) == 0) return {};
      return std::string(argument) + " - invalid file";
    case 'd':
      options.keeps_parts = true;
      return {};
    case 'f':
      options.zone_of_first = true;
      return {};
    case 'm':
      options.marks_always = true;
      return {};
    case 's':
      options.has_records = true;
      return TakePeerCount(letter, argument, options.records);
    case 'V':
      return TakeVersion(argument, options.version);
    case 'v':
      return TakePeerCount(letter, argument, options.volume);
    case 'w':
      options.daily = true;
      return {};
    case 'x':
      options.drops_conflicts = true;
      return {};
    case 'S':
    case 'T':
    case 'z':
    case 'Z':
      return TakePeerWindow(letter, argument, options.window);
    default:
      return {};  // -D: what the library of PCP does
  }
}

}  // namespace

std::optional<ExtractOptions> ReadExtractOptions(int argc, char** argv) {
  ExtractOptions options;
  const PeerSyntax syntax{kPmlogextract, "[options] input-archive output-archive", kOptions};
  auto operands = ReadPeerOptions(
      argc, argv, syntax,
      [&](char letter, const char* argument) { return Take(options, letter, argument); },
      [](const std::vector<std::string>& names) {
        return names.size() < 2 ? PeerComplaint("insufficient arguments") : PeerComplaint();
      });
  if (!operands) return std::nullopt;
  options.output = std::move(operands->back());
  operands->pop_back();
  options.inputs = std::move(*operands);
  return options;
}

}  // namespace fdr::tools

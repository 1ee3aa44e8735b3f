// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_options.h"

#include <unistd.h>

#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/peer_options.h"
#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/terminal/console.h"

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

std::string Complaint(const char* option, bool is_right) {
  return is_right ? "" : std::string(option) + " requires numeric argument";
}

std::string TakeVersion(const char* text, int& version) {
  std::uint64_t number = 0;
  if (!ReadPeerCount(text, number)) return Complaint("-V", false);
  if (number != 2 && number != 3) return "-V value must be 2 or 3";
  version = static_cast<int>(number);
  return "";
}

std::string TakeZone(char letter, const char* zone, ExtractOptions& options) {
  const bool is_host = letter == 'z';
  if (options.zone_of_host || (is_host && options.zone))
    return "at most one of -Z and/or -z allowed";
  if (is_host)
    options.zone_of_host = true;
  else
    options.zone = zone;
  return "";
}

std::string Take(ExtractOptions& options, char letter, const char* argument) {
  switch (letter) {
    case 'c':
      options.config = argument;
      return ::access(argument, F_OK) == 0 ? "" : std::string(argument) + " - invalid file";
    case 'd':
      options.keeps_parts = true;
      return "";
    case 'f':
      options.zone_of_first = true;
      return "";
    case 'm':
      options.marks_always = true;
      return "";
    case 'S':
      options.times.start = argument;
      return "";
    case 's':
      options.has_records = true;
      return Complaint("-s", ReadPeerCount(argument, options.records));
    case 'T':
      options.times.finish = argument;
      return "";
    case 'V':
      return TakeVersion(argument, options.version);
    case 'v':
      return Complaint("-v", ReadPeerCount(argument, options.volume));
    case 'w':
      options.daily = true;
      return "";
    case 'x':
      options.drops_conflicts = true;
      return "";
    case 'z':
    case 'Z':
      return TakeZone(letter, argument, options);
    default:
      return "";  // -D: what the library of PCP does
  }
}

}  // namespace

std::optional<ExtractOptions> ReadExtractOptions(int argc, char** argv) {
  ExtractOptions options;
  const PeerSyntax syntax{"[options] input-archive output-archive", kOptions};
  bool is_right = ReadPeerOptions(
      argc, argv, kPmlogextract, syntax,
      [&](char letter, const char* argument) { return Take(options, letter, argument); },
      options.inputs);
  if (is_right && options.inputs.size() < 2) {
    PrintPeerError(kPmlogextract, "insufficient arguments");
    is_right = false;
  }
  if (!is_right) {
    PrintMessage(PeerUsage(kPmlogextract, syntax));
    return std::nullopt;
  }
  options.output = std::move(options.inputs.back());
  options.inputs.pop_back();
  return options;
}

}  // namespace fdr::tools

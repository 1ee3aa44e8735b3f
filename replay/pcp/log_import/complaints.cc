// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/complaints.h"

#include <fmt/format.h>
#include <pcp/import.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace fdr::log_import {
namespace {

void Complain(const std::string& text) { std::fputs(text.c_str(), stderr); }

// The file that PCP's library would find first.
std::string FileInTheWay(const std::string& base, const Error& error) {
  for (const char* const suffix : {".index", ".meta", ".0"})
    if (access((base + suffix).c_str(), F_OK) == 0) return base + suffix;
  return error.file;
}

}  // namespace

std::string ClockTime(Timestamp stamp) {
  const time_t seconds = stamp.sec;
  struct tm fields = {};
  pmLocaltime(&seconds, &fields);
  return fmt::format("{:02}:{:02}:{:02}.{:09}", fields.tm_hour, fields.tm_min, fields.tm_sec,
                     stamp.nsec);
}

void ComplainOfStamp(Timestamp stamp, Timestamp last) {
  Complain(fmt::format("Fatal Error: timestamp {} not greater than previous valid timestamp {}\n",
                       ClockTime(stamp), ClockTime(last)));
}

void ComplainOfFile(const std::string& base, const Error& error) {
  if (error.code == Errc::kExists)
    return Complain(fmt::format("__pmLogNewFile: \"{}\" already exists, not over-written\n",
                                FileInTheWay(base, error)));
  Complain(fmt::format("__pmLogNewFile: failed to create \"{}\": {}\n", base + ".index",
                       std::strerror(-pmapi::ErrorCode(error))));
}

int StatusOf(const Error& error) {
  // The arguments are right, so a refused one is a stamp that the format cannot hold, or one that
  // goes backwards.
  return error.code == Errc::kInvalidArgument ? PMI_ERR_BADTIMESTAMP : pmapi::ErrorCode(error);
}

}  // namespace fdr::log_import

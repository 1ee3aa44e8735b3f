// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records metrics of this machine for five seconds.  usage: five ARCHIVE METRIC...

#include <fdr/logger/recording.h>
#include <fdr/replay/sources/local/local_context.h>

#include <cstdio>

using namespace std::chrono_literals;

static fdr::Timestamp Now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return fdr::Timestamp{}.Plus(std::chrono::nanoseconds(now).count());
}

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: five ARCHIVE METRIC...\n");
    return 2;
  }
  const auto machine = fdr::LocalContext::Open({.clock = Now});
  if (!machine) return 1;
  const std::vector<std::string> names(argv + 2, argv + argc);
  fdr::RecordingOptions options;
  options.recorder.names.text = argv[1];
  options.config = fdr::ConfigForNames(names, 500ms);
  options.on_warning = [](const fdr::LogWarning& warning) {
    std::fprintf(stderr, "%s\n", warning.what.c_str());
  };
  fdr::Recording recording(**machine, std::move(options));
  const auto run = recording.Run({.until = std::chrono::steady_clock::now() + 5s});
  if (!run) std::fprintf(stderr, "%s\n", run.error().Message().c_str());
  return run ? 0 : 1;
}

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

// Follows an archive that is being written, until nothing came for a while.

#include <fdr/replay/recorded/archive_context.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace {

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr int kPatience = 20;  // pauses

bool MayComeYet(const fdr::Result<bool>& fetched) {
  // The end, or a record of which the writer has written only a part so far.
  return fetched ? !*fetched : fetched.error().code == fdr::Errc::kTruncatedRecord;
}

}  // namespace

int main(int argc, char** argv) {
  const auto context = fdr::ArchiveContext::Open(argc > 1 ? argv[1] : "");
  if (!context) {
    std::fprintf(stderr, "%s\n", context.error().Message().c_str());
    return 1;
  }
  fdr::FetchResult result;
  for (int waited = 0; waited < kPatience;) {
    const auto fetched = (*context)->FetchRecord(result);
    if (MayComeYet(fetched)) {
      ++waited;
      std::this_thread::sleep_for(kPause);
    } else if (!fetched) {
      std::fprintf(stderr, "%s\n", fetched.error().Message().c_str());
      return 1;
    } else {
      waited = 0;
      std::printf("+%.3f s: %zu metrics\n",
                  fdr::SecondsBetween((*context)->label().start, result.stamp()),
                  result.sets().size());
      std::fflush(stdout);
    }
  }
  return 0;
}

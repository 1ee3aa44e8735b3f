// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asks for the viewer's data of an archive, without a socket.  viewer_bench.py calls it.
//
//   viewer_bench ARCHIVE QUESTION...
//
// A question is "buckets?m=...".  Prints for each the CPU time and the time until its first piece
// and its end, and the bytes of the answer.

#include <fmt/format.h>
#include <time.h>

#include <chrono>

#include "fdr/replay/serve/viewer/viewer_service.h"

namespace fdr {
namespace {

double CpuSeconds() {
  timespec now = {};
  static_cast<void>(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now));
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::chrono::nanoseconds Steady() { return std::chrono::steady_clock::now().time_since_epoch(); }

double SecondsSince(std::chrono::nanoseconds start) {
  return std::chrono::duration<double>(Steady() - start).count();
}

bool Ask(ViewerService& service, std::string_view question) {
  HttpRequest request;
  const std::size_t mark = std::min(question.find('?'), question.size());
  request.path = "/fdr/v1/" + std::string(question.substr(0, mark));
  if (mark < question.size() && !request.parameters.AddEncoded(question.substr(mark + 1)))
    return false;
  const double cpu = CpuSeconds();
  const std::chrono::nanoseconds start = Steady();
  HttpResponse response = service.Answer(request);
  std::size_t bytes = response.body.size();
  double first = SecondsSince(start), first_cpu = CpuSeconds() - cpu;
  bool is_first = true, is_good = response.status == 200;
  while (is_good && response.source) {
    const Result<BodySource::Piece> piece = response.source->Next();
    is_good = piece.has_value();
    if (!is_good) break;
    bytes += piece->data.size();
    if (std::exchange(is_first, false)) {
      first = SecondsSince(start);
      first_cpu = CpuSeconds() - cpu;
    }
    if (piece->is_last) break;
  }
  fmt::print("{} first {:.2f} ms cpu {:.2f} ms all {:.2f} ms cpu {:.2f} ms {} bytes\n",
             response.status, first * 1e3, first_cpu * 1e3, SecondsSince(start) * 1e3,
             (CpuSeconds() - cpu) * 1e3, bytes);
  if (!is_good) fmt::print(stderr, "{}: {}\n", question, response.body);
  return is_good;
}

int Run(int count, char** arguments) {
  if (count < 3) return 2;
  const auto wall_clock = [] {
    return Timestamp{std::chrono::duration_cast<std::chrono::seconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count(),
                     0};
  };
  WorkerPool pool(1);
  WebSourcesOptions options;
  options.archives = {arguments[1]};
  options.has_machine = false;
  options.clocks = {Steady, wall_clock};
  const auto sources = WebSources::Open(pool, std::move(options));
  if (!sources) {
    fmt::print(stderr, "{}\n", sources.error().Message());
    return 1;
  }
  ViewerService service(**sources, {.wall_clock = wall_clock});
  bool is_good = true;
  for (int i = 2; i < count; ++i) is_good &= Ask(service, arguments[i]);
  return is_good ? 0 : 1;
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) { return fdr::Run(argc, argv); }

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All that a web client sends.  The requests do not depend on the pieces in which the bytes arrive.

#include <algorithm>
#include <string>
#include <vector>

#include "fdr/replay/serve/http/internal/request_router.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

constexpr HttpLimits kLimits{.url = 256, .header = 512, .body = 1024};

// The statuses of requests that are refused, and what the others ask.
std::vector<std::string> ReadAll(std::string_view bytes, std::size_t piece) {
  RequestReader reader(kLimits);
  RequestRouter router({"metrics"}, *HttpTokens::Parse("read 0123456789abcdef", "file"));
  const ReachedAddress reached = asio::ip::make_address("127.0.0.1");
  std::vector<std::string> read;
  while (true) {
    while (true) {
      auto next = reader.Next();
      if (!next) {
        read.push_back(std::to_string(next.error().status));
        return read;
      }
      if (!*next) break;
      ArrivedRequest& arrived = **next;
      Require(arrived.target.size() <= kLimits.url, "a URL keeps its limit");
      Require(arrived.request.body.size() <= kLimits.body, "a body keeps its limit");
      const RequestRouter::Routed routed = router.Route(arrived, reached);
      Require(!routed.service && routed.answer.status >= 204, "there is no service");
      read.push_back(std::to_string(routed.answer.status) + " " + arrived.request.path +
                     arrived.request.body);
    }
    if (bytes.empty()) return read;
    const asio::mutable_buffer room = reader.Room();
    Require(room.size() > 0, "a reader that needs more has room");
    const std::size_t size = std::min({piece, bytes.size(), room.size()});
    std::copy_n(bytes.begin(), size, static_cast<char*>(room.data()));
    reader.Add(size);
    bytes.remove_prefix(size);
  }
}

// A limit or a mistake may be noticed before the header is complete, or only then.
bool IsSame(std::vector<std::string> a, std::vector<std::string> b) {
  for (auto* read : {&a, &b})
    if (!read->empty() && read->back().size() == 3) read->pop_back();
  return a == b;
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using fdr::fuzz::ReadAll;
  const std::string_view bytes = fdr::AsText(fdr::fuzz::Input(data, size));
  fdr::fuzz::Require(fdr::fuzz::IsSame(ReadAll(bytes, bytes.size()), ReadAll(bytes, 7)),
                     "pieces make no difference");
  return 0;
}

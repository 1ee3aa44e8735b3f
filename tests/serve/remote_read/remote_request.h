// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Requests of a Prometheus server, and what it makes of the answers.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/serve/remote_read/protobuf_writer.h"
#include "fdr/replay/serve/remote_read/read_request.h"

namespace fdr::test {

std::string ToSnappy(std::string_view content);
std::string EncodedRequest(const std::vector<RemoteQuery>& queries);

struct ReadSeries {
  std::map<std::string, std::string> labels;
  std::vector<std::pair<std::int64_t, double>> samples;
};
/// The series of each query; fails the test if the message is not valid.
std::vector<std::vector<ReadSeries>> DecodedResponse(std::string_view message);

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp_error_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <system_error>

#include "fdr/replay/pcp_error_codes.h"

namespace fdr {
namespace {

struct Known {
  std::int32_t code;
  std::string_view text;
  std::string_view text7 = text;  // of PCP 7
};

// Descending.
constexpr Known kKnown[] = {
    {-12345, "Generic error, already reported above"},
    {-12346, "Problems parsing PMNS definitions"},
    {-12347, "PMNS not accessible"},
    {-12348, "Attempt to reload the PMNS"},
    {-12349, "One-line or help text is not available"},
    {-12350, "Metric not supported by this version of monitored application"},
    {-12351, "Missing metric value(s)"},
    {-12353, "Timeout waiting for a response from PMCD"},
    {-12354, "Empty archive log file", "Empty archive file"},
    {-12355, "PMCD reset or configuration change"},
    {-12357, "Unknown metric name"},
    {-12358, "Unknown or illegal metric identifier"},
    {-12359, "Unknown or illegal instance domain identifier"},
    {-12360, "Unknown or illegal instance identifier"},
    {-12361, "Illegal pmUnits specification"},
    {-12362, "Impossible value or scale conversion"},
    {-12363, "Truncation in value conversion"},
    {-12364, "Negative value in conversion to unsigned"},
    {-12365, "Explicit instance identifier(s) required"},
    {-12366, "IPC protocol failure"},
    {-12368, "IPC channel closed"},
    {-12369, "Operation requires context with host source of metrics"},
    {-12370, "End of PCP archive log", "End of PCP archive"},
    {-12371, "Illegal mode specification"},
    {-12372, "Illegal label record at start of a PCP archive log file",
     "Illegal label record at start of a PCP archive file"},
    {-12373, "Corrupted record in a PCP archive log", "Corrupted record in a PCP archive"},
    {-12374, "Operation requires context with archive source of metrics"},
    {-12375, "Missing PCP archive log file", "Missing PCP archive file"},
    {-12376, "Attempt to use an illegal context"},
    {-12377, "NULL pmInDom with non-NULL instlist"},
    {-12378, "Metric not defined in the PCP archive log", "Metric not defined in the PCP archive"},
    {-12379, "Instance domain identifier not defined in the PCP archive log",
     "Instance domain identifier not defined in the PCP archive"},
    {-12380, "Instance identifier not defined in the PCP archive log",
     "Instance identifier not defined in the PCP archive"},
    {-12381, "Missing profile - protocol botch"},
    {-12386, "No PMCD agent for domain of request"},
    {-12387, "No permission to perform requested operation"},
    {-12388, "PMCD connection limit for this host exceeded"},
    {-12389, "Try again. Information not currently available"},
    {-12390, "Already Connected"},
    {-12391, "Not Connected"},
    {-12392, "A non-null port name is required"},
    {-12394, "Metric name is not a leaf in PMNS"},
    {-12397, "Unknown or illegal metric type"},
    {-12398, "Operation not supported for multi-threaded applications"},
    {-12399, "Container not found"},
    {-12400, "Bad input to pmstore"},
    {-12401, "Archives overlap in time"},
    {-12402, "Archives differ by host"},
    {-12404, "The type of a metric has changed in an archive"},
    {-12405, "The semantics of a metric has changed in an archive"},
    {-12406, "The instance domain of a metric has changed in an archive"},
    {-12407, "The units of a metric have changed in an archive"},
    {-12408, "PMCD requires a client certificate"},
    {-12409, "Derived metric definition failed"},
    {-12410, "No support for metric label metadata"},
    {-12411, "PMDA is currently fenced and unable to respond to requests"},
    {-12412, "Incorrect record type in an archive"},
    {-12413, "Archive feature not supported"},
    {-12414, "TLS protocol failure"},
    {-12415, "", "Bad value for function argument"},
    {-12442, "Internal inconsistency detected or assertion failed"},
    {-12443, "Insufficient elements in list"},
    {-12444, "Result size exceeded"},
    {-12445, "QA fault injected"},
    {-13393, "PMDA is now responsive to requests"},
    {-13394, "PMDA is not yet ready to respond to requests"},
    {-21344, "Functionality not yet implemented"},
};

}  // namespace

std::string PcpErrorText(std::int32_t code, PcpRelease release) {
  if (code == 0) return "No error";
  if (code < 0 && code > kPcpGeneric) return std::generic_category().message(-code);
  const auto known = std::lower_bound(std::begin(kKnown), std::end(kKnown), code,
                                      [](const Known& k, std::int32_t c) { return k.code > c; });
  if (known != std::end(kKnown) && known->code == code) {
    const std::string_view text = release == PcpRelease::k7 ? known->text7 : known->text;
    if (!text.empty()) return std::string(text);
  }
  return fmt::format("No such PMAPI error code ({})", code);
}

}  // namespace fdr

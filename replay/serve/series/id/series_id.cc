// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/id/series_id.h"

#include "fdr/replay/serve/http/digest.h"
#include "fdr/replay/values/type_name.h"

namespace fdr {
namespace {

std::string_view OrNull(std::string_view labels) { return labels.empty() ? "null" : labels; }

// Names stand in the text as they are: PCP does not escape quotes.
std::string Beginning(std::string_view kind, std::string_view name, std::string_view labels) {
  std::string text = "{\"series\":\"";
  text.append(kind).append("\",\"name\":\"").append(name);
  return text.append("\",\"labels\":").append(OrNull(labels));
}

}  // namespace

std::string SourceSeriesId(std::string_view labels) {
  std::string text = "{\"series\":\"source\",\"labels\":";
  return Sha1Hex(text.append(OrNull(labels)).append("}"));
}

std::string MetricSeriesId(std::string_view name, std::string_view labels, const Desc& desc) {
  std::string text = Beginning("metric", name, labels);
  text.append(",\"semantics\":\"").append(ToString(desc.semantics));
  text.append("\",\"type\":\"").append(TypeName(desc.type));
  return Sha1Hex(text.append("\",\"units\":\"").append(ToString(desc.units)).append("\"}"));
}

std::string InstanceSeriesId(std::string_view name, std::string_view labels) {
  return Sha1Hex(Beginning("instance", name, labels).append("}"));
}

std::string ExpressionSeriesId(std::string_view text) {
  std::string expression = "{\"series\":\"expr\",\"expr\":\"";
  return Sha1Hex(expression.append(text).append("\"}"));
}

}  // namespace fdr

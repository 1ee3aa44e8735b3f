// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "fdr/replay/serve/http/digest.h"
#include "fdr/replay/serve/viewer/answers/note_answers.h"
#include "fdr/replay/text/json_syntax.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

constexpr std::size_t kLargestLayout = std::size_t{64} << 10, kMostLayouts = 256;
constexpr std::size_t kDigits = 40;

bool IsDigest(const std::string& id) {
  return id.size() == kDigits && id.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

Result<HttpResponse> LayoutShelf::Answer(const HttpRequest& request) {
  const std::lock_guard guard(mutex_);
  HttpResponse response;
  if (request.method != HttpMethod::kPost) {
    const std::string id(request.parameters.Get("id"));
    auto layout = IsDigest(id) ? Find(id) : Fail(Errc::kNotFound, "There is no such layout");
    if (!layout) return Fail(layout.error());
    response.body = std::move(*layout);
    return response;
  }
  const std::string* const parameter = request.parameters.Find("layout");
  const std::string& layout = parameter != nullptr ? *parameter : request.body;
  if (layout.size() > kLargestLayout)
    return Fail(Errc::kInvalidArgument, "A layout has 64 KiB at most");
  if (!IsJsonObject(layout)) return Fail(Errc::kInvalidArgument, "A layout is a JSON object");
  const std::string id = Sha1Hex(layout);
  if (const Result<void> kept = Keep(id, layout); !kept) return Fail(kept.error());
  JsonWriter(response.body).BeginObject().Key("id").String(id).EndObject();
  return response;
}

Result<std::string> LayoutShelf::Find(const std::string& id) {
  if (options_.layouts == nullptr) {
    const auto found = kept_.find(id);
    if (found != kept_.end()) return found->second;
  } else {
    auto texts = options_.layouts->Load(id);
    if (!texts) return Fail(texts.error());
    if (!texts->empty() && texts->front().size() <= kLargestLayout && IsJsonObject(texts->front()))
      return texts->front();
  }
  return Fail(Errc::kNotFound, "There is no such layout");
}

Result<void> LayoutShelf::Keep(const std::string& id, const std::string& layout) {
  if (options_.layouts != nullptr) return options_.layouts->Save(id, {layout});
  if (kept_.size() >= kMostLayouts && !kept_.contains(id))
    return Fail(Errc::kTooLarge, "The server keeps 256 layouts at most");
  kept_.try_emplace(id, layout);  // the same text has the same identifier
  return {};
}

}  // namespace fdr

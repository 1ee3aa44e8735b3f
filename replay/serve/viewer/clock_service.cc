// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/clock_service.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kLongestPage = 64, kLongestZone = 128;
constexpr double kLeastInterval = 0.001, kMostInterval = 1e7;

tl::unexpected<Error> FailWord(const std::string& name, const std::string& expected) {
  return Fail(Errc::kInvalidArgument, name + ": " + expected);
}

Result<std::string> PageIn(const Parameters& parameters) {
  const std::string_view page = parameters.Get("page");
  if (page.empty() || page.size() > kLongestPage)
    return FailWord("page", "the name of a page has 1 to 64 bytes");
  return std::string(page);
}

Result<Timestamp> StampIn(const Parameters& parameters, std::string_view name) {
  const Result<Nanos> at = RequiredTime(parameters, name);
  if (!at) return Fail(at.error());
  return StampAt(*at);
}

Result<TimeMotion> MotionIn(const Parameters& parameters) {
  const std::string_view motion = parameters.Get("motion");
  if (motion.empty() || motion == "stopped") return TimeMotion::kStopped;
  if (motion == "forward") return TimeMotion::kForward;
  if (motion == "backward") return TimeMotion::kBackward;
  return FailWord("motion", "\"stopped\", \"forward\" or \"backward\"");
}

Result<TimeTape> TapeIn(const Parameters& parameters) {
  TimeTape tape;
  const auto position = StampIn(parameters, "t"), start = StampIn(parameters, "from"),
             end = StampIn(parameters, "to");
  for (const auto* const time : {&position, &start, &end})
    if (!*time) return Fail(time->error());
  if (*end < *start) return FailWord("to", "the end is before the start");
  const auto interval = parameters.Number("interval", kLeastInterval, kMostInterval);
  if (!interval) return Fail(interval.error());
  if (!*interval) return FailWord("interval", "is missing");
  const std::string_view zone = parameters.Get("zone");
  if (zone.size() > kLongestZone || !std::ranges::all_of(zone, IsPrintable))
    return FailWord("zone", "a time zone has at most 128 characters");
  const Result<TimeMotion> motion = MotionIn(parameters);
  if (!motion) return Fail(motion.error());
  return TimeTape{.position = *position,
                  .start = *start,
                  .end = *end,
                  .delta = static_cast<std::int64_t>(**interval * kNanosPerSecond),
                  .motion = *motion,
                  .zone = std::string(zone)};
}

}  // namespace

// The clock belongs to the thread of the loop.
HttpService::Place ClockService::PlaceOf(const HttpRequest&) { return {Place::kHere}; }

bool ClockService::MayLead(const HttpRequest& request) const {
  return loop_ && request.role >= HttpRole::kStore;
}

HttpResponse ClockService::Answer(const HttpRequest& request) {
  if (request.method != HttpMethod::kPost) return State(request);
  if (!MayLead(request)) return FailedResponse(403, "This server leads no other programs");
  const Result<void> done =
      request.parameters.Has("begin") ? Begin(request.parameters) : Move(request.parameters);
  if (!done) return FailedResponse(HttpStatusOf(done.error()), done.error().Message());
  return State(request);
}

Result<void> ClockService::Begin(const Parameters& parameters) {
  Result<std::string> page = PageIn(parameters);
  if (!page) return Fail(page.error());
  Result<TimeTape> tape = TapeIn(parameters);
  if (!tape) return Fail(tape.error());
  Result<ListeningSocket> socket = TimeServer::Listen();
  if (!socket) return Fail(socket.error());
  clock_ = std::make_unique<TimeServer>(loop_, std::move(*socket), std::move(*tape), log_);
  page_ = std::move(*page);
  return {};
}

Result<void> ClockService::Move(const Parameters& parameters) {
  const Result<std::string> page = PageIn(parameters);
  if (!page) return Fail(page.error());
  if (!clock_ || *page != page_) return {};  // the answer says that this page does not lead
  if (parameters.Has("end")) {
    clock_.reset();
    return {};
  }
  const Result<Timestamp> position = StampIn(parameters, "t");
  if (!position) return Fail(position.error());
  const Result<TimeMotion> motion = MotionIn(parameters);
  if (!motion) return Fail(motion.error());
  const TimeTape& tape = clock_->tape();
  if (*motion != tape.motion) clock_->SetMotion(*motion);
  if (*position == tape.position) return {};
  const bool goes_back = *motion == TimeMotion::kBackward ||
                         (*motion == TimeMotion::kStopped && *position < tape.position);
  clock_->Step(*position, goes_back ? TimeMotion::kBackward : TimeMotion::kForward);
  return {};
}

HttpResponse ClockService::State(const HttpRequest& request) const {
  HttpResponse response;
  response.headers.emplace_back("Cache-Control", "no-cache");
  JsonWriter json(response.body);
  json.BeginObject().Key("writable").Bool(MayLead(request));
  json.Key("leads").Bool(clock_ && request.parameters.Get("page") == page_);
  json.Key("port");
  clock_ ? json.UInt(clock_->port()) : json.Null();
  json.Key("programs").UInt(clock_ ? clock_->clients() : 0).EndObject();
  return response;
}

}  // namespace fdr

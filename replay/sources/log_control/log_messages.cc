// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/log_control/log_messages.h"

#include <array>
#include <limits>
#include <string_view>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/replay/sources/pdu/result_pdu.h"

namespace fdr {
namespace {

constexpr std::size_t kNames = 6;  // in a status
constexpr std::uint8_t kPadding = '~';
constexpr std::uint32_t kOn = 1, kMandatory = 2, kPresent = 4, kLogged = 8;
constexpr unsigned kMillisShift = 4;

// The seconds, the lower half first, and the nanoseconds.
Timestamp ReadStamp(ByteReader& in) {
  const std::uint64_t low = in.U32(), high = in.U32();
  const auto sec = static_cast<std::int64_t>(high << 32 | low);
  return {sec, in.I32()};
}

void WriteStamp(const Timestamp& stamp, ByteWriter& out) {
  out.U32(static_cast<std::uint32_t>(stamp.sec));
  out.U32(static_cast<std::uint32_t>(static_cast<std::uint64_t>(stamp.sec) >> 32));
  out.I32(stamp.nsec);
}

// Seconds and microseconds.
Timestamp ReadOldStamp(ByteReader& in) {
  const std::int32_t sec = in.I32(), usec = in.I32();
  return usec < 0 || usec >= 1'000'000 ? Timestamp{-1, 0} : Timestamp{sec, usec * 1000};
}

void WriteOldStamp(const Timestamp& stamp, ByteWriter& out) {
  out.I32(static_cast<std::int32_t>(stamp.sec));
  out.I32(stamp.nsec / 1000);
}

// Up to the NUL that a text in an array of fixed size ends with.
std::string ReadName(ByteReader& in, std::uint64_t size) {
  const std::string_view text = AsText(in.Take(size));
  return std::string(text.substr(0, text.find('\0')));
}

void WriteOldName(std::string_view text, std::size_t size, ByteWriter& out) {
  text = text.substr(0, size - 1);
  out.Text(text);
  out.Fill(size - text.size(), 0);
}

// The sizes of the names in a status of version 2: host, source, zone, zone of the logger.
constexpr std::array<std::size_t, 4> kOldSizes = {64, 64, 40, 40};

void ReadNumbers(ByteReader& in, LogStatus& status) {
  status.is_logging = in.I32() != 0;
  status.volume = in.I32();
  status.size = in.U64();
}

void WriteNumbers(const LogStatus& status, ByteWriter& out) {
  out.I32(status.is_logging ? 1 : 0);
  out.I32(status.volume);
  out.U64(status.size);
}

void ReadOld(ByteReader& in, LogStatus& status) {
  in.Take(4);
  for (Timestamp* stamp : {&status.start, &status.last, &status.now}) *stamp = ReadOldStamp(in);
  ReadNumbers(in, status);
  const std::array names = {&status.host, &status.source, &status.zone, &status.logger_zone};
  for (std::size_t i = 0; i < names.size(); ++i) *names[i] = ReadName(in, kOldSizes[i]);
}

// The names are those of version 2, and two more, of zone files: PCP leaves these empty.
void ReadNew(ByteReader& in, LogStatus& status) {
  for (Timestamp* stamp : {&status.start, &status.last, &status.now}) *stamp = ReadStamp(in);
  ReadNumbers(in, status);
  std::array<std::uint32_t, kNames> sizes{};
  std::uint64_t all = 0;
  for (std::uint32_t& size : sizes) all += size = in.U32();
  std::string ignored;
  const std::array names = {&status.host, &status.source,      &status.zone,
                            &ignored,     &status.logger_zone, &ignored};
  for (std::size_t i = 0; i < names.size(); ++i) *names[i] = ReadName(in, sizes[i]);
  in.Take((4 - all % 4) % 4);
}

}  // namespace

Result<LogRequest> DecodeLogRequest(Bytes body) {
  ByteReader in(body);
  const auto request = static_cast<LogRequest>(in.I32());
  if (const Result<void> all = CheckAllRead(in, "request"); !all) return Fail(all.error());
  return request;
}

void EncodeLogRequest(LogRequest request, ByteBuffer& buffer) {
  const PduScope scope(PduType::kLogRequest, buffer);
  ByteWriter(buffer).I32(static_cast<std::int32_t>(request));
}

Result<LogOrder> LogOrder::Decode(Bytes body) {
  constexpr std::size_t kMetricSize = 8, kInstanceSize = 8;
  ByteReader in(body);
  LogOrder order;
  order.kind = static_cast<Kind>(in.I32());
  order.state = static_cast<State>(in.I32());
  order.millis = in.I32();
  const std::uint32_t metrics = in.U32();
  if (order.kind < Kind::kMandatory || order.kind > Kind::kEnquire)
    return BadPdu("order", "its kind is unknown");
  if (order.state < State::kOff || order.state > State::kOn)
    return BadPdu("order", "its state is unknown");
  if (order.millis < 0 || order.millis > kMostMillis)
    return BadPdu("order", "its interval is negative, or too long");
  if (metrics == 0 || !in.Fits(metrics, kMetricSize)) return BadPdu("order", "metrics are missing");
  order.metrics.resize(metrics);
  for (Metric& metric : order.metrics) {
    metric.id = MetricId{in.U32()};
    const std::uint32_t count = in.U32();
    if (!in.Fits(count, kInstanceSize)) return BadPdu("order", "instances are missing");
    metric.instances.resize(count);
    for (InstanceId& instance : metric.instances) {
      instance = in.I32();
      in.U32();
    }
  }
  if (const Result<void> all = CheckAllRead(in, "order"); !all) return Fail(all.error());
  return order;
}

void LogOrder::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kLogControl, buffer);
  ByteWriter out(buffer);
  out.I32(static_cast<std::int32_t>(kind));
  out.I32(static_cast<std::int32_t>(state));
  out.I32(millis);
  out.U32(static_cast<std::uint32_t>(metrics.size()));
  for (const Metric& metric : metrics) {
    out.U32(metric.id.value);
    out.U32(static_cast<std::uint32_t>(metric.instances.size()));
    for (const InstanceId instance : metric.instances) {
      out.I32(instance);
      out.U32(0);
    }
  }
}

LoggingState LoggingState::Of(std::uint32_t word) {
  return {(word & kOn) != 0, (word & kMandatory) != 0, (word & kPresent) != 0,
          (word & kLogged) != 0, word >> kMillisShift};
}

std::uint32_t LoggingState::Word() const {
  return (is_on ? kOn : 0) | (is_mandatory ? kMandatory : 0) | (is_present ? kPresent : 0) |
         (is_logged ? kLogged : 0) | millis << kMillisShift;
}

Result<LogStates> LogStates::Decode(Bytes body) {
  ResultRecord record;
  if (const Result<void> done = DecodeResultPdu({PduType::kResult, body}, record); !done)
    return Fail(done.error());
  LogStates states;
  for (const ValueSet& set : record.sets()) {
    Metric& metric = states.metrics.emplace_back(Metric{set.id()});
    if (set.count() < 0) metric.error = set.count();
    if (set.size() > 0 && !set.in_place()) return BadPdu("states", "a state is no number");
    for (std::uint32_t i = 0; i < set.size(); ++i)
      metric.states.emplace_back(set.Instance(i), LoggingState::Of(set.Word(i)));
  }
  return states;
}

void LogStates::Encode(ByteBuffer& out) const {
  ResultEncoder encoder;
  encoder.Begin({});
  for (const Metric& metric : metrics) {
    if (metric.states.empty()) {
      encoder.AddSet(metric.id, metric.error);
      continue;
    }
    encoder.BeginSet(metric.id, ValueFormat::kInPlace);
    for (const auto& [instance, state] : metric.states) encoder.AddInPlace(instance, state.Word());
  }
  EncodeResultPdu(PduType::kResult, encoder, out);
}

Result<LogStatus> LogStatus::Decode(const Pdu& pdu) {
  ByteReader in(pdu.body);
  LogStatus status;
  if (pdu.type == PduType::kLogStatusOld)
    ReadOld(in, status);
  else
    ReadNew(in, status);
  if (const Result<void> all = CheckAllRead(in, "status"); !all) return Fail(all.error());
  if (!status.start.Valid() || !status.last.Valid() || !status.now.Valid())
    return BadPdu("status", "a stamp is no time");
  return status;
}

void LogStatus::Encode(int version, ByteBuffer& buffer) const {
  const bool is_old = version == kLogVersionOld;
  const PduScope scope(is_old ? PduType::kLogStatusOld : PduType::kLogStatus, buffer);
  ByteWriter out(buffer);
  if (is_old) {
    out.Fill(4, kPadding);
    for (const Timestamp& stamp : {start, last, now}) WriteOldStamp(stamp, out);
    WriteNumbers(*this, out);
    const std::array names = {&host, &source, &zone, &logger_zone};
    for (std::size_t i = 0; i < names.size(); ++i) WriteOldName(*names[i], kOldSizes[i], out);
    return;
  }
  for (const Timestamp& stamp : {start, last, now}) WriteStamp(stamp, out);
  WriteNumbers(*this, out);
  const std::string absent, utc = "UTC";
  const auto known = [&utc](const std::string& of) { return of.empty() ? &utc : &of; };
  std::string all;
  // pmlc(1) does not survive a zone that is absent.
  for (const std::string* name :
       {&host, &source, known(zone), &absent, known(logger_zone), &absent}) {
    out.U32(name->empty() ? 0 : static_cast<std::uint32_t>(name->size() + 1));
    if (!name->empty()) all.append(*name).push_back('\0');
  }
  WritePaddedText(all, out);
}

}  // namespace fdr

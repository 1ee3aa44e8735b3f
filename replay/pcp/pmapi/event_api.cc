// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Unpacks event arrays to results: one for each record, with its parameters as metrics, and with
// event.flags and event.missed.

#include <pcp/pmapi.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"
#include "fdr/replay/pcp/pmapi/result_block.h"

namespace fdr::pmapi {
namespace {

constexpr std::size_t kParameterHeaderSize = sizeof(pmEventParameter);
constexpr std::size_t kSmallestArray = 8;  // no records

struct Parameter {
  pmEventParameter header;
  std::span<const char> value;  // up to the end of the array
};

struct Record {
  PcpTime stamp;
  unsigned int flags;
  int count;  // of parameters, or of missed records
  std::vector<Parameter> parameters;
};

struct LowResEvents {
  static constexpr int kType = PM_TYPE_EVENT;
  using Header = pmEventRecord;
  using ResultType = pmResult;
  static PcpTime TimeOf(const pmTimeval& t) { return {t.tv_sec, std::int64_t{t.tv_usec} * 1000}; }
  static void Free(ResultType* result) { pmFreeResult(result); }
};

struct HighResEvents {
  static constexpr int kType = PM_TYPE_HIGHRES_EVENT;
  using Header = pmHighResEventRecord;
  using ResultType = pmHighResResult;
  static PcpTime TimeOf(const pmTimespec& t) { return {t.tv_sec, t.tv_nsec}; }
  static void Free(ResultType* result) { pmFreeHighResResult(result); }
};

// At the end, it stays there.
class Reader {
 public:
  explicit Reader(std::span<const char> bytes) : rest_(bytes) {}

  template <class Struct>
  bool Read(Struct& to, std::size_t size) {
    if (rest_.size() < size) return false;
    std::memcpy(&to, rest_.data(), size);
    return Skip(size);
  }
  bool Skip(std::size_t size) {
    if (rest_.size() < size) return false;
    rest_ = rest_.subspan(size);
    return true;
  }
  std::span<const char> rest() const { return rest_; }

 private:
  std::span<const char> rest_;
};

int ReadParameter(Reader& reader, Parameter& parameter) {
  Reader value = reader;
  if (!value.Read(parameter.header, kParameterHeaderSize)) return PM_ERR_TOOBIG;
  parameter.value = value.rest();
  // A length shorter than its own word would lead back into the word.
  const std::size_t length = (std::size_t{parameter.header.ep_len} + 3) / 4 * 4;
  return reader.Skip(sizeof(pmID) + length) ? 0 : PM_ERR_TOOBIG;
}

template <class Kind>
int ReadRecord(Reader& reader, Record& record) {
  typename Kind::Header header;
  if (!reader.Read(header, offsetof(typename Kind::Header, er_param))) return PM_ERR_TOOBIG;
  record.stamp = Kind::TimeOf(header.er_timestamp);
  record.flags = header.er_flags;
  record.count = header.er_nparams;
  if ((record.flags & PM_EVENT_FLAG_MISSED) != 0)
    return record.flags == PM_EVENT_FLAG_MISSED ? 0 : PM_ERR_CONV;
  for (int i = 0; i < record.count; ++i) {
    Parameter parameter;
    if (const int status = ReadParameter(reader, parameter); status < 0) return status;
    record.parameters.push_back(parameter);
  }
  return 0;
}

template <class Kind>
int ReadRecords(const pmValueSet& set, int index, std::vector<Record>& records) {
  if (set.numval < 0) return set.numval;
  if (set.valfmt != PM_VAL_DPTR && set.valfmt != PM_VAL_SPTR) return PM_ERR_CONV;
  if (index < 0 || index >= set.numval) return PM_ERR_INST;
  const pmValueBlock& block = *set.vlist[index].value.pval;
  if (block.vtype != Kind::kType) return PM_ERR_TYPE;
  if (block.vlen < kSmallestArray) return PM_ERR_TOOSMALL;
  Reader reader(std::span(block.vbuf, std::size_t{block.vlen} - PM_VAL_HDR_SIZE));
  int count = 0;
  reader.Read(count, sizeof count);
  if (count < 0) return PM_ERR_TOOSMALL;
  for (int i = 0; i < count; ++i)
    if (const int status = ReadRecord<Kind>(reader, records.emplace_back()); status < 0)
      return status;
  return 0;
}

// Bytes after the end count as zero.
template <class Integer>
Integer NumberIn(std::span<const char> value) {
  Integer number = 0;
  std::memcpy(&number, value.data(), std::min(value.size(), sizeof number));
  return number;
}

int AddParameter(const Parameter& parameter, FetchResult& result) {
  FetchedSet& set = result.AddSet(MetricId{parameter.header.ep_pmid}, SetStatus::kValues);
  set.format = ValueFormat::kPointer;
  const auto type = static_cast<Type>(parameter.header.ep_type);
  switch (type) {
    case Type::k32:
    case Type::kU32:
      set.format = ValueFormat::kInPlace;
      result.AddInPlace(kSingular, NumberIn<std::uint32_t>(parameter.value));
      return 0;
    case Type::kFloat:
      result.AddNumber(kSingular, type, 4, NumberIn<std::uint32_t>(parameter.value));
      return 0;
    case Type::k64:
    case Type::kU64:
    case Type::kDouble:
      result.AddNumber(kSingular, type, 8, NumberIn<std::uint64_t>(parameter.value));
      return 0;
    case Type::kString:
    case Type::kAggregate:
    case Type::kAggregateStatic:
      if (parameter.header.ep_len < PM_VAL_HDR_SIZE) return PM_ERR_TOOSMALL;
      result.AddBytes(
          kSingular, type,
          std::as_bytes(parameter.value.first(parameter.header.ep_len - PM_VAL_HDR_SIZE)));
      return 0;
    default:
      return PM_ERR_TYPE;
  }
}

void AddControl(const EventMetric& metric, unsigned int value, FetchResult& result) {
  result.AddSet(MetricId{metric.id}, SetStatus::kValues).format = ValueFormat::kInPlace;
  result.AddInPlace(kSingular, value);
}

int Fill(const Record& record, FetchResult& result) {
  result.Begin({});
  const auto& [flags, missed] = kEventMetrics;
  if (record.flags != 0) AddControl(flags, record.flags, result);
  if ((record.flags & PM_EVENT_FLAG_MISSED) != 0)
    AddControl(missed, static_cast<unsigned int>(record.count), result);
  for (const Parameter& parameter : record.parameters)
    if (const int status = AddParameter(parameter, result); status < 0) return status;
  return 0;
}

template <class Kind>
void FreeAll(typename Kind::ResultType** results) {
  if (results == nullptr) return;
  for (auto** result = results; *result != nullptr; ++result) Kind::Free(*result);
  Free()(results);
}

// `results` is followed by a NULL at all times.
template <class Kind>
int MakeResults(const std::vector<Record>& records, typename Kind::ResultType** results) {
  FetchResult result;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (const int status = Fill(records[i], result); status < 0) return status;
    const std::vector<std::int32_t> numvals(result.sets().size(), 1);
    results[i] = NewResult<typename Kind::ResultType>({records[i].stamp, &result, numvals, {}});
  }
  return static_cast<int>(records.size());
}

template <class Kind>
int Unpack(const pmValueSet* set, int index, typename Kind::ResultType*** results) {
  struct FreeResults {
    void operator()(typename Kind::ResultType** all) const { FreeAll<Kind>(all); }
  };
  return Guarded([&] {
    std::vector<Record> records;
    if (const int status = ReadRecords<Kind>(*set, index, records); status < 0) return status;
    *results = nullptr;
    if (records.empty()) return 0;
    const std::size_t size = (records.size() + 1) * sizeof(typename Kind::ResultType*);
    std::unique_ptr<typename Kind::ResultType*, FreeResults> made(
        static_cast<typename Kind::ResultType**>(Allocate(size).release()));
    std::fill_n(made.get(), records.size() + 1, nullptr);
    const int status = MakeResults<Kind>(records, made.get());
    if (status > 0) *results = made.release();
    return status;
  });
}

}  // namespace
}  // namespace fdr::pmapi

using fdr::pmapi::HighResEvents;
using fdr::pmapi::LowResEvents;

int pmUnpackEventRecords(pmValueSet* vsp, int idx, pmResult*** rap) {
  return fdr::pmapi::Unpack<LowResEvents>(vsp, idx, rap);
}
int pmUnpackHighResEventRecords(pmValueSet* vsp, int idx, pmHighResResult*** rap) {
  return fdr::pmapi::Unpack<HighResEvents>(vsp, idx, rap);
}

void pmFreeEventResult(pmResult** rset) { fdr::pmapi::FreeAll<LowResEvents>(rset); }
void pmFreeHighResEventResult(pmHighResResult** rset) { fdr::pmapi::FreeAll<HighResEvents>(rset); }

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/packed_events.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>

namespace fdr::pmda {
namespace {

constexpr std::size_t kArrayHead = offsetof(pmEventArray, ea_record);

// A stamp, flags, and the number of parameters.
template <class Record, class Stamp>
void FillHead(std::byte* at, const Stamp& stamp, int flags, int count) {
  Record record = {};
  record.er_timestamp = stamp;
  record.er_flags = static_cast<unsigned>(flags);
  record.er_nparams = count;
  std::memcpy(at, &record, offsetof(Record, er_param));
}

// The bytes of a value; false if the type may not be that of a parameter.
bool BytesOf(int type, const pmAtomValue& value, std::span<const std::byte>& bytes) {
  const auto of = [](const auto& number) { return std::as_bytes(std::span(&number, 1)); };
  switch (type) {
    case PM_TYPE_32:
    case PM_TYPE_U32:
      bytes = of(value.l);
      return true;
    case PM_TYPE_64:
    case PM_TYPE_U64:
      bytes = of(value.ll);
      return true;
    case PM_TYPE_FLOAT:
      bytes = of(value.f);
      return true;
    case PM_TYPE_DOUBLE:
      bytes = of(value.d);
      return true;
    case PM_TYPE_STRING:  // without its zero byte
      bytes = std::as_bytes(std::span(value.cp, strlen(value.cp)));
      return true;
    case PM_TYPE_AGGREGATE:
      bytes = std::as_bytes(
          std::span(value.vbp->vbuf,
                    std::max<std::size_t>(value.vbp->vlen, PM_VAL_HDR_SIZE) - PM_VAL_HDR_SIZE));
      return true;
    default:
      return false;
  }
}

}  // namespace

void PackedEvents::Reset() {
  bytes_.assign(kArrayHead, std::byte{0});
  records_ = 0;
  count_at_ = 0;
}

std::byte* PackedEvents::Grow(std::size_t size) {
  const std::size_t at = bytes_.size();
  bytes_.resize(at + size);
  return bytes_.data() + at;
}

void PackedEvents::PutHead(const timeval& stamp, int flags, int count) {
  const std::size_t size = offsetof(pmEventRecord, er_param);
  FillHead<pmEventRecord>(
      Grow(size),
      pmTimeval{static_cast<std::int32_t>(stamp.tv_sec), static_cast<std::int32_t>(stamp.tv_usec)},
      flags, count);
  ++records_;
}

void PackedEvents::PutHead(const timespec& stamp, int flags, int count) {
  const std::size_t size = offsetof(pmHighResEventRecord, er_param);
  FillHead<pmHighResEventRecord>(Grow(size), pmTimespec{stamp.tv_sec, stamp.tv_nsec}, flags, count);
  ++records_;
}

int PackedEvents::AddRecord(const timeval& stamp, int flags) {
  if (flags == static_cast<int>(PM_EVENT_FLAG_MISSED)) return PM_ERR_CONV;
  PutHead(stamp, flags, 0);
  count_at_ = bytes_.size() - sizeof(int);
  return 0;
}

int PackedEvents::AddRecord(const timespec& stamp, int flags) {
  if (flags == static_cast<int>(PM_EVENT_FLAG_MISSED)) return PM_ERR_CONV;
  PutHead(stamp, flags, 0);
  count_at_ = bytes_.size() - sizeof(int);
  return 0;
}

int PackedEvents::AddMissed(const timeval& stamp, int count) {
  PutHead(stamp, static_cast<int>(PM_EVENT_FLAG_MISSED), count);
  count_at_ = 0;
  return 0;
}

int PackedEvents::AddMissed(const timespec& stamp, int count) {
  PutHead(stamp, static_cast<int>(PM_EVENT_FLAG_MISSED), count);
  count_at_ = 0;
  return 0;
}

int PackedEvents::AddParameter(pmID id, int type, const pmAtomValue& value) {
  std::span<const std::byte> bytes;
  if (!BytesOf(type, value, bytes)) return PM_ERR_TYPE;
  if (count_at_ == 0) return -EINVAL;
  if (bytes.size() > PM_VAL_VLEN_MAX - sizeof(int)) return PM_ERR_TOOBIG;
  pmEventParameter head = {};
  head.ep_pmid = id;
  head.ep_type = static_cast<unsigned>(type) & 0xff;
  head.ep_len = static_cast<unsigned>(sizeof(int) + bytes.size()) & PM_VAL_VLEN_MAX;
  std::byte* const at = Grow(sizeof head + (bytes.size() + 3) / 4 * 4);
  std::memcpy(at, &head, sizeof head);
  if (!bytes.empty()) std::memcpy(at + sizeof head, bytes.data(), bytes.size());
  int count = 0;
  std::memcpy(&count, bytes_.data() + count_at_, sizeof count);
  ++count;
  std::memcpy(bytes_.data() + count_at_, &count, sizeof count);
  return 0;
}

void* PackedEvents::Finish() {
  pmEventArray head = {};
  head.ea_type = is_highres_ ? PM_TYPE_HIGHRES_EVENT : PM_TYPE_EVENT;
  head.ea_len = static_cast<unsigned>(bytes_.size()) & PM_VAL_VLEN_MAX;
  head.ea_nrecords = records_;
  std::memcpy(bytes_.data(), &head, kArrayHead);
  return bytes_.data();
}

}  // namespace fdr::pmda

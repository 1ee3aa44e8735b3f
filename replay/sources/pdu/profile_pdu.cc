// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/profile_pdu.h"

#include <algorithm>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

constexpr std::uint32_t kIncluded = 0;
constexpr std::uint32_t kExcluded = 1;
constexpr std::size_t kEntrySize = 16;

struct Entry {
  InDomId indom;
  bool included;
  std::uint32_t count;
};

std::uint32_t StateOf(bool included) { return included ? kIncluded : kExcluded; }

using NamedDomain = std::pair<InDomId, const Profile::Domain*>;

std::vector<NamedDomain> Sorted(const Profile& profile) {
  std::vector<NamedDomain> sorted;
  for (const auto& [indom, domain] : profile.domains()) sorted.emplace_back(indom, &domain);
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

Result<ProfilePdu> ProfilePdu::Decode(Bytes body) {
  ByteReader in(body);
  ProfilePdu pdu;
  pdu.context = in.U32();
  pdu.profile.SetAll(in.U32() == kIncluded);
  const std::uint32_t count = in.U32();
  in.U32();
  if (!in.Fits(count, kEntrySize)) return BadPdu("profile", "more domains than bytes");
  std::vector<Entry> entries;
  entries.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const InDomId indom{in.U32()};
    const bool included = in.U32() == kIncluded;
    entries.push_back({indom, included, in.U32()});
    in.U32();
  }
  std::vector<InstanceId> exceptions;
  for (const Entry& entry : entries) {
    if (!in.Fits(entry.count, 4)) return BadPdu("profile", "more instances than bytes");
    exceptions.resize(entry.count);
    for (InstanceId& instance : exceptions) instance = in.I32();
    pdu.profile.Set(entry.indom, entry.included);
    if (entry.included)
      pdu.profile.Exclude(entry.indom, exceptions);
    else
      pdu.profile.Include(entry.indom, exceptions);
  }
  if (const Result<void> all = CheckAllRead(in, "profile"); !all) return Fail(all.error());
  return pdu;
}

void ProfilePdu::Encode(std::uint32_t context, const Profile& profile, ByteBuffer& buffer) {
  const PduScope scope(PduType::kProfile, buffer);
  ByteWriter out(buffer);
  const std::vector<NamedDomain> domains = Sorted(profile);
  out.U32(context);
  out.U32(StateOf(profile.includes_others()));
  out.U32(static_cast<std::uint32_t>(domains.size()));
  out.U32(0);
  for (const auto& [indom, domain] : domains) {
    out.U32(indom.value);
    out.U32(StateOf(domain->included));
    out.U32(static_cast<std::uint32_t>(domain->exceptions.size()));
    out.U32(0);
  }
  for (const auto& [indom, domain] : domains)
    for (const InstanceId instance : domain->exceptions) out.I32(instance);
}

}  // namespace fdr

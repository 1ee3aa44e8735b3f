// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

// The metrics of an archive under the names of a name space.

#include <fdr/replay/name_space/load_name_space.h>
#include <fdr/replay/name_space/named_context.h>
#include <fdr/replay/recorded/archive_context.h>

#include <cstdio>
#include <memory>
#include <string>

namespace {

int Complain(const fdr::Error& error) {
  std::fprintf(stderr, "%s\n", error.Message().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto archive = fdr::ArchiveContext::Open(argv[1]);
  if (!archive) return Complain(archive.error());

  auto names = fdr::LoadNameSpace(argv[2], fdr::NameSpaceFileOptions("/var/lib/pcp"));
  if (!names) return Complain(names.error());

  fdr::NamedContext context(**archive, std::make_shared<fdr::NameSpace>(std::move(*names)));
  const auto all = context.Traverse("");
  if (!all) return Complain(all.error());
  for (const std::string& name : *all) {
    const auto id = context.Find(name);
    const auto desc = context.DescOf(*id);  // the archive's
    std::printf("%-16s %-8s %s\n", name.c_str(), fdr::ToString(*id).c_str(),
                desc ? std::string(fdr::ToString(desc->type)).c_str() : "not in the archive");
  }
}

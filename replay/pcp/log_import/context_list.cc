// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/context_list.h"

namespace fdr::log_import {

// Never destroyed: exit handlers may write, too.
ContextList& ContextList::Get() {
  static auto* const list = new ContextList;
  return *list;
}

int ContextList::Add(const char* base, bool inherit) {
  const ImportContext* const from = current();
  DefinedMetadata metadata =
      inherit && from != nullptr ? from->metadata().Copy() : DefinedMetadata();
  contexts_.push_back(std::make_unique<ImportContext>(base, std::move(metadata)));
  current_ = contexts_.size();
  return current_number();
}

bool ContextList::Use(int number) {
  if (number < 1 || number > size()) return false;
  current_ = static_cast<std::size_t>(number);
  return true;
}

}  // namespace fdr::log_import

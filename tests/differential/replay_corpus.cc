// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/replay_corpus.h"

#include "fdr/tests/differential/corpus_names.h"
#include "fdr/tests/differential/replay_peer.h"
#include "fdr/tests/support/corpus_part.h"

namespace fdr::test {
const std::vector<std::string>& ReplayCorpus() {
  static const std::vector<std::string> corpus = [] {
    std::vector<std::string> all = CorpusNames();
    KeepParts({"replay"}, all, [](const std::string& name) { return name; });
    std::vector<Operations> scenarios;
    scenarios.reserve(all.size());
    for (const std::string& name : all) scenarios.push_back({OpenOperation(name)});
    const std::vector<Answers> answers = AskPeer(scenarios);
    std::vector<std::string> opened;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (answers[i] == Answers{"ok"}) opened.push_back(all[i]);
    return opened;
  }();
  return corpus;
}

}  // namespace fdr::test

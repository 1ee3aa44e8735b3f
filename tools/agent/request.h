// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Requests to an agent: the lines that a user writes, such as "fetch sample.colour".

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tools/agent/answer.h"
#include "fdr/tools/agent/asked_agent.h"

namespace fdr::tools {

using RequestWords = std::span<const std::string>;

/// Carries out the request whose words these are; there is at least one.
Result<Answer> AskAgent(AskedAgent& session, RequestWords words);
/// Whether the words are the request that ends a session.
bool IsQuit(RequestWords words);

/// The names of all requests.
std::vector<std::string> RequestNames();
/// As in the help, such as "METRIC [oneline|help]"; "" for a word that is no request.
std::string_view ArgumentsOf(std::string_view request);
/// What may stand in the place of `begun`, behind `before`: words that begin with it.
std::vector<std::string> CompletionsOf(AskedAgent& session, RequestWords before,
                                       std::string_view begun);

// What a word of a request means.  Errors name the word.

/// A name, or domain.cluster.item.
Result<MetricId> MetricMeant(AskedAgent& session, const std::string& word);
Result<Desc> DescMeant(AskedAgent& session, const std::string& word);
/// domain.serial, or the metric whose instances these are.
Result<InDomId> InDomMeant(AskedAgent& session, const std::string& word);
/// Numbers, or names, of instances.
Result<std::vector<InstanceId>> InstancesMeant(AskedAgent& session, InDomId indom,
                                               RequestWords words);

// The requests; their words without the first one.

Result<Answer> AskNames(AskedAgent& session, RequestWords words);
Result<Answer> AskChildren(AskedAgent& session, RequestWords words);
Result<Answer> AskDesc(AskedAgent& session, RequestWords words);
Result<Answer> AskInstances(AskedAgent& session, RequestWords words);
Result<Answer> AskText(AskedAgent& session, RequestWords words);
Result<Answer> AskLabels(AskedAgent& session, RequestWords words);
Result<Answer> AskFetch(AskedAgent& session, RequestWords words);
Result<Answer> AskStore(AskedAgent& session, RequestWords words);
Result<Answer> SetProfile(AskedAgent& session, RequestWords words);

}  // namespace fdr::tools

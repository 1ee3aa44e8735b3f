// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

void DescribeAgent(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<AgentCommand>();
  AgentCommand& c = *command;
  verb->add_option(
          "AGENT", c.agent,
          "The command of an agent with its arguments, a shared object, or with -c a label")
      ->type_name("")
      ->required();
  CLI::Option* const requests =
      verb->add_option("REQUEST", c.requests,
                       "What to ask, such as 'fetch sample.colour'. Default: the lines of standard "
                       "input")
          ->option_text("...");
  verb->set_help_flag("--help", "Show this help");
  verb->add_option("-c,--agents", c.list, "AGENT is one of the agents that this pmcd.conf lists")
      ->type_name("FILE");
  verb->add_option("-f,--file", c.script, "Ask what the lines of this file say")
      ->type_name("FILE")
      ->excludes(requests);
  AddNameSpace(*verb, c.names);
  CLI::Option* const list = verb->get_option("--agents");
  verb->add_option("--domain", c.domain,
                   "The domain of the agent. Default: its option -d, or that of its names")
      ->check(Between(1, 510))
      ->excludes(list)
      ->type_name("N");
  verb->add_option("--init", c.init,
                   "The first function of a shared object. Default: X_init for pmda_X.so")
      ->excludes(list)
      ->type_name("FUNCTION");
  verb->add_option("--timeout", c.timeout, "Wait this long for an answer")
      ->check(Expect("a number from 0.001 to 1000000",
                     [](const std::string& text) {
                       char* end = nullptr;
                       const double seconds = std::strtod(text.c_str(), &end);
                       return *end == '\0' && seconds >= 0.001 && seconds <= 1e6;
                     }))
      ->option_text("SECONDS=5");
  verb->add_flag("--time", c.time, "Say how long each answer took");
  verb->add_flag("--json", c.common.json, "Print a line of JSON for each request");
  verb->footer(R"~(
The requests: names, children, desc, fetch, instances, text, labels, profile, store, attribute,
client, status, help and quit. The request help shows their arguments. A metric is a name, or
domain.cluster.item. The exit status is 1 if a request failed.

Examples:
  fdr agent '/var/lib/pcp/pmdas/sample/pmdasample -d 29' names
  fdr agent '/var/lib/pcp/pmdas/sample/pmdasample -d 29' 'desc sample.colour' 'fetch sample.colour'
  fdr agent --time /var/lib/pcp/pmdas/sample/pmda_sample.so --domain 29 'fetch 29.0.5'
  fdr agent -c /etc/pcp/pmcd/pmcd.conf linux 'fetch kernel.all.load')~");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The sources of the server: their hosts, when they were recorded, and how large they are.

import { cannotOpen } from '../model/app.js';
import { scoreOf } from '../data/catalogue.js';
import { openPicker } from './picker.js';
import { dateText, lengthText } from '../base/time_format.js';
import { valueText } from '../base/units.js';

/** The server opens each archive for its facts. */
const MOST_ASKED = 40;
const AT_ONCE = 3;

/**
 * "db1 · 2024-01-18, 13 d · 3.2 GiB"
 * @param {Source} source
 * @param {string} zone
 */
export function factsOf({ id, host, start, end, bytes, message }, zone) {
  if (message) return message;
  const facts = [host === id ? '' : host];
  if (start !== undefined && end !== undefined)
    facts.push(`${dateText(start, zone)}, ${end > start ? lengthText(end - start) : 'one moment'}`);
  if (bytes !== undefined) facts.push(valueText(bytes, 'byte'));
  return facts.filter(Boolean).join(' · ');
}

class SourceFacts {
  /** @type {Map<string, Source>} */
  #known = new Map();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {Source} source */
  of(source) {
    return this.#known.get(source.id) ?? source;
  }

  /**
   * Asks for what is not known of these, and tells each.
   * @param {Source[]} sources
   * @param {AbortSignal} signal
   * @param {(source: Source) => void} tell
   */
  async ask(sources, signal, tell) {
    const left = sources
      .filter(({ id, kind, message }) => kind === 'archive' && !message && !this.#known.has(id))
      .slice(0, MOST_ASKED);
    const work = async () => {
      for (let next = left.shift(); next && !signal.aborted; next = left.shift()) {
        try {
          const facts = await this.app.client.source(next.id, { signal });
          if (!facts) continue;
          this.#known.set(next.id, facts);
          tell(facts);
        } catch {
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
}

/** @param {App} app */
export function openSources(app) {
  const facts = new SourceFacts(app);
  const textOf = (source) => factsOf(source, app.zoneName(app.state.zone));
  openPicker({
    title: 'Choose a source',
    placeholder: 'Choose a source',
    async search(text, signal) {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const all = await app.client.sources({ signal });
      const sources = all
        .map((source) => facts.of(source))
        .filter(({ id, host = '' }) => scoreOf(`${id} ${host}`.toLowerCase(), words) > 0);
      const places = new Map(sources.map((source) => [source.id, new Text(textOf(source))]));
      facts.ask(sources, signal, (source) => {
        const place = places.get(source.id);
        if (place) place.data = textOf(source);
      });
      return sources.map((source) => ({
        label: source.id,
        detail: places.get(source.id),
        tail: source.kind,
        run: () =>
          source.message
            ? app.say(cannotOpen(source))
            : app.commands.run('source.open', { s: source.id }),
      }));
    },
    choose: () => 'No source has this name.',
  });
}

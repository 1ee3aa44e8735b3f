// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Short messages, and the one that stays as long as the server cannot be reached.

import { element } from '../base/dom.js';

const SHOWN = 5000;

/**
 * @param {App} app
 * @param {HTMLElement} box
 */
export function listenToNotices(app, box) {
  let timer = 0;
  const show = (text, action) => {
    clearTimeout(timer);
    box.replaceChildren(element('span', {}, text));
    if (action)
      box.append(
        element(
          'button',
          {
            type: 'button',
            onclick: () => {
              box.hidden = true;
              action.run();
            },
          },
          action.label,
        ),
      );
    box.hidden = false;
  };
  app.say = (text, action = null) => {
    delete box.dataset.trouble;
    show(text, action);
    timer = setTimeout(
      () => {
        box.hidden = true;
      },
      action ? SHOWN * 2 : SHOWN,
    );
  };
  app.loader.onTrouble = (seconds) => {
    if (seconds > 0) {
      box.dataset.trouble = 'true';
      show(`The server cannot be reached. Trying again in ${Math.round(seconds)} s.`, {
        label: 'Try now',
        run: () => app.loader.retryNow(),
      });
    } else if (box.dataset.trouble) {
      delete box.dataset.trouble;
      box.hidden = true;
    }
  };
  window.addEventListener('online', () => app.loader.retryNow());
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sample } from '../../support/sample.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A colour that an element inherits may change, and have a transition, only after that of its parent has ended. */
const COLOURS_ARE_NEW = `(async () => {
  for (;;) {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    if (transitions.length === 0) return;
    await Promise.allSettled(transitions.map((each) => each.finished));
  }
})()`;

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * WCAG 2.2 AA and best practice. Throws with what is wrong.
 *
 * The full set checks each state of a page in the light and the dark theme. The gate checks it in one of them by all
 * rules: the first state of a page in the one that the commit chooses for the test, and each further state in the other
 * one than the state before. So most tests see both themes at every commit, and each state is seen in both over a few.
 */
export async function checkAxe(page: Page): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of themesFor(page)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(COLOURS_ARE_NEW);
    // By the debugger, which the policy of the page does not concern.
    if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
    // Style sheets are not loaded again: only a rule that is off here looks at their text.
    const violations = await page.evaluate<Violation[]>(`axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { region: { enabled: false } },
      resultTypes: ['violations'],
      selectors: false,
      preload: { assets: ['media'] },
    }).then(({ violations }) => violations)`);
    for (const { id, help, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        found.push(`${colorScheme} ${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (found.length > 0) throw new Error(`axe, on ${page.url()}:\n${found.join('\n')}`);
}

type Theme = 'light' | 'dark';

/** Checks of a page so far; the entry goes with the page. */
const checks = new WeakMap<Page, number>();

function themesFor(page: Page): Theme[] {
  const earlier = checks.get(page) ?? 0;
  checks.set(page, earlier + 1);
  const test = expect.getState().currentTestName ?? '';
  const chosen = sample<Theme>(['light', 'dark'], 1, (theme) => `${test} ${theme}`);
  if (earlier % 2 === 0 || chosen.length === 2) return chosen;
  return chosen[0] === 'light' ? ['dark'] : ['light'];
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/** WCAG 2.2 AA and best practice, in the light and the dark theme. Throws with what is wrong. */
export async function checkAxe(page: Page): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'); // new colours
    await page.evaluate(`Promise.allSettled(
      document.getAnimations().map((each) => (each instanceof CSSTransition ? each.finished : undefined)),
    )`);
    await page.evaluate(AXE); // by the debugger, which the policy of the page does not concern
    const violations = await page.evaluate<Violation[]>(`axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { region: { enabled: false } },
    }).then(({ violations }) => violations)`);
    for (const { id, help, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        found.push(`${colorScheme} ${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (found.length > 0) throw new Error(`axe, on ${page.url()}:\n${found.join('\n')}`);
}

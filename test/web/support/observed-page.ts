import type { BrowserContext, Page } from 'playwright-core';

/** Texts of console errors that are the answer a test asked for, not a fault of the page. */
const EXPECTED = /^Failed to load resource: the server responded with a status of (4\d\d|503)/;

/** Generous: reached only when what a test waits for never comes, not on a machine that is busy with other work. */
const WITHIN_MS = 90_000;

/**
 * Notifications with an action, which go after eight seconds, stay: on a busy machine a test may press their button
 * later than that.
 */
const keepNotifications = `{
  const original = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => original(run, ms === 8000 ? 600000 : ms, ...rest);
}`;

export interface ObservedPage {
  page: Page;
  /** Console errors, exceptions and refusals by the policy of the page. A test expects it to be empty at its end. */
  complaints: string[];
}

/** Opens a page whose console errors, exceptions and policy violations are collected. */
export async function observedPage(browser: BrowserContext): Promise<ObservedPage> {
  const page = await browser.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  await page.addInitScript(keepNotifications);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A real browser with a profile of its own. */
export interface StartedBrowser {
  browser: BrowserContext;
  /** Ends it and removes the profile. */
  close(): Promise<void>;
}

/** Starts a real browser with a new profile. */
export async function startChromium(): Promise<StartedBrowser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? PLACES.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error(
      'Chromium is missing. Install it (`apt-get install chromium`), or set CHROMIUM_PATH to an installed one.',
    );
  }
  const profile = await mkdtemp(join(tmpdir(), 'archivolt-chromium-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    timeout: 120_000, // on a machine that is busy with other work
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

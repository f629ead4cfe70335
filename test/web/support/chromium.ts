import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium-headless-shell', // the same engine without windows: the tests take a quarter less CPU time
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Cookies, storage and cache of its own, in a real browser. */
export interface StartedBrowser {
  browser: BrowserContext;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** Starts Chromium. Its contexts share no cookies, storage or cache. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? PLACES.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error(
      'Chromium is missing. Install it (`apt-get install chromium-headless-shell`, or `chromium`), or set CHROMIUM_PATH to an installed one.',
    );
  }
  return chromium.launch({
    executablePath,
    headless: true,
    timeout: 120_000, // on a machine that is busy with other work
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
      '--renderer-process-limit=1', // of each context; without it Chromium starts spare processes, which cost the most
    ],
  });
}

/** Starts a real browser for one visitor. */
export async function startChromium(): Promise<StartedBrowser> {
  const browser = await launchChromium();
  return { browser: await browser.newContext(), close: () => browser.close() };
}

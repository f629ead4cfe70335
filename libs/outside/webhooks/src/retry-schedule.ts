const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Before the second attempt, before the third, and so on: 36 hours in all. */
const PAUSES_MS = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[1, 2, 4, 8, 8, 12].map((hours) => hours * HOUR),
];
/** Keeps the deliveries of an outage from coming back at the same moment. */
const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = HOUR;
const MAY_NAME_A_PAUSE = [429, 503];

export interface FailedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/** Milliseconds until the next attempt; `undefined` when `attempts`, all failed, were enough. */
export function pauseAfter(
  attempts: number,
  response: FailedResponse | undefined,
  // eslint-disable-next-line no-restricted-syntax -- receivers say in real time when they want the next attempt
  { random = Math.random, now = Date.now }: { random?: () => number; now?: () => number } = {},
): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  const spread = pause * (1 + JITTER * (2 * random() - 1));
  return Math.round(Math.max(spread, wantedPause(response, now())));
}

/** Returns the pause that the receiver requests, up to an hour. */
function wantedPause(response: FailedResponse | undefined, now: number): number {
  const value = response?.headers['retry-after'];
  if (!response || value === undefined || !MAY_NAME_A_PAUSE.includes(response.status)) return 0;
  const wanted = /^\d{1,9}$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now;
  return Number.isNaN(wanted) ? 0 : Math.min(wanted, LONGEST_RETRY_AFTER_MS);
}

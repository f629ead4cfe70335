import type { EventPage } from '#ground/history';

/** Returns the page, or a shorter one whose facts have at most this many characters; at least one event stays. */
export function limitPage(page: EventPage, characters: number): EventPage {
  let sum = 0;
  const count = page.events.findIndex(({ payload }) => (sum += JSON.stringify(payload).length) > characters);
  if (count === -1) return page;
  const events = page.events.slice(0, Math.max(count, 1));
  const next = events.at(-1)?.position ?? page.next;
  return events.length === page.events.length ? page : { ...page, events, next, hasMore: true };
}

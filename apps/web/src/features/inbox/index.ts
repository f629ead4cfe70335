import { lazyComponent } from '../../lib/lazy-component';

/** Only archives with an inbox need more than the question whether they have one. */
export const InboxLink = lazyComponent(async () => (await import('./inbox-link')).InboxLink);

export { inboxCount, isInboxEnabled } from './inbox-count.queries';

/**
 * Headers of every response to a visitor of a link: no cache stores it, no search engine lists it, and pages that are
 * opened from it do not learn its address.
 */
export const PUBLIC_RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
} as const;

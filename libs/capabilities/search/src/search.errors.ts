import { defineError } from '#ground/kernel';

export const SearchUnavailable = defineError(
  'search.unavailable',
  'unavailable',
  'The search does not respond. Try again in a moment.',
);
export const SearchNotUnderstood = defineError(
  'search.not_understood',
  'invalid',
  'A part of the search is not understood, and nothing is done to what the rest of it finds.',
);

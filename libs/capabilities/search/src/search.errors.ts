import { defineError } from '#ground/kernel';

export const SearchUnavailable = defineError(
  'search.unavailable',
  'unavailable',
  'The search does not respond. Try again in a moment.',
);

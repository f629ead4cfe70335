import { defineError } from '#ground/kernel';

export const TooManyTexts = defineError(
  'server.too_many_texts',
  'unavailable',
  'Too many long texts are being prepared for the search at the moment. Try again in a few seconds.',
);

import { defineError } from '#ground/kernel';

export const RenditionUnavailable = defineError(
  'documents.rendition_unavailable',
  'not_found',
  'This file is not shown as a page.',
);
export const TooManyRenditions = defineError(
  'documents.too_many_renditions',
  'rate_limited',
  'Too many files of this organization wait to be shown. Try again later.',
);

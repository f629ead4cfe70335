import { defineError } from '#ground/kernel';

export const PreviewUnavailable = defineError(
  'documents.preview_unavailable',
  'not_found',
  'There is no preview of this page.',
);
export const TooManyPreviews = defineError(
  'documents.too_many_previews',
  'rate_limited',
  'Too many pages of this organization wait to be drawn (PREVIEWS_MAX_WAITING_PER_ORGANIZATION). Try again later.',
);

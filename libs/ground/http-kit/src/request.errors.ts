import { defineError } from '#ground/kernel';

export const InvalidParams = defineError(
  'server.invalid_request.params',
  'invalid',
  'The address of this request is not valid.',
);
export const InvalidQuery = defineError(
  'server.invalid_request.query',
  'invalid',
  'The query of this request is not valid.',
);
export const InvalidBody = defineError(
  'server.invalid_request.body',
  'invalid',
  'The body of this request is not valid.',
);
export const RangeNotSatisfiable = defineError(
  'document.range_not_satisfiable',
  'range_not_satisfiable',
  'The requested range lies outside the file.',
);

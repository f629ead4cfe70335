import { defineError } from '#ground/kernel';

export const FileRequestNotFound = defineError('file_request.not_found', 'not_found', 'File request not found.');
export const FileRequestLimitReached = defineError(
  'file_request.limit_reached',
  'conflict',
  'The organization has as many file requests as this server allows. Delete one that is not needed any more.',
);
export const FileRequestGone = defineError(
  'file_request.gone',
  'gone',
  'This file request takes no more files: it has expired or was turned off. Ask the person who sent you the link.',
);
export const FileRequestPasswordRequired = defineError(
  'file_request.password_required',
  'unauthenticated',
  'This file request needs its password. Send it to the route verify, then the access token as a bearer token.',
);
export const FileRequestPasswordWrong = defineError(
  'file_request.invalid_password',
  'unauthenticated',
  'The password is wrong.',
);
export const FileRequestHasNoPassword = defineError(
  'file_request.not_password_protected',
  'invalid',
  'This file request has no password. Use it without an access token.',
);
export const FileRequestFull = defineError(
  'file_request.full',
  'conflict',
  'This file request has received as many files as it takes. Ask the person who sent you the link.',
);

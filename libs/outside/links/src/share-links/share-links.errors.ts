import { defineError } from '#ground/kernel';

export const ShareLinkNotFound = defineError('share_link.not_found', 'not_found', 'Share link not found.');
export const ShareLinkGone = defineError(
  'share_link.gone',
  'gone',
  'This link does not work any more, or not at present. Ask the person who sent it.',
);
export const ShareLinkPasswordRequired = defineError(
  'share_link.password_required',
  'unauthenticated',
  'This link needs a password. Send it to …/verify, and the token that you get as Authorization: Bearer.',
);
export const ShareLinkPasswordWrong = defineError(
  'share_link.invalid_password',
  'unauthenticated',
  'The password is wrong.',
);
export const ShareLinkHasNoPassword = defineError(
  'share_link.not_password_protected',
  'invalid',
  'This link has no password: open it without one.',
);
export const ShareLinkLimitReached = defineError(
  'share_link.limit_reached',
  'conflict',
  'The document has as many share links as this server allows. Delete one first.',
);

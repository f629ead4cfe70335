import { MOST_PASSWORDS } from '@archivolt/plugin-kit';
import { defineError } from '#ground/kernel';

export const DocumentNotProtected = defineError(
  'document.not_protected',
  'conflict',
  'The document does not need a password, or it was read with one already.',
);
export const DocumentIsBeingRead = defineError(
  'document.is_being_read',
  'conflict',
  'The document is being read at the moment. Try again when that has ended.',
);
export const NoKeptPassword = defineError(
  'document.no_kept_password',
  'not_found',
  'No password of this document is kept.',
);
export const PasswordNotFound = defineError('document_passwords.not_found', 'not_found', 'Password not found.');
export const PasswordLimitReached = defineError(
  'document_passwords.limit_reached',
  'forbidden',
  `An organization may have ${MOST_PASSWORDS} passwords to try. Remove one first.`,
);

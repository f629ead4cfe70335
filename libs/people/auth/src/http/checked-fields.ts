import { isAddressOfAnyHost } from '@archivolt/plugin-kit';
import { APIError } from 'better-auth/api';
import { isUsableImage, MAX_EMAIL_LENGTH, usableName } from '../account-fields.js';

/** Checks the fields of an account that the library does not check. The database has the same limits. */
export function checkedFields<Fields extends { name?: unknown; email?: unknown; image?: unknown }>(
  fields: Fields,
): Fields {
  if (typeof fields.email === 'string' && fields.email.length > MAX_EMAIL_LENGTH)
    throw refused('INVALID_EMAIL', `The e-mail address has more than ${MAX_EMAIL_LENGTH} characters`);
  if (fields.image !== undefined && fields.image !== null && !isUsableImage(fields.image))
    throw refused('INVALID_IMAGE', 'The image must be an address that begins with http:// or https://');
  if (fields.name === undefined) return fields;
  const name = usableName(fields.name);
  if (name === undefined) throw refused('INVALID_NAME', 'The name must have 1 to 50 characters');
  return { ...fields, name };
}

/** {@link checkedFields}, also for an address that an identity provider names: the library checks only those of forms. */
export function checkedAccount<Fields extends { name?: unknown; email?: unknown; image?: unknown }>(
  fields: Fields,
): Fields {
  if (typeof fields.email === 'string' && !isAddressOfAnyHost(fields.email))
    throw refused('INVALID_EMAIL', 'This is not an e-mail address');
  return checkedFields(fields);
}

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });

import { isEmail } from 'class-validator';
import { MAX_EMAIL_LENGTH } from './account-fields.js';
import { InvalidCredentials } from './auth.errors.js';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** The form in which addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  const normalized = email.trim().toLowerCase();
  if (normalized.length > MAX_EMAIL_LENGTH || !isEmail(normalized))
    throw InvalidCredentials({ message: 'This is not an e-mail address.' });
  return normalized;
}

export function assertUsablePassword(password: string): void {
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return;
  throw InvalidCredentials({ message: `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.` });
}

import { defineError } from '#ground/kernel';

export const IntakeEmailNotFound = defineError('intake_email.not_found', 'not_found', 'Intake address not found.');
export const IntakeEmailAlreadyExists = defineError(
  'intake_email.already_exists',
  'invalid',
  'The address that was made is in use already. Try again; if that does not help, the names need {{random.digits}} (setting INTAKE_EMAILS_USERNAME_DRIVER_PATTERN).',
);
export const IntakeEmailLimitReached = defineError(
  'intake_email.limit_reached',
  'forbidden',
  'The organization has as many intake addresses as it may have (setting INTAKE_EMAILS_MAX_PER_ORGANIZATION). Delete one first.',
);
export const MailServiceUnavailable = defineError(
  'intake_email.service_unavailable',
  'unavailable',
  'The mail service did not make the address. Try again later; the log of the server says more.',
);
export const IntakeEmailsDisabled = defineError(
  'intake_emails.disabled',
  'forbidden',
  'This server takes no mails (setting INTAKE_EMAILS_IS_ENABLED).',
);
export const SignatureHeaderRequired = defineError(
  'intake_emails.signature_header_required',
  'invalid',
  'The header X-Signature is missing: the HMAC-SHA256 of the body in Base64.',
);
export const MailTooLarge = defineError(
  'intake_emails.too_large',
  'too_large',
  'The mail is larger than this server accepts (setting INTAKE_EMAILS_MAX_MAIL_BYTES).',
);
export const MailTooSlow = defineError(
  'intake_emails.too_slow',
  'timeout',
  'The mail arrived too slowly: it needs at least 50 KB in ten seconds, and all of it within two minutes. Send it again.',
);

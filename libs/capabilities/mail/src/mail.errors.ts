import { defineError } from '#ground/kernel';

export const MailCannotBeSent = defineError('mail.invalid', 'invalid', 'This mail cannot be sent.');

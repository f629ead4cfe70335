export { checkFile } from './check-file.js';
export { HoldFile } from './hold-file.js';
export { IntakeFailures, isRetryable } from './intake-failures.js';
export {
  IntakeFailureRepository,
  type IntakeFailure,
  type NewFailure,
} from './intake-failure.repository.js';
export type { FailureSource } from './intake-failure.schema.js';
export { IntakeFailureNotFound, IntakeFailureNotRetryable } from './intake.errors.js';
export { IntakeFailed, IntakeFailureRemoved } from './intake.events.js';
export { FinishIntake, RetryIntake, type FinishIntakeData, type RetryIntakeData } from './intake.jobs.js';
export { TakeFile, type IntakeFileFacts, type IntakeSource } from './take-file.js';
export { AddressServices } from './mail/address-services.js';
export { CreateIntakeEmail } from './mail/create-intake-email.js';
export { IntakeEmailRepository, type IntakeEmail } from './mail/intake-email.repository.js';
export { IntakeEmails } from './mail/intake-emails.js';
export * from './mail/intake-emails.errors.js';
export * from './mail/intake-emails.events.js';
export { isMailAddress, isMailDomain } from './mail/mail-address.js';
export { MailCopies } from './mail/mail-copies.js';
export { TakeIngestedMail, type IngestedMail } from './mail/take-ingested-mail.js';
export { TakeMail } from './mail/take-mail.js';
export type { FileInMail } from './mail/take-mail-files.js';
export { IntakeSources, type DescribedSource } from './plugins/intake-sources.js';
export { IntakeModule } from './intake.module.js';

import type { DateTime } from '#libs/http-kit';
import type { IntakeEmail } from '#libs/intake-emails';

export class IntakeEmailView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  emailAddress!: string;
  organizationId!: string;
  /** Senders whose files are taken; nobody's when it is empty. */
  allowedOrigins!: string[];
  isEnabled!: boolean;
  /** Whether the mail itself becomes a document, too, where it arrives as a whole. */
  keepsMessage!: boolean;
}

export interface IntakeEmailResponse {
  intakeEmail: IntakeEmailView;
}

export function intakeEmailView(intakeEmail: IntakeEmail): IntakeEmailView {
  return {
    ...intakeEmail,
    createdAt: intakeEmail.createdAt.toISOString(),
    updatedAt: intakeEmail.updatedAt.toISOString(),
  };
}

import type { DateTime } from '#ground/http-kit';
import type { IntakeEmail } from '#outside/intake';

export class IntakeEmailView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  emailAddress!: string;
  organizationId!: string;
  /** Senders whose files are taken; empty: none are. */
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

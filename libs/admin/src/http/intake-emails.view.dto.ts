import type { DateTime } from '#libs/http-kit';
import type { IntakeEmail } from '#libs/intake-emails';

export class AdminIntakeEmailView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  emailAddress!: string;
  organizationId!: string;
  allowedOrigins!: string[];
  isEnabled!: boolean;
  keepsMessage!: boolean;
}

export function adminIntakeEmailView(intakeEmail: IntakeEmail): AdminIntakeEmailView {
  return {
    ...intakeEmail,
    createdAt: intakeEmail.createdAt.toISOString(),
    updatedAt: intakeEmail.updatedAt.toISOString(),
  };
}

import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { ExtractionModule } from '#capabilities/extraction';
import { IntakeModule } from '#outside/intake';
import { OrganizationsModule } from '#people/organizations';
import { AddressServices } from './address-services.js';
import { CreateIntakeEmail } from './create-intake-email.js';
import { IntakeEmailRepository } from './intake-email.repository.js';
import { IntakeEmails } from './intake-emails.js';
import { MailCopies } from './mail-copies.js';
import { MailPolicy } from './mail-policy.js';
import { TakeIngestedMail } from './take-ingested-mail.js';
import { TakeMail } from './take-mail.js';
import { TakeMailFiles } from './take-mail-files.js';

const parts = [
  AddressServices,
  CreateIntakeEmail,
  IntakeEmailRepository,
  IntakeEmails,
  MailCopies,
  TakeIngestedMail,
  TakeMail,
];

@Module({
  imports: [AuthModule, ExtractionModule, IntakeModule, OrganizationsModule],
  providers: [...parts, MailPolicy, TakeMailFiles],
  exports: parts,
})
export class IntakeEmailsModule {}

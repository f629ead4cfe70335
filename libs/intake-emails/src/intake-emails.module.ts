import { Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { ExtractionModule } from '#libs/extraction';
import { IntakeModule } from '#libs/intake';
import { OrganizationsModule } from '#libs/organizations';
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

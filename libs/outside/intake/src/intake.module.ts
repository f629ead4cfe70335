import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { MetadataModule } from '#archive/metadata';
import { TagsModule } from '#archive/tags';
import { ExtractionModule } from '#capabilities/extraction';
import { StorageModule } from '#capabilities/storage';
import { AuthModule } from '#people/auth';
import { OrganizationsModule } from '#people/organizations';
import { HoldFile } from './hold-file.js';
import { IntakeFailureRepository } from './intake-failure.repository.js';
import { IntakeFailures } from './intake-failures.js';
import { IntakeFileRepository } from './intake-file.repository.js';
import { IntakeTags } from './intake-tags.js';
import { AddressServices } from './mail/address-services.js';
import { CreateIntakeEmail } from './mail/create-intake-email.js';
import { IntakeEmailRepository } from './mail/intake-email.repository.js';
import { IntakeEmails } from './mail/intake-emails.js';
import { MailCopies } from './mail/mail-copies.js';
import { MailPolicy } from './mail/mail-policy.js';
import { TakeIngestedMail } from './mail/take-ingested-mail.js';
import { TakeMailFiles } from './mail/take-mail-files.js';
import { TakeMail } from './mail/take-mail.js';
import { IntakeSources } from './plugins/intake-sources.js';
import { TakeFile } from './take-file.js';

const EXPORTED = [
  HoldFile,
  IntakeFailureRepository,
  IntakeFailures,
  TakeFile,
  AddressServices,
  CreateIntakeEmail,
  IntakeEmailRepository,
  IntakeEmails,
  MailCopies,
  TakeIngestedMail,
  TakeMail,
  IntakeSources,
];

@Module({
  imports: [
    DocumentsModule,
    MetadataModule,
    StorageModule,
    TagsModule,
    AuthModule,
    ExtractionModule,
    OrganizationsModule,
  ],
  providers: [...EXPORTED, IntakeFileRepository, IntakeTags, MailPolicy, TakeMailFiles],
  exports: EXPORTED,
})
export class IntakeModule {}

import { Module } from '@nestjs/common';
import { TakeMail } from './take-mail.js';

@Module({ providers: [TakeMail], exports: [TakeMail] })
export class IntakeEmailsModule {}

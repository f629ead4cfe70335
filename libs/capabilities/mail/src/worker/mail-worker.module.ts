import { Module } from '@nestjs/common';
import { MailModule } from '#capabilities/mail';
import { SendMailHandler } from './send-mail.handler.js';

@Module({ imports: [MailModule], providers: [SendMailHandler] })
export class MailWorkerModule {}

import { Module } from '@nestjs/common';
import { DeliverMail } from './deliver-mail.js';
import { Mails } from './mails.js';

@Module({ providers: [DeliverMail, Mails], exports: [DeliverMail, Mails] })
export class MailModule {}

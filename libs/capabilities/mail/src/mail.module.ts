import { Module } from '@nestjs/common';
import { DeliverMail } from './deliver-mail.js';
import { MailCheck } from './mail.check.js';
import { MailLinks } from './mail-links.js';
import { Mails } from './mails.js';

const parts = [DeliverMail, MailLinks, Mails];

@Module({ providers: [...parts, MailCheck], exports: parts })
export class MailModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { SignInMailsModule } from '#people/sign-in-mails';
import { SendSignInMails } from './send-sign-in-mails.js';
import { SignInMailsExtension } from './sign-in-mails.extension.js';

@Module({ imports: [AuthModule, SignInMailsModule], providers: [SendSignInMails, SignInMailsExtension] })
export class SignInMailsHttpModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { LinkPasswords } from './link-passwords.js';

/** What all links have in common that people without an account open. */
@Module({ imports: [AuthModule], providers: [LinkPasswords], exports: [LinkPasswords] })
export class PublicLinksModule {}

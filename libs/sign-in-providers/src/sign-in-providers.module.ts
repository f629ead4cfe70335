import { Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { OrganizationsModule } from '#libs/organizations';
import { ClaimedMemberships } from './claimed-memberships.js';

@Module({ imports: [AuthModule, OrganizationsModule], providers: [ClaimedMemberships], exports: [ClaimedMemberships] })
export class SignInProvidersModule {}

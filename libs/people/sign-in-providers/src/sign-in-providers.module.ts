import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { OrganizationsModule } from '#people/organizations';
import { ClaimedMemberships } from './claimed-memberships.js';

@Module({ imports: [AuthModule, OrganizationsModule], providers: [ClaimedMemberships], exports: [ClaimedMemberships] })
export class SignInProvidersModule {}

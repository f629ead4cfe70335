import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { CreateOrganization } from './create-organization.js';
import { DeleteOrganization } from './delete-organization.js';
import { MemberRepository } from './member.repository.js';
import { Members } from './members.js';
import { OrganizationDirectory } from './organization-directory.js';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationSettings } from './organization-settings.js';
import { PurgeOrganization } from './purge-organization.js';
import { RenameOrganization } from './rename-organization.js';
import { RestoreOrganization } from './restore-organization.js';

const parts = [
  CreateOrganization,
  DeleteOrganization,
  MemberRepository,
  Members,
  OrganizationDirectory,
  OrganizationRepository,
  OrganizationSettings,
  PurgeOrganization,
  RenameOrganization,
  RestoreOrganization,
];

@Module({ imports: [AuthModule], providers: parts, exports: parts })
export class OrganizationsModule {}

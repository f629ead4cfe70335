import { Module } from '@nestjs/common';
import { CreateOrganization } from './create-organization.js';
import { OrganizationRepository } from './organization.repository.js';
import { RenameOrganization } from './rename-organization.js';

const parts = [CreateOrganization, OrganizationRepository, RenameOrganization];

@Module({ providers: parts, exports: parts })
export class OrganizationsModule {}

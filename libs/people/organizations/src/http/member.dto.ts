import { IsIn } from 'class-validator';
import { IsId, OrganizationParams } from '#ground/http-kit';
import { ROLES } from '#ground/kernel';
import type { GivenRole } from '../members.js';

/** The roles that can be given: all but `owner`. */
export const GIVEN_ROLES = ROLES.filter((role): role is GivenRole => role !== 'owner');

export class MemberParams extends OrganizationParams {
  @IsId('org_mem') memberId!: string;
}

export class MemberRoleBody {
  @IsIn(GIVEN_ROLES) role!: 'admin' | 'member' | 'viewer';
}

import { IsEmail, IsIn, IsString, MaxLength } from 'class-validator';
import { GIVEN_ROLES } from '#http/organizations';
import { IsId, Trim } from '#libs/http-kit';

export class InvitationParams {
  @IsId('org_inv') invitationId!: string;
}

export class InviteBody {
  /** The address of the account that may accept; upper and lower case are the same. */
  @Trim() @IsString() @MaxLength(254) @IsEmail() email!: string;
  @IsIn(GIVEN_ROLES) role!: 'admin' | 'member' | 'viewer';
}

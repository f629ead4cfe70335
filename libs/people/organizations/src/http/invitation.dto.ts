import { Transform } from 'class-transformer';
import { IsEmail, IsIn, IsString, MaxLength } from 'class-validator';
import { GIVEN_ROLES } from './member.dto.js';
import { IsId, IsVisibleAddress, Trim } from '#ground/http-kit';

/** Before the length is checked: some letters are two characters in lower case. */
function LowerCase(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value));
}

export class InvitationParams {
  @IsId('org_inv') invitationId!: string;
}

export class InviteBody {
  /** The address of the account that may accept; upper and lower case are the same. */
  @Trim() @LowerCase() @IsString() @MaxLength(254) @IsEmail() @IsVisibleAddress() email!: string;
  @IsIn(GIVEN_ROLES) role!: 'admin' | 'member' | 'viewer';
}

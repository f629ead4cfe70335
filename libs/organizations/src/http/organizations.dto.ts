import { IsString, Length } from 'class-validator';
import { IsId, Trim } from '#libs/http-kit';

export class OrganizationNameDto {
  /** 3 to 50 characters. */
  @Trim() @IsString() @Length(3, 50) name!: string;
}

export class OrganizationParamsDto {
  @IsId('org') organizationId!: string;
}

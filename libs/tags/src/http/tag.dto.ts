import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { IsId } from '#libs/http-kit';

const trim = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.trim() : value);
const trimAndRaise = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.trim().toUpperCase() : value;
const isGiven = (_: unknown, value: unknown): boolean => value !== undefined;

export class OrganizationParams {
  @IsId('org') organizationId!: string;
}

export class TagParams extends OrganizationParams {
  @IsId('tag') tagId!: string;
}

export class CreateTagBody {
  /** 1 to 64 characters, unique in the organization whatever the case. */
  @Transform(trim) @IsString() @IsNotEmpty() @MaxLength(64) name!: string;
  /** `#RRGGBB` */
  @Transform(trimAndRaise) @Matches(/^#[0-9A-F]{6}$/, { message: 'color must look like #RRGGBB' }) color!: string;
  @Transform(trim) @ValidateIf(isGiven) @IsString() @MaxLength(256) description?: string;
}

export class UpdateTagBody {
  /** 1 to 64 characters, unique in the organization whatever the case. */
  @Transform(trim) @ValidateIf(isGiven) @IsString() @IsNotEmpty() @MaxLength(64) name?: string;
  /** `#RRGGBB` */
  @Transform(trimAndRaise)
  @ValidateIf(isGiven)
  @Matches(/^#[0-9A-F]{6}$/, { message: 'color must look like #RRGGBB' })
  color?: string;
  @Transform(trim) @ValidateIf(isGiven) @IsString() @MaxLength(256) description?: string;
}

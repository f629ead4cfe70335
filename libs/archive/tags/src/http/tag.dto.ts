import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { IsId, MayBeAbsent, OneLine, OrganizationParams, Trim } from '#ground/http-kit';

const emptyToNull = ({ value }: { value: unknown }): unknown => (value === '' ? null : value);
const trimAndRaise = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.trim().toUpperCase() : value;

export class TagParams extends OrganizationParams {
  @IsId('tag') tagId!: string;
}

export class CreateTagBody {
  /** 1 to 64 characters, unique in the organization whatever the case, the white space and the form of Unicode. */
  @OneLine() @IsString() @IsNotEmpty() @MaxLength(64) name!: string;
  /** `#RRGGBB` */
  @Transform(trimAndRaise) @Matches(/^#[0-9A-Fa-f]{6}$/, { message: 'color must look like #RRGGBB' }) color!: string;
  /** At most 256 characters. */
  @Trim() @MayBeAbsent() @IsString() @MaxLength(256) description?: string;
  /** The tag above it: a search for that one finds the documents of this one, too. Tags have at most 5 levels. */
  @MayBeAbsent() @IsId('tag') parentId?: string;
}

export class UpdateTagBody {
  /** 1 to 64 characters, unique in the organization whatever the case, the white space and the form of Unicode. */
  @OneLine() @MayBeAbsent() @IsString() @IsNotEmpty() @MaxLength(64) name?: string;
  /** `#RRGGBB` */
  @Transform(trimAndRaise)
  @MayBeAbsent()
  @Matches(/^#[0-9A-Fa-f]{6}$/, { message: 'color must look like #RRGGBB' })
  color?: string;
  /** At most 256 characters. */
  @Trim() @MayBeAbsent() @IsString() @MaxLength(256) description?: string;
  /** The tag above it; null, or an empty text in a form, for none. */
  @Transform(emptyToNull)
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsId('tag')
  parentId?: string | null;
}

import { IsBoolean, Matches, MaxLength, ValidateIf } from 'class-validator';
import { CODE_PREFIX } from '#config/codes';
import { MayBeAbsent } from '#ground/http-kit';

const orNull = (_: unknown, value: unknown): boolean => value !== null;
const RULE = { message: '$property must be printable characters on one line that do not end with a digit' };

export class CodeSettingsBody {
  /** Whether codes are looked for. Null: as the server does; it has no effect while the server has turned it off. */
  @MayBeAbsent() @ValidateIf(orNull) @IsBoolean() isEnabled?: boolean | null;
  /** What precedes the number on a label, at most 32 characters. Empty: labels give no number; null: as the server does. */
  @MayBeAbsent()
  @ValidateIf(orNull)
  @MaxLength(32)
  @Matches(CODE_PREFIX, RULE)
  archiveNumberPrefix?: string | null;
  /** What precedes the name of a tag, such as `TAG:`, at most 32 characters. Empty or null: codes give no tags. */
  @MayBeAbsent() @ValidateIf(orNull) @MaxLength(32) @Matches(CODE_PREFIX, RULE) tagPrefix?: string | null;
  /** Whether a tag that does not exist is created. Null: it is not. */
  @MayBeAbsent() @ValidateIf(orNull) @IsBoolean() canCreateTags?: boolean | null;
}

export class CodeSettingsView {
  /** Whether codes are looked for on new documents. */
  isEnabled!: boolean;
  /** What precedes the number on a label; empty: labels give no number. */
  archiveNumberPrefix!: string;
  /** What precedes the name of a tag; empty: codes give no tags. */
  tagPrefix!: string;
  /** Whether a tag that does not exist is created. */
  canCreateTags!: boolean;
}

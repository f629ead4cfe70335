import { ArrayMaxSize, IsArray, IsBoolean, Matches, MaxLength, ValidateIf } from 'class-validator';
import { CODE_PREFIX } from '#config/codes';
import { MayBeAbsent } from '#ground/http-kit';

const orNull = (_: unknown, value: unknown): boolean => value !== null;
const SEPARATOR = /^[\p{L}\p{N}\p{P}\p{S}][\p{L}\p{N}\p{P}\p{S} ]{0,31}$/u;
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
  /** Whether stacks are split at sheets with a separator. Null: they are not. */
  @MayBeAbsent() @ValidateIf(orNull) @IsBoolean() canSplit?: boolean | null;
  /**
   * What the text of a code on a sheet between two documents begins with, in any case: at most 10 texts of 32 printable
   * characters. Null: `PATCHT`.
   */
  @MayBeAbsent()
  @ValidateIf(orNull)
  @IsArray()
  @ArrayMaxSize(10)
  @MaxLength(32, { each: true })
  @Matches(SEPARATOR, { each: true, message: 'separators must be printable characters on one line' })
  separators?: string[] | null;
  /** Whether such a sheet becomes the first page of what follows it. Null: it is left out. */
  @MayBeAbsent() @ValidateIf(orNull) @IsBoolean() keepsSeparators?: boolean | null;
  /** Whether a page with another archive number begins a document, too. Null: it does not. */
  @MayBeAbsent() @ValidateIf(orNull) @IsBoolean() splitsAtArchiveNumbers?: boolean | null;
  /** Whether a document that was split stays. Null: it goes to the trash. */
  @MayBeAbsent() @ValidateIf(orNull) @IsBoolean() keepsSplitDocuments?: boolean | null;
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
  /** Whether stacks are split at sheets with a separator. */
  canSplit!: boolean;
  /** What the text of a code on such a sheet begins with. */
  separators!: string[];
  /** Whether such a sheet becomes the first page of what follows it. */
  keepsSeparators!: boolean;
  /** Whether a page with another archive number begins a document, too. */
  splitsAtArchiveNumbers!: boolean;
  /** Whether a document that was split stays; without it, it goes to the trash. */
  keepsSplitDocuments!: boolean;
}

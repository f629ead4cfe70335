import { Transform } from 'class-transformer';
import { IsBoolean, IsDate, IsIn, IsString, MaxDate, MaxLength, MinDate, MinLength, ValidateIf } from 'class-validator';
import { EARLIEST_DATE, LATEST_DATE, readDate } from '#archive/documents';
import {
  BooleanFromQuery,
  DescribeSchema,
  DocumentName,
  IsId,
  IsViewerTimeZone,
  MaxInputLength,
  MayBeAbsent,
  OrganizationParams,
  PageQuery,
} from '#ground/http-kit';

const isGiven = (_: unknown, value: unknown): boolean => value !== undefined;

/** Reads a date in the forms that people and programs use; null is allowed, too. */
export function IsDocumentDate(): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? readDate(value) : value));
  const rules = [
    MaxInputLength(100),
    ValidateIf((_, value) => value !== null),
    IsDate({ message: '$property must be a date or null' }),
    MinDate(EARLIEST_DATE, { message: '$property must not be before the year 1' }),
    MaxDate(LATEST_DATE, { message: '$property must not be after the year 9999' }),
  ];
  return (target, property) => {
    for (const decorate of [read, ...rules]) decorate(target, property);
  };
}

export class DocumentParams extends OrganizationParams {
  @IsId('doc') documentId!: string;
}

export class ListDocumentsQuery extends PageQuery {
  /** At most 1024 characters; empty means all active documents. */
  @IsString() @MaxLength(1024) searchQuery: string = '';
  /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
  @IsViewerTimeZone() timeZone?: string;
  /** `relevance` puts first what fits the words of the query best; without words, the newest. It has no `sortOrder`. */
  @IsIn(['createdAt', 'updatedAt', 'name', 'documentDate', 'size', 'relevance']) sortField:
    'createdAt' | 'documentDate' | 'name' | 'relevance' | 'size' | 'updatedAt' = 'createdAt';
  @IsIn(['asc', 'desc']) sortOrder: 'asc' | 'desc' = 'desc';
  /** Whether each document has `highlights`: where the words of the query are. */
  @BooleanFromQuery() @IsBoolean() highlight: boolean = false;
  /** Whether the response has an `explanation`: how the query was understood. */
  @BooleanFromQuery() @IsBoolean() explain: boolean = false;
}

@DescribeSchema({ minProperties: 1 })
export class UpdateDocumentBody {
  /** 1 to 255 characters on one line; of the way to a file only its name is taken. */
  @DocumentName() @ValidateIf(isGiven) @IsString() @MinLength(1) @MaxLength(255) name?: string;
  /** Replaces the text that search looks at. */
  @ValidateIf(isGiven) @IsString() content?: string;
  /** Any date that can be read, of the years 1 to 9999, in UTC unless it names its zone; or null to take it away. */
  @MayBeAbsent() @IsDocumentDate() documentDate?: Date | null;
  /** At most 2048 characters; an empty text takes the notes away. */
  @ValidateIf(isGiven) @IsString() @MaxLength(2048) notes?: string;
  /** False confirms the document, which leaves the inbox; true puts it back. */
  @ValidateIf(isGiven) @IsBoolean() isInInbox?: boolean;
}

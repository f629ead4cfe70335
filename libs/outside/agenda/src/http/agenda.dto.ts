import {
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { isDay } from '#archive/documents';
import {
  DATE_SOURCES,
  OFFSET_UNITS,
  type AgendaPlace,
  type DateSource,
  type OffsetUnit,
  type ReminderFields,
} from '#outside/agenda';
import { BooleanFromQuery, IsId, MayBeAbsent, NumberFromQuery, OneLine, OrganizationParams } from '#ground/http-kit';

const isSet = (_: unknown, value: unknown): boolean => value !== undefined && value !== null;

/** Requires a calendar day, as `2026-01-31`. */
function IsDay(): PropertyDecorator {
  return ValidateBy({
    name: 'isDay',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isDay(value),
      defaultMessage: () => '$property must be a calendar day such as 2026-01-31',
    },
  });
}

const CURSOR = /^(\d{4}-\d{2}-\d{2})\.(doc_[a-z0-9]{24})\.(rem_[a-z0-9]{24})$/;

export class ReminderParams extends OrganizationParams {
  @IsId('rem') reminderId!: string;
}

/** An update replaces all of it. */
export class ReminderBody {
  /** 1 to 255 characters. */
  @OneLine() @IsString() @Length(1, 255) name!: string;
  /** Which documents: a search as a user types it, at most 1024 characters; empty for all. It is not checked. */
  @IsString() @MaxLength(1024) query: string = '';
  /** The date of a document that the reminder counts from. `dueDate`: the property with the role `due_date`. */
  @IsIn(DATE_SOURCES) dateSource!: DateSource;
  /** The property with the date; only for `property`. */
  @ValidateIf(isSet) @IsId('cpd') propertyId?: string | null;
  /** How long after the date, in the unit; negative for before it. A month is never left: `31 January` and one month is the last day of February. */
  @IsInt() @Min(-1000) @Max(1000) offsetAmount: number = 0;
  @IsIn(OFFSET_UNITS) offsetUnit: OffsetUnit = 'days';
  /** False: it has no entries on the agenda. */
  @IsBoolean() isEnabled: boolean = true;
  /** True: each member with a confirmed address gets one mail a day about all entries whose day has come. */
  @IsBoolean() sendsMail: boolean = false;
}

export class AgendaQuery {
  /** The first day. */
  @IsString() @MaxLength(10) @IsDay() from!: string;
  /** The last day, at most 1,100 days later. */
  @IsString() @MaxLength(10) @IsDay() to!: string;
  /** Only later entries: the `nextCursor` of the page before. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(100)
  @Matches(CURSOR, { message: 'after must be a nextCursor' })
  after?: string;
  /** Entries on a page, 1 to 200. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(200) limit: number = 100;
  /** Also entries that are done. */
  @BooleanFromQuery() @IsBoolean() includeDone: boolean = false;
}

export class AgendaMarkBody {
  @IsId('rem') reminderId!: string;
  @IsId('doc') documentId!: string;
  /** The `sourceDay` of the entry. */
  @IsString() @MaxLength(10) @IsDay() sourceDay!: string;
  /** True: it is done, for all members. */
  @IsBoolean() isDone: boolean = false;
  /** The day to which the entry moves; null or missing: the one that its reminder gives. */
  @ValidateIf(isSet) @IsString() @MaxLength(10) @IsDay() snoozedUntil?: string | null;
}

export class FeedParams {
  /** The secret of the address, with `.ics`. */
  @IsString() @MaxLength(100) file!: string;
}

export function placeOf(cursor: string | undefined): AgendaPlace | undefined {
  const [, day, documentId, reminderId] = CURSOR.exec(cursor ?? '') ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  return { day, documentId: documentId ?? '', reminderId: reminderId ?? '' };
}

export function fieldsOf({ propertyId = null, ...body }: ReminderBody): ReminderFields {
  const { name, query, dateSource, offsetAmount, offsetUnit, isEnabled, sendsMail } = body;
  return { name, query, dateSource, propertyId, offsetAmount, offsetUnit, isEnabled, sendsMail };
}

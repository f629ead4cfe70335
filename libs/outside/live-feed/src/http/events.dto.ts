import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { EVENT_NAMES } from '#ground/history';
import { MayBeAbsent, NumberFromQuery } from '#ground/http-kit';
import { MAX_PAGE_SIZE } from '#ground/kernel';

const CURSOR = /^(?:0|[1-9]\d{0,14})$/;

/** The position that a cursor stands for; undefined for any other text. */
export function positionOf(cursor: string): number | undefined {
  return CURSOR.test(cursor) ? Number(cursor) : undefined;
}

const asList = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? [value] : value);

/** Names the first one that does not exist. */
function unknownEvent({ value }: { value: unknown }): string {
  const unknown = [value].flat().find((name) => !EVENT_NAMES.includes(name as string));
  return `there is no event ${JSON.stringify(String(unknown).slice(0, 60))}; docs/reference/events.md lists all`;
}

class NamesQuery {
  /** Only events with this name; repeat it for several. */
  @Transform(asList)
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(100)
  @IsIn(EVENT_NAMES, { each: true, message: unknownEvent })
  name?: string[];
}

export class StreamQuery extends NamesQuery {
  /** Only later events: the `cursor` of an event, or `nextCursor`. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(15)
  @Matches(CURSOR, { message: 'after must be the cursor of an event' })
  after?: string;
}

export class ActivityQuery extends NamesQuery {
  /** Only earlier events: the `cursor` of an event, or `nextCursor`. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(15)
  @Matches(CURSOR, { message: 'before must be the cursor of an event' })
  before?: string;

  /** Events on a page, 1 to 100. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) limit: number = 50;
}

export class EventsQuery extends StreamQuery {
  /** Events on a page, 1 to 500. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(500) limit: number = 100;
}

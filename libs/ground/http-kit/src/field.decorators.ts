import { cleanDocumentName, cleanLine, isMailAddress } from '@archivolt/plugin-kit';
import { Transform } from 'class-transformer';
import {
  IsDate,
  IsString,
  IsTimeZone,
  MaxLength,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { isId } from '#ground/kernel';
import { cleanedBy } from './cleaned-fields.js';
import { MaxInputLength } from './field-limits.js';

/** Requires an id with this prefix: `@IsId('doc') documentId!: string`. */
export function IsId(prefix: string, options?: ValidationOptions): PropertyDecorator {
  const each = options?.each === true ? 'each value in ' : '';
  return ValidateBy(
    {
      name: 'isId',
      constraints: [prefix], // for the API description
      validator: {
        validate: (value: unknown) => isId(prefix, value),
        defaultMessage: (args) =>
          `${each}${args?.property ?? 'value'} must be ${prefix}_ and 24 lower-case letters or digits`,
      },
    },
    options,
  );
}

/** Trims spaces on both ends before the other rules run. */
export const Trim = (): PropertyDecorator => cleanedBy((text) => text.trim());

/**
 * For names: one line without control characters and changes of direction, before the other rules run. `trims: false`
 * where the API keeps spaces at the ends.
 */
export const OneLine = ({ trims = true } = {}): PropertyDecorator =>
  cleanedBy(trims ? (text) => cleanLine(text).trim() : (text) => cleanLine(text));

/** For the name of a document, before the other rules run. */
export const DocumentName = (): PropertyDecorator => cleanedBy(cleanDocumentName);

/** Next to `IsEmail`, which takes characters that are not seen and such that change the direction of the text. */
export function IsVisibleAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'isVisibleAddress',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isMailAddress(value),
      defaultMessage: () => '$property must be an email',
    },
  });
}

/** Allows the key to be missing; `null` is not the same as a missing key. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** Converts a query value as JavaScript's `Number` does. A repeated key stays a list and fails the rules. */
export function NumberFromQuery(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? Number(value) + 0 : value));
}

/** Converts `true` and `false`; other values fail `IsBoolean`. */
export function BooleanFromQuery(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value));
}

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Reads an ISO 8601 date, or date and time with its offset, as a `Date`. */
export function IsTime(): PropertyDecorator {
  // A text that is not a time stays what it was, and fails `IsDate`.
  const read = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && ISO_TIME.test(value) ? new Date(value) : value,
  );
  const rules = [
    MaxInputLength(100),
    IsDate({ message: '$property must be an ISO 8601 date, or date and time with its offset' }),
  ];
  return (target, property) => {
    for (const decorate of [read, ...rules]) decorate(target, property);
  };
}

/** Requires the IANA name of a time zone, such as `Europe/Berlin`; the field may be missing. */
export function IsViewerTimeZone(): PropertyDecorator {
  const rules = [
    MayBeAbsent(),
    IsString(),
    MaxLength(64),
    IsTimeZone({ message: '$property must be an IANA time zone such as UTC or Europe/Berlin' }),
  ];
  return (target, property) => {
    for (const decorate of rules.reverse()) decorate(target, property);
  };
}

const ZONED_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)$/;

/** Reads a date and time with seconds and zone, such as `2026-12-24 18:00:00+0200`, as a `Date`; null is allowed, too. */
export function IsZonedTime(): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (readZonedTime(value) ?? value) : value,
  );
  const rules = [
    MaxInputLength(100),
    ValidateIf((_, value) => value !== null),
    IsDate({
      message: '$property must be a date and time with seconds and zone, such as 2026-12-24T18:00:00Z, or null',
    }),
  ];
  return (target, property) => {
    for (const decorate of [read, ...rules]) decorate(target, property);
  };
}

function readZonedTime(text: string): Date | undefined {
  const [, day, time, zone = ''] = ZONED_TIME.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  // JavaScript counts the 30th of February as the 2nd of March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  return new Date(`${day}T${time}${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`);
}

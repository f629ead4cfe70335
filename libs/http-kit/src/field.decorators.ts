import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { isId } from '#libs/kernel';
import { markTrimmed } from './trimmed.js';

/** An id with this prefix: `@IsId('doc') documentId!: string`. */
export function IsId(prefix: string, options?: ValidationOptions): PropertyDecorator {
  const each = options?.each === true ? 'each value in ' : '';
  return ValidateBy(
    {
      name: 'isId',
      constraints: [prefix], // for the description of the API
      validator: {
        validate: (value: unknown) => isId(prefix, value),
        defaultMessage: (args) =>
          `${each}${args?.property ?? 'value'} must be ${prefix}_ and 24 lower-case letters or digits`,
      },
    },
    options,
  );
}

/** Takes spaces off both ends, before the other rules look at the text. */
export function Trim(): PropertyDecorator {
  const trim = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
  return (target, property) => {
    markTrimmed(target, property);
    trim(target, property);
  };
}

/** The key may be left out; `null` is not the same as leaving it out. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** Query values are texts: reads one as JavaScript's `Number` does. A key given twice stays a list and fails the rules. */
export function NumberFromQuery(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? Number(value) + 0 : value));
}

import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { isId } from '#libs/kernel';
import { markTrimmed } from './trimmed.js';

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
export function Trim(): PropertyDecorator {
  const trim = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
  return (target, property) => {
    markTrimmed(target, property);
    trim(target, property);
  };
}

/** Allows the key to be missing; `null` is not the same as a missing key. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** Converts a query value as JavaScript's `Number` does. A repeated key stays a list and fails the rules. */
export function NumberFromQuery(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? Number(value) + 0 : value));
}

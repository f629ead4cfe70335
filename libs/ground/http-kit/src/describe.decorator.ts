import { SetMetadata } from '@nestjs/common';

const KEY = 'archivolt:describe';

/** A part of an OpenAPI operation object. */
export type OperationFragment = Readonly<Record<string, unknown>>;

/**
 * Adds to the API description of a route what its types do not express, such as a form with a file or a response that
 * is not JSON. It is merged into the operation generated from the types.
 */
export const Describe = (fragment: OperationFragment) => SetMetadata<string, OperationFragment>(KEY, fragment);

const ERRORS_KEY = 'archivolt:errors';

/**
 * Declares the error codes of a route for the description of the API: `@Errors('tags.not_found')`. Codes that every
 * route of its kind can return, such as those of validation and authentication, are added by the generator, which
 * refuses codes that no `defineError` knows.
 */
export const Errors = (...codes: string[]) => SetMetadata<string, readonly string[]>(ERRORS_KEY, codes);

export function errorsOf(handler: object): readonly string[] {
  return (Reflect.getMetadata(ERRORS_KEY, handler) as readonly string[] | undefined) ?? [];
}

/** A whole number in a view. The type of a number that may have a fraction is `number`. */
export type Integer = number;

/** A time in a view: ISO 8601 in UTC with milliseconds. */
export type DateTime = string;

const SCHEMA_KEY = 'archivolt:describe-schema';

/** Adds to the schema of a body what the rules of its fields do not express, such as `minProperties: 1`. */
export const DescribeSchema =
  (fragment: OperationFragment): ClassDecorator =>
  (type) =>
    Reflect.defineMetadata(SCHEMA_KEY, fragment, type);

export function schemaDescriptionOf(type: object): OperationFragment | undefined {
  return Reflect.getOwnMetadata(SCHEMA_KEY, type) as OperationFragment | undefined;
}

export function descriptionOf(handler: object): OperationFragment | undefined {
  return Reflect.getMetadata(KEY, handler) as OperationFragment | undefined;
}

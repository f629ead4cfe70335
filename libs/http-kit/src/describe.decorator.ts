import { SetMetadata } from '@nestjs/common';

const KEY = 'archivolt:describe';

/** A part of an OpenAPI operation object. */
export type OperationFragment = Readonly<Record<string, unknown>>;

/**
 * Adds to the API description of a route what its types do not express, such as a form with a file or a response that
 * is not JSON. It is merged into the operation generated from the types.
 */
export const Describe = (fragment: OperationFragment) => SetMetadata<string, OperationFragment>(KEY, fragment);

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

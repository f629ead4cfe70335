import { SetMetadata } from '@nestjs/common';

const KEY = 'archivolt:describe';

/** A part of an OpenAPI operation object. */
export type OperationFragment = Readonly<Record<string, unknown>>;

/**
 * What the description of the API must say of a route that its types do not: a form with a file, an answer that is no
 * JSON. It is merged into the operation that is made from the types.
 */
export const Describe = (fragment: OperationFragment) => SetMetadata<string, OperationFragment>(KEY, fragment);

const SCHEMA_KEY = 'archivolt:describe-schema';

/** What the description of the API must say of a body that the rules of its fields do not, such as `minProperties: 1`. */
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

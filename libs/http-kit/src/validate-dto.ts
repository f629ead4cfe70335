import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { ErrorDetail } from '#libs/kernel';

/** A class whose properties carry class-validator decorators. */
export type DtoClass = new () => object;

const MAX_DEPTH = 32;

/** The checked instance, or what is wrong with the input. Unknown keys are wrong; nothing is converted silently. */
export function validateDto(type: DtoClass, input: unknown): { value: object } | { details: ErrorDetail[] } {
  const plain = input ?? {};
  if (typeof plain !== 'object' || Array.isArray(plain))
    return { details: [{ path: null, message: 'must be an object' }] };
  const unusable = findUnusable(plain, []);
  if (unusable) return { details: [unusable] };
  const value = plainToInstance(type, plain, { enableImplicitConversion: false });
  const failures = validateSync(value, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  return failures.length === 0 ? { value } : { details: failures.flatMap((failure) => detailsOf(failure, [])) };
}

function detailsOf(failure: ValidationError, parents: readonly string[]): ErrorDetail[] {
  const path = [...parents, failure.property];
  const own = Object.values(failure.constraints ?? {}).map((message) => ({ path: path.join('.'), message }));
  return [...own, ...(failure.children ?? []).flatMap((child) => detailsOf(child, path))];
}

/**
 * What is wrong whatever the rules of a field: PostgreSQL keeps neither U+0000 nor half a character in JSON, a structure
 * without end would exhaust the stack of what reads it, and class-transformer passes over names that every object has.
 */
function findUnusable(value: unknown, path: readonly string[]): ErrorDetail | undefined {
  const problem = (message: string): ErrorDetail => ({ path: path.join('.') || null, message });
  if (typeof value === 'string') {
    if (value.includes('\0')) return problem('must not contain the character U+0000');
    return value.isWellFormed() ? undefined : problem('must not contain half of a surrogate pair');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= MAX_DEPTH)
    return { path: path[0] ?? null, message: `must not be nested deeper than ${MAX_DEPTH}` };
  for (const [key, child] of Object.entries(value)) {
    const childPath = [...path, key];
    if (key in Object.prototype) return { path: childPath.join('.'), message: `property ${key} should not exist` };
    // The rules for each entry of a list would be asked of the entries of the inner one, and of nothing when it is empty.
    if (Array.isArray(value) && Array.isArray(child))
      return { path: childPath.join('.'), message: 'must not be a list in a list' };
    const found = findUnusable(child, childPath);
    if (found) return found;
  }
  return undefined;
}

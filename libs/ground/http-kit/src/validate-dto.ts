import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, useContainer, validateSync, type ValidationError } from 'class-validator';
import type { ErrorDetail } from '#ground/kernel';
import { DetailList, unknownKey } from './detail-list.js';
import type { DtoClass } from './dto-class.js';
import { excessOf, limitsOf, type FieldLimits } from './field-limits.js';
import { MAX_DEPTH, MAX_ENTRIES } from './json-limits.js';

rememberRules(getMetadataStorage());
useContainer({ get: validatorOf });

/**
 * Returns the checked instance, or the problems of the input. Unknown keys are errors; nothing is converted silently.
 */
export function validateDto(type: DtoClass, input: unknown): { value: object } | { details: ErrorDetail[] } {
  const plain: unknown = input === undefined ? {} : input;
  if (!isRecord(plain)) return { details: [{ path: null, message: 'must be an object' }] };
  const details = new DetailList();
  const bounded = withinLimits(type, plain, [], details);
  if (details.isFull) return { details: details.entries };
  const unusable = findUnusable(bounded, [], { left: 2 * MAX_ENTRIES });
  if (unusable) return { details: [...details.entries, unusable] };
  const value = plainToInstance(type, bounded, { enableImplicitConversion: false });
  const failures = validateSync(value, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  });
  addFailures(failures, [], details);
  return details.entries.length === 0 ? { value } : { details: details.entries };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the input with only the declared fields that respect their size limits; only these are converted and
 * checked. This is linear in the size of the input, while class-validator's handling of unknown keys is quadratic.
 */
function withinLimits(
  type: DtoClass,
  input: Record<string, unknown>,
  path: readonly string[],
  details: DetailList,
): Record<string, unknown> {
  const fields = limitsOf(type);
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(input)) {
    if (details.isFull) break;
    const field = fields.get(key);
    const value = input[key];
    const problem = field ? excessOf(value, field) : unknownKey(key);
    if (problem !== undefined || !field) details.add([...path, key], problem ?? '');
    else kept[key] = nestedWithinLimits(field, value, [...path, key], details);
  }
  return kept;
}

function nestedWithinLimits(
  { nested, isList }: FieldLimits,
  value: unknown,
  path: readonly string[],
  details: DetailList,
): unknown {
  if (!nested) return value;
  if (!isList) return isRecord(value) ? withinLimits(nested, value, path, details) : value;
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown, index) =>
    isRecord(entry) ? withinLimits(nested, entry, [...path, String(index)], details) : entry,
  );
}

/** Adds one detail per field: for the first rule in the source that fails. */
function addFailures(failures: readonly ValidationError[], parents: readonly string[], details: DetailList): void {
  for (const failure of failures) {
    const path = [...parents, failure.property];
    // Decorators run, and are therefore listed, from last to first.
    const message = Object.values(failure.constraints ?? {}).at(-1);
    if (message !== undefined) details.add(path, message);
    else addFailures(failure.children ?? [], path, details);
  }
}

/**
 * Returns a problem that makes a value unusable in any field: jsonb rejects U+0000 and lone surrogates, deep nesting
 * would overflow the stack, and class-transformer skips names that every object has.
 */
function findUnusable(value: unknown, path: readonly string[], budget: { left: number }): ErrorDetail | undefined {
  const problem = (message: string): ErrorDetail => ({ path: path.join('.') || null, message });
  if (typeof value === 'string') {
    if (value.includes('\0')) return problem('must not contain the character U+0000');
    return value.isWellFormed() ? undefined : problem('must not contain half of a surrogate pair');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= MAX_DEPTH)
    return { path: path[0] ?? null, message: `must not be nested deeper than ${MAX_DEPTH}` };
  for (const key of Object.keys(value)) {
    budget.left -= 1;
    if (budget.left < 0) return { path: path[0] ?? null, message: `must not have more than ${MAX_ENTRIES} entries` };
    const child = (value as Record<string, unknown>)[key];
    const childPath = [...path, key];
    if (key in Object.prototype) return { path: childPath.join('.'), message: unknownKey(key) };
    // class-validator applies the rules for list entries to the entries of the inner list, and to nothing when it is
    // empty.
    if (Array.isArray(value) && Array.isArray(child))
      return { path: childPath.join('.'), message: 'must not be a list in a list' };
    const found = findUnusable(child, childPath, budget);
    if (found) return found;
  }
  return undefined;
}

/**
 * Makes class-validator remember the rules of a class. It looks through the classes of the whole application at each
 * check, for those that the class inherits from; they do not change once the class is in use.
 */
function rememberRules(storage: ReturnType<typeof getMetadataStorage>): void {
  type FindRules = typeof storage.getTargetValidationMetadatas;
  const find: FindRules = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<Parameters<FindRules>[0], ReturnType<FindRules>>();
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return find(type, schema, always, strictGroups, groups);
    const rules = known.get(type) ?? find(type, schema, always, strictGroups, groups);
    known.set(type, rules);
    return rules;
  };
}

type ValidatorClass = new () => object;

const validators = new Map<ValidatorClass, object>();

/** Instead of the container of class-validator, which looks through the rules of the whole application for each rule. */
function validatorOf(rule: ValidatorClass): object {
  const known = validators.get(rule) ?? new rule();
  validators.set(rule, known);
  return known;
}

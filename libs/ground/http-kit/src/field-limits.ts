import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, ValidateBy } from 'class-validator';
import { cleanerOf } from './cleaned-fields.js';
import type { DtoClass } from './dto-class.js';
import { MAX_ENTRIES } from './json-limits.js';

const MAX_INPUT_LENGTH = 'maxInputLength';

/**
 * Limits the text that a field accepts before conversion to another type. `@MaxLength` would check the converted
 * value.
 */
export function MaxInputLength(max: number): PropertyDecorator {
  return ValidateBy({
    name: MAX_INPUT_LENGTH,
    constraints: [max],
    validator: { validate: () => true }, // checked by `excessOf`, before the conversion
  });
}

export interface FieldLimits {
  name: string;
  clean: ((text: string) => string) | undefined;
  maxLength: number;
  maxLengthOfEach: number;
  maxItems: number;
  /** The class of the object, or of the objects in the list, of this field. */
  nested: DtoClass | undefined;
  isList: boolean;
}

const limitsByType = new WeakMap<DtoClass, ReadonlyMap<string, FieldLimits>>();

/** Returns every field that a DTO class declares, with the limits set by its decorators. */
export function limitsOf(type: DtoClass): ReadonlyMap<string, FieldLimits> {
  let limits = limitsByType.get(type);
  if (!limits) {
    limits = readLimits(type);
    limitsByType.set(type, limits);
  }
  return limits;
}

function readLimits(type: DtoClass): ReadonlyMap<string, FieldLimits> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const byField = new Map<string, FieldLimits>();
  for (const { propertyName: name, name: rule, each, constraints = [] } of rules) {
    let field = byField.get(name);
    if (!field) {
      field = {
        name,
        clean: cleanerOf(type, name),
        maxLength: Infinity,
        maxLengthOfEach: Infinity,
        maxItems: MAX_ENTRIES,
        nested: nestedType(type, name),
        isList: false,
      };
      byField.set(name, field);
    }
    if (each) field.isList = true;
    const [first, second] = constraints as (number | undefined)[];
    const maxLength =
      rule === 'isLength' ? second : rule === 'maxLength' || rule === MAX_INPUT_LENGTH ? first : undefined;
    if (maxLength !== undefined) {
      const place = each ? 'maxLengthOfEach' : 'maxLength';
      field[place] = Math.min(field[place], maxLength);
    }
    if (rule === 'arrayMaxSize' && first !== undefined) field.maxItems = Math.min(field.maxItems, first);
  }
  return byField;
}

function nestedType(type: DtoClass, property: string): DtoClass | undefined {
  return defaultMetadataStorage.findTypeMetadata(type, property)?.typeFunction?.() as DtoClass | undefined;
}

/** Returns why a value is too large to be checked further, in the words of the rule that it breaks. */
export function excessOf(value: unknown, field: FieldLimits): string | undefined {
  const { name, maxLength, maxLengthOfEach, maxItems } = field;
  if (typeof value === 'string') {
    const text = field.clean && value.length > maxLength ? field.clean(value) : value;
    return isLonger(text, maxLength) ? `${name} must be shorter than or equal to ${maxLength} characters` : undefined;
  }
  if (!Array.isArray(value)) return undefined;
  if (value.length > maxItems) return `${name} must contain no more than ${maxItems} elements`;
  return value.some((entry) => typeof entry === 'string' && isLonger(entry, maxLengthOfEach))
    ? `each value in ${name} must be shorter than or equal to ${maxLengthOfEach} characters`
    : undefined;
}

/** Counts code points as PostgreSQL does: a character outside the basic plane counts once, a variation selector too. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || Array.from(text).length > max;
}

// What a route takes: the types of its DTO classes, narrowed by the rules that are checked at run time.
import { getMetadataStorage } from 'class-validator';
import { schemaDescriptionOf } from '#ground/http-kit';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { withDoc } from './types.mjs';

/** For query and path: one parameter a property. */
export function parametersOf(types, type, dto, place) {
  return fieldsOf(types, type, dto).map(({ name, schema, doc, isRequired }) => ({
    name,
    in: place,
    ...(doc === '' ? {} : { description: doc }),
    ...(isRequired || place === 'path' ? { required: true } : {}),
    schema,
  }));
}

export function bodySchema(types, type, dto) {
  return types.register(type, () => objectSchema(types, type, dto));
}

function objectSchema(types, type, dto) {
  const fields = fieldsOf(types, type, dto);
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema, doc }) => [name, withDoc(schema, doc)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...schemaDescriptionOf(dto),
  };
}

function fieldsOf(types, type, dto) {
  const defaults = new dto();
  const rules = Map.groupBy(
    getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false),
    ({ propertyName }) => propertyName,
  );
  return types.fields(type).map((field) => {
    const checks = rules.get(field.name) ?? [];
    if (checks.length === 0) throw new Error(`${dto.name}.${field.name} has no rule that checks it`);
    const nested = defaultMetadataStorage.findTypeMetadata(dto, field.name)?.typeFunction();
    const base = nested ? nestedSchema(types, field, nested) : types.schema(field.type, field);
    const schema = checks.reduce(narrow, isDateRule(checks) ? freeDate(base) : base);
    const value = defaults[field.name];
    return {
      ...field,
      schema: value === undefined ? schema : { ...schema, default: value },
      isRequired: !field.isOptional && !field.hasDefault,
    };
  });
}

/** A class inside a body is narrowed as the body is. */
function nestedSchema(types, field, dto) {
  const item = types.itemOf(field.type);
  const inner = bodySchema(types, item ?? types.withoutUndefined(field.type), dto);
  return item ? { type: 'array', items: inner } : inner;
}

const isDateRule = (checks) => checks.some(({ name }) => name === 'isDate');

/** More is read than `date-time` allows: a date alone, for instance. */
const freeDate = ({ format: _, ...schema }) => schema;

const RULES = {
  isId: ([prefix]) => ({ pattern: `^${prefix}_[a-z0-9]{24}$` }),
  isInt: (_, { type }) => ({ type: Array.isArray(type) ? type.map(asInteger) : 'integer' }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  isLength: ([minLength, maxLength]) => ({ minLength, ...(maxLength === undefined ? {} : { maxLength }) }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  maxInputLength: ([maxLength]) => ({ maxLength }),
  isNotEmpty: () => ({ minLength: 1 }),
  isIn: ([values]) => ({ enum: [...values] }),
  matches: ([pattern]) => ({ pattern: pattern.source }),
  isUrl: () => ({ format: 'uri' }),
  isEmail: () => ({ format: 'email' }),
};
/** One type of several: a number that may be null. */
const asInteger = (type) => (type === 'number' ? 'integer' : type);
const LIST_RULES = {
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
};

function narrow(schema, { name, constraints, each, type }) {
  if (type === 'whitelist' || name === undefined) return schema;
  const list = LIST_RULES[name];
  if (list) return { ...schema, ...list(constraints) };
  const rule = RULES[name];
  if (!rule || schema.$ref || schema.items?.$ref) return schema;
  return each && schema.items
    ? { ...schema, items: { ...schema.items, ...rule(constraints, schema.items) } }
    : { ...schema, ...rule(constraints, schema) };
}

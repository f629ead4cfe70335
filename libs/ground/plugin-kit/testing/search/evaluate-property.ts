import type { PropertyCondition, PropertyValue } from '../../src/search/search-backend.js';

type NumberCondition = Extract<PropertyCondition, { type: 'number' }>;

/** Whether a value has the type of the condition and satisfies it. */
export function satisfies(value: PropertyValue, condition: PropertyCondition): boolean {
  switch (condition.type) {
    case 'text':
      return value.type === 'text' && value.text === condition.equals;
    case 'number':
      return value.type === 'number' && compares(value.number, condition);
    case 'date':
      if (value.type !== 'date' || (condition.from !== undefined && value.date < condition.from)) return false;
      return condition.before === undefined || value.date < condition.before;
    case 'boolean':
      return value.type === 'boolean' && value.boolean === condition.equals;
    case 'option':
      return value.type === 'option' && haveCommon(value.optionIds, condition.optionIds);
    case 'user':
      return value.type === 'user' && haveCommon(value.userIds, condition.userIds);
    case 'document':
      return value.type === 'document' && haveCommon(value.documentIds, condition.documentIds);
  }
}

function compares(number: number, { operator, value }: NumberCondition): boolean {
  switch (operator) {
    case '<':
      return number < value;
    case '<=':
      return number <= value;
    case '=':
      return number === value;
    case '>':
      return number > value;
    case '>=':
      return number >= value;
  }
}

function haveCommon(present: readonly string[], asked: readonly string[]): boolean {
  return asked.some((id) => present.includes(id));
}

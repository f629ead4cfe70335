import type { ReminderBody } from '../../lib/api';

export interface ReminderValues {
  name: string;
  query: string;
  amount: string;
  unit: 'days' | 'months';
  direction: 'after' | 'before';
  /** A source, or the id of a property. */
  source: string;
  isEnabled: boolean;
  sendsMail: boolean;
}

export const NEW_REMINDER: ReminderBody = {
  name: '',
  query: '',
  dateSource: 'dueDate',
  propertyId: null,
  offsetAmount: -7,
  offsetUnit: 'days',
  isEnabled: true,
  sendsMail: false,
};

export function valuesOf({ name, query = '', dateSource, propertyId = null, ...body }: ReminderBody): ReminderValues {
  const { offsetAmount = 0, offsetUnit = 'days', isEnabled = true, sendsMail = false } = body;
  return {
    ...{ name, query, isEnabled, sendsMail, unit: offsetUnit },
    amount: String(Math.abs(offsetAmount)),
    direction: offsetAmount > 0 ? 'after' : 'before',
    source: dateSource === 'property' ? (propertyId ?? '') : dateSource,
  };
}

export function bodyOf({ name, query, amount, unit, direction, source, ...values }: ReminderValues): ReminderBody {
  const count = Number(amount);
  const isSource = source === 'createdAt' || source === 'documentDate' || source === 'dueDate';
  return {
    ...{ name: name.trim(), query: query.trim(), ...values },
    dateSource: isSource ? source : 'property',
    propertyId: isSource || source === '' ? null : source,
    offsetAmount: direction === 'before' && count !== 0 ? -count : count,
    offsetUnit: unit,
  };
}

/** True for a whole number that an offset can be. */
export const offsetProblem = (amount: string): true | undefined =>
  /^\d+$/.test(amount) && Number(amount) <= 1000 ? true : undefined;

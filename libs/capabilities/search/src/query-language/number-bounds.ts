import type { QueryFilter, QueryOperator } from '#capabilities/query';

/** Whole numbers: `from` is included, `before` is not; a missing bound is open. */
export interface NumberBounds {
  from?: number;
  before?: number;
}

export const SIZE_FORMS = 'Write a size as 5MB, 1.5GB, 300kB or as a number of bytes.';
export const PAGES_FORMS = 'Write a number of pages such as 3 or >10.';

const SIZE = /^(\d{1,15})(?:[.,](\d{1,6}))? ?(?:(b|bytes?)|([kmgt])(i?)b?)?$/i;
const POWERS: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4 };
const PAGES = /^\d{1,9}$/;

/** Returns the bounds of `size:`. Without an operator, a rounded size stands for all that are shown as it: `5MB` for 4.5 to 5.5. */
export function sizeBoundsOf({ operator, value }: Pick<QueryFilter, 'operator' | 'value'>): NumberBounds | undefined {
  const size = SIZE.exec(value.trim());
  if (size === null) return undefined;
  const [, whole = '', fraction = '', bytes, prefix, binary] = size;
  const isBytes = bytes !== undefined || prefix === undefined;
  if (isBytes && fraction !== '') return undefined;
  const unit = isBytes ? 1 : (binary === '' ? 1_000 : 1_024) ** (POWERS[prefix.toLowerCase()] ?? 0);
  const exact = Number(`${whole}.${fraction}`) * unit;
  if (operator !== '=' || isBytes) return boundsFrom(operator, exact);
  const half = unit / 10 ** fraction.length / 2;
  return { from: Math.max(1, Math.ceil(exact - half)), before: Math.ceil(exact + half) };
}

/** Returns the bounds of `pages:`. */
export function pageBoundsOf({ operator, value }: Pick<QueryFilter, 'operator' | 'value'>): NumberBounds | undefined {
  return PAGES.test(value.trim()) ? boundsFrom(operator, Number(value)) : undefined;
}

function boundsFrom(operator: QueryOperator, value: number): NumberBounds {
  const [floor, ceiling] = [Math.floor(value), Math.ceil(value)];
  switch (operator) {
    case '=':
      return { from: ceiling, before: floor + 1 };
    case '<':
      return { before: ceiling };
    case '<=':
      return { before: floor + 1 };
    case '>':
      return { from: floor + 1 };
    case '>=':
      return { from: ceiling };
  }
}

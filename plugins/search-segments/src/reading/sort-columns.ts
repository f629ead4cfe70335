import type { SearchSort } from '@archivolt/plugin-kit';

/** The part of an order that is wanted. */
export interface PageWindow {
  offset: number;
  size: number;
}

const CREATED = { name: 'created_at', type: 'timestamptz' };

const FIRST_COLUMN: Record<SearchSort['field'], { name: string; type: string }> = {
  createdAt: CREATED,
  updatedAt: { name: 'updated_at', type: 'timestamptz' },
  name: { name: 'name_sort_key', type: 'text' },
  documentDate: { name: 'document_date', type: 'timestamptz' },
  size: { name: 'original_size', type: 'bigint' },
};

/** The columns of an order and the types of their values; `id` is the last one. */
export function sortColumns({ field }: Pick<SearchSort, 'field'>): { name: string; type: string }[] {
  const id = { name: 'id', type: 'text' };
  return field === 'createdAt' ? [CREATED, id] : [FIRST_COLUMN[field], CREATED, id];
}

/** A missing date is the first one in ascending order. */
export function orderBy(sort: SearchSort): string {
  const direction = sort.order === 'asc' ? 'asc' : 'desc';
  const nulls = sort.order === 'asc' ? 'nulls first' : 'nulls last';
  return sortColumns(sort)
    .map(({ name }) => `d.${name} ${direction}${name === 'document_date' ? ` ${nulls}` : ''}`)
    .join(', ');
}

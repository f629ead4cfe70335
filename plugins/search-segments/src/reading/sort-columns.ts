import type { SearchSort } from '@archivolt/plugin-kit';

/** The part of an order that is wanted. */
export interface PageWindow {
  offset: number;
  size: number;
}

const FIRST_COLUMN: Record<SearchSort['field'], string> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  name: 'name_sort_key',
  documentDate: 'document_date',
};

/** The columns of an order and the types of their values; `id` is the last one. */
export function sortColumns({ field }: Pick<SearchSort, 'field'>): { name: string; type: string }[] {
  const created = { name: 'created_at', type: 'timestamptz' };
  const id = { name: 'id', type: 'text' };
  if (field === 'createdAt') return [created, id];
  return [{ name: FIRST_COLUMN[field], type: field === 'name' ? 'text' : 'timestamptz' }, created, id];
}

/** A missing date is the first one in ascending order. */
export function orderBy(sort: SearchSort): string {
  const direction = sort.order === 'asc' ? 'asc' : 'desc';
  const nulls = sort.order === 'asc' ? 'nulls first' : 'nulls last';
  return sortColumns(sort)
    .map(({ name }) => `d.${name} ${direction}${name === 'document_date' ? ` ${nulls}` : ''}`)
    .join(', ');
}

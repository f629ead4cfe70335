import type { ChosenOrder } from '../../lib/list-order';
import type { DocumentViewBody, DocumentViewView } from './views.queries';

/** What a list of documents shows, as the address holds it. */
export interface ListedState extends ChosenOrder {
  q?: string | undefined;
  layout?: 'cards' | 'list' | undefined;
  columns?: string | undefined;
}

type InAddress = { [Key in keyof ListedState]?: NonNullable<ListedState[Key]> };

/** What of a list a view keeps. */
export function bodyOfState({ q, sort, order, layout, columns }: ListedState): Omit<DocumentViewBody, 'name'> {
  return {
    query: q ?? '',
    ...(sort ? { sortField: sort } : {}),
    ...(order ? { sortOrder: order } : {}),
    ...(layout ? { layout } : {}),
    ...(columns === undefined ? {} : { columns: columns.split(',') }),
  };
}

/** What a view shows, with what the address says over it. */
export function stateOf(view: DocumentViewView, over: ListedState): ListedState {
  return {
    q: over.q ?? view.query,
    sort: over.sort ?? view.sortField ?? undefined,
    // An order belongs to its field.
    order: over.order ?? (over.sort === undefined ? (view.sortOrder ?? undefined) : undefined),
    layout: over.layout ?? view.layout ?? undefined,
    columns: over.columns ?? view.columns?.join(',') ?? undefined,
  };
}

/** What the address has to say so that the view shows `state`. */
export function differenceOf(view: DocumentViewView, state: ListedState): InAddress {
  const own = stateOf(view, {});
  return {
    ...(state.q === undefined || state.q === own.q ? {} : { q: state.q }),
    ...(state.sort === undefined || state.sort === own.sort ? {} : { sort: state.sort }),
    ...(state.order === undefined || (state.order === own.order && state.sort === own.sort)
      ? {}
      : { order: state.order }),
    ...(state.layout === undefined || state.layout === own.layout ? {} : { layout: state.layout }),
    ...(state.columns === undefined || state.columns === own.columns ? {} : { columns: state.columns }),
  };
}

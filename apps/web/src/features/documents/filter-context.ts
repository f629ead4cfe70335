import { createContext, useContext } from 'react';
import type { Condition } from './query-edit';

/** Adds a filter to the query of the list, or excludes it when Alt is held. */
export type OnFilter = (condition: Condition, event: { altKey: boolean }) => void;

const FilterContext = createContext<OnFilter>(() => undefined);

export const FilterProvider = FilterContext.Provider;
export const useOnFilter = (): OnFilter => useContext(FilterContext);

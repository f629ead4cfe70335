/** Conditions of features above this one, which read the log at their own pace. */
const conditions = new Set<string>();

/**
 * Keeps events from being removed as long as a condition holds. It is SQL on `event.organization_id` and `event.position`,
 * uses an index, and takes no locks.
 */
export function keepEventsWhile(condition: string): void {
  conditions.add(condition);
}

export const KEPT = {
  /** Returns one condition for all. */
  condition: (): string => [...conditions].map((condition) => `(${condition})`).join(' or ') || 'false',
};

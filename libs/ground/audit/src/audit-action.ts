/** A kind of entry of the audit log: something that an auditor asks about. */
export interface AuditAction {
  /** `api-key:created`: what it is about, and what happened to it. */
  readonly name: string;
  /** What happened, in one sentence for people: it is shown with each entry. */
  readonly description: string;
}

const definitions = new Map<string, AuditAction>();

/**
 * Defines an action, in the `<feature>.audit.ts` of its feature:
 * `defineAuditAction('api-key:created', { description: 'An API key was created.' })`. Events of organizations are entries by
 * themselves, with the name of the event; nothing has to be defined or recorded for them.
 */
export function defineAuditAction(name: string, { description }: { description: string }): AuditAction {
  if (definitions.has(name)) throw new Error(`the audit action ${name} is defined twice`);
  const action: AuditAction = { name, description };
  definitions.set(name, action);
  return action;
}

/** Returns all actions that are not events, for `docs/reference/audit.md`. */
export function definedAuditActions(): AuditAction[] {
  return [...definitions.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const auditActionNamed = (name: string): AuditAction | undefined => definitions.get(name);
